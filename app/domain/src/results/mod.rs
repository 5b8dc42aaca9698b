//! Results for respondents: bands, and cards in their order.

pub(crate) mod advice;
pub(crate) mod benchmark;
pub(crate) mod card;
pub(crate) mod content;
pub(crate) mod history;
pub(crate) mod measured;
pub(crate) mod quiz_result;
pub(crate) mod recommendation;

pub use advice::{Advice, AreaName};
pub use benchmark::{BenchmarkCounter, BenchmarkPlace, Benchmarks};
pub use card::{CardText, OwnCard, ShownCard, Subject};
pub use content::{CARD_TEXTS, Voice};
pub use history::{ScoreHistory, ScorePoint};
pub use measured::{Compared, EarlierAttempt, JudgedChange, NormText};
pub use quiz_result::{BandText, Before, QuizResult, RangedScore, Rating};
pub use recommendation::{Recommendation, recommendations};
