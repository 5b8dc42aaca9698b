//! Every page: the respondent's, with the islands that make answering quick in a browser, and the
//! dashboard (`admin`), which is server-rendered only: the respondent's bundle holds none of it.
//!
//! This is the only file with `cfg`: it decides which modules the server gets and which the browser.

#[cfg(feature = "ssr")]
pub mod admin;
#[cfg(feature = "ssr")]
mod components;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod theme;
#[cfg(feature = "ssr")]
pub mod words;

#[cfg(feature = "hydrate")]
pub mod browser;
#[cfg(not(feature = "hydrate"))]
#[path = "browser_absent.rs"]
mod browser;

pub mod islands;
pub mod stepper;
