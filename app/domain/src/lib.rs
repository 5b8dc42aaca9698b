//! The rules of quizzes: what a quiz is, what may be answered, how answers are scored, what is recommended.
//!
//! Everything here is a function of its arguments: no clock, no random numbers, no I/O. Time and random bytes come in
//! as values, so the same rules run in the server, in the browser and in tests.

mod about;
mod advice;
mod answer;
mod answers;
mod asked;
mod base62;
mod breakdown;
mod card;
mod catalogue;
mod check;
mod coded;
mod colour;
mod condition;
mod content;
mod csv;
mod dates;
mod decimal;
mod definition;
mod detail;
#[cfg(feature = "edit")]
pub mod edit;
mod email;
mod endonyms;
mod exact;
mod export;
pub mod form;
mod given;
mod ids;
mod indicator;
mod insights;
mod item;
mod journey;
#[cfg(feature = "edit")]
pub mod json;
mod kind;
mod language;
mod lines;
mod link;
mod named;
mod opening;
mod outcome;
mod outline;
mod path;
mod points;
mod publishing;
mod question_check;
mod question_input;
mod quiz;
mod quiz_input;
mod quota;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
mod reach;
mod recommendation;
mod reliability;
mod retake;
mod retention;
mod role;
mod sample;
#[cfg(feature = "schema")]
pub mod schema;
mod scheme;
mod scores;
mod scoring;
mod sheet;
mod tally;
mod text;
mod timestamp;
mod told;
mod user;
mod validation;
mod ways;
mod worth;

pub use about::{About, AboutInput, AboutText, HelpLink, HelpLinkInput, HelpLinkText};
pub use advice::{Advice, AreaName};
pub use answer::{Answer, AnswerInput, ExportAnswer};
pub use answers::{AnswersRecord, CompletionStatus, Submission, SubmitError};
pub use asked::{Asked, AskedOption, everything_asked};
pub use base62::base62;
pub use breakdown::Breakdown;
pub use card::{CardText, OwnCard, ShownCard, Subject};
pub use catalogue::built_in_options;
pub use colour::Colour;
pub use condition::{Condition, OptionRef};
pub use content::CARD_TEXTS;
pub use csv::guard;
pub use decimal::Decimal;
pub use definition::{Definition, Ending, NextLink, Opening, OwnQuestion, Question, QuestionBody, QuestionOption};
pub use detail::{Counted, Counter, Crossed, Detail};
pub use email::Email;
pub use export::{Cell, ExportCells, ExportLayout, ExportRow, Headings};
pub use given::Answers;
pub use ids::{AnonId, IdError, InvitedId, Name, NamespaceId, OptionId, QuestionId, QuizId, SessionId};
pub use indicator::{Category, Indicator};
pub use insights::{DayCounts, Distribution, Insights, Spread, Stops};
pub use item::Item;
pub use journey::Journey;
pub use kind::{
    Cells, Direction, Display, Format, Kind, KindName, Numeric, OwnOption, Range, Row, Scale, ScalePoints, Writing,
};
pub use language::{ContentLanguage, Language, PageLanguage};
pub use link::Link;
pub use outcome::{BandText, Before, Outcome, RangedScore, Rating};
pub use path::{Part, Path, Segment};
pub use points::{Band, Points};
pub use publishing::{Groups, Published, PublishedTable, Threshold};
pub use question_input::{Bound, OptionInput, QuestionInput};
pub use quiz::{Quiz, QuizKind, QuizStatus, SessionSecret, Settings};
pub use quiz_input::{Ignored, NewQuiz, QuizChange, QuizInput};
pub use quota::{Measure, OwnQuota, Quota, Usage};
pub use recommendation::{Recommendation, recommendations};
pub use reliability::{ItemRest, Reliability};
pub use retake::RetryAfter;
pub use retention::{Kept, Retention};
pub use role::{Permission, Role};
pub use scheme::SchemeVersion;
pub use scores::{EarlierScores, Scored, Scores};
pub use scoring::{Hue, Method, OwnBand, OwnCategory, Scoring, Table};
pub use sheet::{ApiTarget, Sheet, Words};
pub use tally::{Day, Tally, TallyChanges, Took, tallies_of};
pub use text::{Rendition, Text};
pub use timestamp::Timestamp;
pub use told::{Told, ToldPart, ToldQuestion};
pub use user::UserId;
pub use validation::{FieldCode, FieldError, Invalid};
