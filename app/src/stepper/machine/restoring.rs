//! Carries unsent answers from one page to the next.

use super::{Arrival, Command, Message, Readings, Stepper, is_whole};

impl Stepper {
    /// The steps with changes that the server does not have, in order, and whether the submission is pending.
    pub fn unsent(&self) -> (Vec<usize>, bool) {
        let step_of = |message: &Message| match message {
            Message::Answer { item, .. } => self.step_of(item),
            Message::Submission => None,
        };
        let typed = self.typed.iter().map(|(step, _)| *step);
        let some: Vec<usize> =
            self.outbox.waiting().filter_map(step_of).chain(typed).chain(self.unfinished.iter().copied()).collect();
        // Usually nothing is pending.
        let steps = 0..if some.is_empty() { 0 } else { self.definition.questions.len() };
        let is_submitted = self.outbox.waiting().any(|message| *message == Message::Submission);
        (steps.filter(|step| some.contains(step)).collect(), is_submitted)
    }

    /// True if leaving now would lose data.
    pub fn is_unsaved(&self) -> bool {
        self.typed.is_some() || !self.outbox.is_empty()
    }

    /// Restores what an earlier page left, and moves from a question that it answered to the first open one.
    pub(super) fn restore(&mut self, fields: Vec<(usize, Readings)>, is_submitted: bool) -> Vec<Command> {
        let mut is_answered = false;
        for (step, readings) in fields {
            is_answered |= step == self.current && is_whole(&readings);
            self.take(step, readings);
        }
        let journey = self.journey();
        let open = journey.open().find(|item| !self.withdrawn.contains(&item.id)).map(|item| item.question);
        let target = open.or(journey.shown.last().copied());
        let target =
            target.and_then(|question| self.place(question)).filter(|step| is_answered && *step > self.current);
        let mut commands = target.map(|step| self.show(step, Arrival::Forward)).unwrap_or_default();
        if is_submitted && self.next_open(&self.route()).is_none() {
            self.outbox.push(Message::Submission);
        }
        commands.extend(self.send_news());
        commands
    }
}
