//! All that a score is computed from: scores compare where it is equal.

use super::answer_points::Weighting;
use crate::{
    Condition, ConversionTable, Decimal, Definition, Item, KindName, Method, Name, OptionId, QuestionId,
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
}

#[derive(Debug, Eq, PartialEq)]
struct Computed<'d> {
    id: QuestionId,
    kind: KindName,
    weighting: Weighting<'d>,
    /// What decides if it is asked, and which of its options are.
    shown: (Option<&'d Condition>, Vec<(&'d OptionId, &'d Condition)>),
}

impl Definition {
    /// True if both versions compute the overall score, or that of a category, from the same.
    pub fn computes_as(&self, other: &Self, category: Option<&Name>) -> bool {
        std::ptr::eq(self, other) || self.computation(category) == other.computation(category)
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
        let mut items: Vec<Computed<'_>> = scored.iter().map(computed).collect();
        items.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        Computation {
            method,
            decimals,
            allow_missing,
            score_table: is_built_in.then_some(self.score_table),
            tables: if is_converted { tables } else { &[] },
            sums: if is_converted { self.sums() } else { None },
            items,
        }
    }
}

fn computed<'d>(item: &Item<'d>) -> Computed<'d> {
    let options = item.kind.options().iter();
    let mut options: Vec<_> = options.filter_map(|option| Some((&option.id, option.show_if.as_ref()?))).collect();
    options.sort_unstable_by_key(|(id, _)| *id);
    Computed {
        id: item.id.clone(),
        kind: item.kind.name(),
        weighting: item.weighting().of_any_category(),
        shown: (item.question.show_if.as_ref(), options),
    }
}
