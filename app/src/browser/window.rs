//! The window: history, timers, leaving.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{CustomEvent, CustomEventInit, Event, Window};

pub(super) fn window() -> Window {
    // Rust's own way of saying "not in a browser"; the program is loaded by a page.
    web_sys::window().expect("a page has a window")
}

/// Calls back at every event of this name, as long as the page lives.
pub(super) fn on(name: &str, callback: impl Fn() + 'static) {
    let callback = Closure::<dyn Fn()>::new(callback).into_js_value();
    // Fails only for a callback that is no function.
    let _ = window().add_event_listener_with_callback(name, callback.unchecked_ref());
}

pub(super) fn after(milliseconds: u32, callback: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(callback);
    let wait = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), wait);
}

/// A new entry in the history. Where the browser refuses one (too many in a short time), the quiz goes on without.
pub(super) fn push_history(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// The parameters of the current address, with their `?`.
pub(super) fn search() -> String {
    window().location().search().unwrap_or_default()
}

pub(super) fn replace(address: &str) {
    let _ = window().location().replace(address);
}

/// Tells the other scripts of the page, and through them a page that embeds this one, that an answer is saved.
pub(super) fn announce_answered(question: &str) {
    let details = CustomEventInit::new();
    details.set_detail(&question.into());
    if let (Some(document), Ok(event)) =
        (window().document(), CustomEvent::new_with_event_init_dict("quiz-answers:answered", &details))
    {
        // False when a listener cancelled it, which means nothing here.
        let _ = document.dispatch_event(&event);
    }
}

/// Only set while it is needed: a page with this handler may not be kept for the back button.
pub(super) fn warn_before_leaving(is_unsaved: bool) {
    if is_unsaved {
        let warn = Closure::<dyn Fn(Event)>::new(|event: Event| event.prevent_default());
        window().set_onbeforeunload(Some(warn.into_js_value().unchecked_ref()));
    } else {
        window().set_onbeforeunload(None);
    }
}
