//! The thin layer between the stepper's decisions and the browser: forms, history, timers, requests.

mod api;
mod driver;
mod page;
mod window;

use std::cell::OnceCell;

use domain::QuestionPageState;
use leptos::prelude::document;
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) use driver::{changed, clicked, pressed, submitted, typed};
use page::Page;

/// A tenth of the default allocator's size.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

thread_local! {
    static PAGE: OnceCell<Page> = const { OnceCell::new() };
}

/// Called by the page's start-up script before it starts the island. Returns `false` if the page has no state to start
/// from; the forms then work as they are.
#[wasm_bindgen]
pub fn hydrate() -> bool {
    leptos::mount::hydrate_islands();
    let text = document().get_element_by_id("sheet").and_then(|element| element.text_content());
    let Some(page) = text.as_deref().and_then(QuestionPageState::parse).and_then(Page::new) else { return false };
    PAGE.with(|cell| _ = cell.set(page));
    driver::listen();
    true
}

/// Does nothing before the page exists.
fn with_page<T: Default>(act: impl FnOnce(&Page) -> T) -> T {
    PAGE.with(|cell| cell.get().map(act)).unwrap_or_default()
}
