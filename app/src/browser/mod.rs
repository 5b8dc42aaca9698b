//! The thin layer between the stepper's decisions and the page: DOM, history, timers, fetch.

mod api;
mod dom;
mod driver;
mod note;
mod page;
mod window;

use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) use driver::Driver;

/// Called once by the page's start-up script, before the islands are.
#[wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
