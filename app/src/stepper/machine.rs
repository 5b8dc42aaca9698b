//! The respondent's place in the quiz, and the consequences of each event.

use std::sync::Arc;

use domain::{Answer, Answers, Definition, FieldCode, Journey, OptionId, Question, QuestionId, form::Reading};

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

/// Milliseconds after the last letter until what is typed is saved.
pub const REST: u32 = 800;

/// What the fields of a question hold, item by item.
pub type Readings = Vec<(QuestionId, Reading)>;

/// An item with the code of its mistake.
pub(super) type Mistake = (QuestionId, &'static str);

/// A step is a question by its place in the definition, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A choice was made, or a field with a text was left.
    Changed {
        step: usize,
        readings: Readings,
    },
    /// Something was typed.
    Typed {
        step: usize,
        readings: Readings,
    },
    /// The time of [`Command::Rest`] is over.
    Rested {
        number: u32,
    },
    /// An option was tapped or clicked at this time, in milliseconds of the page, and at this place in the window, by a
    /// respondent who wants it to lead on or not.
    Tap {
        step: usize,
        readings: Readings,
        at: f64,
        place: (i32, i32),
        leads_on: bool,
    },
    /// The time of [`Command::Linger`] is over.
    Lingered {
        number: u32,
        readings: Readings,
        at: f64,
    },
    /// Continue was pressed.
    Continue {
        readings: Readings,
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
    /// The fields that an earlier page could not have saved hold what they held there; see [`Stepper::unsent`].
    Restore {
        fields: Vec<(usize, Readings)>,
        is_submitted: bool,
    },
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
    /// Empty the fields of this step.
    Clear {
        step: usize,
    },
    Send(Message),
    /// Send [`Event::Rested`] with this number after [`REST`].
    Rest {
        number: u32,
    },
    /// Send [`Event::Lingered`] with this number after [`MOMENT`].
    Linger {
        number: u32,
    },
    /// Send [`Event::Waited`] with this number after these milliseconds.
    Wait {
        milliseconds: u32,
        number: u32,
    },
    /// Go to the answers, to be checked before they are submitted.
    Review,
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

/// The place of the current step among those that are shown now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Way {
    /// From 1.
    pub number: usize,
    pub count: usize,
    pub before: Option<usize>,
    pub after: Option<usize>,
    /// After it the answers are sent, as far as they tell now.
    pub is_last: bool,
}

#[derive(Debug)]
pub struct Stepper {
    definition: Arc<Definition>,
    language: String,
    /// The answers are shown before the submission.
    has_review: bool,
    current: usize,
    /// What the way goes by: the valid answers of this page, and where it has changed nothing those of the server.
    answers: Answers,
    /// Items that the server may have an answer to.
    sent: Vec<QuestionId>,
    /// Answers taken back on this page, which the submission says too.
    withdrawn: Vec<QuestionId>,
    /// Typed, and not at rest yet.
    typed: Option<(usize, Readings)>,
    /// Times that something was typed. Each ends the rest of the one before.
    typings: u32,
    /// Steps with a field that cannot be saved yet.
    unfinished: Vec<usize>,
    /// `None` at the step that the page opened with.
    arrival: Option<Arrival>,
    /// The respondent was told that the current step has a mistake.
    has_error: bool,
    /// The mistakes by item, as codes; none of a page that opened with them.
    errors: Vec<Mistake>,
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
    /// The answers are shown as soon as all are saved.
    is_reviewing: bool,
    /// The server has said that it holds everything.
    is_finished: bool,
}

impl Stepper {
    /// At the step `current` with the answers that the server has.
    pub fn new(definition: Arc<Definition>, language: String, answers: Answers, current: usize) -> Self {
        Self {
            definition,
            language,
            has_review: false,
            current,
            sent: answers.keys().cloned().collect(),
            answers,
            withdrawn: Vec::new(),
            typed: None,
            typings: 0,
            unfinished: Vec::new(),
            arrival: None,
            has_error: false,
            errors: Vec::new(),
            save_state: SaveState::Quiet,
            outbox: Outbox::default(),
            waits: 0,
            left_at: f64::MIN,
            taps: 0,
            lingering: None,
            tapped: (0, 0),
            is_catching_up: false,
            is_reviewing: false,
            is_finished: false,
        }
    }

    /// On a page that opens with a mistake.
    pub fn with_error(self, has_error: bool) -> Self {
        Self { has_error, ..self }
    }

    /// In a quiz that shows the answers before they are submitted, for a respondent who came from there or did not.
    pub fn with_review(self, has_review: bool, is_review: bool) -> Self {
        Self { has_review, is_catching_up: is_review, ..self }
    }

    pub fn current(&self) -> usize {
        self.current
    }

    pub fn arrival(&self) -> Option<Arrival> {
        self.arrival
    }

    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    pub fn answer(&self, item: &QuestionId) -> Option<&Answer> {
        self.answers.get(item)
    }

    pub fn has_error(&self) -> bool {
        self.has_error
    }

    /// The mistakes of the current step, once the respondent was told.
    pub fn errors(&self) -> &[Mistake] {
        &self.errors
    }

    pub fn save_state(&self) -> SaveState {
        self.save_state
    }

    /// True while the end waits for the server.
    pub fn is_ending(&self) -> bool {
        self.is_reviewing || self.save_state == SaveState::Finishing
    }

    /// False for a tap that was meant for the step before.
    pub fn is_settled(&self, at: f64, (x, y): (i32, i32)) -> bool {
        let is_near = (x - self.tapped.0).abs() <= NEAR && (y - self.tapped.1).abs() <= NEAR;
        at - self.left_at >= if is_near { SETTLING_NEAR } else { SETTLING }
    }

    /// The steps with something that the server does not have, each once, and whether the submission waits.
    pub fn unsent(&self) -> (Vec<usize>, bool) {
        let waits = |step: &usize| {
            let asks = |item: &QuestionId| self.step_of(item) == Some(*step);
            let mut messages = self.outbox.waiting();
            self.unfinished.contains(step)
                || self.typed.as_ref().is_some_and(|(typed, _)| typed == step)
                || messages.any(|message| matches!(message, Message::Answer { item, .. } if asks(item)))
        };
        let is_submitted = self.outbox.waiting().any(|message| *message == Message::Submission);
        // Nearly always nothing waits.
        let is_idle = self.unfinished.is_empty() && self.typed.is_none() && self.outbox.has_sent_all();
        let steps = 0..if is_idle { 0 } else { self.definition.questions.len() };
        (steps.filter(waits).collect(), is_submitted)
    }

    /// True if leaving now would lose something.
    pub fn is_unsaved(&self) -> bool {
        self.typed.is_some() || !self.outbox.is_empty()
    }

    /// The answers to what is shown, and what was taken back.
    pub fn submission(&self) -> (Answers, &[QuestionId]) {
        (self.journey().answers, &self.withdrawn)
    }

    pub fn way(&self) -> Way {
        let journey = self.journey();
        let shown = self.places(&journey);
        let number = shown.iter().filter(|step| **step <= self.current).count();
        let before = number.checked_sub(2).and_then(|place| shown.get(place).copied());
        let is_last = !self.has_review && journey.is_last(&self.definition.questions[self.current].id);
        Way { number, count: shown.len(), before, after: shown.get(number).copied(), is_last }
    }

    /// The options of the current step that have a condition, and whether it hides them.
    pub fn conditional_options(&self) -> Vec<(&OptionId, bool)> {
        let Some(own) = self.definition.questions[self.current].own() else { return Vec::new() };
        let journey = self.journey();
        let options = own.kind.options().iter();
        let conditional = options.filter_map(|option| Some((&option.id, option.show_if.as_ref()?)));
        conditional.map(|(id, condition)| (id, !condition.holds(&journey.answers, &self.language))).collect()
    }

    /// Returns the commands that follow from `event`, in order.
    pub fn handle(&mut self, event: Event) -> Vec<Command> {
        // Once the submission is on its way nothing can be changed any more.
        let is_locked = self.is_finished || self.outbox.is_submitting();
        match event {
            Event::Changed { step, readings } if !is_locked => self.change(step, readings),
            Event::Typed { step, readings } if !is_locked => self.type_in(step, readings),
            Event::Rested { number } if !is_locked && number == self.typings => self.rest(),
            Event::Tap { step, readings, at, place, leads_on } if !is_locked && self.is_settled(at, place) => {
                self.tap(step, readings, place, leads_on)
            }
            Event::Lingered { number, readings, at } if !is_locked && self.lingering == Some(number) => {
                self.proceed(readings, at)
            }
            Event::Continue { readings, at } if !is_locked && self.is_meant(at) => self.proceed(readings, at),
            Event::Skip { at } if !is_locked && self.is_meant(at) => self.skip(at),
            Event::Back if !is_locked => {
                let before = self.way().before;
                before.map(|step| self.leave_for(step, Arrival::Back)).unwrap_or_default()
            }
            // The page is about to be left.
            Event::Travelled(_) if self.is_finished => Vec::new(),
            Event::Travelled(step) => self.travel(step),
            Event::Replied { to, reply } => self.replied(&to, reply),
            Event::Waited { number } if number == self.waits && self.outbox.wake() => self.send(),
            Event::Retry if self.outbox.wake() => self.send(),
            Event::Restore { fields, is_submitted } if !is_locked => self.restore(fields, is_submitted),
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

    fn journey(&self) -> Journey<'_> {
        self.definition.journey(&self.answers, &self.language)
    }

    fn place(&self, question: &Question) -> Option<usize> {
        self.definition.questions.iter().position(|other| other.id == question.id)
    }

    /// The steps that are shown, in order.
    fn places(&self, journey: &Journey<'_>) -> Vec<usize> {
        let mut shown = journey.shown.iter().peekable();
        let questions = self.definition.questions.iter().enumerate();
        let places = questions.filter(|(_, question)| shown.next_if(|next| next.id == question.id).is_some());
        places.map(|(step, _)| step).collect()
    }

    fn step_of(&self, item: &QuestionId) -> Option<usize> {
        let asks = |question: &Question| {
            item.as_str().starts_with(question.id.as_str()) && question.items().iter().any(|part| part.id == *item)
        };
        self.definition.questions.iter().position(asks)
    }

    /// Takes the answers of a step over, and has those saved that differ from what was sent last.
    fn take(&mut self, step: usize, readings: Readings) {
        self.typed.take_if(|(typed, _)| *typed == step);
        self.unfinished.retain(|unfinished| *unfinished != step);
        for (item, reading) in readings {
            match reading {
                Ok(Some(answer)) => {
                    if self.answers.get(&item) != Some(&answer) {
                        self.withdrawn.retain(|withdrawn| *withdrawn != item);
                        if !self.sent.contains(&item) {
                            self.sent.push(item.clone());
                        }
                        self.answers.insert(item.clone(), answer.clone());
                        self.outbox.push(Message::Answer { item, answer: Some(answer) });
                    }
                }
                Ok(None) => {
                    self.answers.remove(&item);
                    if let Some(place) = self.sent.iter().position(|sent| *sent == item) {
                        self.sent.swap_remove(place);
                        self.withdrawn.push(item.clone());
                        self.outbox.push(Message::Answer { item, answer: None });
                    }
                }
                Err(code) => {
                    self.answers.remove(&item);
                    if !matches!(code, FieldCode::Required) && !self.unfinished.contains(&step) {
                        self.unfinished.push(step);
                    }
                }
            }
        }
    }

    fn change(&mut self, step: usize, readings: Readings) -> Vec<Command> {
        let calm = self.mend(step, &readings);
        let differs = |(item, reading): &(QuestionId, Reading)| {
            reading.as_ref().ok().and_then(Option::as_ref) != self.answer(item)
        };
        // Another choice than the tap's, made with a key.
        if readings.iter().any(differs) {
            self.lingering = None;
        }
        // The next press is meant, however soon it comes.
        self.left_at = f64::MIN;
        self.take(step, readings);
        let mut commands = self.send_news();
        commands.extend(calm);
        commands
    }

    /// What is typed is saved at rest: most letters are not the last.
    fn type_in(&mut self, step: usize, readings: Readings) -> Vec<Command> {
        self.lingering = None;
        self.typings = self.typings.wrapping_add(1);
        let calm = self.mend(step, &readings);
        self.typed = Some((step, readings));
        calm.into_iter().chain([Command::Rest { number: self.typings }]).collect()
    }

    fn rest(&mut self) -> Vec<Command> {
        let Some((step, readings)) = self.typed.take() else { return Vec::new() };
        self.take(step, readings);
        self.send_news()
    }

    /// Forgets the mistakes that are corrected, and those of fields that are not asked any more.
    fn mend(&mut self, step: usize, readings: &Readings) -> Option<Command> {
        if !self.has_error || step != self.current {
            return None;
        }
        let left = mistakes(readings);
        if self.errors.is_empty() {
            // Those that the page opened with.
            self.errors = left;
        } else {
            self.errors.retain(|(item, _)| left.iter().any(|(wrong, _)| wrong == item));
        }
        if self.errors.is_empty() { self.calm() } else { None }
    }

    fn calm(&mut self) -> Option<Command> {
        self.errors.clear();
        std::mem::take(&mut self.has_error).then_some(Command::Calm { step: self.current })
    }

    /// Chooses, and goes on after a moment if Back would undo that: the end of the quiz keeps its button, and so does a
    /// jump to a question left open. Only where one tap completes the answer.
    fn tap(&mut self, step: usize, readings: Readings, place: (i32, i32), leads_on: bool) -> Vec<Command> {
        let is_complete = matches!(readings[..], [(_, Ok(Some(_)))]);
        let mut commands = self.change(step, readings);
        // Of one tap on a label some browsers make two clicks, the second of which may not know its place.
        if self.lingering.take().is_none() {
            self.tapped = place;
        }
        let leads_on =
            leads_on && is_complete && step == self.current && self.definition.questions[step].takes_one_tap();
        if leads_on && self.next().is_some_and(|next| self.way().after == Some(next)) {
            self.taps = self.taps.wrapping_add(1);
            self.lingering = Some(self.taps);
            commands.push(Command::Linger { number: self.taps });
        }
        commands
    }

    fn proceed(&mut self, readings: Readings, at: f64) -> Vec<Command> {
        let mut errors = mistakes(&readings);
        self.take(self.current, readings);
        if errors.is_empty() {
            // The chosen option may be hidden by now.
            errors = self.open_items();
        }
        if errors.is_empty() {
            return self.advance(at);
        }
        self.lingering = None;
        let mut commands = self.send_news();
        commands.push(self.ask(errors));
        commands
    }

    fn ask(&mut self, errors: Vec<Mistake>) -> Command {
        self.has_error = true;
        self.errors = errors;
        Command::AskForAnswer { step: self.current }
    }

    /// The required items of the current step that have no answer.
    fn open_items(&self) -> Vec<Mistake> {
        let id = &self.definition.questions[self.current].id;
        let journey = self.journey();
        let items = journey.items.iter().filter(|item| item.question.id == *id && item.is_required());
        let open = items.filter(|item| !journey.answers.contains_key(&item.id));
        open.map(|item| (item.id.clone(), FieldCode::Required.code())).collect()
    }

    /// Takes up what an earlier page left, and leads from a question that it answered to the first open one.
    fn restore(&mut self, fields: Vec<(usize, Readings)>, is_submitted: bool) -> Vec<Command> {
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
        if is_submitted && self.next_open().is_none() {
            self.outbox.push(Message::Submission);
        }
        commands.extend(self.send_news());
        commands
    }

    fn skip(&mut self, at: f64) -> Vec<Command> {
        let question = &self.definition.questions[self.current];
        if question.required {
            return Vec::new();
        }
        let empty = question.items().into_iter().map(|item| (item.id, Ok(None))).collect();
        self.take(self.current, empty);
        let mut commands = vec![Command::Clear { step: self.current }];
        commands.extend(self.advance(at));
        commands
    }

    /// To the next step; from the last on, to those left open and then to the submission.
    fn advance(&mut self, at: f64) -> Vec<Command> {
        self.left_at = at;
        self.lingering = None;
        let is_past_end = self.is_catching_up || self.way().after.is_none();
        let target = self.next();
        self.is_catching_up = is_past_end && target.is_some();
        let mut commands = Vec::new();
        match target {
            Some(step) => commands.extend(self.show(step, Arrival::Forward)),
            None if self.has_review => self.is_reviewing = true,
            None => self.outbox.push(Message::Submission),
        }
        commands.extend(self.calm());
        commands.extend(self.send());
        commands
    }

    /// The step after the current one; `None` when it is time to submit.
    fn next(&self) -> Option<usize> {
        if self.is_catching_up {
            return self.next_open();
        }
        let journey = self.journey();
        let next = journey.next_after(&self.definition.questions[self.current].id);
        next.and_then(|question| self.place(question)).or_else(|| self.next_open())
    }

    /// The first shown step that keeps the quiz from being submitted.
    fn next_open(&self) -> Option<usize> {
        let journey = self.journey();
        let required = journey.first_required().and_then(|question| self.place(question));
        let shown = self.places(&journey);
        required.or_else(|| self.unfinished.iter().copied().filter(|step| shown.contains(step)).min())
    }

    /// Saves what was typed last, and shows another step.
    fn leave_for(&mut self, step: usize, arrival: Arrival) -> Vec<Command> {
        let rest = self.rest();
        let mut commands = self.show(step, arrival);
        commands.extend(rest);
        commands
    }

    /// A step that is hidden by now gives way to the one before it.
    fn travel(&mut self, to: usize) -> Vec<Command> {
        if to >= self.definition.questions.len() {
            return Vec::new();
        }
        let shown = self.places(&self.journey());
        let nearest = shown.into_iter().take_while(|step| *step <= to).last();
        let nearest = nearest.filter(|step| *step != self.current);
        nearest.map(|step| self.leave_for(step, Arrival::Travelled)).unwrap_or_default()
    }

    fn show(&mut self, step: usize, arrival: Arrival) -> Vec<Command> {
        self.current = step;
        self.lingering = None;
        self.arrival = Some(arrival);
        self.has_error = false;
        self.errors.clear();
        self.is_reviewing = false;
        vec![Command::Show { step, arrival }]
    }

    fn replied(&mut self, to: &Message, reply: Reply) -> Vec<Command> {
        match self.outbox.replied(to, reply) {
            // Submitted in another tab, or closed: the page without a question says which.
            Outcome::Refused { status: 409, .. } => {
                self.outbox.clear();
                self.typed = None;
                self.unfinished.clear();
                self.is_finished = true;
                vec![Command::Finish]
            }
            Outcome::Accepted(Message::Submission) => {
                self.unfinished.clear();
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
        let Message::Answer { item, answer } = message else { return };
        if self.answers.get(item) == answer.as_ref() {
            self.answers.remove(item);
        }
    }

    /// Asks again for the answers that the server objects to, whatever this page believes about them.
    fn go_back_to_open(&mut self, paths: &[String]) -> Vec<Command> {
        let named: Vec<QuestionId> = {
            let items = self.definition.items().map(|item| item.id);
            items.filter(|id| paths.iter().any(|path| path.strip_prefix("answers.") == Some(id.as_str()))).collect()
        };
        for item in &named {
            self.answers.remove(item);
        }
        let first_named = named.first().and_then(|item| self.step_of(item));
        let Some(step) = self.next_open().or(first_named) else {
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

    /// As [`Self::send`], where something waits.
    fn send_news(&mut self) -> Vec<Command> {
        if self.outbox.has_sent_all() { Vec::new() } else { self.send() }
    }

    fn send(&mut self) -> Vec<Command> {
        let message = self.outbox.next();
        let state = self.outbox.state();
        // Skipping the first question sends nothing, and "saved" would be news about nothing.
        let is_news = self.save_state != SaveState::Quiet || !self.answers.is_empty();
        if message.is_some() || state != SaveState::Saved || is_news {
            self.save_state = state;
        }
        if self.is_reviewing && self.outbox.is_empty() {
            return vec![Command::Review];
        }
        message.map(Command::Send).into_iter().collect()
    }
}

/// What is missing or wrong, as codes.
fn mistakes(readings: &Readings) -> Vec<Mistake> {
    let mistake = |(item, reading): &(QuestionId, Reading)| Some((item.clone(), reading.as_ref().err()?.code()));
    readings.iter().filter_map(mistake).collect()
}

/// True if no field is missing or wrong.
fn is_whole(readings: &Readings) -> bool {
    readings.iter().all(|(_, reading)| reading.is_ok())
}
