//! Charts as server-rendered SVG. Each has its numbers and a description beside it, so no information depends on the
//! picture. Labels stand outside the SVG, which keeps their size on a phone.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod days;
mod numbers;
mod scores;
mod shares;

pub(in crate::admin) use days::DaysChart;
pub use days::{Period, Periods};
pub(in crate::admin) use numbers::{percent, share, thousands};
pub(in crate::admin) use scores::{ScoresChart, band_name};
pub(in crate::admin) use shares::{Share, SharesTable};
