//! The thin layer between the stepper's decisions and the browser: history, timers, requests.

mod api;
mod driver;
mod window;

use domain::Sheet;
use leptos::prelude::{document, provide_context};
use wasm_bindgen::{JsCast, prelude::wasm_bindgen};
use web_sys::HtmlInputElement;

use crate::{islands::Asking, stepper::Event};

pub(crate) use driver::{handle, submitted};
pub(crate) use window::focus;

/// Called by the page's start-up script before it starts the islands. Returns `false` where there is nothing to start
/// them with; the forms stay as they are.
#[wasm_bindgen]
pub fn hydrate() -> bool {
    leptos::mount::hydrate_islands();
    let text = document().get_element_by_id("sheet").and_then(|element| element.text_content());
    let Some(sheet) = text.as_deref().and_then(Sheet::parse) else { return false };
    let asking = Asking::new(sheet);
    take_choice(&asking);
    driver::listen(&asking);
    provide_context(asking);
    true
}

/// An option may have been chosen before the program arrived.
fn take_choice(asking: &Asking) {
    let (step, question) = (asking.sheet.current, &asking.sheet.questions[asking.sheet.current]);
    for (number, option) in question.options.iter().enumerate() {
        let input = document().get_element_by_id(&question.option_element_id(number));
        if input.is_some_and(|input| input.unchecked_into::<HtmlInputElement>().checked()) {
            handle(asking, Event::Choose { step, option: option.id.clone() });
        }
    }
}
