//! The respondent's place in the quiz, and the consequences of each event.

use std::sync::Arc;

use domain::{Answer, Answers, Definition, FieldCode, Journey, Question, QuestionId, form::Reading};

use super::{
    event::{Arrival, Command, Event, Position, Readings},
    message::{Message, Reply, SaveState},
    outbox::{Delivery, Outbox},
};

mod replies;
mod restoring;
mod route;
mod tapping;

/// An item with the code of its error.
pub(super) type ItemError = (QuestionId, FieldCode);

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is true or false on its own")]
pub struct Stepper {
    definition: Arc<Definition>,
    language: String,
    has_review: bool,
    current: usize,
    /// The answers that determine the journey: the valid ones of this page, and the server's where the page has changed
    /// nothing.
    answers: Answers,
    /// Items that the server may have an answer to.
    sent: Vec<QuestionId>,
    /// Answers withdrawn on this page, which the submission withdraws again.
    withdrawn: Vec<QuestionId>,
    /// Typed text that has not come to rest.
    typed: Option<(usize, Readings)>,
    /// The number of typing events. Each restarts the rest.
    typings: u32,
    /// Steps with a field that cannot be saved yet.
    unfinished: Vec<usize>,
    /// `None` at the step that the page opened with.
    arrival: Option<Arrival>,
    /// True if the respondent was told that the current step has an error.
    has_error: bool,
    /// The errors by item; empty on a page that opened with errors.
    errors: Vec<ItemError>,
    save_state: SaveState,
    outbox: Outbox,
    /// The number of waits so far. After an early retry, the timer of its wait must not cut short the next one.
    waits: u32,
    /// The time of the last press or tap that led on.
    left_at: f64,
    /// The number of taps so far. Each restarts the delay.
    taps: u32,
    /// The tap that leads on after its delay.
    lingering: Option<u32>,
    tapped: (i32, i32),
    /// Set once the end was reached with questions open: from then on only open questions are visited.
    is_catching_up: bool,
    /// True if the review page follows as soon as all answers are saved.
    is_reviewing: bool,
    /// True once the server has confirmed that it has everything.
    is_finished: bool,
}

impl Stepper {
    /// At the step `current`, with the server's answers.
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

    pub fn with_error(self, has_error: bool) -> Self {
        Self { has_error, ..self }
    }

    /// `has_review` if the quiz has a review page; `is_review` for a respondent who came from there.
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

    /// The errors of the current step, once they were shown to the respondent.
    pub fn errors(&self) -> &[ItemError] {
        &self.errors
    }

    pub fn save_state(&self) -> SaveState {
        self.save_state
    }

    /// True while the end waits for the server.
    pub fn is_ending(&self) -> bool {
        self.is_reviewing || self.save_state == SaveState::Finishing
    }

    /// The answers to shown questions, and the withdrawn ones.
    pub fn submission(&self) -> (Answers, &[QuestionId]) {
        (self.journey().answers, &self.withdrawn)
    }

