//! Points of answers, and the scores that follow from them.

pub(crate) mod answer_points;
pub(crate) mod change;
pub(crate) mod computation;
pub(crate) mod decimal;
pub(crate) mod exact;
pub(crate) mod indicator;
pub(crate) mod model;
pub(crate) mod norm;
pub(crate) mod points;
pub(crate) mod score_table;
pub(crate) mod scores;

pub use change::{Better, ChangeRule, Judged, Verdict};
pub use decimal::Decimal;
pub use indicator::{Category, Indicator};
pub use model::{ConversionTable, Hue, Method, OwnBand, OwnCategory, Scoring};
pub use norm::{Norm, Standing};
pub use points::{Band, Points};
pub use score_table::ScoreTableVersion;
pub use scores::{EarlierScores, Scored, Scores};
