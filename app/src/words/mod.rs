//! The pages' words, one file per language; the words of questions and cards are in the domain.

mod ar;
mod de;
mod de_formal;
mod en;
mod es;
mod es_formal;
mod formats;
mod fr;
mod owned;
mod pt_br;
mod pt_br_formal;
#[cfg(test)]
mod tests;
mod texts;

pub(crate) use owned::{OwnersWords, marked};
pub(crate) use texts::{Texts, addressed, texts};
pub use texts::{about, date, moment, names_of_month};
