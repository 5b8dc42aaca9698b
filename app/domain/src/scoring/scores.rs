//! Scores from final answers: exact until each published number is rounded half up, once.
//!
//! A question that is hidden counts for nothing, nor does one whose answer is not scored. One that was shown and left
//! unanswered makes every total that it belongs to absent, unless the scoring allows for missing answers: missing is
//! never 0.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{answer_points::Rule, exact::Exact, model::band_of};
use crate::{
    Answers, Category, ConversionTable, Decimal, Definition, Indicator, Item, Journey, Method, Name, Points,
    QuestionId, Scoring,
};

/// The scores of one submitted record.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Scores {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<Scored>,
    /// Those that could be computed. The built-in categories bear their published names.
    pub categories: BTreeMap<Name, Scored>,
    /// Points of each scored question that was answered.
    #[serde(skip)]
    pub questions: BTreeMap<QuestionId, Decimal>,
    /// True if questions or rules of the quiz's own have a part in the overall score.
    pub is_own: bool,
    /// The version of the quiz that gave these, if it is not the record's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Those that these have replaced, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierScores>,
}

/// Scores that those of a newer version have replaced.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct EarlierScores {
    pub version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<Scored>,
    pub categories: BTreeMap<Name, Scored>,
    pub questions: BTreeMap<QuestionId, Decimal>,
}

/// A published score.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Scored {
    pub score: Decimal,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<Name>,
    /// For a sum: the least and the greatest that the questions shown allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(Decimal, Decimal)>,
}

impl Scored {
    /// The id of the band that was stored, of a score without one the built-in band.
    pub fn band_id(&self) -> Option<&str> {
        let built_in = || Points::try_from(self.score).ok().map(|points| points.band().as_str());
        self.band.as_ref().map(Name::as_str).or_else(built_in)
    }
}

impl From<Points> for Scored {
    fn from(points: Points) -> Self {
        Decimal::from(points).into()
    }
}

impl From<Decimal> for Scored {
    fn from(score: Decimal) -> Self {
        Self { score, band: None, range: None }
    }
}

/// A scored question of a journey.
struct Part {
    category: Option<Name>,
    weight: i128,
    points: Option<Exact>,
    extremes: (Exact, Exact),
}

impl Scores {
    /// Scores answers given in the quiz's own language.
    pub fn of(definition: &Definition, answers: &Answers) -> Self {
        definition.journey(answers, definition.language.as_str()).scores(definition.language.as_str())
    }

    /// Of the built-in questions: overall, and by category in the order of [`Category::ALL`].
    pub fn of_points(overall: Option<Decimal>, categories: [Option<Points>; 4]) -> Self {
        let categories = Category::ALL.into_iter().zip(categories);
        let categories = categories.filter_map(|(category, points)| Some((category.name(), points?.into())));
        Self { overall: overall.map(Scored::from), categories: categories.collect(), ..Self::default() }
    }

    /// True for scores of the form that the built-in questions have: whole numbers from 0 to 100 of the four categories,
    /// without bands.
    pub fn is_plain(&self) -> bool {
        let is_plain =
            |scored: &Scored| scored.band.is_none() && scored.range.is_none() && Points::try_from(scored.score).is_ok();
        !self.is_own
            && self.version.is_none()
            && self.overall.iter().chain(self.categories.values()).all(is_plain)
            && self.categories.keys().all(|id| Category::ALL.iter().any(|known| known.as_str() == id.as_str()))
    }

    /// True if both tell the same, whichever version gave them.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.overall, &self.categories, &self.questions, self.is_own)
            == (&other.overall, &other.categories, &other.questions, other.is_own)
    }

    /// The overall score, if it is a whole number from 0 to 100.
    pub fn points(&self) -> Option<Points> {
        self.overall.as_ref().and_then(|overall| Points::try_from(overall.score).ok())
    }

    /// The score of a built-in category.
    pub fn category(&self, category: Category) -> Option<Points> {
        Points::try_from(self.categories.get(&category.name())?.score).ok()
    }

    pub fn indicator(&self, indicator: Indicator) -> Option<Points> {
        Points::try_from(*self.questions.get(&indicator.question_id())?).ok()
    }
}

