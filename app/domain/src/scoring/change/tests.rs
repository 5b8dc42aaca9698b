use proptest::prelude::*;

use super::*;

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn rule(json: &str) -> ChangeRule {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

fn judged(rule: &ChangeRule, before: &str, now: &str) -> (Verdict, Option<String>, Option<String>) {
    let Judged { verdict, rci, smallest, .. } = rule.judge(number(before), number(now));
    (verdict, rci.map(|rci| rci.to_string()), smallest.map(|smallest| smallest.to_string()))
}

#[test]
fn the_published_example_is_reliably_better_and_not_recovered() {
    let rule = rule(r#"{ "better": "higher", "sd": 7.5, "reliability": 0.80, "cutoff": 50 }"#);
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(judged(&rule, "32.5", "47.5"), (Verdict::Better, told("3.16"), told("9.3")));
    assert_eq!(judged(&rule, "32.5", "41.5"), (Verdict::Same, told("1.9"), told("9.3")));
    assert_eq!(rule.judge(number("32.5"), number("47.5")).difference, Some(number("15")));
    // 9.297 is the bound itself.
    assert_eq!(judged(&rule, "32.5", "41.797").0, Verdict::Same);
    assert_eq!(judged(&rule, "32.5", "41.798").0, Verdict::Better);
    assert_eq!(judged(&rule, "47.5", "32.5"), (Verdict::Worse, told("-3.16"), told("9.3")));
}

#[test]
fn a_recovery_begins_on_the_worse_side_of_the_cutoff_and_ends_past_it() {
    let higher = rule(r#"{ "better": "higher", "points": 5, "cutoff": 50 }"#);
    for (before, now, verdict) in [
        ("44", "50", Verdict::Better),
        ("44", "51", Verdict::Recovered),
        ("50", "55", Verdict::Recovered),
        ("51", "60", Verdict::Better),
        ("49", "51", Verdict::Same),
        ("60", "40", Verdict::Worse),
    ] {
        assert_eq!(higher.judge(number(before), number(now)).verdict, verdict, "{before} to {now}");
    }
    let lower = rule(r#"{ "better": "lower", "points": 5, "cutoff": 10 }"#);
    for (before, now, verdict) in
        [("15", "10", Verdict::Better), ("15", "9.9", Verdict::Recovered), ("4", "9.9", Verdict::Worse)]
    {
        assert_eq!(lower.judge(number(before), number(now)).verdict, verdict, "{before} to {now}");
    }
}

#[test]
fn either_points_or_a_share_of_the_score_before_is_enough() {
    let rule = rule(r#"{ "better": "lower", "percent": 21, "points": 2 }"#);
    for (before, now, verdict, smallest) in [
        ("20", "18", Verdict::Better, "2"),
        ("20", "18.1", Verdict::Same, "2"),
        ("4", "3.16", Verdict::Better, "0.84"),
        ("4", "3.2", Verdict::Same, "0.84"),
        ("-4", "-3", Verdict::Worse, "0.84"),
        ("0", "-1.9", Verdict::Same, "2"),
        ("0", "2", Verdict::Worse, "2"),
        ("0.1", "0.1", Verdict::Same, "0.03"),
    ] {
        let told = judged(&rule, before, now);
        assert_eq!(told, (verdict, None, Some(smallest.to_owned())), "{before} to {now}");
    }
    let share = self::rule(r#"{ "better": "higher", "percent": 21 }"#);
    assert_eq!(judged(&share, "0", "90"), (Verdict::Same, None, None));
}

#[test]
fn half_a_hundredth_of_an_index_is_rounded_away_from_zero() {
    // The root of 2 (1 − 0.5) is 1.
    let rule = rule(r#"{ "better": "higher", "sd": 8, "reliability": 0.5 }"#);
    assert_eq!(judged(&rule, "0", "1").1.as_deref(), Some("0.13"));
    assert_eq!(judged(&rule, "1", "0").1.as_deref(), Some("-0.13"));
    // 1.96 itself is no reliable change.
    assert_eq!(judged(&rule, "0", "15.68"), (Verdict::Same, Some("1.96".to_owned()), Some("15.69".to_owned())));
    assert_eq!(judged(&rule, "0", "15.681").0, Verdict::Better);
}

#[test]
fn the_greatest_numbers_do_not_overflow() {
    let rule = rule(r#"{ "better": "higher", "sd": 0.001, "reliability": 0.999 }"#);
    let judged = rule.judge(Decimal::MIN, Decimal::MAX);
    assert_eq!((judged.verdict, judged.difference, judged.rci), (Verdict::Better, None, None));
    let share = ChangeRule { sd: None, reliability: None, percent: Some(Decimal::whole(1_000_000)), ..rule };
    assert_eq!(share.judge(Decimal::MIN, Decimal::MAX).verdict, Verdict::Same);
}

fn any_rule() -> impl Strategy<Value = ChangeRule> {
    let thousandths = |thousandths: i64| Decimal::from_thousandths(thousandths.into());
    let rule = move |(kind, one, two, cutoff): (u8, i64, i64, Option<i64>)| {
        let [noise, points, percent] = [kind == 0, kind == 1 || kind == 3, kind >= 2];
        ChangeRule {
            better: Better::Higher,
            sd: thousandths(one).filter(|_| noise),
            reliability: thousandths(two % 1000).filter(|_| noise),
            points: thousandths(one).filter(|_| points),
            percent: thousandths(two).filter(|_| percent),
            cutoff: cutoff.and_then(thousandths),
        }
    };
    (0..4_u8, 1..30_000_i64, 1..90_000_i64, proptest::option::of(-90_000..90_000_i64)).prop_map(rule)
}

fn any_score() -> impl Strategy<Value = Decimal> {
    (-900..900_i64).prop_filter_map("in range", Decimal::from_tenths)
}

proptest! {
    #[test]
    fn turning_what_is_better_swaps_better_and_worse(rule in any_rule(), before in any_score(), now in any_score()) {
        let turned = ChangeRule { better: Better::Lower, ..rule };
        let (one, other) = (rule.judge(before, now), turned.judge(before, now));
        prop_assert_eq!(one.verdict.is_better(), other.verdict == Verdict::Worse);
        prop_assert_eq!(one.verdict == Verdict::Worse, other.verdict.is_better());
        prop_assert_eq!((one.difference, one.rci, one.smallest), (other.difference, other.rci, other.smallest));
    }

    #[test]
    fn scores_and_cutoff_with_other_signs_have_the_turned_verdict(rule in any_rule(), before in any_score(), now in any_score()) {
        let mirrored = ChangeRule { better: Better::Lower, cutoff: rule.cutoff.map(Decimal::negated), ..rule };
        let (one, other) = (rule.judge(before, now), mirrored.judge(before.negated(), now.negated()));
        prop_assert_eq!(one.verdict, other.verdict);
        prop_assert_eq!(one.rci.map(Decimal::negated), other.rci);
    }

    #[test]
    fn the_smallest_difference_counts_and_a_hundredth_less_does_not(rule in any_rule(), before in any_score()) {
        let Some(smallest) = rule.judge(before, before).smallest else { return Ok(()) };
        let after = |hundredths: i128| {
            let thousandths = i128::from(before.thousandths() + smallest.thousandths()) - 10 * hundredths;
            rule.judge(before, Decimal::from_thousandths(thousandths).unwrap_or_default()).verdict
        };
        prop_assert!(after(0).is_better(), "{:?}", smallest);
        prop_assert_eq!(after(1), Verdict::Same);
    }

    #[test]
    fn the_index_is_that_of_the_formula(sd in 1..30_000_i32, reliability in 0..1000_i32, before in any_score(), now in any_score()) {
        let rule = ChangeRule {
            better: Better::Higher,
            sd: Decimal::from_thousandths(sd.into()),
            reliability: Decimal::from_thousandths(reliability.into()),
            points: None,
            percent: None,
            cutoff: None,
        };
        let judged = rule.judge(before, now);
        let (sd, reliability) = (f64::from(sd) / 1000.0, f64::from(reliability) / 1000.0);
        let expected = (now.to_f64() - before.to_f64()) / (sd * (2.0 * (1.0 - reliability)).sqrt());
        let rci = judged.rci.map(Decimal::to_f64).unwrap_or_default();
        prop_assert!((rci - expected).abs() <= 0.005 + expected.abs() * 1e-9, "{} {}", rci, expected);
        if (expected.abs() - 1.96).abs() > 1e-6 {
            prop_assert_eq!(judged.verdict != Verdict::Same, expected.abs() > 1.96);
        }
    }
}
