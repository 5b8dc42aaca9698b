//! The contents of a result: scores within their ranges, changes since the last result, and the advice in its order.

use std::collections::BTreeSet;

use super::{
    measured::NormText,
    recommendation::{first_of, needs_help},
};
use crate::{
    Advice, AreaName, BenchmarkPlace, Decimal, Definition, Hue, Item, Journey, Judged, Language, Method, Name, OwnBand,
    QuestionId, Rendition, ResultView, Scored, Scores, Scoring, Verdict, recommendations,
};

/// A result for readers of one language.
#[derive(Clone, Debug)]
pub struct QuizResult {
    /// The built-in questions alone are scored, by their own rule, so that the words for their bands fit.
    pub is_built_in: bool,
    pub method: Method,
    /// False where the quiz has none, or shows none.
    pub has_overall: bool,
    pub overall: Rating,
    /// True if a question that was shown and is scored has no answer.
    pub has_gaps: bool,
    /// The categories of which a question was shown: those of the owner, then the built-in ones.
    pub areas: Vec<(AreaName, Rating)>,
    /// The first thing to do.
    pub start: Option<Advice>,
    /// Outside help comes before all else.
    pub needs_help: bool,
    /// The other cards of the owner: by band, then in the owner's order.
    pub cards: Vec<Advice>,
    /// The other built-in cards, most pressing first.
    pub focus: Vec<Advice>,
    pub strengths: Vec<Advice>,
}

/// The overall score or that of a category.
#[derive(Clone, Debug, Default)]
pub struct Rating {
    /// The category; `None` for the overall score.
    pub of: Option<Name>,
    /// `None` where an answer is missing or has no points.
    pub ranged: Option<RangedScore>,
    /// Those of the owner that the score could be in, ascending.
    pub bands: Vec<BandText>,
    /// The place of the score's own band among them.
    pub band: Option<usize>,
    /// The bands are written for this category alone, so that their texts speak of it.
    pub has_own_bands: bool,
    /// The score of the result before and now.
    pub change: Option<(Decimal, Decimal)>,
    /// The change since then, where the owner says what counts as one.
    pub judged: Option<Judged>,
    /// Where the score stands in a group that the owner names.
    pub norm: Option<NormText>,
    /// Where it stands among the scores of everyone else.
    pub benchmark: Option<BenchmarkPlace>,
}

/// A score with the least and the most that it could have been.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RangedScore {
    pub score: Decimal,
    pub least: Decimal,
    pub most: Decimal,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BandText {
    pub name: Rendition,
    pub text: Option<Rendition>,
    pub hue: Hue,
    /// The least and the greatest score in it.
    pub range: (Decimal, Decimal),
}

/// An earlier result with the version of the quiz that gave its scores.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    pub definition: &'a Definition,
    pub scores: &'a Scores,
}

impl RangedScore {
    /// The place of a score from the least, 0, to the most, 100; in per cent with one decimal place.
    pub fn percent(&self, score: Decimal) -> Decimal {
        let [score, least, most] = [score, self.least, self.most].map(Decimal::thousandths);
        let all = i128::from(most - least);
        let tenths = (1000 * i128::from(score - least) + all / 2).checked_div_euclid(all).unwrap_or(1000);
        Decimal::from_thousandths(100 * tenths.clamp(0, 1000)).unwrap_or_default()
    }
}

impl Rating {
    /// The owner's band of the score.
    pub fn own_band(&self) -> Option<&BandText> {
        self.bands.get(self.band?)
    }
}

impl Journey<'_> {
    /// True if something was shown that is scored.
    pub fn is_scored(&self) -> bool {
        self.items.iter().any(Item::is_scored)
    }

    /// The result of these scores, which this version of the quiz gave. `language` is the reader's, `answered_in` that of
    /// the answers.
    pub fn result(
        &self,
        scores: &Scores,
        before: Option<Before<'_>>,
        language: Language,
        answered_in: Language,
    ) -> QuizResult {
        let definition = self.definition;
        let default = Scoring::default();
        let scoring = definition.scoring.as_ref().unwrap_or(&default);
        let shown = Shown { journey: self, scoring, scores, before, language, answered_in };
        let mut cards: Vec<Advice> =
            definition.cards(scores).iter().map(|card| definition.own_advice(card, language)).collect();
        let built_in = recommendations(scores, &self.answers, crate::Voice { language, address: definition.address });
        let (needs_help, first) = (needs_help(scores, &built_in), first_of(&built_in));
        let built_in = built_in.iter().map(|card| Advice::built_in(card, language));
        // The focus areas come first, so the place of one is the same among them.
        let (mut focus, strengths): (Vec<_>, Vec<_>) = built_in.partition(|card| card.is_focus);
        let own_start = cards.iter().position(|card| card.is_focus).filter(|_| !needs_help);
        let start = match own_start {
            Some(place) => Some(cards.remove(place)),
            None => first.map(|first| focus.remove(first)),
        };
        QuizResult {
            is_built_in: definition.is_scored_as_built_in(),
            method: scoring.method,
            has_overall: scoring.has_overall(),
            overall: shown.rating(None),
            has_gaps: self.items.iter().any(|item| item.is_scored() && self.answer(item).is_none()),
            areas: shown.areas(),
            start,
            needs_help,
            cards,
            focus,
            strengths,
        }
    }
}

