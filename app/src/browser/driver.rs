//! Passes events to the stepper and carries out its commands.

use domain::Sheet;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;
use web_sys::{CustomEvent, Element, KeyboardEvent, MouseEvent};

use super::{
    api::{self, Request},
    window,
};
use crate::{
    islands::Asking,
    stepper::{Arrival, Command, Event, MOMENT, Message, Reply, Stepper},
};

/// Listens to what no element of an island hears.
pub(super) fn listen(asking: &Asking) {
    let travelling = asking.clone();
    window::on("popstate", move |_| {
        let sheet = &travelling.sheet;
        let index = sheet.question_at(&window::search()).unwrap_or(sheet.current);
        handle(&travelling, Event::Travelled(index));
    });
    let restoring = asking.clone();
    window::on("quiz-answers:restore", move |event| {
        let unsent = event.unchecked_into::<CustomEvent>().detail();
        handle(&restoring, Event::Restore(api::read_messages(&unsent.unchecked_into())));
    });
    let retrying = asking.clone();
    window::on("online", move |_| handle(&retrying, Event::Retry));
    let clicking = asking.clone();
    window::on("click", move |event| clicked(&clicking, event.unchecked_ref()));
    let asking = asking.clone();
    window::on("keydown", move |event| pressed(&asking, event.unchecked_ref()));
}

/// The question that is shown and the place of the option that an event happened at, if it did at one.
fn option_at(asking: &Asking, event: &web_sys::Event) -> Option<(usize, usize)> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let id = element.closest("label.option").ok()??.get_attribute("for")?;
    let step = asking.stepper.with_untracked(Stepper::current);
    let question = &asking.sheet.questions[step];
    let place = (0..question.options.len()).find(|place| question.option_element_id(*place) == id)?;
    Some((step, place))
}

/// A pointer on an option. Keys click radio buttons too, with a count of zero.
fn clicked(asking: &Asking, event: &MouseEvent) {
    let Some((step, number)) = option_at(asking, event).filter(|_| event.detail() > 0) else { return };
    let (at, place) = (event.time_stamp(), (event.client_x(), event.client_y()));
    if asking.stepper.with_untracked(|stepper| stepper.is_settled(at, place)) {
        let option = asking.sheet.questions[step].options[number].id.clone();
        handle(asking, Event::Tap { step, option, at, place, leads_on: leads_on() });
    } else {
        event.prevent_default();
    }
}

/// True while the respondent wants a tap to lead on. The box stays empty where its script does not run.
fn leads_on() -> bool {
    document().query_selector(".tapping :checked").is_ok_and(|checked| checked.is_some())
}

/// A key while an option has the focus: a number chooses the option in that place.
fn pressed(asking: &Asking, event: &KeyboardEvent) {
    let Some((step, _)) = option_at(asking, event) else { return };
    let question = &asking.sheet.questions[step];
    if let [digit @ b'1'..=b'9'] = event.key().as_bytes()
        && let place = usize::from(digit - b'1')
        && let Some(option) = question.options.get(place)
        && !(event.ctrl_key() || event.meta_key() || event.alt_key())
    {
        event.prevent_default();
        window::focus(&question.option_element_id(place));
        handle(asking, Event::Choose { step, option: option.id.clone() });
    }
}

/// Takes over from the form, which was sent with one of its buttons or with the enter key.
pub(crate) fn submitted(asking: &Asking, event: &SubmitEvent) {
    event.prevent_default();
    let is_skip = event.submitter().is_some_and(|button| button.get_attribute("value").as_deref() == Some("skip"));
    let at = event.time_stamp();
    handle(asking, if is_skip { Event::Skip { at } } else { Event::Continue { at } });
}

pub(crate) fn handle(asking: &Asking, event: Event) {
    let mut commands = Vec::new();
    asking.stepper.update(|stepper| {
        commands = stepper.handle(event);
        window::warn_before_leaving(stepper.is_unsaved());
        window::announce_unsent(&api::write_messages(stepper.unsent()));
    });
    for command in commands {
        carry_out(asking, command);
    }
}

fn carry_out(asking: &Asking, command: Command) {
    let sheet = &asking.sheet;
    match command {
        Command::Show { step, arrival } => {
            if arrival != Arrival::Travelled {
                window::push_history(&sheet.address(step, &sheet.language));
            }
            window::begin_at_top();
            attract(sheet, step, false);
        }
        Command::AskForAnswer { step } => attract(sheet, step, true),
        Command::Calm { step } => name(sheet, step, false),
        Command::Finish => window::leave(&sheet.result_address()),
        // By its address: the page itself may be the answer to a form, which reloading would send again.
        Command::Reload { step } => window::replace(&sheet.address(step, &sheet.language)),
        Command::Linger { number } => {
            let asking = asking.clone();
            window::after(MOMENT, move || {
                if leads_on() {
                    handle(&asking, Event::Lingered { number, at: window::now() });
                }
            });
        }
        Command::Send(message) => send(asking.clone(), message),
        Command::Wait { milliseconds, number } => {
            let asking = asking.clone();
            window::after(milliseconds, move || handle(&asking, Event::Waited { number }));
        }
    }
}

fn send(asking: Asking, message: Message) {
    let request = match &message {
        Message::Answer { question, option } => Request::answer(&asking.sheet, question, option.as_deref()),
        Message::Submission => {
            asking.stepper.with_untracked(|stepper| Request::submission(&asking.sheet, stepper.steps()))
        }
    };
    spawn_local(async move {
        let reply = api::send(request).await;
        if let Message::Answer { question, option: Some(_) } = &message
            && reply == Reply::Accepted
        {
            window::announce_answered(question);
        }
        handle(&asking, Event::Replied { to: message, reply });
    });
}

/// Names the question in the window's title.
fn name(sheet: &Sheet, step: usize, has_error: bool) {
    document().set_title(&[sheet.title(step, has_error).as_str(), " – ", &sheet.quiz_name].concat());
}

/// Names the question, and moves the focus to it or to its error.
fn attract(sheet: &Sheet, step: usize, has_error: bool) {
    name(sheet, step, has_error);
    let part = if has_error { "-summary" } else { "-heading" };
    let target = [sheet.questions[step].id.as_str(), part].concat();
    // After the effects of the signal, which show it.
    queue_microtask(move || window::focus(&target));
}
