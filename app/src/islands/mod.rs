//! The interactive part of a page. Only the server renders its children, so the browser program contains none of them.
#![allow(unreachable_pub, reason = "the macro makes what it builds public")]

mod quiz_stepper;

pub use quiz_stepper::QuizStepper;