impl Journey<'_> {
    /// The overall score, or that of a category, as [`Self::result`] rates it.
    pub fn rating(&self, scores: &Scores, of: Option<&Name>, language: Language, answered_in: Language) -> Rating {
        let default = Scoring::default();
        let scoring = self.definition.scoring.as_ref().unwrap_or(&default);
        Shown { journey: self, scoring, scores, before: None, language, answered_in }.rating(of)
    }
}

impl QuizResult {
    /// Adds where scores stand among those of everyone else.
    #[must_use]
    pub fn beside_others(mut self, places: &[(Option<Name>, BenchmarkPlace)]) -> Self {
        for rating in std::iter::once(&mut self.overall).chain(self.areas.iter_mut().map(|(_, rating)| rating)) {
            rating.benchmark = places.iter().find(|(of, _)| *of == rating.of).map(|(_, place)| *place);
        }
        self
    }

    /// The part of it that a respondent sees; `None` where that is thanks alone.
    pub fn shown_as(mut self, view: ResultView) -> Option<Self> {
        if view == ResultView::Thanks {
            return None;
        }
        if view == ResultView::Categories {
            (self.has_overall, self.overall) = (false, Rating::default());
            let is_shown = |card: &Advice| !card.is_own || card.question.is_some() || card.area.is_some();
            self.cards.retain(is_shown);
            if !self.start.as_ref().is_none_or(is_shown) {
                let own = self.cards.iter().position(|card| card.is_focus);
                self.start = own.map(|place| self.cards.remove(place)).or_else(|| {
                    let focus = &mut self.focus;
                    (!focus.is_empty()).then(|| focus.remove(0))
                });
            }
        }
        Some(self)
    }
}

/// The inputs of ratings.
struct Shown<'a> {
    journey: &'a Journey<'a>,
    scoring: &'a Scoring,
    scores: &'a Scores,
    before: Option<Before<'a>>,
    language: Language,
    answered_in: Language,
}

