//! Shared parts of pages; each draws what it is given and decides nothing.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod answer_list;
mod card;
mod category_bars;
mod error_summary;
mod help;
mod keep_link;
mod language_switch;
mod logo;
mod meter;
mod option_card;
mod progress;
mod question_form;
mod retake;
mod save_note;
mod score_gauge;
mod shell;
mod trust_line;

pub(crate) use answer_list::AnswerList;
pub(crate) use card::{FocusCard, StrengthCard};
pub(crate) use category_bars::CategoryBars;
pub(crate) use error_summary::ErrorSummary;
pub(crate) use help::{HelpBox, HelpLinks, OwnersLink};
pub(crate) use keep_link::{KeepLink, SCRIPT as RESULT_SCRIPT};
pub(crate) use language_switch::LanguageSwitch;
pub(crate) use logo::Logo;
pub(crate) use meter::Meter;
pub(crate) use option_card::OptionCard;
pub(crate) use progress::ProgressLine;
pub(crate) use question_form::{QuestionForm, QuestionView};
pub(crate) use retake::{AttemptNote, RetakeBox};
pub(crate) use save_note::SaveNote;
pub(crate) use score_gauge::ScoreGauge;
pub(crate) use shell::{Frame, Preview, Shell};
pub(crate) use trust_line::TrustLine;
