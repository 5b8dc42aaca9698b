//! The parts of a page that come alive in a browser.
#![allow(unreachable_pub, reason = "the macro makes what it builds public")]

mod quiz_stepper;

pub use quiz_stepper::QuizStepper;
