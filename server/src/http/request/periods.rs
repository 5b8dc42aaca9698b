//! Counts by day, or by week if there are many days.

use std::collections::BTreeMap;

use domain::{Day, DayCounts, Timestamp};

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(in crate::http) struct Periods {
    /// `day`, `week` or `four weeks`.
    pub(in crate::http) unit: &'static str,
    /// Without gaps, oldest first.
    pub(in crate::http) all: Vec<Period>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::http) struct Period {
    pub(in crate::http) first: Day,
    pub(in crate::http) last: Day,
    /// Its first day, for example `20 Nov 2026`, and the same without the year.
    pub(in crate::http) label: String,
    pub(in crate::http) short: String,
    pub(in crate::http) started: u64,
    pub(in crate::http) completed: u64,
    pub(in crate::http) is_open: bool,
}

/// The maximum number of columns that stay distinct on a phone.
const MOST: i64 = 92;

/// Gapless periods of one day, one week or four weeks: of the requested span, or from the first active day to the last.
pub(in crate::http) fn periods(
    days: &BTreeMap<Day, DayCounts>,
    span: (Option<Day>, Option<Day>),
    today: Day,
) -> Periods {
    let first = span.0.or(days.first_key_value().map(|(day, _)| *day));
    let last =
        span.1.or(days.last_key_value().map(|(day, _)| *day)).map(|day| day.min(today.max(first.unwrap_or(day))));
    let (Some(first), Some(last)) = (first, last) else { return Periods { unit: "day", all: Vec::new() } };
    let (first, last) = (first.number(), last.number());
    let (unit, length) = match last - first {
        ..MOST => ("day", 1),
        MOST..644 => ("week", 7),
        _ => ("four weeks", 28),
    };
    // Days beyond the requested span are not counted.
    let end = span.1.map_or(i64::MAX, Day::number);
    let period = |number: i64| {
        let day = Day::from_number(number);
        let last = Day::from_number((number + length - 1).min(end));
        Period {
            first: day,
            last,
            label: written(day.start(), "%-d %b %Y"),
            short: written(day.start(), "%-d %b"),
            started: 0,
            completed: 0,
            is_open: day <= today && today <= last,
        }
    };
    let step = usize::try_from(length).unwrap_or(1);
    let mut all: Vec<Period> = (first..=last).step_by(step).map(period).collect();
    for (day, counts) in days {
        let Ok(index) = usize::try_from((day.number() - first).div_euclid(length)) else { continue };
        if let Some(period) = all.get_mut(index) {
            period.started += counts.started;
            period.completed += counts.completed;
        }
    }
    Periods { unit, all }
}

/// `1–30 Nov 2026`, `28 Oct – 3 Nov 2026`, `From 5 Nov 2026`, or `All time`.
pub(in crate::http) fn span_in_words(span: (Option<Day>, Option<Day>)) -> String {
    let day = |day: Day, format: &str| written(day.start(), format);
    let whole = "%-d %b %Y";
    match span {
        (None, None) => "All time".to_owned(),
        (Some(first), None) => format!("From {}", day(first, whole)),
        (None, Some(last)) => format!("Until {}", day(last, whole)),
        (Some(first), Some(last)) if first == last => day(first, whole),
        (Some(first), Some(last)) => {
            let is_same = |format: &str| day(first, format) == day(last, format);
            let (from, line) = match (is_same("%Y %m"), is_same("%Y")) {
                (true, _) => (day(first, "%-d"), "–"),
                (false, true) => (day(first, "%-d %b"), " – "),
                (false, false) => (day(first, whole), " – "),
            };
            format!("{from}{line}{}", day(last, whole))
        }
    }
}

fn written(at: Timestamp, format: &str) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()));
    at.map(|at| at.strftime(format).to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i64]) -> Periods {
        let day = |number: &i64| (Day::from_number(*number), DayCounts { started: 2, completed: 1 });
        periods(&numbers.iter().map(day).collect(), (None, None), Day::from_number(20_780))
    }

    #[test]
    fn days_without_activity_are_included_and_today_is_not_over() {
        let found = of(&[20_777, 20_780]);
        let counts: Vec<(&str, u64, bool)> =
            found.all.iter().map(|period| (period.label.as_str(), period.started, period.is_open)).collect();
        let [first, second] = [("20 Nov 2026", 2, false), ("21 Nov 2026", 0, false)];
        assert_eq!(counts, [first, second, ("22 Nov 2026", 0, false), ("23 Nov 2026", 2, true)]);
        assert_eq!(of(&[]).all, []);
    }

    #[test]
    fn many_days_become_weeks_without_losing_counts() {
        for (last, unit, columns) in [(91, "day", 92), (92, "week", 14), (643, "week", 92), (644, "four weeks", 24)] {
            let found = of(&[0, 7, last]);
            assert_eq!((found.unit, found.all.len()), (unit, columns), "{last}");
            assert_eq!(found.all.iter().map(|period| period.started).sum::<u64>(), 6);
        }
    }

    #[test]
    fn a_span_is_told_without_repeating_itself() {
        let day = |text: &str| crate::clock::parse_day(text);
        let told = |from: &str, to: &str| span_in_words((day(from), day(to)));
        assert_eq!(told("2026-11-01", "2026-11-30"), "1–30 Nov 2026");
        assert_eq!(told("2026-10-28", "2026-11-03"), "28 Oct – 3 Nov 2026");
        assert_eq!(told("2025-11-01", "2026-11-03"), "1 Nov 2025 – 3 Nov 2026");
        assert_eq!(told("2026-11-05", "2026-11-05"), "5 Nov 2026");
        assert_eq!([told("2026-11-05", ""), told("", "2026-11-05")], ["From 5 Nov 2026", "Until 5 Nov 2026"]);
        assert_eq!(told("", ""), "All time");
    }

    #[test]
    fn a_span_is_shown_whole_but_not_what_is_to_come() {
        let day = |number| Some(Day::from_number(number));
        let found = periods(&BTreeMap::new(), (day(20_770), day(20_790)), Day::from_number(20_780));
        assert_eq!((found.all.len(), found.all.last().map(|period| period.is_open)), (11, Some(true)));
        let weeks = periods(&BTreeMap::new(), (day(20_600), day(20_700)), Day::from_number(20_780));
        assert_eq!(weeks.all.last().map(|period| period.last), day(20_700));
    }
}
