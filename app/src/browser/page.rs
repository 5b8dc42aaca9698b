//! The page: reads its forms and shows the stepper's state. The server rendered all elements; here they only change.

use std::cell::{Cell, RefCell};

use domain::{
    FieldCode, QuestionId, QuestionPageState,
    form::{self, Field},
};
use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, FormData, HtmlFormElement, HtmlInputElement, NodeList};

use crate::stepper::{Arrival, Readings, SaveState, Stepper};

pub(super) struct Page {
    pub(super) sheet: QuestionPageState,
    pub(super) stepper: RefCell<Stepper>,
    sections: Vec<Element>,
    shown: Cell<usize>,
    has_error: Cell<bool>,
    progress: RefCell<String>,
    around: Around,
}

/// The elements around the questions. Looked up once, since some of them come after all questions.
struct Around {
    stepper: Option<Element>,
    progress: Option<Element>,
    meter: Option<Element>,
    back: Option<Element>,
    tapping: Option<Element>,
    note: Option<Element>,
    note_text: Option<Element>,
    note_button: Option<Element>,
    languages: Vec<Element>,
}

impl Page {
    /// `None` if a question has no section.
    pub(super) fn new(mut sheet: QuestionPageState) -> Option<Self> {
        let sections = elements(document().query_selector_all(".question"));
        let is_whole = sections.len() == sheet.definition.questions.len();
        let (current, has_error) = (sheet.current, sheet.has_error);
        // The stepper holds them from now on.
        let answers = std::mem::take(&mut sheet.answers);
        let stepper = Stepper::new(sheet.definition.clone(), sheet.language.clone(), answers, current);
        is_whole.then(|| Self {
            stepper: RefCell::new(
                stepper.with_error(has_error).with_review(sheet.review_href.is_some(), sheet.is_review),
            ),
            sections,
            shown: Cell::new(current),
            has_error: Cell::new(has_error),
            progress: RefCell::default(),
            around: Around {
                stepper: find(".stepper"),
                progress: find(".way p"),
                meter: find(".meter-value"),
                back: find(".back-link"),
                tapping: find(".tapping"),
                note: find(".save-note"),
                note_text: find(".save-note p"),
                note_button: find(".save-note button"),
                languages: elements(document().query_selector_all(".languages a")),
            },
            sheet,
        })
    }

    pub(super) fn current(&self) -> usize {
        self.shown.get()
    }

    pub(super) fn step_of(&self, id: &str) -> Option<usize> {
        self.sheet.definition.questions.iter().position(|question| question.id.as_str() == id)
    }

    pub(super) fn fields(&self, step: usize) -> Vec<Field> {
        let form = self.sections[step].query_selector("form").ok().flatten();
        let data = form.and_then(|form| FormData::new_with_form(form.unchecked_ref::<HtmlFormElement>()).ok());
        let pair = |pair: JsValue| {
            let pair: Array = pair.unchecked_into();
            Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
        };
        data.map(|data| Array::from(&data).iter().filter_map(pair).collect()).unwrap_or_default()
    }

    /// Submits a step's form as the browser would without the program.
    pub(super) fn post(&self, step: usize) {
        if let Ok(Some(form)) = self.sections[step].query_selector("form") {
            let _ = form.unchecked_into::<HtmlFormElement>().submit();
        }
    }

    pub(super) fn readings(&self, step: usize) -> Readings {
        self.read(step, &self.fields(step))
    }

    pub(super) fn read(&self, step: usize, fields: &[Field]) -> Readings {
        form::read(&self.sheet.definition.questions[step], fields)
    }

    /// Browsers refill the forms of a reloaded page; the server's answers take precedence.
    pub(super) fn reset_others(&self) {
        for (step, section) in self.sections.iter().enumerate() {
            if step != self.current()
                && let Ok(Some(form)) = section.query_selector("form")
            {
                form.unchecked_into::<HtmlFormElement>().reset();
            }
        }
    }

