//! Passes events to the stepper and executes its commands.
#![expect(clippy::needless_pass_by_value, reason = "listeners are handed their events")]

use js_sys::{Array, futures::spawn_local};
use leptos::ev::SubmitEvent;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, Element, HtmlElement, KeyboardEvent, MouseEvent};

use super::{
    api::{self, Request},
    page::{Page, control_of, find, part},
    window, with_page,
};
use crate::stepper::{Arrival, Command, Event, MOMENT, Message, REST, Reply, SaveState};

/// Takes over choices made before the program loaded, and listens to events outside the island.
pub(super) fn listen() {
    with_page(Page::reset_others);
    handle(with_page(|page| {
        let step = page.current();
        Some(Event::Changed { step, readings: page.readings(step) })
    }));
    window::on("popstate", |_| {
        handle(with_page(|page| {
            let step = page.sheet.question_at(&window::search()).unwrap_or(page.sheet.current);
            Some(Event::Travelled(step))
        }));
    });
    window::on("quiz-answers:restore", |event| {
        let left: Array = event.unchecked_into::<CustomEvent>().detail().unchecked_into();
        handle(with_page(|page| Some(restored(page, &left))));
    });
    window::on("online", |_| handle(Some(Event::Retry)));
}

/// The refilled fields, by question id. `null` stands for the submission.
fn restored(page: &Page, left: &Array) -> Event {
    let step = |id: JsValue| page.step_of(&id.as_string()?);
    let steps = left.iter().filter_map(step);
    let fields = steps.map(|step| (step, page.readings(step))).collect();
    Event::Restore { fields, is_submitted: left.includes(&JsValue::NULL, 0) }
}

fn element_of(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// A field of the current question changed. Text fields report this when they lose the focus.
pub(crate) fn changed(event: web_sys::Event) {
    let is_field = element_of(&event).is_some();
    handle(with_page(|page| {
        let step = page.current();
        is_field.then(|| Event::Changed { step, readings: page.readings(step) })
    }));
}

pub(crate) fn typed(event: web_sys::Event) {
    let Some(field) = element_of(&event) else { return };
    // These report each change in `changed` too.
    if field.matches("[type=radio],[type=checkbox],[type=search],select").unwrap_or(true) {
        return;
    }
    handle(with_page(|page| {
        let step = page.current();
        Some(Event::Typed { step, readings: page.readings(step) })
    }));
}

pub(crate) fn clicked(event: MouseEvent) {
    let Some(element) = element_of(&event) else { return };
    let within = |selector: &str| element.closest(selector).ok().flatten();
    if within(".back-link").is_some() {
        // With a modifier key, the browser handles the link as usual.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
            event.prevent_default();
            handle(Some(Event::Back));
        }
    } else if let Some(link) = within(".error-summary a") {
        // Moves the focus without a history entry.
        event.prevent_default();
        let target = link.get_attribute("href").unwrap_or_default();
        window::focus(target.trim_start_matches('#'));
    } else if within(".save-note button").is_some() {
        let is_refused = with_page(|page| page.stepper.borrow().save_state() == SaveState::Refused);
        handle(Some(if is_refused { Event::Reload } else { Event::Retry }));
    } else if event.detail() > 0 {
        // A pointer. Keys also cause clicks on radio buttons, with a count of zero.
        tapped(&event, &element);
    }
}

fn tapped(event: &MouseEvent, element: &Element) {
    let Some(control) = control_of(element) else { return };
    let (at, place) = (event.time_stamp(), (event.client_x(), event.client_y()));
    handle(with_page(|page| {
        if !page.stepper.borrow().is_settled(at, place) {
            event.prevent_default();
            return None;
        }
        if control.type_() != "radio" {
            return None;
        }
        // The form has the option only after the browser has processed the click.
        let (step, name) = (page.current(), control.name());
        let mut fields = page.fields(step);
        fields.retain(|field| field.0 != name);
        fields.push((name, control.value()));
        Some(Event::Tap { step, readings: page.read(step, &fields), at, place, leads_on: leads_on() })
    }));
}

/// True if the respondent wants taps to lead on. The box stays unchecked if its script does not run.
fn leads_on() -> bool {
    find(".tapping :checked").is_some()
}

