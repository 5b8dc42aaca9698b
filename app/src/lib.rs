//! Everything a respondent sees: server-rendered pages, and the island that makes answering quick in a browser.
//!
//! This is the only file with `cfg`: what is compiled for the server and what for the browser is decided here.

#[cfg(feature = "ssr")]
mod components;
#[cfg(feature = "ssr")]
mod i18n;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
mod theme;

#[cfg(feature = "hydrate")]
pub mod browser;
#[cfg(not(feature = "hydrate"))]
#[path = "browser_absent.rs"]
mod browser;

pub mod islands;
pub mod stepper;
