//! The stepper, driven through complete scenarios.

use std::sync::Arc;

use domain::{
    Answer, Answers, DateMistake, Definition, FieldCode, Indicator, Language, OptionId, OwnOption, Question,
    QuestionId, built_in_options,
};

use super::*;

mod kinds;
mod refusals;
mod restoring;
mod skipping;
mod tapping;
mod typing;

/// A page with its stepper, the state of its forms and the last request.
struct Page {
    stepper: Stepper,
    required: Vec<bool>,
    /// The checked option of each question.
    forms: Vec<Option<String>>,
    sent: Option<Message>,
}

impl Page {
    fn handle(&mut self, event: Event) -> Vec<Command> {
        let commands = self.stepper.handle(event);
        for command in &commands {
            match command {
                Command::Send(message) => self.sent = Some(message.clone()),
                Command::Clear { step } => self.forms[*step] = None,
                _ => {}
            }
        }
        commands
    }

    fn hear(&mut self, reply: Reply) -> Vec<Command> {
        let to = self.sent.clone().expect("something was sent");
        self.handle(Event::Replied { to, reply })
    }

    fn readings(&self, step: usize) -> Readings {
        let item = self.stepper.definition().questions[step].id.clone();
        let reading = match &self.forms[step] {
            Some(letter) => Ok(Some(Answer::Option(option(letter)))),
            None if self.required[step] => Err(FieldCode::Required),
            None => Ok(None),
        };
        vec![(item, reading)]
    }

    fn check(&mut self, letter: &str) -> Vec<Command> {
        let step = self.stepper.current();
        self.check_at(step, letter)
    }

    fn check_at(&mut self, step: usize, letter: &str) -> Vec<Command> {
        self.forms[step] = Some(letter.to_owned());
        let readings = self.readings(step);
        self.handle(Event::Changed { step, readings })
    }

    fn go_on(&mut self, at: f64) -> Vec<Command> {
        let readings = self.readings(self.stepper.current());
        self.handle(Event::Continue { readings, at })
    }

    /// The option that is the stepper's answer.
    fn choice(&self, step: usize) -> Option<&str> {
        let item = &self.stepper.definition().questions[step].id;
        let answer = self.stepper.answer(item).and_then(Answer::option)?;
        LETTERS.into_iter().find(|letter| option(letter) == *answer)
    }

    fn has_error_at(&self, step: usize) -> bool {
        self.stepper.has_error() && self.stepper.current() == step
    }
}

impl std::ops::Deref for Page {
    type Target = Stepper;

    fn deref(&self) -> &Stepper {
        &self.stepper
    }
}

const LETTERS: [&str; 5] = ["a", "b", "c", "d", "e"];

fn option(letter: &str) -> OptionId {
    let place = LETTERS.iter().position(|known| *known == letter).expect("a letter");
    built_in_options(Indicator::Fhn1)[place].clone()
}

fn id(text: &str) -> QuestionId {
    QuestionId::parse(text).expect("an id")
}

/// Questions with an option for each letter, and the answers that the server has.
fn page(questions: &[(&str, bool)], answers: &[(&str, &str)]) -> Page {
    let options = || LETTERS.map(|letter| OwnOption::new(option(letter), letter.into())).into();
    let asked = questions.iter().map(|(name, required)| Question::choice(id(name), *required, "?".into(), options()));
    let definition = Definition::of(Language::EN, asked.collect());
    let letter =
        |name: &str| answers.iter().find(|(answered, _)| *answered == name).map(|(_, letter)| (*letter).to_owned());
    let forms = questions.iter().map(|(name, _)| letter(name)).collect();
    let answers = answers.iter().map(|(name, letter)| (id(name), Answer::Option(option(letter)))).collect();
    Page {
        stepper: Stepper::new(Arc::new(definition), "en".to_owned(), answers, 0),
        required: questions.iter().map(|(_, required)| *required).collect(),
        forms,
        sent: None,
    }
}

fn quiz(required: &[bool]) -> Page {
    let names: Vec<String> = (0..required.len()).map(|index| format!("q{index}")).collect();
    let questions: Vec<(&str, bool)> = names.iter().map(String::as_str).zip(required.iter().copied()).collect();
    page(&questions, &[])
}

/// Checks an option of the current step and continues.
fn choose(page: &mut Page, letter: &str) -> Vec<Command> {
    let mut commands = page.check(letter);
    commands.extend(page.go_on(0.0));
    commands
}

/// Answers every question, up to the submission.
fn answer_all(page: &mut Page) {
    for _ in 0..page.forms.len() {
        page.check("a");
        page.hear(ACCEPTED);
        page.go_on(0.0);
    }
}

fn wait(milliseconds: u32, number: u32) -> Command {
    Command::Wait { milliseconds, number }
}

fn answer(question: &str, letter: &str) -> Command {
    Command::Send(message(question, letter))
}

fn withdrawal(question: &str) -> Command {
    Command::Send(message(question, ""))
}