/// A key press while an option has the focus: a digit chooses the option at that position.
pub(crate) fn pressed(event: KeyboardEvent) {
    let options = element_of(&event)
        .filter(|element| element.matches("[type=radio],[type=checkbox]").unwrap_or_default())
        .and_then(|element| element.closest(".options").ok()?);
    if let [digit @ b'1'..=b'9'] = event.key().as_bytes()
        && !(event.ctrl_key() || event.meta_key() || event.alt_key())
        && let Some(options) = options
        && let Ok(inputs) = options.query_selector_all("label.option > input")
        && let Some(input) = inputs.get(u32::from(digit - b'1'))
    {
        event.prevent_default();
        let input: HtmlElement = input.unchecked_into();
        // Fails only for an element that cannot have the focus.
        let _ = input.focus();
        input.click();
    }
}

/// Replaces a form submission, whether by a button or the enter key.
pub(crate) fn submitted(event: SubmitEvent) {
    event.prevent_default();
    let is_skip = event.submitter().is_some_and(|button| button.get_attribute("value").as_deref() == Some("skip"));
    let at = event.time_stamp();
    handle(with_page(|page| {
        let go_on = || Event::Continue { readings: page.readings(page.current()), at };
        Some(if is_skip { Event::Skip { at } } else { go_on() })
    }));
}

fn handle(event: Option<Event>) {
    let Some(event) = event else { return };
    let commands = with_page(|page| {
        let commands = page.stepper.borrow_mut().handle(event);
        page.draw();
        tell(page);
        commands
    });
    for command in commands {
        with_page(|page| carry_out(page, command));
    }
}

/// Tells the page's other scripts which answers the server does not have.
fn tell(page: &Page) {
    let stepper = page.stepper.borrow();
    let (steps, is_submitted) = stepper.unsent();
    let ids = steps.into_iter().map(|step| JsValue::from_str(page.sheet.question_id(step).as_str()));
    window::announce("quiz-answers:unsent", &ids.chain(is_submitted.then_some(JsValue::NULL)).collect::<Array>());
    window::announce("quiz-answers:unsaved", &stepper.is_unsaved().into());
}

fn carry_out(page: &Page, command: Command) {
    let sheet = &page.sheet;
    match command {
        Command::Show { step, arrival } => {
            if arrival != Arrival::Travelled {
                window::announce("quiz-answers:entry", &sheet.address(step, &sheet.language).into());
            }
            window::begin_at_top();
            attract(page, step, false);
        }
        Command::AskForAnswer { step } => attract(page, step, true),
        Command::ClearError { .. } => page.name(&page.stepper.borrow(), false),
        Command::Clear { step } => {
            window::announce("quiz-answers:clear", &sheet.question_id(step).as_str().into());
        }
        Command::Post { step } => page.post(step),
        Command::Finish => window::leave(&sheet.result_address()),
        Command::Review => window::leave(sheet.review_href.as_deref().unwrap_or_default()),
        // By URL: the page may be the response to a POST, which reloading would repeat.
        Command::Reload { step } => window::replace(&sheet.address(step, &sheet.language)),
        Command::Rest { number } => window::after(REST, move || handle(Some(Event::Rested { number }))),
        Command::AutoAdvance { number } => window::after(MOMENT, move || {
            handle(with_page(|page| {
                let readings = page.readings(page.current());
                leads_on().then(|| Event::Lingered { number, readings, at: window::now() })
            }));
        }),
        Command::Send(message) => send(page, message),
        Command::Wait { milliseconds, number } => {
            window::after(milliseconds, move || handle(Some(Event::Waited { number })));
        }
    }
}

fn send(page: &Page, message: Message) {
    let request = match &message {
        Message::Answer { item, answer } => Request::answer(&page.sheet, item, answer.as_ref()),
        Message::Submission => {
            let stepper = page.stepper.borrow();
            let (answers, withdrawn) = stepper.submission();
            Request::submission(&page.sheet, &answers, withdrawn)
        }
    };
    spawn_local(async move {
        let reply = api::send(request).await;
        if let Message::Answer { item, answer: Some(_) } = &message
            && reply == Reply::Accepted
        {
            window::announce("quiz-answers:answered", &item.as_str().into());
        }
        handle(Some(Event::Replied { to: message, reply }));
    });
}

/// Sets the title, and moves the focus to the question or its error.
fn attract(page: &Page, step: usize, has_error: bool) {
    page.name(&page.stepper.borrow(), has_error);
    let target = part(page.sheet.question_id(step), if has_error { "-summary" } else { "-heading" });
    if let Some(target) = target {
        let _ = target.unchecked_into::<HtmlElement>().focus();
    }
}
