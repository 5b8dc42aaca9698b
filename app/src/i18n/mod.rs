//! The words of the pages, in every language; the words of questions and cards are the domain's.

mod en;
mod es;
mod texts;

pub(crate) use texts::{NoticeText, Texts, texts};
