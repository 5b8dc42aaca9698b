use domain::QuizId;
use proptest::prelude::*;

use super::*;
use crate::clock::{parse_day, parse_rfc3339, to_date, to_rfc3339};

const ZONES: [&str; 7] = [
    "UTC",
    "Europe/Madrid",
    "America/Los_Angeles",
    "Asia/Kathmandu",
    // Clocks skip midnight there, or have it twice.
    "Africa/Cairo",
    "America/Havana",
    // It skipped a day in 2011.
    "Pacific/Apia",
];

fn plan(json: &str, zone: &str) -> Plan {
    let series = serde_json::from_str(json).expect("a series");
    Plan::new(&series, zone::find(zone).expect("a time zone"))
}

fn day(text: &str) -> Day {
    parse_day(text).expect("a day")
}

fn at(text: &str) -> Timestamp {
    parse_rfc3339(text).expect("a moment")
}

fn from(text: &str) -> Base {
    Base { day: day(text), number: 1 }
}

fn days(plan: &Plan, base: Base) -> Vec<String> {
    (1..).map_while(|number| plan.window(base, number)).map(|window| to_date(window.due)).collect()
}

fn person(base: Option<Base>, number: u32, next_at: &str) -> Enrolled {
    let next_at = Some(at(next_at));
    Enrolled { quiz: QuizId::from_random(1), user: "person".to_owned(), base, number, reminded: 0, next_at }
}

fn came(window: &Window) -> Occasion {
    Occasion {
        id: "occ".to_owned(),
        quiz: QuizId::from_random(1),
        user: "person".to_owned(),
        number: window.number,
        due: window.due,
        opens_at: window.opens,
        closes_at: window.closes,
        is_stopped: false,
        attempt: None,
        is_answered: false,
    }
}

