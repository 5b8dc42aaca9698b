//! The parts of a page that come alive in a browser.
#![allow(unreachable_pub, reason = "the macros make what they build public")]

mod quiz_stepper;
mod save_note;

pub use quiz_stepper::QuizStepper;
pub(crate) use save_note::{Note, SaveNote};
