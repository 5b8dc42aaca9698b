//! The price list: the cost of each kind of request, counted rather than timed, so that other programs do not disturb
//! it.

mod baseline;
mod callgrind;
mod kinds;
mod pages;
mod run;

pub(crate) use run::{check, print};
