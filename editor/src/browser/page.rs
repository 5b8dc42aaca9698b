//! The document: finding elements, reading controls, moving the focus.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    Document, Element, Event, EventTarget, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement,
    NodeList, Window,
};

pub(super) fn window() -> Window {
    web_sys::window().expect("browsers have a window")
}

pub(super) fn document() -> Document {
    window().document().expect("the window shows a document")
}

/// Listens for as long as the page is there.
pub(super) fn on(target: &EventTarget, name: &str, act: impl Fn(&Event) + 'static) {
    let act = Closure::<dyn Fn(Event)>::new(move |event: Event| act(&event));
    let _ = target.add_event_listener_with_callback(name, act.as_ref().unchecked_ref());
    act.forget();
}

pub(super) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

pub(super) fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

pub(super) fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The nearest element around an event's target that has this attribute, with its value.
pub(super) fn marked(event: &Event, attribute: &str) -> Option<(Element, String)> {
    let element = target(event)?.closest(&format!("[{attribute}]")).ok()??;
    let value = element.get_attribute(attribute)?;
    Some((element, value))
}

pub(super) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

pub(super) fn after(milliseconds: i32, act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), milliseconds);
}

/// Moves the focus, with the caret at the end of the text.
pub(super) fn focus(id: &str) {
    let Some(element) = by_id(id) else { return };
    if let Some(around) = element.closest("details").ok().flatten() {
        let _ = around.set_attribute("open", "");
    }
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        let end = u32::try_from(input.value().chars().map(char::len_utf16).sum::<usize>()).ok();
        let _ = input.focus();
        // Fails for input types without a caret.
        let _ = input.set_selection_range(end.unwrap_or_default(), end.unwrap_or_default());
        return;
    }
    let _ = element.unchecked_into::<HtmlElement>().focus();
}

pub(super) fn select() {
    let Some(element) = document().active_element() else { return };
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        input.select();
    } else if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        area.select();
    }
}

pub(super) fn focused() -> Option<String> {
    document().active_element().map(|element| element.id()).filter(|id| !id.is_empty())
}

/// The name and text of a control. Checkboxes of one name count as one control, with a line for each ticked one.
pub(super) fn control(event: &Event) -> Option<(String, String)> {
    let target = target(event).filter(|target| !is_plain(target))?;
    if let Some(picked) = target.get_attribute("data-picks") {
        return Some((picked, target.dyn_into::<HtmlInputElement>().ok()?.value()));
    }
    let name = target.get_attribute("name").filter(|name| !name.is_empty())?;
    if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        return Some((name.clone(), if input.type_() == "checkbox" { ticked(&name) } else { input.value() }));
    }
    if let Some(area) = target.dyn_ref::<HtmlTextAreaElement>() {
        return Some((name, area.value()));
    }
    Some((name, target.dyn_into::<HtmlSelectElement>().ok()?.value()))
}

/// True inside a form that the server handles: its fields are not part of the quiz.
pub(super) fn is_plain(element: &Element) -> bool {
    element.closest("[data-plain]").ok().flatten().is_some()
}

fn ticked(name: &str) -> String {
    let boxes = all(&format!("input[type=checkbox][name=\"{name}\"]"));
    let boxes = boxes.into_iter().filter_map(|one| one.dyn_into::<HtmlInputElement>().ok());
    boxes.filter(HtmlInputElement::checked).map(|one| one.value()).collect::<Vec<_>>().join("\n")
}

fn all(selector: &str) -> Vec<Element> {
    let list: Option<NodeList> = document().query_selector_all(selector).ok();
    let nodes = list.iter().flat_map(|list| (0..list.length()).filter_map(|at| list.item(at)));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

pub(super) fn typed_meanwhile() -> Vec<(String, String)> {
    let typed = |element: Element| {
        let name = element.get_attribute("name")?;
        let (now, first) = match element.dyn_ref::<HtmlInputElement>() {
            Some(input) if input.type_() == "text" => (input.value(), input.default_value()),
            Some(_) => return None,
            None => {
                let area = element.dyn_into::<HtmlTextAreaElement>().ok()?;
                (area.value(), area.default_value().unwrap_or_default())
            }
        };
        (now != first).then_some((name, now))
    };
    all("#editor input[name], #editor textarea[name]").into_iter().filter_map(typed).collect()
}

/// The URL that a GET form leads to, with its chosen values.
pub(super) fn address_of(form: &Element) -> String {
    let chosen = all("[data-plain] select").into_iter().filter_map(|list| {
        let list = list.dyn_into::<HtmlSelectElement>().ok()?;
        Some(format!("{}={}", list.name(), list.value()))
    });
    let chosen: Vec<String> = chosen.collect();
    format!("{}?{}", form.get_attribute("action").unwrap_or_default(), chosen.join("&"))
}

/// The answers entered for trying the quiz out, as the fields of a form: one for each chosen option.
pub(super) fn tried() -> Vec<(String, String)> {
    let fields = |element: Element| {
        let name = element.get_attribute("name").unwrap_or_default();
        let values = match element.dyn_ref::<HtmlSelectElement>() {
            Some(select) => {
                let chosen = select.selected_options();
                (0..chosen.length()).filter_map(|at| chosen.item(at)?.get_attribute("value")).collect()
            }
            None => element.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value).into_iter().collect::<Vec<_>>(),
        };
        values.into_iter().map(move |value| (name.clone(), value)).collect::<Vec<_>>()
    };
    all("[data-try]").into_iter().flat_map(fields).collect()
}

/// The time of day, such as `12:03`.
pub(super) fn time() -> String {
    let now = js_sys::Date::new_0();
    format!("{:02}:{:02}", now.get_hours(), now.get_minutes())
}

pub(super) fn random_bits() -> u128 {
    let mut bytes = [0; 16];
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    u128::from_le_bytes(bytes)
}

/// Adds a URL to the browser's history.
pub(super) fn push(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

pub(super) fn replace(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

pub(super) fn go(address: &str) {
    let _ = window().location().assign(address);
}

/// Reloads the preview of the respondent's page at its current place.
pub(super) fn renew_preview() {
    let frame = by_id("preview").and_then(|element| element.dyn_into::<web_sys::HtmlIFrameElement>().ok());
    if let Some(frame) = frame.and_then(|frame| frame.content_window()) {
        let _ = frame.location().reload();
    }
}

/// The tab's storage, which survives reloads. It may be absent, full or forbidden.
fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

pub(super) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// `None` removes the entry.
pub(super) fn store(key: &str, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    // Data that cannot be stored is still on the page.
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}