    pub(super) fn name(&self, stepper: &Stepper, has_error: bool) {
        let heading = part(self.id(stepper.current()), "-heading").and_then(|heading| heading.text_content());
        let title = self.sheet.words.title(&self.progress.borrow(), &heading.unwrap_or_default(), has_error);
        document().set_title(&[title.as_str(), " – ", &self.sheet.quiz_name].concat());
    }

    pub(super) fn draw(&self) {
        let stepper = self.stepper.borrow();
        self.draw_step(&stepper);
        self.draw_way(&stepper);
        self.draw_saving(&stepper);
        let had_error = self.has_error.replace(stepper.has_error());
        // The server rendered the errors that the page opened with.
        if stepper.has_error() != had_error || !stepper.errors().is_empty() {
            self.show_errors(stepper.current(), stepper.errors());
        }
    }

    fn id(&self, step: usize) -> &QuestionId {
        self.sheet.question_id(step)
    }

    fn draw_step(&self, stepper: &Stepper) {
        let step = stepper.current();
        let before = self.shown.replace(step);
        if before == step {
            return;
        }
        let arrival = if stepper.arrival() == Some(Arrival::Back) { "back" } else { "forward" };
        set(self.around.stepper.as_ref(), "data-arrival", Some(arrival));
        // Clears the errors of the step being left, so they are gone on return.
        self.show_errors(before, &[]);
        for (option, is_hidden) in stepper.conditional_options() {
            let controls = ["[value=\"", option.as_str(), "\"],[name$=\"", option.as_str(), "\"]"].concat();
            for control in elements(self.sections[step].query_selector_all(&controls)) {
                let hidden = is_hidden.then_some("");
                let around = control.closest("label,li").ok().flatten();
                set(around.as_ref().or(Some(&control)), "hidden", hidden);
                // A disabled field is not submitted.
                set(Some(&control), "disabled", hidden);
            }
        }
        set(self.sections.get(before), "hidden", Some(""));
        set(self.sections.get(step), "hidden", None);
    }

    fn draw_way(&self, stepper: &Stepper) {
        let (sheet, around, position, step) = (&self.sheet, &self.around, stepper.position(), stepper.current());
        let progress = sheet.words.progress(position.number, position.count);
        write(around.progress.as_ref(), &progress);
        set(around.progress.as_ref(), "hidden", (position.count < 2).then_some(""));
        self.progress.replace(progress);
        // Empty at the first question; at the last, one step is left for the result.
        let percent = (position.done * 100 / position.count.max(1)).to_string();
        set(around.meter.as_ref(), "width", Some(&[&percent, "%"].concat()));
        let back = around.back.as_ref();
        set(back, "hidden", position.before.is_none().then_some(""));
        if let Some(before) = position.before {
            set(back, "href", Some(&sheet.address(before, &sheet.language)));
        }
        // The preference for tapping applies only to single-tap choices.
        let is_tapped = !position.is_last && sheet.definition.questions[step].takes_one_tap();
        set(around.tapping.as_ref(), "data-stays", (!is_tapped).then_some(""));
        for link in &around.languages {
            let tag = link.get_attribute("hreflang").unwrap_or_default();
            set(Some(link), "href", Some(&sheet.address(step, &tag)));
        }
        // The button at an early end keeps its label whatever the answers are.
        let button = self.sections[step].query_selector(".button:not(.end)").ok().flatten();
        set(button.as_ref(), "aria-busy", stepper.is_ending().then_some("true"));
        write(button.as_ref(), if position.is_last { &sheet.words.finish } else { &sheet.words.proceed });
    }

    fn draw_saving(&self, stepper: &Stepper) {
        let words = &self.sheet.words;
        let (tone, text, action) = match stepper.save_state() {
            SaveState::Quiet => ("", "", ""),
            SaveState::Saving => ("busy", words.saving.as_str(), ""),
            SaveState::Saved => ("good", words.saved.as_str(), ""),
            SaveState::Waiting => ("held", words.not_saved.as_str(), words.retry.as_str()),
            SaveState::ResultWaiting => ("held", words.result_waits.as_str(), words.retry.as_str()),
            SaveState::Refused => ("held", words.refused.as_str(), words.reload.as_str()),
            SaveState::Finishing => ("busy", words.finishing.as_str(), ""),
        };
        set(self.around.note.as_ref(), "data-tone", Some(tone));
        write(self.around.note_text.as_ref(), text);
        write(self.around.note_button.as_ref(), action);
    }

