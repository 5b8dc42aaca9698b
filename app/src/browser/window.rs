//! The browser window: history, timers, navigation.

use std::time::Duration;

use leptos::prelude::{document, set_timeout, window, window_event_listener_untyped};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Event, HtmlElement};

/// Calls back on every event of this name for the life of the page.
pub(super) fn on(name: &str, callback: impl Fn(Event) + 'static) {
    // Dropping the handle does not remove the listener.
    let _ = window_event_listener_untyped(name, callback);
}

pub(super) fn after(milliseconds: u32, callback: impl FnOnce() + 'static) {
    set_timeout(callback, Duration::from_millis(milliseconds.into()));
}

/// Milliseconds since the page loaded, on the clock of event timestamps.
pub(super) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

pub(crate) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        // Fails only for an element that cannot have the focus.
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Navigates and replaces all history entries of the page, which a script keeps track of.
pub(super) fn leave(address: &str) {
    announce("quiz-answers:leave", &address.into());
}

/// The query string of the current URL, including `?`.
pub(super) fn search() -> String {
    window().location().search().unwrap_or_default()
}

pub(super) fn replace(address: &str) {
    let _ = window().location().replace(address);
}

/// Scrolls to the top. A frame as tall as its page cannot scroll, so the embedding page is told.
pub(super) fn begin_at_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
    announce("quiz-answers:step", &JsValue::NULL);
}

/// Notifies the page's other scripts and, through them, an embedding page.
pub(super) fn announce(name: &str, detail: &JsValue) {
    let details = CustomEventInit::new();
    details.set_detail(detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &details) {
        // False if a listener cancelled the event, which has no meaning here.
        let _ = document().dispatch_event(&event);
    }
}
