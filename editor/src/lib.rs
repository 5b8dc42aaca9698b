//! The quiz editor. The server renders its pages as forms that work without JavaScript. In a browser, the same
//! components hold the quiz as a tree, apply changes immediately, and save it as a draft after each pause.
//!
//! This is the only file with `cfg`: it decides which modules go to the server and which to the browser.

#![cfg_attr(not(feature = "browser"), allow(dead_code, reason = "steps are made in a browser alone"))]

#[cfg(feature = "browser")]
pub mod browser;

mod actions;
mod alerts;
mod bands;
mod cards;
mod colour;
mod condition_view;
mod conditions;
mod controls;
mod differences;
mod fields;
mod fixes;
mod found;
mod grid;
mod history;
mod html;
mod kinds;
mod languages;
mod links;
mod list;
mod measures;
mod model;
mod page;
mod pasting;
mod picture;
mod place_names;
mod question;
#[cfg(test)]
#[path = "../../app/domain/tests/support/random.rs"]
#[expect(dead_code, reason = "no quizzes are made here")]
mod random;
mod scoring;
mod series;
mod settings;
mod stale_translations;
mod sync;
#[cfg(test)]
mod tests;
mod top_bar;
mod try_out;
mod words;

pub use actions::{Made, act};
pub use differences::differences;
pub use fields::{field_edits, followed, form_edits};
pub use found::Found;
pub use languages::is_translated;
pub use model::{Difference, EarlierState, Given, Here, Tab, Tried};
pub use page::{Page, view};
pub use place_names::place_name;
pub use stale_translations::stale_translations;
