//! A quiz: its questions, conditions and settings, in written, checked and stored form.

pub(crate) mod about;
pub(crate) mod bounds;
pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod colour;
pub(crate) mod condition;
pub(crate) mod condition_check;
pub(crate) mod definition;
pub(crate) mod edition;
mod feedback;
pub(crate) mod item;
pub(crate) mod kind;
pub(crate) mod lifecycle;
pub(crate) mod link;
mod measure_check;
pub(crate) mod merged_versions;
pub(crate) mod model;
pub(crate) mod not_answering;
pub(crate) mod option_codes;
pub(crate) mod outlook;
pub(crate) mod own_words;
mod part;
pub(crate) mod possible_answers;
pub(crate) mod question;
pub(crate) mod question_check;
pub(crate) mod question_input;
pub(crate) mod quiz_change;
pub(crate) mod quiz_input;
pub(crate) mod retake;
pub(crate) mod time_zone;

pub use about::{About, AboutInput, AboutText, HelpLink, HelpLinkInput, HelpLinkText};
pub use catalogue::built_in_options;
pub use colour::Colour;
pub use condition::{Condition, OptionRef};
pub use definition::{Address, Definition, Ending, NextLink, Opening, ResultView};
pub use edition::Edition;
pub use feedback::{AnswerFeedback, Feedback, RightAnswer};
pub use item::Item;
pub use kind::{
    Direction, Display, Format, Kind, KindName, Numeric, OwnOption, Range, Row, Scale, ScalePoints, Writing,
};
pub use link::Link;
pub use merged_versions::{MergedOption, MergedQuestion, merge_versions};
pub use model::{Quiz, QuizKind, QuizStatus, SessionSecret, Settings};
pub use not_answering::{Missing, OptionPoints};
pub use option_codes::OptionCodes;
pub use outlook::{Length, Naming, Outlook};
pub use own_words::{OwnWords, PAGE_WORDS, PageWord};
pub use part::QuizPart;
pub use question::{OwnQuestion, Question, QuestionBody, QuestionOption};
pub use question_input::{Bound, OptionInput, QuestionInput};
pub use quiz_change::{Ignored, QuizChange};
pub use quiz_input::{NewQuiz, QuizInput};
pub use retake::RetryAfter;
pub use time_zone::TimeZoneName;
