//! Passes events to the stepper and carries out its commands.

use domain::Sheet;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};

use super::{
    api::{self, Request},
    window,
};
use crate::{
    islands::Asking,
    stepper::{Arrival, Command, Event, Message, Reply},
};

/// Listens to what no element of an island hears.
pub(super) fn listen(asking: &Asking) {
    let travelling = asking.clone();
    window::on("popstate", move || {
        let sheet = &travelling.sheet;
        let index = sheet.question_at(&window::search()).unwrap_or(sheet.current);
        handle(&travelling, Event::Travelled(index));
    });
    let asking = asking.clone();
    window::on("online", move || handle(&asking, Event::Retry));
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
                window::push_history(&sheet.address(step, sheet.language));
            }
            window::begin_at_top();
            attract(sheet, step, false);
        }
        Command::AskForAnswer { step } => attract(sheet, step, true),
        Command::Calm { step } => name(sheet, step, false),
        Command::Finish => window::replace(&sheet.result_address()),
        // By its address: the page itself may be the answer to a form, which reloading would send again.
        Command::Reload { step } => window::replace(&sheet.address(step, sheet.language)),
        Command::Send(message) => send(asking.clone(), message),
        Command::Wait { milliseconds, number } => {
            let asking = asking.clone();
            window::after(milliseconds, move || handle(&asking, Event::Waited { number }));
        }
    }
}

fn send(asking: Asking, message: Message) {
    let request = match &message {
        Message::Answer { question, option } => Request::answer(&asking.sheet, question, option),
        Message::Submission => {
            asking.stepper.with_untracked(|stepper| Request::submission(&asking.sheet, stepper.steps()))
        }
    };
    spawn_local(async move {
        let reply = api::send(request).await;
        if let Message::Answer { question, .. } = &message
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
