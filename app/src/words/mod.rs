//! The words of the pages, one file a language; the words of questions and cards are the domain's.

mod en;
mod es;
#[cfg(test)]
mod tests;
mod texts;

pub(crate) use texts::{Texts, texts};
