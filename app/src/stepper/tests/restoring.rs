//! What a page leaves unsent, and the page that takes it up.

use super::*;

fn unsent(page: &Page) -> Vec<Message> {
    page.unsent().cloned().collect()
}

fn message(question: &str, option: &str) -> Message {
    let option = Some(option.to_owned()).filter(|option| !option.is_empty());
    Message::Answer { question: question.to_owned(), option }
}

/// A page that opens with what another one left.
fn after(left: &Page, required: &[bool]) -> (Page, Vec<Command>) {
    let mut page = quiz(required);
    let commands = page.handle(Event::Restore(unsent(left)));
    (page, commands)
}

#[test]
fn what_is_accepted_is_not_kept() {
    let mut page = quiz(&[true, true]);
    assert_eq!(unsent(&page), []);
    choose(&mut page, "a");
    assert_eq!(unsent(&page), [message("q0", "a")]);
    page.hear(later(None));
    page.check("b");
    assert_eq!(unsent(&page), [message("q0", "a"), message("q1", "b")]);
    page.handle(Event::Retry);
    page.hear(ACCEPTED);
    assert_eq!(unsent(&page), [message("q1", "b")]);
    page.hear(ACCEPTED);
    assert_eq!(unsent(&page), []);
}

#[test]
fn answers_that_could_not_be_sent_are_taken_up_and_lead_on() {
    let mut left = quiz(&[true, false, true, true]);
    choose(&mut left, "a");
    left.hear(later(None));
    choose(&mut left, "b");
    let (mut page, commands) = after(&left, &[true, false, true, true]);
    assert_eq!(commands, [show(2), answer("q0", "a")]);
    assert_eq!((page.choice(0), page.choice(1), page.choice(2)), (Some("a"), Some("b"), None));
    assert!(page.is_unsaved());
    assert_eq!(page.hear(ACCEPTED), [answer("q1", "b")]);
    page.hear(ACCEPTED);
    assert_eq!((page.save_state(), unsent(&page)), (SaveState::Saved, Vec::new()));
}

#[test]
fn a_withdrawal_is_taken_up_and_a_required_answer_never_withdrawn() {
    let mut left = quiz(&[false, true]);
    left.check("a");
    left.hear(ACCEPTED);
    left.handle(Event::Skip { at: 1000.0 });
    assert_eq!(unsent(&left), [message("q0", "")]);
    let saved = Some("a".to_owned());
    let mut page = page(vec![Step { answer: saved.clone(), choice: saved, ..step("q0", false) }, step("q1", true)]);
    assert_eq!(page.handle(Event::Restore(unsent(&left))), [show(1), withdrawal("q0")]);
    assert_eq!(page.choice(0), None);
    let mut other = quiz(&[true]);
    other.check("a");
    other.hear(ACCEPTED);
    assert_eq!(other.handle(Event::Restore(vec![message("q0", ""), message("elsewhere", "a")])), []);
    assert_eq!(other.choice(0), Some("a"));
}

#[test]
fn a_submission_that_waited_is_sent_with_everything() {
    let mut left = quiz(&[true, true]);
    choose(&mut left, "a");
    left.hear(later(None));
    choose(&mut left, "b");
    assert_eq!(left.save_state(), SaveState::ResultWaiting);
    let (mut page, commands) = after(&left, &[true, true]);
    assert_eq!(commands, [show(1), SUBMIT]);
    assert_eq!(page.hear(ACCEPTED), [Command::Finish]);
    // Not while something is missing.
    let (page, commands) = after(&left, &[true, true, true]);
    assert_eq!(commands, [show(2), answer("q0", "a")]);
    assert_eq!(page.save_state(), SaveState::Saving);
}

#[test]
fn a_question_that_was_not_answered_offline_stays() {
    let mut left = quiz(&[true, true, true]);
    choose(&mut left, "a");
    let mut page = quiz(&[true, true, true]);
    page.handle(Event::Travelled(2));
    assert_eq!(page.handle(Event::Restore(unsent(&left))), [answer("q0", "a")]);
    assert_eq!(page.current(), 2);
    assert_eq!(page.handle(Event::Restore(Vec::new())), []);
}
