//! All that a score is computed from: scores compare where it is equal.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    convert::Infallible,
};

use super::answer_points::Weighting;
use crate::{
    Condition, ConversionTable, Decimal, Definition, Item, KindName, Method, Name, OptionId, Question, QuestionId,
    ScoreTableVersion, Scoring,
};

/// Without words, bands, norms, and what is asked beside.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Computation<'d> {
    method: Method,
    decimals: u8,
    allow_missing: usize,
    /// Of built-in questions alone.
    score_table: Option<ScoreTableVersion>,
    /// Of an overall score.
    tables: &'d [ConversionTable],
    /// The least and the greatest sum that they convert.
    sums: Option<(Decimal, Decimal)>,
    /// By id, as their order does not matter.
    items: Vec<Computed<'d>>,
    /// The questions that conditions name, of the scored ones and of each other.
    deciding: BTreeMap<QuestionId, Shown<'d>>,
    /// The statements that end the quiz, each with the scored questions after it.
    ends: Vec<(Shown<'d>, Vec<QuestionId>)>,
}

/// What decides if a question is asked, and which of its options are.
type Shown<'d> = (Option<&'d Condition>, Vec<(&'d OptionId, &'d Condition)>);

#[derive(Debug, Eq, PartialEq)]
struct Computed<'d> {
    id: QuestionId,
    kind: KindName,
    weighting: Weighting<'d>,
    shown: Shown<'d>,
}

impl Definition {
    /// True if both versions compute the overall score, or that of a category, from the same.
    pub fn computes_as(&self, other: &Self, category: Option<&Name>) -> bool {
        std::ptr::eq(self, other) || self.computation(category) == other.computation(category)
    }

    /// True if both versions give the same answers the same scores, bands and measures: submitted answers need not be scored
    /// again.
    pub fn scores_as(&self, other: &Self) -> bool {
        let overall = |of: &Self| of.scoring.as_ref().is_none_or(Scoring::has_overall);
        let categories: BTreeSet<Option<Name>> =
            self.items().chain(other.items()).map(|item| item.question.category()).chain([None]).collect();
        overall(self) == overall(other)
            && self.band_bounds() == other.band_bounds()
            && self.measures_as(other)
            && categories.iter().all(|category| self.computes_as(other, category.as_ref()))
    }

    /// Ids and lower bounds of the bands, overall and of each category.
    fn band_bounds(&self) -> Vec<(Option<&Name>, &Name, Decimal)> {
        let lists = self.scoring.iter().flat_map(|scoring| {
            let of_categories = scoring.categories.iter().map(|category| (Some(&category.id), &category.bands));
            std::iter::once((None, &scoring.bands)).chain(of_categories)
        });
        let mut bounds: Vec<_> =
            lists.flat_map(|(of, bands)| bands.iter().map(move |band| (of, &band.id, band.from))).collect();
        bounds.sort_unstable();
        bounds
    }

    pub(crate) fn computation(&self, category: Option<&Name>) -> Computation<'_> {
        let is_in = |item: &Item<'_>| category.is_none_or(|id| item.question.category().as_ref() == Some(id));
        let scored: Vec<Item<'_>> = self.items().filter(|item| item.is_scored() && is_in(item)).collect();
        let is_built_in = scored.iter().any(|item| item.question.indicator().is_some());
        let (method, decimals, allow_missing, tables) = self.scoring.as_ref().map_or_else(
            || (Method::default(), 0, 0, &[][..]),
            |Scoring { method, decimals, allow_missing, tables, .. }| (*method, *decimals, *allow_missing, &tables[..]),
        );
        let is_converted = method == Method::Table && category.is_none();
        let ends = self.ends_before(&scored);
        let tables = if is_converted { tables } else { &[] };
        let of_tables = tables.iter().map(|table| (table.when.as_ref(), Vec::new()));
        let of_ends = ends.iter().map(|(end, _)| end.clone());
        let deciding = self.deciding(scored.iter().map(|item| shown(item.question)).chain(of_ends).chain(of_tables));
        let mut items: Vec<Computed<'_>> = scored.iter().map(computed).collect();
        items.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        Computation {
            method,
            decimals,
            allow_missing,
            score_table: is_built_in.then_some(self.score_table),
            tables,
            sums: if is_converted { self.sums() } else { None },
            items,
            deciding,
            ends,
        }
    }

    fn ends_before(&self, scored: &[Item<'_>]) -> Vec<(Shown<'_>, Vec<QuestionId>)> {
        let ends = self.questions.iter().enumerate().filter(|(_, question)| question.ends());
        let ends = ends.map(|(at, question)| {
            let later = self.questions[at + 1..].iter().flat_map(Question::items).map(|item| item.id);
            let mut later: Vec<QuestionId> = later.filter(|id| scored.iter().any(|item| item.id == *id)).collect();
            later.sort_unstable();
            (shown(question), later)
        });
        ends.filter(|(_, later)| !later.is_empty()).collect()
    }

    fn deciding<'d>(&'d self, from: impl Iterator<Item = Shown<'d>>) -> BTreeMap<QuestionId, Shown<'d>> {
        let (mut deciding, mut wanted) = (BTreeMap::new(), Vec::new());
        from.for_each(|shown| wanted.extend(named_by(&shown)));
        while let Some(id) = wanted.pop() {
            let question = self.questions.iter().find(|question| question.items().iter().any(|item| item.id == *id));
            if let (Some(question), Entry::Vacant(entry)) = (question, deciding.entry(id.clone())) {
                wanted.extend(named_by(entry.insert(shown(question))));
            }
        }
        deciding
    }
}

fn shown(question: &Question) -> Shown<'_> {
    let options = question.kind().options().iter();
    let mut options: Vec<_> = options.filter_map(|option| Some((&option.id, option.show_if.as_ref()?))).collect();
    options.sort_unstable_by_key(|(id, _)| *id);
    (question.show_if.as_ref(), options)
}

/// The ids that conditions name.
fn named_by<'d>((condition, options): &Shown<'d>) -> Vec<&'d QuestionId> {
    let mut ids = Vec::new();
    for condition in condition.iter().copied().chain(options.iter().map(|(_, condition)| *condition)) {
        let visited = condition.each::<Infallible>(&mut |condition| {
            ids.extend(condition.question());
            Ok(())
        });
        visited.unwrap_or_else(|never| match never {});
    }
    ids
}

fn computed<'d>(item: &Item<'d>) -> Computed<'d> {
    Computed {
        id: item.id.clone(),
        kind: item.kind.name(),
        weighting: item.weighting().of_any_category(),
        shown: shown(item.question),
    }
}