fn message(question: &str, letter: &str) -> Message {
    let answer = (!letter.is_empty()).then(|| Answer::Option(option(letter)));
    Message::Answer { item: id(question), answer }
}

fn show(step: usize) -> Command {
    Command::Show { step, arrival: Arrival::Forward }
}

fn later(retry_after: Option<u32>) -> Reply {
    Reply::TryLater { retry_after }
}

/// A refusal that names these paths in the request.
fn refused(status: u16, paths: &[&str]) -> Reply {
    Reply::Refused { status, paths: paths.iter().map(|path| (*path).to_owned()).collect() }
}

const ACCEPTED: Reply = Reply::Accepted;
const CLEAR: Command = Command::Clear { step: 0 };
const SUBMIT: Command = Command::Send(Message::Submission);

#[test]
fn an_answer_moves_on_at_once_and_is_saved_meanwhile() {
    let mut stepper = quiz(&[true, true]);
    assert_eq!(choose(&mut stepper, "a"), [answer("q0", "a"), show(1)]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert!(stepper.is_unsaved());
    assert_eq!(stepper.hear(ACCEPTED), []);
    assert_eq!(stepper.save_state(), SaveState::Saved);
    assert!(!stepper.is_unsaved());
}

#[test]
fn nothing_chosen_is_asked_for_again_until_something_is() {
    let mut stepper = quiz(&[true, true]);
    assert_eq!(stepper.go_on(0.0), [Command::AskForAnswer { step: 0 }]);
    assert_eq!(stepper.current(), 0);
    assert!(stepper.has_error_at(0));
    assert_eq!(stepper.check("a"), [answer("q0", "a"), Command::ClearError { step: 0 }]);
    assert!(!stepper.has_error_at(0));
}

#[test]
fn the_submission_holds_all_answers_and_waits_for_none() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    // The first answer is still in flight.
    assert_eq!(stepper.check("b"), []);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.go_on(0.0), [SUBMIT]);
    assert_eq!(stepper.save_state(), SaveState::Finishing);
    // Its reply comes too late to matter.
    let Command::Send(to) = answer("q0", "a") else { unreachable!("it is sent") };
    assert_eq!(stepper.handle(Event::Replied { to, reply: refused(500, &[]) }), []);
    assert_eq!(stepper.hear(ACCEPTED), [Command::Finish]);
    assert_eq!(stepper.save_state(), SaveState::Finishing);
    assert!(!stepper.is_unsaved());
    assert_eq!(choose(&mut stepper, "c"), []);
}

#[test]
fn answers_behind_a_refused_submission_are_saved() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    choose(&mut stepper, "b");
    assert_eq!(
        stepper.hear(refused(422, &["answers.q1"])),
        [show(1), Command::AskForAnswer { step: 1 }, answer("q0", "a")]
    );
    assert!(stepper.has_error_at(1));
    assert_eq!(stepper.check("c"), [Command::ClearError { step: 1 }]);
    assert!(!stepper.has_error_at(1));
    assert_eq!(stepper.hear(ACCEPTED), [answer("q1", "c")]);
}

