//! State that a page leaves unsent, and the page that restores it.

use super::*;

/// A page that opens with the forms of another one.
fn after(left: &Page, mut page: Page) -> (Page, Vec<Command>) {
    let (steps, is_submitted) = left.unsent();
    for step in &steps {
        page.forms[*step] = left.forms[*step].clone();
    }
    let fields = steps.iter().map(|step| (*step, page.readings(*step))).collect();
    let commands = page.handle(Event::Restore { fields, is_submitted });
    (page, commands)
}

#[test]
fn what_is_accepted_is_not_kept() {
    let mut page = quiz(&[true, true]);
    assert_eq!(page.unsent(), (vec![], false));
    choose(&mut page, "a");
    assert_eq!(page.unsent(), (vec![0], false));
    page.hear(later(None));
    page.check("b");
    assert_eq!(page.unsent(), (vec![0, 1], false));
    page.handle(Event::Retry);
    page.hear(ACCEPTED);
    assert_eq!(page.unsent(), (vec![1], false));
    page.hear(ACCEPTED);
    assert_eq!(page.unsent(), (vec![], false));
}

#[test]
fn answers_that_could_not_be_sent_are_taken_up_and_lead_on() {
    let required = [true, false, true, true];
    let mut left = quiz(&required);
    choose(&mut left, "a");
    left.hear(later(None));
    choose(&mut left, "b");
    let (mut page, commands) = after(&left, quiz(&required));
    assert_eq!(commands, [show(2), answer("q0", "a")]);
    assert_eq!((page.choice(0), page.choice(1), page.choice(2)), (Some("a"), Some("b"), None));
    assert!(page.is_unsaved());
    assert_eq!(page.hear(ACCEPTED), [answer("q1", "b")]);
    page.hear(ACCEPTED);
    assert_eq!((page.save_state(), page.unsent()), (SaveState::Saved, (vec![], false)));
}

#[test]
fn a_withdrawal_is_taken_up_and_a_required_answer_never_withdrawn() {
    let mut left = quiz(&[false, true]);
    left.check("a");
    left.hear(ACCEPTED);
    left.handle(Event::Skip { at: 1000.0 });
    assert_eq!(left.unsent(), (vec![0], false));
    let (page, commands) = after(&left, page(&[("q0", false), ("q1", true)], &[("q0", "a")]));
    assert_eq!(commands, [show(1), withdrawal("q0")]);
    assert_eq!(page.choice(0), None);
    let mut other = quiz(&[true]);
    other.check("a");
    other.hear(ACCEPTED);
    other.forms[0] = None;
    let fields = vec![(0, other.readings(0))];
    assert_eq!(other.handle(Event::Restore { fields, is_submitted: false }), []);
    assert_eq!(other.unsent(), (vec![], false));
}

#[test]
fn a_submission_that_waited_is_sent_with_everything() {
    let mut left = quiz(&[true, true]);
    choose(&mut left, "a");
    left.hear(later(None));
    choose(&mut left, "b");
    assert_eq!((left.save_state(), left.unsent()), (SaveState::ResultWaiting, (vec![0, 1], true)));
    let (mut page, commands) = after(&left, quiz(&[true, true]));
    assert_eq!(commands, [show(1), SUBMIT]);
    assert_eq!(page.hear(ACCEPTED), [Command::Finish]);
    // Not while an answer is missing.
    let (page, commands) = after(&left, quiz(&[true, true, true]));
    assert_eq!(commands, [show(2), answer("q0", "a")]);
    assert_eq!(page.save_state(), SaveState::Saving);
}

#[test]
fn a_question_that_was_not_answered_offline_stays() {
    let mut left = quiz(&[true, true, true]);
    choose(&mut left, "a");
    let mut page = quiz(&[true, true, true]);
    page.handle(Event::Travelled(2));
    let (page, commands) = after(&left, page);
    assert_eq!(commands, [answer("q0", "a")]);
    assert_eq!(page.current(), 2);
    let (_, commands) = after(&quiz(&[true, true, true]), page);
    assert_eq!(commands, []);
}
