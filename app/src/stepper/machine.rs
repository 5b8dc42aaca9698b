//! The respondent's place in the quiz, and the consequences of each event.

use domain::{Standing, next_question};

use super::{
    message::{Message, Reply, SaveState},
    outbox::{Outbox, Outcome},
};

/// Presses closer together than this, in milliseconds, are one unless an option was chosen in between: the second press
/// of a double click would meet the next question.
const DOUBLE_PRESS: f64 = 400.0;

/// A tap sooner than this after a step came, in milliseconds, was meant for the step before: reading takes longer.
const SETTLING: f64 = 250.0;

/// The same for a tap at the place of the one that led on, where the respondent may still wait for that to work.
const SETTLING_NEAR: f64 = 600.0;

/// Pixels in each direction within which a place is the same.
const NEAR: i32 = 24;

/// Milliseconds from a tap to the next step. The chosen option takes 120 to change its look, which leaves time to see it;
/// from 400 on a second tap would come from impatience.
pub const MOMENT: u32 = 350;

/// One question as far as stepping goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    pub id: String,
    pub required: bool,
    /// The option last sent: saved, or in the outbox.
    pub answer: Option<String>,
    /// The option that is checked.
    pub choice: Option<String>,
    /// An answer was taken back on this page, which the submission says too.
    pub is_withdrawn: bool,
}

impl Step {
    /// Checks an option or none, and has that saved unless it is what was sent last.
    fn choose(&mut self, option: Option<String>, outbox: &mut Outbox) {
        if self.answer != option {
            self.is_withdrawn = option.is_none();
            self.answer.clone_from(&option);
            outbox.push(Message::Answer { question: self.id.clone(), option: option.clone() });
        }
        self.choice = option;
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An option was checked.
    Choose {
        step: usize,
        option: String,
    },
    /// An option was tapped or clicked at this time, in milliseconds of the page, and at this place in the window, by a
    /// respondent who wants it to lead on or not.
    Tap {
        step: usize,
        option: String,
        at: f64,
        place: (i32, i32),
        leads_on: bool,
    },
    /// The time of [`Command::Linger`] is over.
    Lingered {
        number: u32,
        at: f64,
    },
    /// Continue was pressed.
    Continue {
        at: f64,
    },
    /// An optional question is passed over, and its answer withdrawn.
    Skip {
        at: f64,
    },
    /// The back link was followed.
    Back,
    /// The browser's history moved to this step, or within it.
    Travelled(usize),
    Replied {
        to: Message,
        reply: Reply,
    },
    /// The time of [`Command::Wait`] is over.
    Waited {
        number: u32,
    },
    /// The respondent asked for another try, or the network came back.
    Retry,
    /// Start over from what the server knows.
    Reload,
    /// What an earlier page could not send, its [`Stepper::unsent`].
    Restore(Vec<Message>),
}

/// An effect on the browser. All else is read from the stepper.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Lead to this step, which is current now.
    Show {
        step: usize,
        arrival: Arrival,
    },
    /// The error of this step is put right, so its name is without it again.
    Calm {
        step: usize,
    },
    /// Lead to the error of this step.
    AskForAnswer {
        step: usize,
    },
    Send(Message),
    /// Send [`Event::Lingered`] with this number after [`MOMENT`].
    Linger {
        number: u32,
    },
    /// Send [`Event::Waited`] with this number after these milliseconds.
    Wait {
        milliseconds: u32,
        number: u32,
    },
    /// Go to the result, in the place of all the steps of the page.
    Finish,
    /// Load the page with this step again.
    Reload {
        step: usize,
    },
}

/// The way a step is reached: by a new entry in the browser's history, or through an old one.
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
    /// `None` at the step that the page opened with.
    arrival: Option<Arrival>,
    /// The current step lacks an answer, and the respondent was told so.
    has_error: bool,
    save_state: SaveState,
    outbox: Outbox,
    /// Waits so far. An early retry overtakes the timer of its wait, which must not cut the next one short.
    waits: u32,
    /// The time of the last press that led on, or of the tap's moment.
    left_at: f64,
    /// Taps so far. Each ends the moment of the one before.
    taps: u32,
    /// The tap that leads on once its moment is over.
    lingering: Option<u32>,
    /// The place of the last such tap.
    tapped: (i32, i32),
    /// The end was reached with questions open: from one of them to the next, and not through all that lie between.
    is_catching_up: bool,
    /// The server has said that it holds everything.
    is_finished: bool,
}

