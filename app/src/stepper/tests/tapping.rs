//! Moving on after a tap.

use proptest::prelude::*;

use super::*;

/// Each option has its own position.
fn tap(page: &mut Page, letter: &str, at: f64) -> Vec<Command> {
    tap_at(page, letter, at, if letter == "a" { (40, 100) } else { (40, 160) })
}

fn tap_at(page: &mut Page, letter: &str, at: f64, place: (i32, i32)) -> Vec<Command> {
    tap_as(page, letter, at, place, true)
}

/// Only a tap that the page accepts changes its form.
fn tap_as(page: &mut Page, letter: &str, at: f64, place: (i32, i32), leads_on: bool) -> Vec<Command> {
    let step = page.current();
    if page.is_settled(at, place) {
        page.forms[step] = Some(letter.to_owned());
    }
    let readings = vec![(id(&format!("q{step}")), Ok(Some(Answer::Option(option(letter)))))];
    page.handle(Event::Tap { step, readings, at, place, leads_on })
}

fn linger(number: u32) -> Command {
    Command::AutoAdvance { number }
}

/// The delay of a tap has passed.
fn over(page: &mut Page, number: u32, at: f64) -> Vec<Command> {
    let readings = page.readings(page.current());
    page.handle(Event::Lingered { number, readings, at })
}

#[test]
fn a_tap_is_saved_at_once_and_leads_on_after_its_moment() {
    let mut page = quiz(&[true, true]);
    assert_eq!(tap(&mut page, "a", 1000.0), [answer("q0", "a"), linger(1)]);
    assert_eq!(page.current(), 0);
    assert_eq!(over(&mut page, 1, 1350.0), [show(1)]);
    // One press undoes it, and the choice is kept.
    assert_eq!(page.handle(Event::Back), [Command::Show { step: 0, arrival: Arrival::Back }]);
    assert_eq!(page.choice(0), Some("a"));
    assert_eq!(over(&mut page, 1, 1400.0), []);
    // Choosing the same option again leads on too.
    assert_eq!(tap(&mut page, "a", 3000.0), [linger(2)]);
    assert_eq!(over(&mut page, 2, 3350.0), [show(1)]);
}

#[test]
fn a_second_tap_restarts_the_moment() {
    let mut page = quiz(&[true, true]);
    tap(&mut page, "a", 1000.0);
    assert_eq!(tap(&mut page, "b", 1300.0), [linger(2)]);
    assert_eq!(over(&mut page, 1, 1350.0), []);
    assert_eq!(page.current(), 0);
    assert_eq!(over(&mut page, 2, 1650.0), [show(1)]);
    assert_eq!(page.choice(0), Some("b"));
}

#[test]
fn a_tap_meant_for_the_step_before_is_ignored() {
    let mut page = quiz(&[true, true, true]);
    tap(&mut page, "a", 1000.0);
    over(&mut page, 1, 1350.0);
    assert!(!page.is_settled(1599.0, (40, 160)));
    assert_eq!(tap(&mut page, "b", 1599.0), []);
    assert_eq!(page.choice(1), None);
    // So is the button, pressed out of habit.
    assert_eq!(page.go_on(1700.0), []);
    assert_eq!(tap(&mut page, "b", 1600.0), [linger(2)]);
}

#[test]
fn a_slow_second_tap_at_the_same_place_does_not_answer_the_next_question() {
    let mut page = quiz(&[true, true, true]);
    tap_at(&mut page, "a", 1000.0, (40, 100));
    // The browser's click on the radio button of the label.
    let also = tap_at(&mut page, "a", 1000.0, (-9, -9));
    assert_eq!(also, [linger(2)]);
    over(&mut page, 2, 1350.0);
    for (at, place) in [(1620.0, (40, 100)), (1620.0, (64, 76)), (1949.0, (16, 124))] {
        assert_eq!(tap_at(&mut page, "b", at, place), []);
        assert_eq!(page.choice(1), None);
    }
    // Another position, or enough time to read.
    assert!(page.is_settled(1620.0, (65, 100)) && page.is_settled(1620.0, (40, 75)));
    assert_eq!(tap_at(&mut page, "a", 1950.0, (40, 100)), [linger(3)]);
    assert_eq!(over(&mut page, 3, 2300.0), [show(2)]);
}

