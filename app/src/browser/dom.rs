//! Short ways to look into the document.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

pub(super) fn all(within: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = within.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.get(index)).map(JsCast::unchecked_into).collect()
}

pub(super) fn first(within: &Element, selector: &str) -> Option<HtmlElement> {
    within.query_selector(selector).ok().flatten().map(JsCast::unchecked_into)
}

/// Empty where there is no such attribute.
pub(super) fn attribute(element: &Element, name: &str) -> String {
    element.get_attribute(name).unwrap_or_default()
}

pub(super) fn set(element: &Element, name: &str, value: &str) {
    // Fails only for a name that is no name.
    let _ = element.set_attribute(name, value);
}