impl Journey<'_> {
    /// The scores of these answers as a submission would publish them.
    pub fn scores(&self, language: &str) -> Scores {
        let default = Scoring::default();
        let scoring = self.definition.scoring.as_ref().unwrap_or(&default);
        let rule = Rule { score_table: self.definition.score_table, is_of_100: scoring.method == Method::Average };
        let mut parts = Vec::new();
        let mut questions = BTreeMap::new();
        for item in self.items.iter().filter(|item| item.is_scored()) {
            let answer = self.answer(item);
            if answer.is_some_and(|answer| item.is_unscored(answer)) {
                continue;
            }
            let points = answer.and_then(|answer| item.points(answer, rule));
            if let Some(points) = points.and_then(|points| points.rounded(1, scoring.decimals)) {
                questions.insert(item.id.clone(), points);
            }
            let is_shown = |option: &crate::OwnOption| {
                option.show_if.as_ref().is_none_or(|condition| condition.holds(&self.answers, language))
            };
            parts.push(Part {
                category: item.question.category(),
                weight: item.question.own().map_or(1, |own| own.weight.into()),
                points,
                extremes: item.extremes(rule, is_shown).unwrap_or_default(),
            });
        }
        let ids: BTreeSet<&Name> = parts.iter().filter_map(|part| part.category.as_ref()).collect();
        let categories = ids.into_iter().filter_map(|id| {
            let of_category: Vec<&Part> = parts.iter().filter(|part| part.category.as_ref() == Some(id)).collect();
            Some((id.clone(), total(&of_category, scoring, Some(id))?))
        });
        let all: Vec<&Part> = parts.iter().collect();
        let overall = match scoring.method {
            _ if !scoring.has_overall() => None,
            Method::Table => self.converted(&all, scoring, language),
            Method::Average | Method::Sum => total(&all, scoring, None),
        };
        let is_own = scoring.method == Method::Table
            || self.definition.scoring.is_some()
                && self.definition.items().any(|item| item.is_scored() && item.question.indicator().is_none());
        Scores { overall, categories: categories.collect(), questions, is_own, ..Scores::default() }
    }

    /// The table that holds for these answers.
    pub(crate) fn table<'s>(&self, scoring: &'s Scoring, language: &str) -> Option<&'s ConversionTable> {
        let holds =
            |table: &&ConversionTable| table.when.as_ref().is_none_or(|when| when.holds(&self.answers, language));
        scoring.tables.iter().find(holds)
    }

    /// The sum by the table that holds; `None` unless all scored questions are shown, and none has an answer that is not
    /// scored.
    fn converted(&self, parts: &[&Part], scoring: &Scoring, language: &str) -> Option<Scored> {
        if self.definition.items().filter(Item::is_scored).count() != parts.len() {
            return None;
        }
        let table = self.table(scoring, language)?;
        let (sum, by) = summed(parts, scoring.allow_missing)?;
        let row = sum.rounded(by, 0)?.as_whole()? - self.definition.sums()?.0.as_whole()?;
        let score = *table.values.get(usize::try_from(row).ok()?)?;
        Some(Scored { score, band: band_of(&scoring.bands, score).map(|band| band.id.clone()), range: None })
    }
}

/// An average or a sum with its band.
fn total(parts: &[&Part], scoring: &Scoring, category: Option<&Name>) -> Option<Scored> {
    let is_average = scoring.method == Method::Average;
    let sum = if is_average { answered } else { summed };
    let (sum, by) = sum(parts, scoring.allow_missing)?;
    let score = sum.rounded(by, scoring.decimals)?;
    let bounds = || least(parts).rounded(1, scoring.decimals).zip(greatest(parts).rounded(1, scoring.decimals));
    let band = band_of(scoring.bands_of(category), score).map(|band| band.id.clone());
    Some(Scored { score, band, range: if is_average { None } else { bounds() } })
}

/// The sum of the points that were given, times their weights, and the sum of these weights; `None` if more than the
/// `allowed` answers are missing, or all.
fn answered(parts: &[&Part], allowed: usize) -> Option<(Exact, i128)> {
    let given = || parts.iter().filter_map(|part| Some((part.points?, part.weight)));
    let weights: i128 = given().map(|(_, weight)| weight).sum();
    let sum = given().map(|(points, weight)| points.times(weight)).sum();
    (weights > 0 && parts.len() - given().count() <= allowed).then_some((sum, weights))
}

