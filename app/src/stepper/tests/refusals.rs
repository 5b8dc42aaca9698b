//! Answers and submissions that the server refuses.

use super::*;

#[test]
fn the_server_names_the_question_it_misses() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.hear(ACCEPTED);
    stepper.check("b");
    stepper.hear(ACCEPTED);
    stepper.go_on(0.0);
    assert_eq!(stepper.hear(refused(422, &["answers.q1"])), [show(1), Command::AskForAnswer { step: 1 }]);
    assert_eq!(stepper.save_state(), SaveState::Quiet);
    // The same option counts as a new answer now.
    assert_eq!(stepper.go_on(5000.0), [Command::ClearError { step: 1 }, SUBMIT]);
}

#[test]
fn the_questions_that_the_server_misses_come_one_after_the_other_and_no_others() {
    let mut stepper = quiz(&[true; 6]);
    answer_all(&mut stepper);
    assert_eq!(stepper.hear(refused(422, &["answers.q1", "answers.q4"]))[0], show(1));
    assert_eq!(choose(&mut stepper, "b"), [answer("q1", "b"), Command::ClearError { step: 1 }, show(4)]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    stepper.hear(ACCEPTED);
    assert_eq!(choose(&mut stepper, "b"), [answer("q4", "b"), SUBMIT]);
}

#[test]
fn questions_named_like_the_words_of_an_error_keep_their_answers() {
    let ids = ["path", "message", "answers", "error", "q"];
    let mut stepper = page(&ids.map(|id| (id, true)), &[]);
    answer_all(&mut stepper);
    assert_eq!(stepper.hear(refused(422, &["answers.q"]))[0], show(4));
    let answered: Vec<&str> = ids.into_iter().filter(|name| stepper.answer(&id(name)).is_some()).collect();
    assert_eq!(answered, ["path", "message", "answers", "error"]);
    assert_eq!(choose(&mut stepper, "b"), [answer("q", "b"), Command::ClearError { step: 4 }, SUBMIT]);
}

#[test]
fn a_refused_answer_keeps_none_behind_it_from_being_saved() {
    let mut stepper = quiz(&[true, true, true, true]);
    for option in ["a", "b", "c"] {
        choose(&mut stepper, option);
    }
    assert_eq!(stepper.hear(refused(422, &[])), [answer("q1", "b")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.handle(Event::Reload), [], "nothing that can be saved is given up");
    assert_eq!(stepper.hear(later(None)), [wait(1000, 1)]);
    assert_eq!(stepper.save_state(), SaveState::Waiting);
    assert_eq!(stepper.handle(Event::Reload), []);
    stepper.handle(Event::Retry);
    assert_eq!(stepper.hear(ACCEPTED), [answer("q2", "c")]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(ACCEPTED), []);
    assert_eq!(stepper.save_state(), SaveState::Refused);
    assert!(stepper.is_unsaved());
    assert_eq!(stepper.handle(Event::Reload), [Command::Reload { step: 3 }]);
    assert!(!stepper.is_unsaved());
}

#[test]
fn nothing_is_handed_in_without_an_answer_that_was_refused() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    stepper.check("b");
    assert_eq!(stepper.hear(refused(400, &[])), [answer("q1", "b")]);
    assert_eq!(stepper.hear(ACCEPTED), []);
    assert_eq!(stepper.save_state(), SaveState::Refused);
    // The end leads to the question whose answer was refused; the same option is sent again.
    assert_eq!(stepper.go_on(0.0), [show(0)]);
    assert_eq!(choose(&mut stepper, "a"), [answer("q0", "a"), SUBMIT]);
    stepper.hear(ACCEPTED);
    assert!(!stepper.is_unsaved());
}

#[test]
fn a_submission_that_is_refused_is_told_and_can_be_left() {
    let mut stepper = quiz(&[true]);
    stepper.check("a");
    stepper.hear(ACCEPTED);
    stepper.go_on(0.0);
    assert_eq!(stepper.hear(refused(400, &[])), []);
    assert_eq!(stepper.save_state(), SaveState::Refused);
    assert!(stepper.is_unsaved());
    assert_eq!(stepper.handle(Event::Reload), [Command::Reload { step: 0 }]);
}

#[test]
fn what_another_tab_submitted_leads_to_the_result() {
    let mut stepper = quiz(&[true, true]);
    stepper.check("a");
    assert_eq!(stepper.hear(refused(409, &[])), [Command::Finish]);
    assert!(!stepper.is_unsaved());
}

#[test]
fn where_the_quiz_closed_meanwhile_what_is_written_is_handed_over() {
    let mut stepper = quiz(&[true, true]);
    choose(&mut stepper, "a");
    assert_eq!(stepper.hear(refused(Reply::CLOSED, &[])), [Command::Post { step: 0 }]);
    assert!(!stepper.is_unsaved(), "nothing holds the page back");
}

#[test]
fn a_refusal_is_told_kept_and_left_by_reloading() {
    let mut stepper = quiz(&[true, true, true]);
    choose(&mut stepper, "a");
    assert_eq!(stepper.hear(refused(400, &[])), []);
    assert_eq!(stepper.save_state(), SaveState::Refused);
    assert_eq!(stepper.handle(Event::Retry), []);
    // Later answers are still saved.
    assert_eq!(choose(&mut stepper, "b"), [answer("q1", "b"), show(2)]);
    assert_eq!(stepper.save_state(), SaveState::Saving);
    assert_eq!(stepper.hear(refused(400, &[])), []);
    assert_eq!(stepper.save_state(), SaveState::Refused);
    assert!(stepper.is_unsaved());
    assert_eq!(stepper.handle(Event::Reload), [Command::Reload { step: 2 }]);
    assert!(!stepper.is_unsaved());
}
