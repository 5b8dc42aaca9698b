//! The questions in the page: the server drew all of them, one is shown at a time.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, HtmlInputElement};

use super::{
    dom::{all, attribute, first, set},
    window::window,
};
use crate::stepper::{Arrival, Step};

/// One `<section>` per question, in the order of the steps.
pub(super) struct Page {
    document: Document,
    root: Element,
    sections: Vec<HtmlElement>,
}

impl Page {
    /// # Panics
    /// Outside a question page.
    pub(super) fn find() -> Self {
        let document = window().document().expect("a window has a document");
        let root = document.query_selector("[data-stepper]").ok().flatten().expect("the island holds the questions");
        let sections = all(&root, "[data-question]");
        Self { document, root, sections }
    }

    /// The steps with what was answered before, and the number of the one that is shown.
    pub(super) fn steps(&self) -> (Vec<Step>, usize) {
        let current = self.sections.iter().position(|section| !section.has_attribute("hidden"));
        let steps = self
            .sections
            .iter()
            .map(|section| Step {
                id: attribute(section, "data-question"),
                required: !section.has_attribute("data-optional"),
                // As the server sent it, whatever the browser has restored since.
                answer: first(section, "input[type=radio][checked]").map(|input| attribute(&input, "value")),
            })
            .collect();
        (steps, current.unwrap_or_default())
    }

    pub(super) fn root(&self) -> &Element {
        &self.root
    }

    /// What the server wrote into `data-<name>`.
    pub(super) fn data(&self, name: &str) -> String {
        attribute(&self.root, &["data-", name].concat())
    }

    /// The address that shows this step when it is loaded.
    pub(super) fn address(&self, step: usize) -> String {
        self.address_in(step, &self.data("language"))
    }

    fn address_in(&self, step: usize, language: &str) -> String {
        let action = self.data("action");
        let separator = if action.contains('?') { "&q=" } else { "?q=" };
        let id = self.sections.get(step).map(|section| attribute(section, "data-question")).unwrap_or_default();
        [action.as_str(), separator, &id, "&lang=", language].concat()
    }

    /// The step that an address with these parameters shows.
    pub(super) fn step_at(&self, search: &str) -> Option<usize> {
        let id = search.trim_start_matches('?').split('&').find_map(|parameter| parameter.strip_prefix("q="))?;
        self.sections.iter().position(|section| attribute(section, "data-question") == id)
    }

    /// The option that is chosen right now.
    pub(super) fn chosen(&self, step: usize) -> Option<String> {
        let section = self.sections.get(step)?;
        first(section, "input[type=radio]:checked").map(|input| attribute(&input, "value"))
    }

    /// Shows one step, from its top, with the focus on its question.
    pub(super) fn show(&self, step: usize, arrival: Arrival) {
        for (index, section) in self.sections.iter().enumerate() {
            section.set_hidden(index != step);
        }
        let Some(section) = self.sections.get(step) else { return };
        mark_error(section, false);
        set(section, "data-arrival", if arrival == Arrival::Back { "back" } else { "forward" });
        self.set_title(section, "");
        for link in self.document.document_element().iter().flat_map(|html| all(html, ".languages a")) {
            set(&link, "href", &self.address_in(step, &attribute(&link, "hreflang")));
        }
        if let Some(heading) = first(section, "h1") {
            let _ = heading.focus();
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// Says in the page that something has to be chosen, and moves the focus to where it is said.
    pub(super) fn ask_for_answer(&self, step: usize) {
        let Some(section) = self.sections.get(step) else { return };
        mark_error(section, true);
        self.set_title(section, &[self.data("error-prefix").as_str(), " "].concat());
        if let Some(summary) = first(section, ".error-summary") {
            let _ = summary.focus();
        }
    }

    /// Follows a link within the page by moving the focus, without an entry in the history; `false` for other elements.
    pub(super) fn focus_target_of(&self, link: &Element) -> bool {
        let href = attribute(link, "href");
        let target = href.strip_prefix('#').and_then(|id| self.document.get_element_by_id(id));
        target.is_some_and(|target| target.unchecked_into::<HtmlElement>().focus().is_ok())
    }

    /// Checks the option of `step` again, or none.
    pub(super) fn restore(&self, step: usize, answer: &Step) {
        let Some(section) = self.sections.get(step) else { return };
        for radio in all(section, "input[type=radio]") {
            let is_answer = answer.answer.as_deref() == Some(attribute(&radio, "value").as_str());
            radio.unchecked_ref::<HtmlInputElement>().set_checked(is_answer);
        }
    }

    fn set_title(&self, section: &HtmlElement, prefix: &str) {
        let title = [prefix, &attribute(section, "data-title"), " – ", &self.data("site")].concat();
        self.document.set_title(&title);
    }
}

/// Shows or hides what is said about a missing choice.
fn mark_error(section: &HtmlElement, is_wrong: bool) {
    let error = [attribute(section, "data-question").as_str(), "-error"].concat();
    for part in all(section, ".error-summary, .error-message") {
        part.set_hidden(!is_wrong);
    }
    let Some(group) = first(section, "fieldset") else { return };
    let _ = group.class_list().toggle_with_force("has-error", is_wrong);
    let described = attribute(&group, "aria-describedby");
    let mut ids: Vec<&str> = described.split(' ').filter(|id| !id.is_empty() && *id != error).collect();
    if is_wrong {
        ids.push(&error);
    }
    set(&group, "aria-describedby", &ids.join(" "));
}
