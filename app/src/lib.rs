//! Every page: the respondents' pages, with islands that make answering fast in a browser, and the dashboard (`admin`),
//! which is rendered on the server only and is not part of the respondents' bundle.
//!
//! This is the only file with `cfg`: it decides which modules go to the server and which to the browser.

#[cfg(feature = "ssr")]
pub mod admin;
#[cfg(feature = "ssr")]
mod components;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
mod svg;
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
