//! Scores from answers: versioned tables of points, plain averages, whole numbers.
//!
//! A category's score is the average of the points of its indicators that the quiz asks; the overall score is the
//! average of the points of all of them, not of the category scores. One unanswered indicator makes every average it
//! belongs to absent: missing is never 0.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Category, Definition, Indicator, OptionId, Points, QuestionId};

/// Names a table of points. A quiz version names its table, so a later table changes no earlier score.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct SchemeVersion(u16);

/// Points by indicator and option code (best first).
type Scheme = [&'static [u8]; 8];

/// Every table ever released, oldest first; a released table is never edited.
static SCHEMES: [Scheme; 1] = [[
    &[100, 75, 50, 25, 0],
    &[100, 60, 40, 20, 0],
    &[100, 75, 50, 25, 0],
    &[100, 75, 50, 25, 0],
    &[100, 85, 40, 0],
    &[100, 80, 60, 40, 0, 0],
    &[100, 75, 50, 25, 10, 0],
    &[100, 65, 35, 15, 0],
]];

impl SchemeVersion {
    /// The newest table, which new quizzes use.
    pub const LATEST: Self = Self(1);

    /// The points of an option, by its code (1 to n); `None` for a code that the indicator does not have.
    pub fn points(self, indicator: Indicator, code: usize) -> Option<Points> {
        let table = SCHEMES.get(usize::from(self.0).checked_sub(1)?)?;
        Points::new(*table[indicator.index()].get(code.checked_sub(1)?)?)
    }
}

impl TryFrom<u16> for SchemeVersion {
    type Error = &'static str;

    fn try_from(version: u16) -> Result<Self, Self::Error> {
        if (1..=SCHEMES.len()).contains(&usize::from(version)) {
            Ok(Self(version))
        } else {
            Err("this release does not know that scoring version")
        }
    }
}

impl From<SchemeVersion> for u16 {
    fn from(version: SchemeVersion) -> u16 {
        version.0
    }
}

/// The scores of one submitted record.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Scores {
    pub overall: Option<Points>,
    pub spend: Option<Points>,
    pub save: Option<Points>,
    pub borrow: Option<Points>,
    pub plan: Option<Points>,
    /// Points of each indicator that was answered.
    pub indicators: BTreeMap<Indicator, Points>,
}

impl Scores {
    /// Scores the answers to a quiz; what is not a built-in question counts for nothing.
    pub fn of(definition: &Definition, answers: &BTreeMap<QuestionId, OptionId>) -> Self {
        let points: BTreeMap<Indicator, Option<Points>> = definition
            .questions
            .iter()
            .filter_map(|question| {
                let indicator = question.indicator()?;
                let code = answers.get(&question.id).and_then(|option| question.code_of(option));
                Some((indicator, code.and_then(|code| definition.scheme.points(indicator, code))))
            })
            .collect();
        let average = |category: Option<Category>| {
            points
                .iter()
                .filter(|(indicator, _)| category.is_none_or(|c| indicator.category() == c))
                .map(|(_, points)| *points)
                .collect::<Option<Vec<Points>>>()
                .and_then(|points| Points::average(&points))
        };
        Self {
            overall: average(None),
            spend: average(Some(Category::Spend)),
            save: average(Some(Category::Save)),
            borrow: average(Some(Category::Borrow)),
            plan: average(Some(Category::Plan)),
            indicators: points.iter().filter_map(|(i, p)| p.map(|p| (*i, p))).collect(),
        }
    }

    pub fn category(&self, category: Category) -> Option<Points> {
        match category {
            Category::Spend => self.spend,
            Category::Save => self.save,
            Category::Borrow => self.borrow,
            Category::Plan => self.plan,
        }
    }

