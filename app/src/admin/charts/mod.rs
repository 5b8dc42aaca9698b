//! Charts: SVG drawn by the server, each with its words and numbers beside it, so that nothing is told by a picture
//! alone. Texts stand outside the drawings, where they keep their size on a phone.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod days;
mod numbers;
mod scores;
mod shares;

pub(in crate::admin) use days::DaysChart;
pub use days::{Period, Periods};
pub(in crate::admin) use numbers::{percent, thousands};
pub(in crate::admin) use scores::{ScoresChart, band_name};
pub(in crate::admin) use shares::{Share, SharesTable};
