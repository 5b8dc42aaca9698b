//! The rules of quizzes: what a quiz is, what may be answered, how answers are scored, what is recommended.
//!
//! Everything here is a function of its arguments: no clock, no random numbers, no I/O. Time and random bytes come in
//! as values, so the same rules run in the server, in the browser and in tests.

mod about;
mod answers;
mod asked;
mod base62;
mod catalogue;
mod coded;
mod colour;
mod content;
mod csv;
mod definition;
mod email;
mod export;
mod flow;
mod ids;
mod indicator;
mod insights;
mod language;
mod lines;
mod link;
mod opening;
mod points;
mod quiz;
mod quiz_input;
mod recommendation;
mod retake;
mod role;
mod scoring;
mod sheet;
mod tally;
mod text;
mod timestamp;
mod user;
mod validation;

pub use about::{About, AboutInput, AboutText, HelpLink, HelpLinkInput, HelpLinkText};
pub use answers::{AnswersRecord, CompletionStatus, Submission, SubmitError};
pub use asked::{Asked, AskedOption, everything_asked};
pub use base62::base62;
pub use catalogue::built_in_options;
pub use colour::Colour;
pub use csv::guard;
pub use definition::{Definition, OwnOption, Question, QuestionBody, QuestionOption};
pub use email::Email;
pub use export::{Cell, ExportCells, ExportLayout, ExportRow};
pub use flow::{Standing, next_question};
pub use ids::{AnonId, IdError, InvitedId, NamespaceId, OptionId, QuestionId, QuizId, SessionId};
pub use indicator::{Category, Indicator};
pub use insights::{DayCounts, Distribution, Insights, Stops};
pub use language::Language;
pub use link::Link;
pub use points::{Band, Points};
pub use quiz::{Quiz, QuizKind, QuizStatus, Settings};
pub use quiz_input::{NewQuiz, OptionInput, QuestionInput, QuizChange, QuizInput};
pub use recommendation::{Recommendation, recommendations};
pub use retake::RetryAfter;
pub use role::{Permission, Role};
pub use scoring::{SchemeVersion, Scores};
pub use sheet::{ApiTarget, Sheet, SheetOption, SheetQuestion, Words};
pub use tally::{Day, Tally, TallyChanges, Took, tallies_of};
pub use text::Text;
pub use timestamp::Timestamp;
pub use user::{AnswerRef, UserId};
pub use validation::{FieldCode, FieldError, Invalid};
