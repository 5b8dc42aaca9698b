//! Texts and numbers, which are saved at rest, when they lose the focus, or with Continue.

use super::*;

fn text(text: &str) -> Readings {
    let reading = if text.is_empty() { Ok(None) } else { Ok(Some(Answer::Text(text.to_owned()))) };
    vec![(id("q0"), reading)]
}

fn wrong() -> Readings {
    vec![(id("q0"), Err(FieldCode::NulCharacter))]
}

fn saved(answer: &str) -> Command {
    let answer = (!answer.is_empty()).then(|| Answer::Text(answer.to_owned()));
    Command::Send(Message::Answer { item: id("q0"), answer })
}

fn type_in(page: &mut Page, readings: Readings) -> Vec<Command> {
    page.handle(Event::Typed { step: 0, readings })
}

#[test]
fn what_is_typed_is_saved_at_rest() {
    let mut page = quiz(&[false, true]);
    assert_eq!(type_in(&mut page, text("a")), [Command::Rest { number: 1 }]);
    assert_eq!(type_in(&mut page, text("at")), [Command::Rest { number: 2 }]);
    assert!(page.is_unsaved() && page.unsent() == (vec![0], false), "it is kept meanwhile");
    assert_eq!(page.handle(Event::Rested { number: 1 }), []);
    assert_eq!(page.handle(Event::Rested { number: 2 }), [saved("at")]);
    page.hear(ACCEPTED);
    assert!(!page.is_unsaved() && page.unsent().0.is_empty());
}

#[test]
fn leaving_the_field_or_the_question_saves_before_the_rest_is_over() {
    let mut page = quiz(&[false, false]);
    type_in(&mut page, text("at"));
    assert_eq!(page.handle(Event::Changed { step: 0, readings: text("at") }), [saved("at")]);
    assert_eq!(page.handle(Event::Rested { number: 1 }), []);
    let mut page = quiz(&[false, false]);
    type_in(&mut page, text("at"));
    assert_eq!(page.handle(Event::Continue { readings: text("at"), at: 0.0 }), [show(1), saved("at")]);
    let mut page = quiz(&[false, false]);
    type_in(&mut page, text("at"));
    assert_eq!(page.handle(Event::Travelled(1)), [Command::Show { step: 1, arrival: Arrival::Travelled }, saved("at")]);
}

#[test]
fn what_is_not_valid_yet_stays_on_the_device_and_keeps_the_end_away() {
    let mut page = quiz(&[false, false]);
    type_in(&mut page, wrong());
    assert_eq!(page.handle(Event::Rested { number: 1 }), []);
    assert_eq!((page.unsent(), page.is_unsaved()), ((vec![0], false), false));
    assert!(!page.has_error(), "it may be half of what will be typed");
    page.handle(Event::Travelled(1));
    page.forms[1] = Some("a".to_owned());
    assert_eq!(page.go_on(0.0), [show(0), answer("q1", "a")]);
    assert_eq!(page.handle(Event::Continue { readings: wrong(), at: 1000.0 }), [Command::AskForAnswer { step: 0 }]);
    assert_eq!(page.errors(), [(id("q0"), FieldCode::NulCharacter)]);
    assert_eq!(type_in(&mut page, text("at")), [Command::ClearError { step: 0 }, Command::Rest { number: 2 }]);
    assert!(!page.has_error());
}

#[test]
fn a_date_that_cannot_be_read_is_handed_to_the_server_unless_it_cannot_be_reached() {
    let date = || vec![(id("q0"), Err(FieldCode::NotADate(DateMistake::NoSuchDay)))];
    let mut page = quiz(&[false, false]);
    assert_eq!(page.handle(Event::Continue { readings: date(), at: 0.0 }), [Command::Post { step: 0 }]);
    assert_eq!((page.unsent(), page.has_error()), ((vec![], false), false), "the server has it, or sends it back");
    let mut page = quiz(&[false, false]);
    page.handle(Event::Changed { step: 0, readings: text("at") });
    page.hear(later(None));
    assert_eq!(page.handle(Event::Continue { readings: date(), at: 0.0 }), [Command::AskForAnswer { step: 0 }]);
}

#[test]
fn an_emptied_field_takes_the_answer_back() {
    let mut page = quiz(&[false, false]);
    page.handle(Event::Changed { step: 0, readings: text("at") });
    page.hear(ACCEPTED);
    // Also after an invalid value.
    page.handle(Event::Changed { step: 0, readings: wrong() });
    assert_eq!(page.handle(Event::Changed { step: 0, readings: text("") }), [saved("")]);
    assert_eq!(page.submission().1, [id("q0")]);
    assert_eq!(page.handle(Event::Changed { step: 0, readings: text("") }), [], "once is enough");
}

#[test]
fn what_an_earlier_page_could_not_save_is_taken_up_valid_or_not() {
    let mut page = quiz(&[false, false]);
    assert_eq!(page.handle(Event::Restore { fields: vec![(0, wrong())], is_submitted: false }), []);
    assert_eq!((page.current(), page.unsent()), (0, (vec![0], false)));
    let mut page = quiz(&[false, false]);
    let restored = page.handle(Event::Restore { fields: vec![(0, text("at"))], is_submitted: false });
    assert_eq!(restored, [show(1), saved("at")]);
}

/// The page has moved on by then.
#[test]
fn what_was_written_when_the_quiz_closed_is_handed_over() {
    let sent = || {
        let mut page = quiz(&[false, false]);
        type_in(&mut page, text("an essay"));
        page.handle(Event::Continue { readings: text("an essay"), at: 0.0 });
        page
    };
    assert_eq!(sent().hear(refused(Reply::CLOSED, &[])), [Command::Post { step: 0 }]);
    let mut page = sent();
    page.handle(Event::Typed { step: 1, readings: text("another") });
    assert_eq!(
        page.hear(refused(Reply::CLOSED, &[])),
        [Command::Post { step: 1 }],
        "what is being written comes first"
    );
}
