//! Points of answers, and the scores that follow from them.

pub(crate) mod decimal;
pub(crate) mod exact;
pub(crate) mod indicator;
pub(crate) mod model;
pub(crate) mod points;
pub(crate) mod scheme;
pub(crate) mod scores;
pub(crate) mod worth;

pub use decimal::Decimal;
pub use indicator::{Category, Indicator};
pub use model::{Hue, Method, OwnBand, OwnCategory, Scoring, Table};
pub use points::{Band, Points};
pub use scheme::SchemeVersion;
pub use scores::{EarlierScores, Scored, Scores};
