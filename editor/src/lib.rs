//! The quiz editor. The server draws its pages as forms that work without JavaScript; in a browser the same components
//! hold the quiz as a tree, change it at once, and save it as a draft after each pause.
//!
//! This is the only file with `cfg`: what is compiled for the server and what for the browser is decided here.

#![cfg_attr(not(feature = "browser"), allow(dead_code, reason = "steps are made in a browser alone"))]
#![expect(clippy::needless_pass_by_value, reason = "a part owns what it is given, as a component does")]

#[cfg(feature = "browser")]
pub mod browser;
#[cfg(not(feature = "browser"))]
#[path = "browser_absent.rs"]
mod browser;

mod actions;
mod bands;
mod cards;
mod condition_view;
mod conditions;
mod controls;
mod cures;
mod differences;
mod fields;
mod grid;
mod history;
mod kinds;
mod languages;
mod links;
mod list;
mod look;
mod model;
mod naming;
mod page;
mod parts;
mod pasting;
mod question;
#[cfg(test)]
#[path = "../../app/domain/tests/support/random.rs"]
#[expect(dead_code, reason = "no quizzes are made here")]
mod random;
mod scoring;
mod settings;
mod stale;
mod sync;
#[cfg(test)]
mod tests;
mod top;
mod trying;
mod words;

pub use actions::{Made, act};
pub use differences::differences;
pub use fields::{field_edits, followed, form_edits};
pub use languages::is_translated;
pub use model::{Difference, Given, Here, Kept, Tab, Tried};
pub use naming::place_name;
pub use page::{Page, view};
pub use stale::stale;
