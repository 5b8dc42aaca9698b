//! The numbers at the top of the page, and the format of numbers.

use app::admin::KeyNumber;
use domain::{DurationBucket, Insights, ScoreSummary};

use super::Links;
use crate::service::QuizInsights;

/// `links_before` lead to the rows of the previous period.
pub(crate) fn key_numbers(found: &QuizInsights, links: &Links, links_before: Option<&Links>) -> Vec<KeyNumber> {
    let number = |name, value: &dyn Fn(&Insights) -> String, href: &dyn Fn(&Links) -> Option<String>| KeyNumber {
        name,
        value: value(&found.figures),
        href: href(links),
        before: found.before.as_ref().map(|before| (value(before), links_before.and_then(href))),
    };
    vec![
        number("Started", &|figures| thousands(figures.started()), &Links::all),
        number("Completed", &|figures| thousands(figures.completed()), &Links::completed),
        number("Completion rate", &|figures| percent(figures.completed(), figures.started()), &|_| None),
        number(
            "Median time",
            &|figures| {
                figures.median_time().map_or_else(|| "–".to_owned(), |duration| time(DurationBucket::seconds(duration)))
            },
            &|_| None,
        ),
    ]
}

/// `Mean 3.4 · SD 1.2 · median 3 · from 1 to 5 · 40 answers`
pub(super) fn summary_in_words(summary: Option<ScoreSummary>, what: &str) -> String {
    let Some(ScoreSummary { total, least, median, mean, deviation, greatest }) = summary else {
        return format!("No {what}s yet");
    };
    let deviation = deviation.map(|deviation| format!(" · SD {}", places(deviation))).unwrap_or_default();
    format!("Mean {}{deviation} · median {median} · from {least} to {greatest} · {}", places(mean), count(total, what))
}

/// `1,234 answers`
pub(super) fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// With at most two decimal places.
pub(super) fn places(number: domain::Decimal) -> String {
    let hundredths = (number.thousandths() + 5).div_euclid(10);
    domain::Decimal::from_thousandths(i128::from(hundredths) * 10).unwrap_or(number).to_string()
}

pub(super) use app::admin::{percent, thousands, time};

#[cfg(test)]
mod tests {
    use domain::Decimal;

    use super::*;

    #[test]
    fn a_spread_is_told_with_two_places() {
        let number = |text: &str| Decimal::parse(text).expect("a number");
        let summary = ScoreSummary {
            total: 1234,
            least: number("1"),
            median: number("3"),
            mean: number("3.456"),
            deviation: Some(number("1.199")),
            greatest: number("5"),
        };
        assert_eq!(
            summary_in_words(Some(summary), "answer"),
            "Mean 3.46 · SD 1.2 · median 3 · from 1 to 5 · 1,234 answers"
        );
        assert_eq!(summary_in_words(None, "score"), "No scores yet");
    }
}