#[test]
fn a_failed_save_is_kept_and_tried_again_ever_more_slowly() {
    let mut stepper = quiz(&[true, true, true]);
    choose(&mut stepper, "a");
    assert_eq!(stepper.hear(later(None)), [wait(1000, 1)]);
    assert_eq!(stepper.save_state(), SaveState::Waiting);
    // A new answer does not bypass the queue while the network is down.
    assert_eq!(choose(&mut stepper, "b"), [show(2)]);
    assert_eq!(stepper.save_state(), SaveState::Waiting);
    assert_eq!(stepper.handle(Event::Retry), [answer("q0", "a")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(later(None)), [wait(2000, 2)]);
    assert_eq!(stepper.save_state(), SaveState::Waiting);
    stepper.handle(Event::Retry);
    assert_eq!(stepper.hear(ACCEPTED), [answer("q1", "b")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    // A success resets the backoff.
    assert_eq!(stepper.hear(later(Some(7))), [wait(7000, 3)]);
    assert_eq!(stepper.save_state(), SaveState::Waiting);
    assert!(stepper.is_unsaved());
}

#[test]
fn a_failed_submission_is_tried_again_too() {
    let mut stepper = quiz(&[true]);
    assert_eq!(choose(&mut stepper, "a"), [answer("q0", "a"), SUBMIT]);
    assert_eq!(stepper.hear(later(None)), [wait(1000, 1)]);
    assert_eq!(stepper.save_state(), SaveState::ResultWaiting);
    assert_eq!(stepper.handle(Event::Retry), [SUBMIT]);
    assert_eq!(stepper.save_state(), SaveState::Finishing);
}

#[test]
fn retrying_when_nothing_waits_sends_nothing_twice() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    assert_eq!(stepper.handle(Event::Retry), []);
    stepper.hear(ACCEPTED);
    assert_eq!(stepper.handle(Event::Retry), []);
    assert_eq!(stepper.hear(ACCEPTED), []);
}

#[test]
fn a_changed_mind_replaces_what_still_waits() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.hear(later(None));
    stepper.handle(Event::Back);
    choose(&mut stepper, "b");
    assert_eq!(stepper.handle(Event::Retry), [answer("q0", "b")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(ACCEPTED), []);
    assert_eq!(stepper.save_state(), SaveState::Saved);
}

#[test]
fn a_changed_mind_about_an_answer_on_its_way_is_sent_after_it() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.handle(Event::Back);
    choose(&mut stepper, "b");
    assert_eq!(stepper.hear(ACCEPTED), [answer("q0", "b")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
}

#[test]
fn going_back_while_the_submission_waits_takes_it_back() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.hear(ACCEPTED);
    choose(&mut stepper, "b");
    stepper.hear(later(None));
    stepper.handle(Event::Back);
    choose(&mut stepper, "c");
    assert_eq!(stepper.handle(Event::Retry), [answer("q1", "b")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(ACCEPTED), [answer("q0", "c")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(ACCEPTED), []);
    assert_eq!(stepper.save_state(), SaveState::Saved);
    assert_eq!(choose(&mut stepper, "b"), [SUBMIT]);
    assert_eq!(stepper.save_state(), SaveState::Finishing);
}

#[test]
fn a_timer_that_an_early_retry_overtook_does_nothing() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.hear(later(None));
    stepper.handle(Event::Retry);
    assert_eq!(stepper.hear(later(None)), [wait(2000, 2)]);
    assert_eq!(stepper.handle(Event::Waited { number: 1 }), []);
    assert_eq!(stepper.handle(Event::Waited { number: 2 }), [answer("q0", "a")]);
}

#[test]
fn the_second_press_of_a_double_click_does_not_meet_the_next_question() {
    let mut stepper = quiz(&[false, false, false]);
    assert_eq!(stepper.handle(Event::Skip { at: 1000.0 }), [CLEAR, show(1)]);
    assert_eq!(stepper.handle(Event::Skip { at: 1399.0 }), []);
    assert_eq!(stepper.handle(Event::Skip { at: 1400.0 }), [Command::Clear { step: 1 }, show(2)]);
    // Choosing an option in between shows that the press is intentional.
    stepper.check("a");
    assert_eq!(stepper.go_on(1401.0), [SUBMIT]);
}

#[test]
fn the_same_answer_again_is_not_sent_again() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.hear(ACCEPTED);
    assert_eq!(stepper.handle(Event::Back), [Command::Show { step: 0, arrival: Arrival::Back }]);
    assert_eq!(choose(&mut stepper, "a"), [show(1)]);
    assert_eq!(stepper.save_state(), SaveState::Saved);
}

#[test]
fn a_choice_that_is_saved_already_is_no_news() {
    let mut stepper = page(&[("q0", true)], &[("q0", "a")]);
    assert_eq!(stepper.check("a"), []);
    assert_eq!(stepper.save_state(), SaveState::Quiet);
}

#[test]
fn the_end_leads_back_to_what_was_left_open() {
    let mut stepper = quiz(&[true, true]);
    stepper.handle(Event::Travelled(1));
    assert_eq!(choose(&mut stepper, "b"), [answer("q1", "b"), show(0)]);
    stepper.hear(ACCEPTED);
    // And from there to the end, skipping answered questions.
    assert_eq!(choose(&mut stepper, "a"), [answer("q0", "a"), SUBMIT]);
}

#[test]
fn the_history_moves_without_making_more_of_it() {
    let mut stepper = quiz(&[true, true]);
    assert_eq!(stepper.handle(Event::Travelled(1)), [Command::Show { step: 1, arrival: Arrival::Travelled }]);
    // A link within the page moves the history too, but stays at its step.
    assert_eq!(stepper.handle(Event::Travelled(1)), []);
    assert_eq!(stepper.handle(Event::Travelled(2)), []);
    assert_eq!(quiz(&[true]).handle(Event::Back), []);
}

#[test]
fn once_finished_the_history_leads_to_no_step() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    choose(&mut stepper, "b");
    // Not before the server has everything.
    stepper.handle(Event::Travelled(0));
    assert_eq!(stepper.current(), 0);
    assert_eq!(stepper.hear(ACCEPTED), [Command::Finish]);
    // The page is being replaced by the result.
    assert_eq!(stepper.handle(Event::Travelled(1)), []);
    assert_eq!(stepper.current(), 0);
    assert_eq!(stepper.save_state(), SaveState::Finishing);
}

#[test]
fn statuses_are_read_by_what_can_be_done_about_them() {
    assert_eq!(Reply::of(200, None, Vec::new()), Reply::Accepted);
    for status in [408, 425, 429, 500, 503] {
        assert_eq!(Reply::of(status, Some(3), Vec::new()), Reply::TryLater { retry_after: Some(3) });
    }
    for status in [304, 400, 404, 409, 413, 422] {
        assert!(matches!(Reply::of(status, None, Vec::new()), Reply::Refused { .. }), "{status}");
    }
}
