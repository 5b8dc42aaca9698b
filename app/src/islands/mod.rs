//! The part of a page that comes alive in a browser. Its children are drawn by the server alone, so the browser's
//! program holds none of them.
#![allow(unreachable_pub, reason = "the macro makes what it builds public")]

mod quiz_stepper;

pub use quiz_stepper::QuizStepper;
