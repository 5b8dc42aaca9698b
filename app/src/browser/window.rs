//! The window: history, timers, leaving.

use std::time::Duration;

use leptos::prelude::{document, set_timeout, window, window_event_listener_untyped};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Event, HtmlElement};

/// Calls back at every event of this name, as long as the page lives.
pub(super) fn on(name: &str, callback: impl Fn(Event) + 'static) {
    // Dropping the handle does not remove the listener.
    let _ = window_event_listener_untyped(name, callback);
}

pub(super) fn after(milliseconds: u32, callback: impl FnOnce() + 'static) {
    set_timeout(callback, Duration::from_millis(milliseconds.into()));
}

/// Milliseconds of the page, as in the time of an event.
pub(super) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Moves the focus to the element with this id.
pub(crate) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        // Fails only for an element that cannot have it.
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Goes to another address in the place of all entries that the page has made, which a script of it knows.
pub(super) fn leave(address: &str) {
    announce("quiz-answers:leave", &address.into());
}

/// The parameters of the current address, with their `?`.
pub(super) fn search() -> String {
    window().location().search().unwrap_or_default()
}

pub(super) fn replace(address: &str) {
    let _ = window().location().replace(address);
}

/// Scrolls to the top. A frame as tall as its page cannot, so the page around it is told.
pub(super) fn begin_at_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
    announce("quiz-answers:step", &JsValue::NULL);
}

/// Tells the other scripts of the page, and through them a page that embeds this one.
pub(super) fn announce(name: &str, detail: &JsValue) {
    let details = CustomEventInit::new();
    details.set_detail(detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &details) {
        // False when a listener cancelled it, which means nothing here.
        let _ = document().dispatch_event(&event);
    }
}
