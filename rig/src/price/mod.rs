//! The price list: what each kind of request costs, counted rather than timed, so that other programs do not disturb it.

mod baseline;
mod callgrind;
mod kinds;
mod pages;
mod run;

pub(crate) use run::{check, print};