impl Stepper {
    /// At the step `current`, counted from 0.
    pub fn new(steps: Vec<Step>, current: usize, has_error: bool) -> Self {
        Self {
            steps,
            current,
            arrival: None,
            has_error,
            save_state: SaveState::Quiet,
            outbox: Outbox::default(),
            waits: 0,
            left_at: f64::MIN,
            taps: 0,
            lingering: None,
            tapped: (0, 0),
            is_catching_up: false,
            is_finished: false,
        }
    }

    pub fn current(&self) -> usize {
        self.current
    }

    pub fn arrival(&self) -> Option<Arrival> {
        self.arrival
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The option of a step that is checked.
    pub fn choice(&self, step: usize) -> Option<&str> {
        self.steps.get(step)?.choice.as_deref()
    }

    pub fn has_error(&self, step: usize) -> bool {
        self.has_error && self.current == step
    }

    pub fn save_state(&self) -> SaveState {
        self.save_state
    }

    /// False for a tap that was meant for the step before.
    pub fn is_settled(&self, at: f64, (x, y): (i32, i32)) -> bool {
        let is_near = (x - self.tapped.0).abs() <= NEAR && (y - self.tapped.1).abs() <= NEAR;
        at - self.left_at >= if is_near { SETTLING_NEAR } else { SETTLING }
    }

    /// What the server has not accepted yet, oldest first.
    pub fn unsent(&self) -> impl Iterator<Item = &Message> {
        self.outbox.waiting()
    }

    /// True if leaving now would lose something.
    pub fn is_unsaved(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Returns the commands that follow from `event`, in order.
    pub fn handle(&mut self, event: Event) -> Vec<Command> {
        // Once the submission is on its way nothing can be changed any more.
        let is_locked = self.is_finished || self.outbox.is_submitting();
        match event {
            Event::Choose { step, option } if !is_locked => self.choose(step, option),
            Event::Tap { step, option, at, place, leads_on } if !is_locked && self.is_settled(at, place) => {
                self.tap(step, option, place, leads_on)
            }
            Event::Lingered { number, at } if !is_locked && self.lingering == Some(number) => self.proceed(at),
            Event::Continue { at } if !is_locked && self.is_meant(at) => self.proceed(at),
            Event::Skip { at } if !is_locked && self.is_meant(at) => self.skip(at),
            Event::Back if !is_locked && self.current > 0 => self.show(self.current - 1, Arrival::Back),
            // The page is about to be left.
            Event::Travelled(_) if self.is_finished => Vec::new(),
            Event::Travelled(step) if step < self.steps.len() && step != self.current => {
                self.show(step, Arrival::Travelled)
            }
            Event::Replied { to, reply } => self.replied(&to, reply),
            Event::Waited { number } if number == self.waits && self.outbox.wake() => self.send(),
            Event::Retry if self.outbox.wake() => self.send(),
            Event::Restore(unsent) if !is_locked => self.restore(unsent),
            // Only what the server refused is given up.
            Event::Reload if self.outbox.has_sent_all() => {
                self.outbox.clear();
                vec![Command::Reload { step: self.current }]
            }
            _ => Vec::new(),
        }
    }

    /// False for the second press of a double click.
    fn is_meant(&self, at: f64) -> bool {
        at - self.left_at >= DOUBLE_PRESS
    }

    fn choose(&mut self, step: usize, option: String) -> Vec<Command> {
        let Some(chosen) = self.steps.get_mut(step) else { return Vec::new() };
        // The next press is meant, however soon it comes.
        self.left_at = f64::MIN;
        let is_news = chosen.answer.as_ref() != Some(&option);
        // Another choice than the tap's, made with a key.
        if chosen.choice.as_ref() != Some(&option) {
            self.lingering = None;
        }
        chosen.choose(Some(option), &mut self.outbox);
        let is_calmed = step == self.current && std::mem::take(&mut self.has_error);
        let mut commands = if is_news { self.send() } else { Vec::new() };
        if is_calmed {
            commands.push(Command::Calm { step });
        }
        commands
    }

    /// Chooses, and goes on after a moment if Back would undo that: the end of the quiz keeps its button, and so does a
    /// jump to a question left open.
    fn tap(&mut self, step: usize, option: String, place: (i32, i32), leads_on: bool) -> Vec<Command> {
        let mut commands = self.choose(step, option);
        // Of one tap on a label some browsers make two clicks, the second of which may not know its place.
        if self.lingering.take().is_none() {
            self.tapped = place;
        }
        if leads_on && step == self.current && self.next() == Some(step + 1) {
            self.taps = self.taps.wrapping_add(1);
            self.lingering = Some(self.taps);
            commands.push(Command::Linger { number: self.taps });
        }
        commands
    }

    fn proceed(&mut self, at: f64) -> Vec<Command> {
        let Some(step) = self.steps.get_mut(self.current) else { return Vec::new() };
        if step.choice.is_none() {
            self.has_error = true;
            return vec![Command::AskForAnswer { step: self.current }];
        }
        step.choose(step.choice.clone(), &mut self.outbox);
        self.advance(at)
    }

    /// Takes up what an earlier page left, and leads from a question that it answered to the first open one.
    fn restore(&mut self, unsent: Vec<Message>) -> Vec<Command> {
        let mut is_answered = false;
        let mut is_submitted = false;
        for message in unsent {
            match message {
                Message::Submission => is_submitted = true,
                Message::Answer { question, option } => {
                    let found = self.steps.iter().position(|step| step.id == question);
                    if let Some(step) = found.filter(|step| option.is_some() || !self.steps[*step].required) {
                        self.steps[step].choose(option, &mut self.outbox);
                        is_answered |= step == self.current;
                    }
                }
            }
        }
        let open = self.steps.iter().position(|step| step.answer.is_none() && !step.is_withdrawn);
        let target = open.or(self.steps.len().checked_sub(1)).filter(|step| is_answered && *step > self.current);
        let mut commands = target.map(|step| self.show(step, Arrival::Forward)).unwrap_or_default();
        if is_submitted && self.first_open().is_none() {
            self.outbox.push(Message::Submission);
        }
        commands.extend(self.send());
        commands
    }

    fn skip(&mut self, at: f64) -> Vec<Command> {
        let Some(step) = self.steps.get_mut(self.current).filter(|step| !step.required) else { return Vec::new() };
        step.choose(None, &mut self.outbox);
        self.advance(at)
    }

    /// To the next step; from the last on, to the required ones left open and then to the submission.
    fn advance(&mut self, at: f64) -> Vec<Command> {
        self.left_at = at;
        self.lingering = None;
        let is_past_end = self.is_catching_up || self.current + 1 >= self.steps.len();
        let target = self.next();
        self.is_catching_up = is_past_end && target.is_some();
        let mut commands = Vec::new();
        match target {
            Some(step) => commands.extend(self.show(step, Arrival::Forward)),
            None => self.outbox.push(Message::Submission),
        }
        commands.extend(self.send());
        commands
    }

    /// The step after the current one; `None` when it is time to submit.
    fn next(&self) -> Option<usize> {
        let standing = |step: &Step| Standing { is_required: step.required, is_answered: step.answer.is_some() };
        let standings: Vec<Standing> = self.steps.iter().map(standing).collect();
        next_question(&standings, self.current, self.is_catching_up)
    }

    fn show(&mut self, step: usize, arrival: Arrival) -> Vec<Command> {
        self.current = step;
        self.lingering = None;
        self.arrival = Some(arrival);
        self.has_error = false;
        vec![Command::Show { step, arrival }]
    }

    fn replied(&mut self, to: &Message, reply: Reply) -> Vec<Command> {
        match self.outbox.replied(to, reply) {
            // Submitted in another tab, or closed: the page without a question says which.
            Outcome::Refused { status: 409, .. } => {
                self.outbox.clear();
                self.is_finished = true;
                vec![Command::Finish]
            }
            Outcome::Accepted(Message::Submission) => {
                self.is_finished = true;
                self.save_state = SaveState::Finishing;
                vec![Command::Finish]
            }
            Outcome::Accepted(Message::Answer { .. }) => self.send(),
            Outcome::Wait(milliseconds) => {
                self.save_state = self.outbox.state();
                self.waits = self.waits.wrapping_add(1);
                vec![Command::Wait { milliseconds, number: self.waits }]
            }
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
            step.answer.take_if(|answer| option.as_ref() == Some(answer));
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
            self.save_state = SaveState::Refused;
            return Vec::new();
        };
        self.outbox.drop_refused_submission();
        self.is_catching_up = true;
        self.save_state = SaveState::Quiet;
        let mut commands = self.show(step, Arrival::Forward);
        self.has_error = true;
        commands.push(Command::AskForAnswer { step });
        if !self.outbox.has_sent_all() {
            commands.extend(self.send());
        }
        commands
    }

    fn first_open(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.required && step.answer.is_none())
    }

    fn send(&mut self) -> Vec<Command> {
        let message = self.outbox.next();
        let state = self.outbox.state();
        // Skipping the first question sends nothing, and "saved" would be news about nothing.
        let is_news = self.save_state != SaveState::Quiet || self.steps.iter().any(|step| step.answer.is_some());
        if message.is_some() || state != SaveState::Saved || is_news {
            self.save_state = state;
        }
        message.map(Command::Send).into_iter().collect()
    }
}
