//! The line that says whether answers are saved.

use web_sys::{Element, HtmlElement};

use super::dom;
use crate::stepper::{Event, SaveState};

pub(super) struct SaveNote {
    element: HtmlElement,
    text: HtmlElement,
    button: HtmlElement,
}

impl SaveNote {
    /// `None` where the server drew none.
    pub(super) fn find(root: &Element) -> Option<Self> {
        let element = dom::first(root, ".save-note")?;
        let text = dom::first(&element, "p")?;
        let button = dom::first(&element, "button")?;
        Some(Self { element, text, button })
    }

    pub(super) fn tell(&self, state: SaveState) {
        let (words, tone, action) = match state {
            SaveState::Quiet => ("", "", ""),
            SaveState::Saving => ("data-saving", "busy", ""),
            SaveState::Saved => ("data-saved", "good", ""),
            SaveState::Waiting => ("data-waiting", "held", "data-retry"),
            SaveState::Refused => ("data-refused", "held", "data-reload"),
            SaveState::Finishing => ("data-finishing", "busy", ""),
        };
        self.text.set_text_content(Some(&dom::attribute(&self.element, words)));
        dom::set(&self.element, "data-tone", tone);
        self.button.set_text_content(Some(&dom::attribute(&self.element, action)));
        self.button.set_hidden(action.is_empty());
        dom::set(&self.button, "data-action", action);
    }
}

/// What a click on this element means, if it is the line's button.
pub(super) fn event_of(clicked: &Element) -> Option<Event> {
    match dom::attribute(clicked, "data-action").as_str() {
        "data-retry" => Some(Event::Retry),
        "data-reload" => Some(Event::Reload),
        _ => None,
    }
}
