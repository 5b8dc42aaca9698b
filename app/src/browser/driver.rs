//! Passes events to the stepper and carries out its commands.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use leptos::ev::{MouseEvent, SubmitEvent};
use wasm_bindgen::JsCast;

use super::{
    api::Api,
    note::{self, SaveNote},
    page::Page,
    window,
};
use crate::stepper::{Arrival, Command, Event, Message, Reply, Stepper};

/// Presses closer together than this, in milliseconds, are one unless something was chosen in between: the second of a
/// double click would meet the next question.
const DOUBLE_PRESS: f64 = 400.0;

#[derive(Clone)]
pub(crate) struct Driver(Rc<Inner>);

struct Inner {
    stepper: RefCell<Stepper>,
    page: Page,
    api: Api,
    note: Option<SaveNote>,
    /// When a step was last left, as the browser's events count time.
    left_at: Cell<f64>,
    /// How often it was waited: a timer that an early retry has overtaken must not cut the next wait short.
    waits: Cell<u32>,
}

impl Driver {
    pub(crate) fn start() -> Self {
        let page = Page::find();
        let (steps, current) = page.steps();
        let driver = Self(Rc::new(Inner {
            api: Api::new(&page),
            note: SaveNote::find(page.root()),
            stepper: RefCell::new(Stepper::new(steps, current)),
            page,
            left_at: Cell::new(f64::MIN),
            waits: Cell::new(0),
        }));
        let travelling = driver.clone();
        window::on("popstate", move || {
            let step = travelling.0.page.step_at(&window::search());
            travelling.handle(Event::Travelled(step.unwrap_or(current)));
        });
        let online = driver.clone();
        window::on("online", move || online.handle(Event::Retry));
        driver
    }

    /// A form was sent: with its button or the enter key.
    pub(crate) fn submitted(&self, event: &SubmitEvent) {
        event.prevent_default();
        if event.time_stamp() - self.0.left_at.get() < DOUBLE_PRESS {
            return;
        }
        let before = self.current();
        let is_skip = event.submitter().is_some_and(|button| button.get_attribute("value").as_deref() == Some("skip"));
        let choice = if is_skip { Event::Skip } else { Event::Continue(self.0.page.chosen(before)) };
        self.handle(choice);
        if self.current() != before {
            self.0.left_at.set(event.time_stamp());
        }
    }

    /// An option was chosen, so the next press is meant, however soon it comes.
    pub(crate) fn chose(&self) {
        self.0.left_at.set(f64::MIN);
    }

    /// Something was clicked: the link back, the button beside the saving line, or a link to an error; with a modifier
    /// key the browser does what it would do anywhere.
    pub(crate) fn clicked(&self, event: &MouseEvent) {
        let has_modifier = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(target) = target.filter(|_| !has_modifier) else { return };
        if target.has_attribute("data-back") {
            event.prevent_default();
            self.handle(Event::Back);
        } else if let Some(meaning) = note::event_of(&target) {
            self.handle(meaning);
        } else if self.0.page.focus_target_of(&target) {
            event.prevent_default();
        }
    }

    fn current(&self) -> usize {
        self.0.stepper.borrow().current()
    }

    fn handle(&self, event: Event) {
        let (commands, is_unsaved) = {
            let mut stepper = self.0.stepper.borrow_mut();
            (stepper.handle(event), stepper.is_unsaved())
        };
        window::warn_before_leaving(is_unsaved);
        for command in commands {
            self.carry_out(command);
        }
    }

    fn carry_out(&self, command: Command) {
        let Inner { page, note, .. } = &*self.0;
        match command {
            Command::Show { step, arrival } => {
                if arrival != Arrival::Travelled {
                    window::push_history(&page.address(step));
                }
                page.show(step, arrival);
            }
            Command::AskForAnswer { step } => page.ask_for_answer(step),
            Command::Restore { step } => page.restore(step, &self.0.stepper.borrow().steps()[step]),
            Command::Send(message) => self.send(&message),
            Command::Wait(milliseconds) => self.wait(milliseconds),
            Command::Tell(state) => note.iter().for_each(|note| note.tell(state)),
            Command::Finish => window::replace(&page.data("result")),
            // By its address: the page itself may be the answer to a form, which reloading would send again.
            Command::Reload => window::replace(&page.address(self.current())),
        }
    }

    fn wait(&self, milliseconds: u32) {
        let number = self.0.waits.get().wrapping_add(1);
        self.0.waits.set(number);
        let driver = self.clone();
        window::after(milliseconds, move || {
            if driver.0.waits.get() == number {
                driver.handle(Event::Retry);
            }
        });
    }

    fn send(&self, message: &Message) {
        let request = match message {
            Message::Answer { question, option } => self.0.api.answer(question, option),
            Message::Submission => self.0.api.submission(self.0.stepper.borrow().steps()),
        };
        let saved = match message {
            Message::Answer { question, .. } => Some(question.clone()),
            Message::Submission => None,
        };
        let driver = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let reply = request.send().await;
            if let Some(question) = saved.filter(|_| reply == Reply::Accepted) {
                window::announce_answered(&question);
            }
            driver.handle(Event::Replied(reply));
        });
    }
}
