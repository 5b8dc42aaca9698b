//! Where a person is in the quiz, and what follows from what they do.

use super::{
    message::{Message, Reply, SaveState},
    outbox::{Outbox, Outcome},
};

/// One question as far as stepping goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    pub id: String,
    pub required: bool,
    /// The option last chosen: saved, or in the outbox.
    pub answer: Option<String>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// Continue was pressed with this option chosen.
    Continue(Option<String>),
    /// An optional question is passed over; what was answered before stays.
    Skip,
    /// The back link was followed.
    Back,
    /// The browser's history moved to this step, or within it.
    Travelled(usize),
    Replied(Reply),
    /// The time to wait is over, a person asked for it, or the network came back.
    Retry,
    /// Start over from what the server knows.
    Reload,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Show this step instead of the one before.
    Show {
        step: usize,
        arrival: Arrival,
    },
    /// Say that something has to be chosen.
    AskForAnswer {
        step: usize,
    },
    /// Check this step's option again, or none.
    Restore {
        step: usize,
    },
    Send(Message),
    /// Send [`Event::Retry`] after this many milliseconds.
    Wait(u32),
    Tell(SaveState),
    /// Go to the result.
    Finish,
    Reload,
}

/// How a step is reached: by a new entry in the browser's history, or through an old one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Arrival {
    Forward,
    Back,
    Travelled,
}

#[derive(Debug)]
pub struct Stepper {
    steps: Vec<Step>,
    current: usize,
    outbox: Outbox,
    /// The end was reached with questions open: from one of them to the next, and not through all that lie between.
    is_catching_up: bool,
    /// The server has said that it holds everything.
    is_finished: bool,
}

impl Stepper {
    /// At the step `current`, counted from 0.
    pub fn new(steps: Vec<Step>, current: usize) -> Self {
        Self { steps, current, outbox: Outbox::default(), is_catching_up: false, is_finished: false }
    }

    pub fn current(&self) -> usize {
        self.current
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether leaving now would lose something.
    pub fn is_unsaved(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// What follows from `event`, in order.
    pub fn handle(&mut self, event: Event) -> Vec<Command> {
        // Once the submission is on its way nothing can be changed any more.
        let is_locked = self.is_finished || self.outbox.is_submitting();
        match event {
            Event::Continue(choice) if !is_locked => self.proceed(choice),
            Event::Skip if !is_locked => self.skip(),
            Event::Back if !is_locked && self.current > 0 => self.show(self.current - 1, Arrival::Back),
            Event::Travelled(step) if step < self.steps.len() && step != self.current => {
                self.show(step, Arrival::Travelled)
            }
            Event::Replied(reply) => self.replied(reply),
            Event::Retry if self.outbox.wake() => self.send(),
            // Only what the server refused is given up.
            Event::Reload if self.outbox.has_sent_all() => {
                self.outbox.clear();
                vec![Command::Reload]
            }
            _ => Vec::new(),
        }
    }

    fn proceed(&mut self, choice: Option<String>) -> Vec<Command> {
        let Some(step) = self.steps.get_mut(self.current) else { return Vec::new() };
        let Some(option) = choice else { return vec![Command::AskForAnswer { step: self.current }] };
        if step.answer.as_ref() != Some(&option) {
            step.answer = Some(option.clone());
            self.outbox.push(Message::Answer { question: step.id.clone(), option });
        }
        self.advance()
    }

    fn skip(&mut self) -> Vec<Command> {
        if self.steps.get(self.current).is_none_or(|step| step.required) {
            return Vec::new();
        }
        let mut commands = vec![Command::Restore { step: self.current }];
        commands.extend(self.advance());
        commands
    }

    /// To the next step; from the last on, to the required ones left open and then to the submission.
    fn advance(&mut self) -> Vec<Command> {
        let next = self.current + 1;
        let is_past_end = self.is_catching_up || next >= self.steps.len();
        let target = if is_past_end { self.first_open() } else { Some(next) };
        self.is_catching_up = is_past_end && target.is_some();
        let mut commands = Vec::new();
        match target {
            Some(step) => commands.extend(self.show(step, Arrival::Forward)),
            None => self.outbox.push(Message::Submission),
        }
        commands.extend(self.send());
        commands
    }

    fn show(&mut self, step: usize, arrival: Arrival) -> Vec<Command> {
        self.current = step;
        vec![Command::Show { step, arrival }]
    }

    fn replied(&mut self, reply: Reply) -> Vec<Command> {
        match self.outbox.replied(reply) {
            Outcome::Accepted(Message::Submission) => {
                self.is_finished = true;
                vec![Command::Tell(SaveState::Finishing), Command::Finish]
            }
            Outcome::Accepted(Message::Answer { .. }) => self.send(),
            Outcome::Wait(milliseconds) => vec![Command::Tell(SaveState::Waiting), Command::Wait(milliseconds)],
            Outcome::Refused { message: Message::Submission, status: 422, paths } => self.go_back_to_open(&paths),
            Outcome::Refused { message, .. } => {
                self.forget(&message);
                self.send()
            }
            Outcome::Stray => Vec::new(),
        }
    }

    /// A refused answer counts as none, so that choosing it once more sends it once more.
    fn forget(&mut self, message: &Message) {
        let Message::Answer { question, option } = message else { return };
        for step in self.steps.iter_mut().filter(|step| step.id == *question) {
            step.answer.take_if(|answer| answer == option);
        }
    }

    /// Asks again for the answers that the server objects to, whatever this page believes about them.
    fn go_back_to_open(&mut self, paths: &[String]) -> Vec<Command> {
        let is_named = |step: &Step| paths.iter().any(|path| path.strip_prefix("answers.") == Some(&step.id));
        let first_named = self.steps.iter().position(is_named);
        for step in self.steps.iter_mut().filter(|step| is_named(step)) {
            step.answer = None;
        }
        let Some(step) = self.first_open().or(first_named) else {
            return vec![Command::Tell(SaveState::Refused)];
        };
        self.outbox.drop_refused_submission();
        self.is_catching_up = true;
        let mut commands = self.show(step, Arrival::Forward);
        commands.extend([Command::AskForAnswer { step }, Command::Tell(SaveState::Quiet)]);
        commands
    }

    fn first_open(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.required && step.answer.is_none())
    }

    fn send(&mut self) -> Vec<Command> {
        let message = self.outbox.next();
        let state = self.outbox.state();
        let mut commands = Vec::new();
        // Skipping the first question sends nothing, and "saved" would be news about nothing.
        if message.is_some() || state != SaveState::Saved || self.steps.iter().any(|step| step.answer.is_some()) {
            commands.push(Command::Tell(state));
        }
        commands.extend(message.map(Command::Send));
        commands
    }
}
