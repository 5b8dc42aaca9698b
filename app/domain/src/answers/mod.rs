//! Answers, the way through a quiz that they decide, and how forms and pages carry both.

pub(crate) mod answer;
pub mod form;
pub(crate) mod given;
pub(crate) mod journey;
pub(crate) mod lines;
pub(crate) mod outline;
pub(crate) mod page_state;
pub(crate) mod record;
pub(crate) mod told;
pub(crate) mod user;

pub use answer::{Answer, AnswerInput, ExportAnswer};
pub use given::Answers;
pub use journey::{Journey, Stop};
pub use page_state::{ApiTarget, QuestionPageState, Words};
pub use record::{AnswersRecord, CompletionStatus, Submission, SubmitError};
pub use told::{Told, ToldPart, ToldQuestion};
pub use user::UserId;
