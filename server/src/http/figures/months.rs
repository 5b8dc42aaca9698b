//! Dates by month, or by years if there would be too many months to distinguish.

/// Maximum number of columns.
const MOST: i32 = 60;
/// A month, a year, ten years and so on, in months.
const LENGTHS: [i32; 5] = [1, 12, 120, 1_200, 12_000];

/// Dates in one or more consecutive months.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Stretch {
    pub(super) name: String,
    /// The first and the last month, `YYYY-MM`.
    pub(super) first: String,
    pub(super) last: String,
    pub(super) count: u64,
}

/// Returns the stretches from the first month that occurs to the last, without gaps, and the unit: `month`, `year` or
/// `years`.
pub(super) fn stretches<'m>(months: impl Iterator<Item = (&'m str, u64)>) -> (&'static str, Vec<Stretch>) {
    let counts: Vec<(i32, u64)> = months.filter_map(|(month, count)| Some((number(month)?, count))).collect();
    let ends = counts.iter().map(|(month, _)| *month).min().zip(counts.iter().map(|(month, _)| *month).max());
    let Some((first, last)) = ends else { return ("month", Vec::new()) };
    let columns = |length: i32| last / length - first / length + 1;
    let length = LENGTHS.into_iter().find(|length| columns(*length) <= MOST).unwrap_or(LENGTHS[4]);
    let stretch = |index: i32| {
        let (from, to) = (index * length, index * length + length - 1);
        let name = match length {
            1 => written(from),
            12 => format!("{:04}", from / 12),
            _ => format!("{:04}–{:04}", from / 12, to / 12),
        };
        let within = counts.iter().filter(|(month, _)| (from..=to).contains(month));
        Stretch { name, first: written(from), last: written(to), count: within.map(|(_, count)| count).sum() }
    };
    let unit = match length {
        1 => "month",
        12 => "year",
        _ => "years",
    };
    (unit, (first / length..=last / length).map(stretch).collect())
}

/// Months since the year 0.
fn number(month: &str) -> Option<i32> {
    let (year, month) = month.split_once('-')?;
    Some(year.parse::<u16>().map(i32::from).ok()? * 12 + month.parse::<u8>().map(i32::from).ok()? - 1)
}

fn written(month: i32) -> String {
    format!("{:04}-{:02}", month / 12, month % 12 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(months: &[&str]) -> (&'static str, Vec<(String, u64)>) {
        let (unit, found) = stretches(months.iter().map(|month| (*month, 2)));
        (unit, found.into_iter().map(|stretch| (stretch.name, stretch.count)).collect())
    }

    #[test]
    fn months_without_dates_are_told_too() {
        let told = |name: &str, count| (name.to_owned(), count);
        let found = of(&["2025-11", "2026-02"]);
        let months = [told("2025-11", 2), told("2025-12", 0), told("2026-01", 0), told("2026-02", 2)];
        assert_eq!(found, ("month", months.to_vec()));
        assert_eq!(of(&[]), ("month", Vec::new()));
    }

    #[test]
    fn many_months_become_years_and_many_years_more_of_them_without_losing_dates() {
        for (first, last, unit, columns) in [
            ("2021-01", "2025-12", "month", 60),
            ("2021-01", "2026-01", "year", 6),
            ("1967-12", "2026-01", "year", 60),
            ("1966-12", "2026-01", "years", 7),
            ("0001-01", "9999-12", "years", 10),
        ] {
            let (found, all) = of(&[first, "2023-05", last]);
            assert_eq!((found, all.len()), (unit, columns), "{first}");
            assert_eq!(all.iter().map(|(_, count)| count).sum::<u64>(), 6, "{first}");
        }
        let (_, all) = stretches([("1950-03", 1), ("2026-01", 1)].into_iter());
        assert_eq!(
            (all[0].name.as_str(), all[0].first.as_str(), all[0].last.as_str()),
            ("1950–1959", "1950-01", "1959-12")
        );
    }
}
