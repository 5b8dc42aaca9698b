//! Shared parts of pages; they only render and make no decisions.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod alert_help;
mod answer_list;
mod card;
mod ending;
mod feedback;
mod fields;
mod filter;
mod history;
mod item_errors;
mod keeping;
mod languages;
mod leaving;
mod moment;
mod own_link;
mod owner;
mod picture;
mod prose;
mod question;
mod question_view;
mod retake;
mod review_list;
mod scores;
mod send_result;
mod shell;
mod stepper;
mod tapping;

pub(crate) use alert_help::{AlertHelp, FormHelp};
pub use answer_list::quoted;
pub(crate) use answer_list::{AnswerList, in_one_line};
pub(crate) use card::{FoldedCard, Reason, StartCard, area_name};
pub(crate) use ending::{Ending, HelpSection};
pub(crate) use feedback::answered;
pub(crate) use filter::{Filter, SHORT};
pub(crate) use history::Latest;
pub use history::{HistoryDays, OverTime};
pub(crate) use keeping::{AskingFirst, KeepingBox, NotYou};
pub(crate) use languages::LanguageLinks;
pub(crate) use leaving::{EraseLine, Leave, Leaving};
pub(crate) use moment::{OWN_CLOCK, told};
pub(crate) use own_link::{KeepLink, OwnLink, PassOn};
pub(crate) use owner::{FindHelp, HelpLinks, OwnersLink, Said, TrustLine, lang_of};
pub(crate) use picture::{below as below_picture, picture};
pub(crate) use prose::{Prose, heading_and_text, linked};
pub(crate) use question::question;
pub(crate) use question_view::{PartView, QuestionView};
pub(crate) use retake::{AttemptNote, RetakeBox};
pub(crate) use review_list::ReviewList;
pub(crate) use scores::{
    BUILT_IN_MARKS, BenchmarkLine, CategoryBar, CategoryBars, Changes, Meaning, Meter, NormLine, OwnMeaning, ScoreBar,
    ScoreGauge,
};
pub(crate) use send_result::SendResult;
pub(crate) use shell::{Frame, Languages, Logo, Preview, Shell};
pub(crate) use stepper::{Progress, around};
pub(crate) use tapping::Tapping;
