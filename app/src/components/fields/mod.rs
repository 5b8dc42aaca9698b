//! The fields of a question, by kind.

mod choices;
mod dates;
mod entries;
mod hints;
mod matrix;
mod ranking;
mod scale;

pub(crate) use choices::{choices, consent};
pub(crate) use dates::date;
pub(crate) use entries::{number, text};
pub(crate) use hints::{Hints, hints};
pub(crate) use matrix::matrix;
pub(crate) use ranking::ranking;
pub(crate) use scale::scale;