#[test]
fn months_end_on_the_last_day_there_is_and_count_from_the_first() {
    let monthly = plan(r#"{"every":"P1M","times":6,"open":"P5D"}"#, "UTC");
    let expected = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"];
    assert_eq!(days(&monthly, from("2026-01-31")), expected);
    let leap = plan(r#"{"every":"P1M","times":3,"open":"P5D"}"#, "UTC");
    assert_eq!(days(&leap, from("2028-01-31")), ["2028-01-31", "2028-02-29", "2028-03-31"]);
    assert_eq!(days(&leap, from("2028-01-30")), ["2028-01-30", "2028-02-29", "2028-03-30"]);
    let yearly = plan(r#"{"every":"P12M","times":5,"open":"P1W"}"#, "UTC");
    let expected = ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"];
    assert_eq!(days(&yearly, from("2028-02-29")), expected);
}

#[test]
fn a_series_ends_after_so_many_occasions_or_on_a_day() {
    let weekly = |end: &str| plan(&format!(r#"{{"every":"P1W",{end},"open":"P1D"}}"#), "UTC");
    assert_eq!(days(&weekly(r#""times":2"#), from("2026-12-25")), ["2026-12-25", "2027-01-01"]);
    assert_eq!(days(&weekly(r#""until":"2027-01-01""#), from("2026-12-25")), ["2026-12-25", "2027-01-01"]);
    assert_eq!(days(&weekly(r#""until":"2026-12-31""#), from("2026-12-25")), ["2026-12-25"]);
    assert_eq!(days(&weekly(r#""until":"2026-12-24""#), from("2026-12-25")), [""; 0]);
    assert_eq!(days(&weekly(r#""until":"2200-01-01""#), from("2026-12-25")).len(), 1000, "none is endless");
}

#[test]
fn windows_are_whole_days_also_where_clocks_change() {
    for (zone, opens, closes) in [
        ("UTC", "2026-03-28T00:00:00Z", "2026-03-30T00:00:00Z"),
        ("Europe/Madrid", "2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("America/Los_Angeles", "2026-03-28T07:00:00Z", "2026-03-30T07:00:00Z"),
    ] {
        let window = plan(r#"{"every":"P1W","times":1,"open":"P2D"}"#, zone).window(from("2026-03-28"), 1);
        let window = window.expect("the first");
        assert_eq!((to_rfc3339(window.opens).as_str(), to_rfc3339(window.closes).as_str()), (opens, closes), "{zone}");
    }
}

#[test]
fn what_is_due_follows_the_clock() {
    let plan = plan(r#"{"every":"P2W","times":3,"open":"P5D","remind":["P2D","P4D"]}"#, "UTC");
    let mut person = person(None, 0, "2026-03-01T15:00:00Z");
    let mut last: Option<Occasion> = None;
    for (now, come, reminder, next) in [
        ("2026-03-01T15:00:01Z", Some(1), None, Some("2026-03-03T00:00:00Z")),
        ("2026-03-03T00:00:00Z", None, Some(1), Some("2026-03-05T00:00:00Z")),
        ("2026-03-05T09:00:00Z", None, Some(2), Some("2026-03-15T00:00:00Z")),
        // Late, so that a reminder is due at once, and is not sent beside it.
        ("2026-03-17T12:00:00Z", Some(2), None, Some("2026-03-19T00:00:00Z")),
        ("2026-03-29T00:00:00Z", Some(3), None, Some("2026-03-31T00:00:00Z")),
        ("2026-04-01T00:00:00Z", None, Some(1), Some("2026-04-02T00:00:00Z")),
        // Its window has passed.
        ("2026-04-03T00:00:00Z", None, None, None),
    ] {
        let due = plan.due(&person, last.as_ref(), at(now));
        assert_eq!(due.come.iter().map(|window| window.number).collect::<Vec<_>>(), come.map_or(vec![], |n| vec![n]));
        assert_eq!((due.reminder, due.next_at), (reminder, next.map(at)), "{now}");
        last = due.come.last().map(came).or(last);
        let number = come.unwrap_or(person.number);
        person = Enrolled { base: due.base, number, reminded: due.reminded, next_at: due.next_at, ..person };
    }
}

#[test]
fn who_has_begun_or_stopped_is_not_reminded() {
    let plan = plan(r#"{"every":"P2W","times":3,"open":"P5D","remind":["P2D"]}"#, "UTC");
    let base = from("2026-03-01");
    let person = person(Some(base), 1, "2026-03-03T00:00:00Z");
    let first = came(&plan.window(base, 1).expect("the first"));
    for settled in [Occasion { attempt: Some(1), ..first.clone() }, Occasion { is_stopped: true, ..first.clone() }] {
        let due = plan.due(&person, Some(&settled), at("2026-03-03T00:00:00Z"));
        assert_eq!((due.reminder, due.next_at), (None, Some(at("2026-03-15T00:00:00Z"))));
    }
    assert_eq!(plan.due(&person, Some(&first), at("2026-03-03T00:00:00Z")).reminder, Some(1));
}

#[test]
fn of_a_week_that_was_slept_through_all_occasions_come_and_only_the_last_is_open() {
    let daily = plan(r#"{"every":"P1D","times":30,"open":"P1D"}"#, "Europe/Madrid");
    let base = from("2026-03-25");
    let person = person(Some(base), 1, "2026-03-25T23:00:00Z");
    let first = came(&daily.window(base, 1).expect("the first"));
    let now = at("2026-03-31T12:00:00Z");
    let due = daily.due(&person, Some(&first), now);
    assert_eq!(due.come.iter().map(|window| window.number).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    let open: Vec<u32> = due.come.iter().filter(|window| now < window.closes).map(|window| window.number).collect();
    assert_eq!((open, due.next_at), (vec![7], Some(at("2026-03-31T22:00:00Z"))));
}

#[test]
fn a_change_of_the_plan_counts_from_the_last_occasion_and_repeats_nothing() {
    let old = plan(r#"{"every":"P28D","times":9,"open":"P28D"}"#, "UTC");
    let second = old.window(from("2026-03-01"), 2).expect("the second");
    assert_eq!(to_date(second.due), "2026-03-29");
    let new = plan(r#"{"every":"P1W","times":9,"open":"P2D"}"#, "UTC");
    // Counted anew, while the second is still open until 26 April.
    let due = new.due(&person(None, 2, "2026-04-10T09:00:00Z"), Some(&came(&second)), at("2026-04-10T09:00:00Z"));
    assert_eq!((due.come.len(), due.next_at), (0, Some(at("2026-04-26T00:00:00Z"))));
    let base = due.base.expect("it counts from a day");
    let third = new.window(base, 3).expect("the third");
    assert_eq!((third.number, to_date(third.due).as_str()), (3, "2026-04-26"));
    // Long after it: nothing comes for the time between.
    let due = new.due(&person(None, 2, "2026-06-10T09:00:00Z"), Some(&came(&second)), at("2026-06-10T09:00:00Z"));
    assert_eq!((due.come.len(), due.next_at), (0, Some(at("2026-06-14T00:00:00Z"))));
    // Without a change of `every` the days stay, and a last window that is longer is waited for.
    let shifted = Enrolled { base: Some(from("2026-03-01")), ..person(None, 2, "2026-04-10T09:00:00Z") };
    let long = Occasion { closes_at: at("2026-04-30T00:00:00Z"), ..came(&second) };
    let due = old.due(&shifted, Some(&long), at("2026-04-29T00:00:00Z"));
    assert_eq!((due.come.len(), due.next_at), (0, Some(at("2026-04-30T00:00:00Z"))));
}

fn periods() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..=60_u16).prop_map(|days| format!("P{days}D")),
        (1..=9_u16).prop_map(|weeks| format!("P{weeks}W")),
        (1..=14_u16).prop_map(|months| format!("P{months}M")),
    ]
}

proptest! {
    /// For all plans that are taken, in all zones, from all days.
    #[test]
    fn windows_never_overlap(
        every in periods(), open in periods(), first in 14_000_i64..30_000, zone in prop::sample::select(ZONES.to_vec()),
    ) {
        let json = format!(
            r#"{{"name":"Q","anonymous":false,"series":{{"every":"{every}","times":40,"open":"{open}"}}}}"#
        );
        let input: domain::QuizInput = serde_json::from_str(&json).expect("a body");
        let Ok(quiz) = input.check(crate::random::option_id) else { return Ok(()) };
        let series = quiz.settings.series.expect("a series");
        let plan = Plan::new(&series, zone::find(zone).expect("a time zone"));
        let base = Base { day: Day::from_number(first), number: 1 };
        let windows: Vec<Window> = (1..=40).map_while(|number| plan.window(base, number)).collect();
        prop_assert_eq!(windows.len(), 40);
        for window in &windows {
            // Samoa's skipped day has no moment.
            prop_assert!(window.opens < window.closes || zone == "Pacific/Apia", "{window:?}");
        }
        for pair in windows.windows(2) {
            prop_assert!(pair[0].due < pair[1].due && pair[0].closes <= pair[1].opens, "{pair:?}");
        }
    }

    /// However a server looks at the clock, each occasion comes once, in order, and what is to come is later.
    #[test]
    fn each_occasion_comes_once(every in periods(), looks in prop::collection::vec(1_i64..4_000_000, 1..30)) {
        let json = format!(r#"{{"every":"{every}","times":20,"open":"P1D","remind":[]}}"#);
        let plan = plan(&json, "Europe/Madrid");
        let mut person = person(None, 0, "2026-01-31T10:00:00Z");
        let (mut last, mut now, mut next) = (None::<Occasion>, at("2026-01-31T10:00:00Z"), 1);
        for seconds in looks {
            now = now.later_by(seconds);
            let due = plan.due(&person, last.as_ref(), now);
            for window in &due.come {
                prop_assert_eq!(window.number, next);
                next += 1;
                prop_assert!(window.opens <= now);
            }
            prop_assert!(due.next_at.is_none_or(|at| now < at));
            last = due.come.last().map(came).or(last);
            let number = last.as_ref().map_or(0, |last| last.number);
            person = Enrolled { base: due.base, number, reminded: due.reminded, next_at: due.next_at, ..person };
        }
    }
}