/// The sum, as a fraction: the mean of what is answered stands in for up to `allowed` answers.
fn summed(parts: &[&Part], allowed: usize) -> Option<(Exact, i128)> {
    let (sum, weights) = answered(parts, allowed)?;
    let all: i128 = parts.iter().map(|part| part.weight).sum();
    Some((sum.times(all), weights))
}

fn least(parts: &[&Part]) -> Exact {
    parts.iter().map(|part| part.extremes.0.times(part.weight)).sum()
}

fn greatest(parts: &[&Part]) -> Exact {
    parts.iter().map(|part| part.extremes.1.times(part.weight)).sum()
}

impl Definition {
    /// The least and the greatest sum of all scored questions, as if every question and option were shown.
    pub(crate) fn sums(&self) -> Option<(Decimal, Decimal)> {
        let rule = Rule { score_table: self.score_table, is_of_100: false };
        let weighted = |item: Item<'_>| {
            let weight = item.question.own().map_or(1, |own| own.weight.into());
            let (least, greatest) = item.extremes(rule, |_| true)?;
            Some((least.times(weight), greatest.times(weight)))
        };
        let all: Vec<(Exact, Exact)> = self.items().filter(Item::is_scored).filter_map(weighted).collect();
        let least: Exact = all.iter().map(|(least, _)| *least).sum();
        let greatest: Exact = all.iter().map(|(_, greatest)| *greatest).sum();
        least.rounded(1, 3).zip(greatest.rounded(1, 3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ScoreTableVersion, built_in_options};
    use proptest::prelude::*;

    /// Answers to all eight questions, by codes.
    fn answers(codes: &[usize; 8]) -> Answers {
        Indicator::ALL
            .into_iter()
            .zip(codes)
            .map(|(i, code)| (i.question_id(), built_in_options(i)[code - 1].clone().into()))
            .collect()
    }

    /// Answers that give these points.
    fn answers_worth(points: [u8; 8]) -> Answers {
        let mut codes = [0; 8];
        for ((code, indicator), points) in codes.iter_mut().zip(Indicator::ALL).zip(points) {
            *code = (1..=built_in_options(indicator).len())
                .find(|c| ScoreTableVersion::LATEST.points(indicator, *c) == Points::new(points))
                .unwrap_or_else(|| panic!("{indicator:?} has no option worth {points}"));
        }
        answers(&codes)
    }

    fn shown(scores: &Scores) -> [Option<u8>; 5] {
        let [spend, save, borrow, plan] = Category::ALL.map(|category| scores.category(category));
        [spend, save, borrow, plan, scores.points()].map(|s| s.map(Points::get))
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
        assert_eq!(scores.questions.len(), 7);
    }

    #[test]
    fn what_is_not_asked_does_not_count() {
        let mut definition = Definition::built_in();
        definition.questions.retain(|q| q.indicator().is_some_and(|i| i.category() == Category::Save));
        let scores = Scores::of(&definition, &answers_worth([0, 0, 100, 75, 0, 0, 0, 0]));
        assert_eq!(shown(&scores), [None, Some(88), None, None, Some(88)]);
    }

    fn any_codes() -> impl Strategy<Value = [usize; 8]> {
        [1..=5usize, 1..=5, 1..=5, 1..=5, 1..=4, 1..=6, 1..=6, 1..=5]
    }

    proptest! {
        #[test]
        fn scores_stay_between_the_least_and_the_most_points(codes in any_codes()) {
            let scores = Scores::of(&Definition::built_in(), &answers(&codes));
            let least = Indicator::ALL.into_iter().filter_map(|i| scores.indicator(i)).min();
            let most = Indicator::ALL.into_iter().filter_map(|i| scores.indicator(i)).max();
            for category in Category::ALL {
                prop_assert!(scores.category(category) >= least && scores.category(category) <= most);
            }
            prop_assert!(scores.points() >= least && scores.points() <= most);
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
            let mut late = Answers::new();
            for i in &order {
                let id = Indicator::ALL[*i].question_id();
                late.insert(id.clone(), given[&id].clone());
            }
            prop_assert_eq!(Scores::of(&Definition::built_in(), &given), Scores::of(&shuffled, &late));
        }
    }
}