    /// The score before and now, overall or of a category, where both are averages over the same indicators.
    pub fn since(&self, earlier: &Self, category: Option<Category>) -> Option<(Points, Points)> {
        let score = |scores: &Self| category.map_or(scores.overall, |category| scores.category(category));
        let counts = |indicator: &&Indicator| category.is_none_or(|category| indicator.category() == category);
        let is_same = self.indicators.keys().filter(counts).eq(earlier.indicators.keys().filter(counts));
        if is_same { score(earlier).zip(score(self)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_options;
    use proptest::prelude::*;

    /// Answers to all eight questions, by codes.
    fn answers(codes: &[usize; 8]) -> BTreeMap<QuestionId, OptionId> {
        Indicator::ALL
            .into_iter()
            .zip(codes)
            .map(|(i, code)| (i.question_id(), built_in_options(i)[code - 1].clone()))
            .collect()
    }

    /// Answers that give these points.
    fn answers_worth(points: [u8; 8]) -> BTreeMap<QuestionId, OptionId> {
        let mut codes = [0; 8];
        for ((code, indicator), points) in codes.iter_mut().zip(Indicator::ALL).zip(points) {
            *code = (1..=built_in_options(indicator).len())
                .find(|c| SchemeVersion::LATEST.points(indicator, *c) == Points::new(points))
                .unwrap_or_else(|| panic!("{indicator:?} has no option worth {points}"));
        }
        answers(&codes)
    }

    fn shown(scores: &Scores) -> [Option<u8>; 5] {
        [scores.spend, scores.save, scores.borrow, scores.plan, scores.overall].map(|s| s.map(Points::get))
    }

    #[test]
    fn published_and_computed_vectors() {
        for (points, expected) in [
            ([100; 8], [100, 100, 100, 100, 100]),
            ([0; 8], [0, 0, 0, 0, 0]),
            ([25, 20, 100, 100, 85, 100, 50, 100], [23, 100, 93, 75, 73]),
            ([100, 60, 100, 75, 85, 80, 75, 65], [80, 88, 83, 70, 80]),
            ([100, 100, 75, 75, 40, 60, 25, 15], [100, 75, 50, 20, 61]),
            ([50, 40, 50, 50, 40, 0, 10, 15], [45, 50, 20, 13, 32]),
        ] {
            let scores = Scores::of(&Definition::built_in(), &answers_worth(points));
            assert_eq!(shown(&scores), expected.map(Some), "{points:?}");
        }
    }

    #[test]
    fn a_missing_answer_is_absent_not_zero() {
        let mut some = answers(&[1; 8]);
        some.remove(&Indicator::Fhn3.question_id());
        let scores = Scores::of(&Definition::built_in(), &some);
        assert_eq!(shown(&scores), [Some(100), None, Some(100), Some(100), None]);
        assert_eq!(scores.indicators.len(), 7);
    }

    #[test]
    fn what_is_not_asked_does_not_count() {
        let mut definition = Definition::built_in();
        definition.questions.retain(|q| q.indicator().is_some_and(|i| i.category() == Category::Save));
        let scores = Scores::of(&definition, &answers_worth([0, 0, 100, 75, 0, 0, 0, 0]));
        assert_eq!(shown(&scores), [None, Some(88), None, None, Some(88)]);
    }

    #[test]
    fn only_averages_over_the_same_indicators_are_compared() {
        let of = |definition: &Definition, codes: [usize; 8]| Scores::of(definition, &answers(&codes));
        let mut part = Definition::built_in();
        let (best, worst) = (of(&part, [1; 8]), of(&part, [5, 5, 5, 5, 4, 6, 6, 5]));
        part.questions.retain(|question| question.indicator() != Some(Indicator::Fhn4));
        let part = of(&part, [1; 8]);
        let pair = |before, after| Points::new(before).zip(Points::new(after));
        assert_eq!(best.since(&worst, None), pair(0, 100));
        assert_eq!(worst.since(&best, Some(Category::Plan)), pair(100, 0));
        assert_eq!(part.since(&worst, Some(Category::Spend)), pair(0, 100));
        assert_eq!((part.since(&worst, Some(Category::Save)), part.since(&worst, None)), (None, None));
    }

    #[test]
    fn every_built_in_option_has_points_and_no_more() {
        for indicator in Indicator::ALL {
            let options = built_in_options(indicator).len();
            assert!(SchemeVersion::LATEST.points(indicator, options).is_some());
            assert!(SchemeVersion::LATEST.points(indicator, options + 1).is_none());
            assert!(SchemeVersion::LATEST.points(indicator, 0).is_none());
        }
    }

    fn any_codes() -> impl Strategy<Value = [usize; 8]> {
        [1..=5usize, 1..=5, 1..=5, 1..=5, 1..=4, 1..=6, 1..=6, 1..=5]
    }

    proptest! {
        #[test]
        fn scores_stay_between_the_least_and_the_most_points(codes in any_codes()) {
            let scores = Scores::of(&Definition::built_in(), &answers(&codes));
            let least = scores.indicators.values().min().copied();
            let most = scores.indicators.values().max().copied();
            for category in Category::ALL {
                prop_assert!(scores.category(category) >= least && scores.category(category) <= most);
            }
            prop_assert!(scores.overall >= least && scores.overall <= most);
        }

        #[test]
        fn one_better_answer_never_lowers_a_score(codes in any_codes(), which in 0usize..8) {
            let before = Scores::of(&Definition::built_in(), &answers(&codes));
            let mut better = codes;
            better[which] = (better[which] - 1).max(1);
            let after = Scores::of(&Definition::built_in(), &answers(&better));
            for (b, a) in shown(&before).into_iter().zip(shown(&after)) {
                prop_assert!(a >= b);
            }
        }

        #[test]
        fn the_order_of_questions_and_answers_does_not_matter(codes in any_codes(), order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle()) {
            let mut shuffled = Definition::built_in();
            shuffled.questions = order.iter().map(|i| shuffled.questions[*i].clone()).collect();
            let given = answers(&codes);
            let mut late = BTreeMap::new();
            for i in &order {
                let id = Indicator::ALL[*i].question_id();
                late.insert(id.clone(), given[&id].clone());
            }
            prop_assert_eq!(Scores::of(&Definition::built_in(), &given), Scores::of(&shuffled, &late));
        }

        #[test]
        fn scores_survive_json(codes in any_codes()) {
            let scores = Scores::of(&Definition::built_in(), &answers(&codes));
            let json = serde_json::to_string(&scores).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(serde_json::from_str::<Scores>(&json).ok(), Some(scores));
        }
    }
}
