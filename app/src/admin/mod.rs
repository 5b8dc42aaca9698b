//! The dashboard: plain functions from data to HTML, in English. Everything works by links and forms; small scripts in
//! `public/` add live updating, copying, dragging and saving while typing.

mod charts;
mod components;
mod context;
pub mod editor;
mod flash;
mod pages;
mod render;
mod shell;
#[cfg(test)]
mod tests;

pub use charts::{Period, Periods};
pub use context::{AdminAssets, AdminContext, Area, NamespaceNav, Problem, QuizNav, QuizTab, Typed, Visitor};
pub use flash::Flash;
pub use pages::*;
pub use shell::Section;
