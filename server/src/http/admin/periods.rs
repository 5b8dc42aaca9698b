//! Counts by day, or by week where there are many days.

use std::collections::BTreeMap;

use app::admin::{Period, Periods};
use domain::{Day, DayCounts};

use super::dates;

/// The most columns that stay distinct on a phone.
const MOST: i64 = 92;

/// Gapless periods of one day, one week or four weeks, from the first active day to the last.
pub(super) fn periods(days: &BTreeMap<Day, DayCounts>) -> Periods {
    let (Some((first, _)), Some((last, _))) = (days.first_key_value(), days.last_key_value()) else {
        return Periods { unit: "day", all: Vec::new() };
    };
    let (first, last) = (first.number(), last.number());
    let (unit, length) = match last - first {
        0..MOST => ("day", 1),
        ..644 => ("week", 7),
        _ => ("four weeks", 28),
    };
    let mut all: Vec<Period> = (first..=last)
        .step_by(length)
        .map(|day| Period { label: dates::day(Day::from_number(day).start()), started: 0, completed: 0 })
        .collect();
    for (day, counts) in days {
        let index = usize::try_from(day.number() - first).unwrap_or_default() / length;
        if let Some(period) = all.get_mut(index) {
            period.started += counts.started;
            period.completed += counts.completed;
        }
    }
    Periods { unit, all }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i64]) -> Periods {
        let day = |number: &i64| (Day::from_number(*number), DayCounts { started: 2, completed: 1 });
        periods(&numbers.iter().map(day).collect())
    }

    #[test]
    fn days_without_activity_are_included() {
        let found = of(&[20_777, 20_780]);
        let counts: Vec<(&str, u64)> = found.all.iter().map(|period| (period.label.as_str(), period.started)).collect();
        assert_eq!(counts, [("20 Nov 2026", 2), ("21 Nov 2026", 0), ("22 Nov 2026", 0), ("23 Nov 2026", 2)]);
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
}
