//! Handling of the server's replies.

use domain::QuestionId;

use super::{Arrival, Command, Delivery, Message, Reply, SaveState, Stepper};

impl Stepper {
    pub(super) fn replied(&mut self, to: &Message, reply: Reply) -> Vec<Command> {
        match self.outbox.replied(to, reply) {
            // Submitted in another tab, or the quiz has closed: the page without a question explains it.
            Delivery::Refused { status: status @ (409 | Reply::CLOSED), message, .. } => {
                // Hands over the text being typed, or else the answer that came too late, which is shown for copying.
                let typed = self.typed.take().map(|(step, _)| step);
                let late = if let Message::Answer { item, .. } = &message { self.step_of(item) } else { None };
                let step = typed.or(late).unwrap_or(self.current);
                self.outbox.clear();
                self.unfinished.clear();
                self.is_finished = true;
                vec![if status == Reply::CLOSED { Command::Post { step } } else { Command::Finish }]
            }
            Delivery::Accepted(Message::Submission) => {
                self.unfinished.clear();
                self.is_finished = true;
                self.save_state = SaveState::Finishing;
                vec![Command::Finish]
            }
            Delivery::Accepted(Message::Answer { .. }) => self.send(),
            Delivery::Wait(milliseconds) => {
                self.save_state = self.outbox.state();
                self.waits = self.waits.wrapping_add(1);
                vec![Command::Wait { milliseconds, number: self.waits }]
            }
            Delivery::Refused { message: Message::Submission, status: 422, paths } => self.go_back_to_open(&paths),
            Delivery::Refused { message, .. } => {
                self.forget(&message);
                self.send()
            }
            Delivery::Stray => Vec::new(),
        }
    }

    /// Forgets a refused answer, so that choosing it again sends it again.
    fn forget(&mut self, message: &Message) {
        let Message::Answer { item, answer } = message else { return };
        if self.answers.get(item) == answer.as_ref() {
            self.answers.remove(item);
        }
    }

    /// Asks again for the answers that the server objects to, regardless of this page's own state.
    fn go_back_to_open(&mut self, paths: &[String]) -> Vec<Command> {
        let named: Vec<QuestionId> = {
            let items = self.definition.items().map(|item| item.id);
            items.filter(|id| paths.contains(&["answers.", id.as_str()].concat())).collect()
        };
        for item in &named {
            self.answers.remove(item);
        }
        let first_named = named.first().and_then(|item| self.step_of(item));
        let Some(step) = self.next_open(&self.route()).or(first_named) else {
            self.save_state = SaveState::Refused;
            return Vec::new();
        };
        self.outbox.drop_refused_submission();
        self.is_catching_up = true;
        self.save_state = SaveState::Quiet;
        let mut commands = self.show(step, Arrival::Forward);
        let errors = self.open_items();
        commands.push(self.ask(errors));
        commands.extend(self.send_news());
        commands
    }
}
