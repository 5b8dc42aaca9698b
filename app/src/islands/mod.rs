//! The parts of a page that come alive in a browser: the questions, and the links to other languages.
//!
//! The same components draw them on the server and take them over in the browser, from the same [`Asking`].
#![allow(unreachable_pub, reason = "the macro makes what it builds public")]

pub(crate) mod asking;
pub(crate) mod languages;
pub(crate) mod quiz_stepper;

pub(crate) use asking::Asking;
pub use languages::QuizLanguages;
pub use quiz_stepper::QuizStepper;
