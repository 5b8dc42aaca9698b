//! The words of the pages, one file a language; the words of questions and cards are the domain's.

mod ar;
mod de;
mod en;
mod es;
mod formats;
mod fr;
mod pt_br;
#[cfg(test)]
mod tests;
mod texts;

pub(crate) use texts::{Texts, texts};
pub use texts::{about, date, moment};
