//! Recommendation cards: what to do next, most pressing first.

use crate::{Band, Category, Indicator, Language, Points, Scores, content};

/// A card for one indicator that was answered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recommendation {
    pub indicator: Indicator,
    pub category: Category,
    pub points: Points,
    pub band: Band,
    /// 1 is the most pressing; counts up without gaps.
    pub priority: usize,
    /// True for a focus area (under 80 points), false for a strength.
    pub show_required: bool,
    pub title: &'static str,
    pub sub_title: &'static str,
    pub steps_title: &'static str,
    pub steps: &'static [&'static str],
    pub boost: &'static str,
}

/// The cards for these scores, by points ascending, ties by the indicator's number.
#[must_use]
pub fn recommendations(scores: &Scores, language: Language) -> Vec<Recommendation> {
    let mut points: Vec<(Points, Indicator)> =
        scores.indicators.iter().map(|(indicator, points)| (*points, *indicator)).collect();
    points.sort_unstable();
    points
        .into_iter()
        .zip(1..)
        .map(|((points, indicator), priority)| {
            let band = points.band();
            let text = content::card_text(indicator, language, band);
            Recommendation {
                indicator,
                category: indicator.category(),
                points,
                band,
                priority,
                show_required: band != Band::Healthy,
                title: content::card_title(indicator, language),
                sub_title: text.sub_title,
                steps_title: text.steps_title,
                steps: text.steps,
                boost: text.boost,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(points: [u8; 8]) -> Scores {
        let indicators = Indicator::ALL
            .into_iter()
            .zip(points)
            .filter_map(|(indicator, points)| Some((indicator, Points::new(points)?)))
            .collect();
        Scores { indicators, ..Scores::default() }
    }

    #[test]
    fn focus_areas_come_first_and_ties_keep_the_card_order() {
        let cards = recommendations(&scores([25, 20, 100, 100, 85, 100, 50, 79]), Language::En);
        let order: Vec<(&str, bool)> = cards.iter().map(|c| (c.indicator.as_str(), c.show_required)).collect();
        let expected = [
            ("fhn2", true),
            ("fhn1", true),
            ("fhn7", true),
            ("fhn8", true),
            ("fhn5", false),
            ("fhn3", false),
            ("fhn4", false),
            ("fhn6", false),
        ];
        assert_eq!(order, expected);
        assert_eq!(cards.iter().map(|c| c.priority).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn every_card_has_three_to_five_steps_of_its_own_in_every_band_and_language() {
        for language in Language::ALL {
            for points in [0, 40, 80] {
                for card in recommendations(&scores([points; 8]), language) {
                    assert!((3..=5).contains(&card.steps.len()), "{:?} {language} {points}", card.indicator);
                    let texts = [card.title, card.sub_title, card.steps_title, card.boost];
                    assert!(texts.iter().chain(card.steps).all(|text| !text.trim().is_empty()));
                }
            }
        }
    }

    #[test]
    fn titles_are_the_fixed_ones() {
        let cards = recommendations(&scores([0; 8]), Language::En);
        let titles: Vec<&str> = cards.iter().map(|card| card.title).collect();
        assert_eq!(
            titles,
            [
                "Spending and earning",
                "Paying bills on time",
                "Saving for a rainy day",
                "Saving for the long term",
                "Managing debt",
                "Building credit",
                "Getting insured",
                "Planning ahead",
            ]
        );
    }
}
