//! Shared parts of pages; each draws what it is given and decides nothing.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]

mod answer_list;
mod card;
mod ending;
mod filter;
mod keeping;
mod own_link;
mod owner;
mod retake;
mod scores;
mod shell;
mod tapping;

pub(crate) use answer_list::{AnswerList, in_one_line};
pub(crate) use card::{FoldedCard, StartCard, area_name};
pub(crate) use ending::{Ending, HelpSection};
pub(crate) use filter::{Filter, SHORT};
pub(crate) use keeping::{Keeping, NotYou};
pub(crate) use own_link::{KeepLink, OwnLink, PassOn};
pub(crate) use owner::{FindHelp, HelpLinks, Said, TrustLine, lang_of};
pub(crate) use retake::{AttemptNote, RetakeBox};
pub(crate) use scores::{BUILT_IN_MARKS, CategoryBars, Changes, Meaning, Meter, OwnMeaning, ScoreBar, ScoreGauge};
pub(crate) use shell::{Frame, Languages, Logo, Preview, Shell};
pub(crate) use tapping::Tapping;
