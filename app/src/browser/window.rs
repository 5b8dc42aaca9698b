//! The window: history, timers, leaving.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{CustomEvent, CustomEventInit, Document, Event, EventTarget, HtmlElement, Window};

/// # Panics
/// Never: the program is loaded by a page.
pub(super) fn of_page() -> Window {
    web_sys::window().expect("a page has a window")
}

/// # Panics
/// Never, as above.
pub(super) fn document() -> Document {
    of_page().document().expect("a page is a document")
}

/// Calls back at every event of this name, as long as the page lives.
pub(super) fn on(target: &EventTarget, name: &str, callback: impl Fn(Event) + 'static) {
    let callback = Closure::<dyn Fn(Event)>::new(callback).into_js_value();
    // Fails for no function.
    let _ = target.add_event_listener_with_callback(name, callback.unchecked_ref());
}

pub(super) fn after(milliseconds: u32, callback: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(callback);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let _ = of_page().set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), milliseconds);
}

/// Milliseconds of the page, as in the time of an event.
pub(super) fn now() -> f64 {
    of_page().performance().map_or(0.0, |performance| performance.now())
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
    of_page().location().search().unwrap_or_default()
}

pub(super) fn replace(address: &str) {
    let _ = of_page().location().replace(address);
}

/// Scrolls to the top. A frame as tall as its page cannot, so the page around it is told.
pub(super) fn begin_at_top() {
    of_page().scroll_to_with_x_and_y(0.0, 0.0);
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