impl Shown<'_> {
    fn areas(&self) -> Vec<(AreaName, Rating)> {
        let scored = self.journey.items.iter().filter(|item| item.is_scored());
        let ids: BTreeSet<Name> = scored.filter_map(|item| item.question.category()).collect();
        let all = self.journey.definition.published_scores().flatten().filter(|id| ids.contains(id));
        all.filter_map(|id| Some((self.journey.definition.area(&id, self.language)?, self.rating(Some(&id))))).collect()
    }

    /// Of a category, or the overall one.
    fn rating(&self, category: Option<&Name>) -> Rating {
        let of = |scores: &Scores| match category {
            Some(id) => scores.categories.get(id).cloned(),
            None => scores.overall.clone(),
        };
        let scored = of(self.scores);
        let ranged = scored.as_ref().map(|scored| self.ranged(scored, category));
        let own = self.scoring.bands_of(category);
        let bands = ranged.map(|ranged| self.bands(own, ranged)).unwrap_or_default();
        let band = scored.as_ref().and_then(|scored| scored.band.as_ref());
        let band = band.and_then(|id| bands.iter().position(|(own, _)| own.id == *id));
        let own_bands = category.and_then(|id| self.scoring.categories.iter().find(|own| own.id == *id));
        let judged = self.before.and_then(|before| self.journey.definition.judged(self.scores, before, category));
        let is_refused = judged.is_some_and(|judged| judged.verdict == Verdict::NotComparable);
        let before = self.before.filter(|before| !is_refused && self.is_comparable(*before, category));
        Rating {
            of: category.cloned(),
            benchmark: None,
            ranged,
            bands: bands.into_iter().map(|(_, text)| text).collect(),
            band,
            has_own_bands: own_bands.is_some_and(|own| !own.bands.is_empty()),
            change: before.and_then(|before| Some((of(before.scores)?.score, scored.as_ref()?.score))),
            judged,
            norm: scored.and_then(|scored| self.norm(scored.score, category)),
        }
    }

    fn norm(&self, score: Decimal, category: Option<&Name>) -> Option<NormText> {
        let (norm, standing) = self.journey.norm(score, category, self.answered_in.as_str())?;
        let rendition = |text: &crate::Text| text.rendition(self.language, self.journey.definition.language);
        Some(NormText { name: rendition(&norm.name), source: rendition(&norm.source), standing })
    }

    fn ranged(&self, scored: &Scored, category: Option<&Name>) -> RangedScore {
        let of_100 = (Decimal::ZERO, Decimal::whole(100));
        let converted = || {
            let table = self.journey.table(self.scoring, self.answered_in.as_str())?;
            Some((*table.values.iter().min()?, *table.values.iter().max()?))
        };
        let is_converted = self.scoring.method == Method::Table && category.is_none();
        let range = if is_converted { converted() } else { scored.range };
        let (least, most) = range.unwrap_or(of_100);
        RangedScore { score: scored.score, least: least.min(scored.score), most: most.max(scored.score) }
    }

    /// The owner's bands within the range of a score, with what they say.
    fn bands<'b>(&self, own: &'b [OwnBand], ranged: RangedScore) -> Vec<(&'b OwnBand, BandText)> {
        // A table may hold more places than sums have.
        let places = if self.scoring.method == Method::Table { 1 } else { self.scoring.decimals };
        let default = self.journey.definition.language;
        let ends = own.iter().skip(1).map(|next| next.from.before(places)).chain([ranged.most]);
        let within = own.iter().zip(ends).map(|(band, end)| (band, band.from.max(ranged.least), end.min(ranged.most)));
        within
            .filter(|(_, from, to)| from <= to)
            .map(|(band, from, to)| {
                let text = BandText {
                    name: band.name.rendition(self.language, default),
                    text: band.text.as_ref().map(|text| text.rendition(self.language, default)),
                    hue: band.hue,
                    range: (from, to),
                };
                (band, text)
            })
            .collect()
    }

    /// True if both scores come from the same questions by the same rules.
    fn is_comparable(&self, before: Before<'_>, category: Option<&Name>) -> bool {
        let definition = self.journey.definition;
        let counted = |definition: &Definition, scores: &Scores| -> BTreeSet<QuestionId> {
            let is_in = |item: &Item<'_>| category.is_none_or(|id| item.question.category().as_ref() == Some(id));
            let items = definition.items().filter(is_in).map(|item| item.id);
            items.filter(|id| scores.questions.contains_key(id)).collect()
        };
        let ids = counted(definition, self.scores);
        let is_counted = |item: &Item<'_>| ids.contains(&item.id);
        let [items, earlier]: [Vec<Item<'_>>; 2] = [definition, before.definition].map(|definition| {
            let mut items: Vec<Item<'_>> = definition.items().filter(is_counted).collect();
            items.sort_by(|one, other| one.id.cmp(&other.id));
            items
        });
        definition.scores_by_the_rules_of(before.definition)
            && ids == counted(before.definition, before.scores)
            && items.iter().map(Item::weighting).eq(earlier.iter().map(Item::weighting))
    }
}

impl Definition {
    /// True if the built-in questions alone are scored, by their own rule and without bands of the owner.
    fn is_scored_as_built_in(&self) -> bool {
        let is_theirs =
            |scoring: &Scoring| scoring.method == Method::Average && scoring.decimals == 0 && scoring.bands.is_empty();
        self.scoring.as_ref().is_none_or(is_theirs)
            && self.items().filter(Item::is_scored).all(|item| item.question.indicator().is_some())
    }

    /// True if scores are made in the same way, whatever the questions and their words.
    fn scores_by_the_rules_of(&self, other: &Self) -> bool {
        let default = Scoring::default();
        let [one, two] = [self, other].map(|definition| definition.scoring.as_ref().unwrap_or(&default));
        let rules = |scoring: &Scoring| (scoring.method, scoring.decimals, scoring.allow_missing);
        self.score_table == other.score_table && rules(one) == rules(two) && one.tables == two.tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answers, Category, Indicator, built_in_options};

