//! The words of the pages, one file a language; the words of questions and cards are the domain's.

mod en;
mod es;
mod formats;
#[cfg(test)]
mod tests;
mod texts;

pub use texts::date;
pub(crate) use texts::{Texts, texts};
