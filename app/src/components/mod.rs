//! Shared parts of pages; each draws what it is given and decides nothing.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod answer_list;
mod card;
mod category_bars;
mod changes;
mod help;
mod keep_link;
mod logo;
mod meter;
mod own_link;
mod retake;
mod score_gauge;
mod shell;
mod tapping;
mod trust_line;

pub(crate) use answer_list::AnswerList;
pub(crate) use card::{FoldedCard, StartCard};
pub(crate) use category_bars::CategoryBars;
pub(crate) use changes::Changes;
pub(crate) use help::{FindHelp, HelpLinks, OwnersLink};
pub(crate) use keep_link::KeepLink;
pub(crate) use logo::Logo;
pub(crate) use meter::Meter;
pub(crate) use own_link::OwnLink;
pub(crate) use retake::{AttemptNote, RetakeBox};
pub(crate) use score_gauge::ScoreGauge;
pub(crate) use shell::{Frame, Languages, Preview, Shell};
pub(crate) use tapping::Tapping;
pub(crate) use trust_line::TrustLine;