#[test]
fn keys_choose_and_stay() {
    let mut page = quiz(&[true, true]);
    assert_eq!(page.check("a"), [answer("q0", "a")]);
    // The browser reports a tap's change as well, which ends nothing.
    tap(&mut page, "b", 1000.0);
    page.check("b");
    assert_eq!(over(&mut page, 1, 1350.0), [show(1)]);
    // A key that chooses another option during the delay does.
    page.handle(Event::Back);
    tap(&mut page, "a", 3000.0);
    page.check("b");
    assert_eq!(over(&mut page, 2, 3350.0), []);
    assert_eq!(page.current(), 0);
}

#[test]
fn without_the_wish_a_tap_only_chooses() {
    let mut page = quiz(&[true, true]);
    tap(&mut page, "a", 1000.0);
    assert_eq!(tap_as(&mut page, "b", 1100.0, (40, 160), false), []);
    assert_eq!(page.choice(0), Some("b"));
    assert_eq!(over(&mut page, 1, 1350.0), []);
}

#[test]
fn the_button_is_quicker_than_the_moment() {
    let mut page = quiz(&[true, true, true]);
    tap(&mut page, "a", 1000.0);
    assert_eq!(page.go_on(1100.0), [show(1)]);
    assert_eq!(over(&mut page, 1, 1350.0), []);
    assert_eq!(page.current(), 1);
}

#[test]
fn what_would_end_the_quiz_keeps_its_button() {
    let mut page = quiz(&[true, true, true]);
    page.handle(Event::Travelled(2));
    // Others are open, but the button here announces the end.
    assert_eq!(tap(&mut page, "a", 1000.0), [answer("q2", "a")]);
    assert_eq!(page.go_on(2000.0), [show(0)]);
    assert_eq!(tap(&mut page, "a", 3000.0), [linger(1)]);
    assert_eq!(over(&mut page, 1, 3350.0), [show(1)]);
    // The last open one.
    assert_eq!(tap(&mut page, "a", 4000.0), []);
    assert_eq!(page.go_on(5000.0), [SUBMIT]);
}

#[derive(Clone, Debug)]
enum Act {
    Tap(bool),
    Check(bool),
    Over,
    Continue,
    Skip,
    Back,
    Travel(usize),
    Reply,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        any::<bool>().prop_map(Act::Tap),
        any::<bool>().prop_map(Act::Check),
        Just(Act::Over),
        Just(Act::Continue),
        Just(Act::Skip),
        Just(Act::Back),
        (0..4_usize).prop_map(Act::Travel),
        Just(Act::Reply),
    ]
}

proptest! {
    #[test]
    fn going_on_by_itself_only_follows_a_tap_submits_nothing_and_is_undone_by_back(
        acts in proptest::collection::vec((act(), 1..600_u32), 0..60),
    ) {
        let mut page = quiz(&[true, false, true, true]);
        let mut now = 1000.0;
        let mut last = None;
        for (act, pause) in acts {
            now += f64::from(pause);
            let (step, was) = (page.current(), page.choice(page.current()).map(str::to_owned));
            let letter = |first| if first { "a" } else { "b" };
            let commands = match act {
                Act::Tap(first) => tap(&mut page, letter(first), now),
                Act::Check(first) => page.check(letter(first)),
                Act::Over => over(&mut page, last.unwrap_or(0), now),
                Act::Continue => page.go_on(now),
                Act::Skip => page.handle(Event::Skip { at: now }),
                Act::Back => page.handle(Event::Back),
                Act::Travel(to) => page.handle(Event::Travelled(to)),
                Act::Reply if page.sent.is_some() => page.hear(ACCEPTED),
                Act::Reply => Vec::new(),
            };
            if matches!(act, Act::Tap(_) | Act::Check(_)) {
                prop_assert_eq!(page.current(), step, "choosing stays");
            }
            if matches!(act, Act::Over) && !commands.is_empty() {
                prop_assert!(!commands.contains(&SUBMIT) && was.is_some());
                prop_assert_eq!(page.current(), step + 1);
                page.handle(Event::Back);
                prop_assert_eq!((page.current(), page.choice(step)), (step, was.as_deref()));
            }
            last = commands.iter().find_map(|command| match command {
                Command::AutoAdvance { number } => Some(*number),
                _ => None,
            }).or(last);
        }
    }
}