    /// Shows the error of each item of a step, in the words that the page has for its code.
    fn show_errors(&self, step: usize, errors: &[(QuestionId, FieldCode)]) {
        for item in self.sheet.definition.questions[step].items() {
            let code = errors.iter().find(|(with_error, _)| *with_error == item.id).map(|(_, code)| code);
            let Some(said) = part(&item.id, "-error") else { continue };
            let possible = said.get_attribute("data-errors").unwrap_or_default();
            let words = code.map(|code| words_of(&possible, code)).unwrap_or_default();
            let words = words.as_str();
            let prefix = if code.is_some() { self.sheet.words.error_prefix.as_str() } else { "" };
            write(said.first_element_child().as_ref(), prefix);
            write(said.last_element_child().as_ref(), words);
            let controls = [":is(input,select,textarea)[id^=\"", item.id.as_str(), "-\"]"].concat();
            for control in elements(self.sections[step].query_selector_all(&controls)) {
                set(Some(&control), "aria-invalid", code.map(|_| "true"));
            }
            let named = ["[data-item=\"", item.id.as_str(), "\"]"].concat();
            for place in elements(self.sections[step].query_selector_all(&named)) {
                // A `<p>` is a line of the summary that links to the item; anything else is a row of a matrix.
                if place.tag_name() == "P" {
                    write(place.first_element_child().as_ref(), words);
                    set(Some(&place), "hidden", code.is_none().then_some(""));
                } else {
                    set(Some(&place), "data-error", code.map(|_| ""));
                }
            }
        }
        set(self.sections.get(step), "data-error", (!errors.is_empty()).then_some(""));
    }
}

/// Finds the words of a code in lines that each begin with a code; unknown codes get the words of the first line.
fn words_of(lines: &str, code: &FieldCode) -> String {
    let mut all = lines.split('\n').filter_map(|line| line.split_once(' '));
    let first = all.clone().next();
    let words = all.find(|(known, _)| *known == code.code()).or(first).map_or("", |(_, words)| words);
    match code {
        FieldCode::Ambiguous { large, small } => {
            let mut filled = String::new();
            for c in words.chars() {
                match c {
                    form::LARGE => filled.push_str(large),
                    form::SMALL => filled.push_str(small),
                    _ => filled.push(c),
                }
            }
            filled
        }
        _ => words.to_owned(),
    }
}

/// The element whose id is that of a question or item followed by `name`.
pub(super) fn part(id: &QuestionId, name: &str) -> Option<Element> {
    document().get_element_by_id(&[id.as_str(), name].concat())
}

pub(super) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn elements(found: Result<NodeList, JsValue>) -> Vec<Element> {
    let Ok(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|place| found.get(place)).map(JsCast::unchecked_into).collect()
}

/// Writes only changed text: screen readers announce anything that is rewritten.
fn write(element: Option<&Element>, text: &str) {
    if let Some(element) = element
        && element.text_content().as_deref() != Some(text)
    {
        element.set_text_content(Some(text));
    }
}

fn set(element: Option<&Element>, name: &str, value: Option<&str>) {
    let Some(element) = element else { return };
    // Both fail only for an invalid attribute name.
    let _ = match value {
        Some(value) if element.get_attribute(name).as_deref() != Some(value) => element.set_attribute(name, value),
        Some(_) => Ok(()),
        None => element.remove_attribute(name),
    };
}

/// The radio button or checkbox of an event, which may be anywhere in an option's label.
pub(super) fn control_of(element: &Element) -> Option<HtmlInputElement> {
    let label = element.closest("label.option").ok()??;
    label.query_selector("input").ok()?.map(JsCast::unchecked_into)
}
