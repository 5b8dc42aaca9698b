//! Answers, the journey through a quiz that they determine, and their representation in forms and pages.

pub(crate) mod answer;
pub(crate) mod answer_map;
pub mod form;
pub(crate) mod journey;
pub(crate) mod lines;
pub(crate) mod outline;
pub(crate) mod page_state;
pub(crate) mod readable;
pub(crate) mod record;
mod typed_date;
pub(crate) mod typed_number;
pub(crate) mod user;

pub use answer::{Answer, AnswerInput, ExportAnswer};
pub use answer_map::Answers;
pub use journey::{DropOffPoint, Journey};
pub use page_state::{ApiTarget, QuestionPageState, Words};
pub use readable::{ReadableAnswer, ReadablePart, ReadableQuestion};
pub use record::{AnswersRecord, CompletionStatus, Fault, Submission, SubmitError};
pub use user::UserId;