    /// Returns the resulting commands, in order.
    pub fn handle(&mut self, event: Event) -> Vec<Command> {
        // Nothing can change while the submission is in flight.
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
                let before = self.position().before;
                before.map(|step| self.leave_for(step, Arrival::Back)).unwrap_or_default()
            }
            // The page is about to close.
            Event::Travelled(_) if self.is_finished => Vec::new(),
            Event::Travelled(step) => self.travel(step),
            Event::Replied { to, reply } => self.replied(&to, reply),
            Event::Waited { number } if number == self.waits && self.outbox.wake() => self.send(),
            Event::Retry if self.outbox.wake() => self.send(),
            Event::Restore { fields, is_submitted } if !is_locked => self.restore(fields, is_submitted),
            // Gives up only what the server refused.
            Event::Reload if self.outbox.has_sent_all() => {
                self.outbox.clear();
                vec![Command::Reload { step: self.current }]
            }
            _ => Vec::new(),
        }
    }

    fn journey(&self) -> Journey<'_> {
        self.definition.journey(&self.answers, &self.language)
    }

    fn step_of(&self, item: &QuestionId) -> Option<usize> {
        let asks = |question: &Question| {
            item.as_str().starts_with(question.id.as_str()) && question.items().iter().any(|part| part.id == *item)
        };
        self.definition.questions.iter().position(asks)
    }

    /// Takes over the answers of a step, and queues those that differ from the ones sent last.
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
        // The choice differs from the tap's, so it was made with a key.
        if readings.iter().any(differs) {
            self.lingering = None;
        }
        // The next press is intentional, however soon it comes.
        self.left_at = f64::MIN;
        self.take(step, readings);
        let mut commands = self.send_news();
        commands.extend(calm);
        commands
    }

    /// Typed text is saved at rest: most letters are not the last.
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

    /// Drops errors that were corrected, and those of fields that are not asked any more.
    fn mend(&mut self, step: usize, readings: &Readings) -> Option<Command> {
        if !self.has_error || step != self.current {
            return None;
        }
        let left = mistakes(readings);
        if self.errors.is_empty() {
            // The errors that the page opened with.
            self.errors = left;
        } else {
            self.errors.retain(|(item, _)| left.iter().any(|(wrong, _)| wrong == item));
        }
        if self.errors.is_empty() { self.calm() } else { None }
    }

    fn calm(&mut self) -> Option<Command> {
        self.errors.clear();
        std::mem::take(&mut self.has_error).then_some(Command::ClearError { step: self.current })
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
        // The server accepts more forms of dates and can explain errors.
        commands.push(
            if matches!(errors[..], [(_, FieldCode::NotADate(_))]) && self.save_state != SaveState::Waiting {
                // `take` has added it last.
                self.unfinished.pop();
                Command::Post { step: self.current }
            } else {
                self.ask(errors)
            },
        );
        commands
    }

    fn ask(&mut self, errors: Vec<ItemError>) -> Command {
        self.has_error = true;
        self.errors = errors;
        Command::AskForAnswer { step: self.current }
    }

    /// The required items of the current step without an answer.
    fn open_items(&self) -> Vec<ItemError> {
        let id = &self.definition.questions[self.current].id;
        let journey = self.journey();
        let items = journey.items.iter().filter(|item| item.question.id == *id && item.is_required());
        let open = items.filter(|item| !journey.answers.contains_key(&item.id));
        open.map(|item| (item.id.clone(), FieldCode::Required)).collect()
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

    /// Goes to the next step; after the last one to open steps, then to the submission.
    fn advance(&mut self, at: f64) -> Vec<Command> {
        self.left_at = at;
        self.lingering = None;
        let route = self.route();
        let is_past_end = self.is_catching_up || self.position_of(&route).after.is_none();
        let target = self.next(&route);
        self.is_catching_up = is_past_end && target.is_some();
        let mut commands = Vec::new();
        match target {
            Some(step) => commands.extend(self.show(step, Arrival::Forward)),
            None if route.has_review => self.is_reviewing = true,
            None => self.outbox.push(Message::Submission),
        }
        commands.extend(self.calm());
        commands.extend(self.send());
        commands
    }

    fn leave_for(&mut self, step: usize, arrival: Arrival) -> Vec<Command> {
        let rest = self.rest();
        let mut commands = self.show(step, arrival);
        commands.extend(rest);
        commands
    }

    /// A step that is hidden by now is replaced by the one before it.
    fn travel(&mut self, to: usize) -> Vec<Command> {
        if to >= self.definition.questions.len() {
            return Vec::new();
        }
        let nearest = self.route().shown.into_iter().take_while(|step| *step <= to).last();
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

    /// As [`Self::send`], if something is queued.
    fn send_news(&mut self) -> Vec<Command> {
        if self.outbox.has_sent_all() { Vec::new() } else { self.send() }
    }

    fn send(&mut self) -> Vec<Command> {
        let message = self.outbox.next();
        let state = self.outbox.state();
        // Skipping the first question sends nothing, so "saved" would be misleading.
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

/// Missing and invalid items.
fn mistakes(readings: &Readings) -> Vec<ItemError> {
    let mistake = |(item, reading): &(QuestionId, Reading)| Some((item.clone(), reading.as_ref().err()?.clone()));
    readings.iter().filter_map(mistake).collect()
}

/// True if no field is missing or invalid.
fn is_whole(readings: &Readings) -> bool {
    readings.iter().all(|(_, reading)| reading.is_ok())
}
