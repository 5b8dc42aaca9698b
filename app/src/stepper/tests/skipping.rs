//! Skipping optional questions, and withdrawing their answers.

use super::*;

const SKIP: Event = Event::Skip { at: 1000.0 };

/// At the first of three optional questions, with an answer that the server has.
fn answered() -> Page {
    let mut page = quiz(&[false, false, false]);
    page.check("a");
    page.hear(ACCEPTED);
    page
}

#[test]
fn an_optional_question_can_be_skipped_and_a_required_one_cannot() {
    let mut page = quiz(&[false, true]);
    assert_eq!(page.handle(SKIP), [CLEAR, show(1)]);
    assert_eq!(page.save_state(), SaveState::Quiet);
    assert_eq!(page.handle(Event::Skip { at: 5000.0 }), []);
    assert_eq!(choose(&mut page, "a"), [answer("q1", "a"), SUBMIT]);
}

#[test]
fn skipping_withdraws_the_answer() {
    let mut page = answered();
    assert_eq!(page.handle(SKIP), [CLEAR, show(1), withdrawal("q0")]);
    assert_eq!((page.save_state(), page.choice(0)), (SaveState::Saving, None));
    assert_eq!(page.hear(ACCEPTED), []);
    // Even though no answer is left.
    assert_eq!(page.save_state(), SaveState::Saved);
    page.handle(Event::Back);
    assert_eq!(page.handle(Event::Skip { at: 2000.0 }), [CLEAR, show(1)], "once is enough");
}

#[test]
fn a_withdrawal_replaces_the_answer_that_still_waits() {
    let mut page = quiz(&[false, false]);
    page.check("a");
    page.hear(later(None));
    assert_eq!(page.handle(SKIP), [CLEAR, show(1)]);
    assert_eq!(page.handle(Event::Retry), [withdrawal("q0")]);
    assert_eq!(page.hear(ACCEPTED), []);
    assert_eq!(page.save_state(), SaveState::Saved);
}

#[test]
fn a_withdrawal_of_an_answer_on_its_way_is_sent_after_it() {
    let mut page = quiz(&[false, false]);
    page.check("a");
    assert_eq!(page.handle(SKIP), [CLEAR, show(1)]);
    assert_eq!(page.hear(ACCEPTED), [withdrawal("q0")]);
}

#[test]
fn the_submission_says_what_was_withdrawn_and_does_not_wait_for_it() {
    let mut page = answered();
    page.handle(SKIP);
    assert_eq!(choose(&mut page, "b"), [show(2)]);
    assert_eq!(choose(&mut page, "c"), [SUBMIT]);
    let (answers, withdrawn) = page.submission();
    assert_eq!((answers.len(), withdrawn), (2, &[id("q0")][..]));
    assert_eq!(page.hear(ACCEPTED), [Command::Finish]);
}

#[test]
fn a_question_that_was_skipped_can_be_answered_after_all() {
    let mut page = answered();
    page.handle(SKIP);
    page.hear(ACCEPTED);
    page.handle(Event::Back);
    assert_eq!(page.check("a"), [answer("q0", "a")]);
    assert!(page.submission().1.is_empty());
    assert_eq!(page.choice(0), Some("a"));
}