    const WORST: [usize; 8] = [5, 5, 5, 5, 4, 6, 6, 5];

    fn answers(codes: [usize; 8]) -> Answers {
        let chosen = |(i, code): (Indicator, usize)| (i.question_id(), built_in_options(i)[code - 1].clone().into());
        Indicator::ALL.into_iter().zip(codes).map(chosen).collect()
    }

    fn result(definition: &Definition, codes: [usize; 8], before: Option<(&Definition, [usize; 8])>) -> QuizResult {
        let before = before.map(|(definition, codes)| (definition, Scores::of(definition, &answers(codes))));
        let before = before.as_ref().map(|(definition, scores)| Before { definition, scores });
        let journey = definition.journey(&answers(codes), "en");
        journey.result(&journey.scores("en"), before, Language::EN, Language::EN)
    }

    fn change(result: &QuizResult, category: Category) -> Option<(Decimal, Decimal)> {
        let area = result.areas.iter().find(|(name, _)| *name == AreaName::BuiltIn(category));
        area.and_then(|(_, rating)| rating.change)
    }

    #[test]
    fn only_scores_of_the_same_questions_by_the_same_rules_are_compared() {
        let whole = Definition::built_in();
        let mut part = whole.clone();
        part.questions.retain(|question| question.indicator() != Some(Indicator::Fhn4));
        let pair = |before, now| Some((Decimal::whole(before), Decimal::whole(now)));
        assert_eq!(result(&whole, [1; 8], Some((&whole, WORST))).overall.change, pair(0, 100));
        let worse = result(&whole, WORST, Some((&whole, [1; 8])));
        assert_eq!(change(&worse, Category::Plan), pair(100, 0));
        let fewer = result(&part, [1; 8], Some((&whole, WORST)));
        assert_eq!(change(&fewer, Category::Spend), pair(0, 100));
        assert_eq!((change(&fewer, Category::Save), fewer.overall.change), (None, None));
        let mut moved = whole.clone();
        moved.questions.reverse();
        assert_eq!(result(&moved, [1; 8], Some((&whole, WORST))).overall.change, pair(0, 100), "places do not matter");
        let finer = Definition { scoring: Some(Scoring { decimals: 1, ..Scoring::default() }), ..whole.clone() };
        assert_eq!(result(&finer, [1; 8], Some((&whole, WORST))).overall.change, None);
    }

    #[test]
    fn help_comes_first_where_the_built_in_score_is_low() {
        let low = result(&Definition::built_in(), WORST, None);
        assert!(low.needs_help && low.is_built_in);
        assert_eq!(low.start.map(|card| card.id), Some("fhn2".to_owned()));
        assert_eq!((low.cards.len(), low.focus.len(), low.strengths.len()), (0, 7, 0));
        let best = result(&Definition::built_in(), [1; 8], None);
        assert!(!best.needs_help && best.start.is_none() && best.strengths.len() == 8);
    }

    #[test]
    fn debt_that_weighs_is_what_to_begin_with_and_the_others_keep_their_order() {
        let found = result(&Definition::built_in(), [2, 1, 2, 4, 3, 4, 3, 2], None);
        assert_eq!(found.start.map(|card| card.id), Some("fhn5".to_owned()));
        let others: Vec<&str> = found.focus.iter().map(|card| card.id.as_str()).collect();
        assert_eq!(others[..2], ["fhn4", "fhn6"]);
        assert!(!found.needs_help && !others.contains(&"fhn5"));
    }

    #[test]
    fn a_quiz_may_have_no_overall_score() {
        let scoring = Some(Scoring { overall: Some(false), ..Scoring::default() });
        let found = result(&Definition { scoring, ..Definition::built_in() }, [1; 8], None);
        assert!(!found.has_overall && found.overall.ranged.is_none());
        assert!(found.areas.iter().all(|(_, rating)| rating.ranged.is_some()));
    }

    #[test]
    fn places_on_a_bar_are_rounded_to_a_tenth_of_a_per_cent() {
        let ranged = |least, most| RangedScore {
            score: Decimal::ZERO,
            least: Decimal::whole(least),
            most: Decimal::whole(most),
        };
        for (least, most, score, percent) in
            [(0, 100, 61, "61"), (0, 27, 14, "51.9"), (-10, 10, 0, "50"), (0, 3, 9, "100"), (5, 5, 5, "100")]
        {
            assert_eq!(ranged(least, most).percent(Decimal::whole(score)).to_string(), percent);
        }
    }
}
