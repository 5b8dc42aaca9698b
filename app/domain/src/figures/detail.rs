//! Figures that tallies do not contain, counted from the records themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Answer, AnswersRecord, Breakdown, ChangeFigures, ComparedGroups, Comparison, Decimal, Definition, DropOff,
    Insights, KindName, Name, OptionId, QuestionId, Reliability,
};

/// All figures of a set of records of a quiz.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Counted {
    pub figures: Insights,
    /// `None` if the figures come from tallies.
    pub detail: Option<Detail>,
    pub drop_off: DropOff,
    /// The first of two breakdowns by the second.
    pub crossed: Option<Crossed>,
    /// Where groups are compared.
    pub groups: Option<ComparedGroups>,
    /// Between two attempts; without the other figures.
    pub changes: Option<ChangeFigures>,
}

/// Figures that tallies do not contain, all of submitted records.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Detail {
    /// By question and option: the number of records that rank it first, second, and so on.
    ranks: BTreeMap<QuestionId, BTreeMap<OptionId, Vec<u64>>>,
    /// Answers to date questions, by month as `YYYY-MM`.
    months: BTreeMap<QuestionId, BTreeMap<String, u64>>,
    /// For scores of at least three questions: by category, `None` for the overall score.
    pub reliability: BTreeMap<Option<Name>, Reliability>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Crossed {
    pairs: BTreeMap<(String, String), u64>,
    /// By value of the first breakdown, the records with any value of the second.
    rows: BTreeMap<String, u64>,
    /// The records with values of both.
    total: u64,
}

pub struct Counter<'d> {
    versions: &'d BTreeMap<u32, Definition>,
    dates: Vec<QuestionId>,
    rankings: Vec<QuestionId>,
    parts: BTreeMap<QuestionId, Vec<Decimal>>,
    compare: Option<&'d Comparison>,
    figures: Insights,
    detail: Detail,
    drop_off: DropOff,
    crossed: Option<Crossed>,
    groups: Option<ComparedGroups>,
    /// The values of fields that are told apart, for each of the two breakdowns.
    seen: [BTreeSet<String>; 2],
    steps: usize,
}

/// The values of a record; of a field only so many, whatever people have.
fn told_apart(breakdown: &Breakdown, record: &AnswersRecord, seen: &mut BTreeSet<String>) -> Vec<String> {
    let mut values = breakdown.values(record);
    if let Breakdown::Field { .. } = breakdown {
        for value in &mut values {
            if seen.len() < Breakdown::MOST_VALUES {
                seen.insert(value.clone());
            } else if !seen.contains(value) {
                Breakdown::OTHERS.clone_into(value);
            }
        }
    }
    values
}

/// Limit on the steps spent on finding drop-off points.
const STEPS: usize = 50_000_000;

impl<'d> Counter<'d> {
    /// For records of these versions, with the scores of `current`.
    pub fn new(versions: &'d BTreeMap<u32, Definition>, current: &Definition, compare: Option<&'d Comparison>) -> Self {
        let of_kind = |kind: KindName| -> Vec<QuestionId> {
            let mut ids: Vec<QuestionId> = versions
                .values()
                .flat_map(Definition::items)
                .filter(|item| item.kind.name() == kind)
                .map(|item| item.id)
                .collect();
            ids.sort();
            ids.dedup();
            ids
        };
        Self {
            versions,
            dates: of_kind(KindName::Date),
            rankings: of_kind(KindName::Ranking),
            parts: current
                .items()
                .map(|item| (item.id.clone(), item.parts()))
                .filter(|(_, parts)| !parts.is_empty())
                .collect(),
            compare,
            figures: Insights::default(),
            detail: Detail { reliability: scored_together(current), ..Detail::default() },
            drop_off: DropOff::default(),
            crossed: compare.and_then(|compare| compare.columns.as_ref()).map(|_| Crossed::default()),
            groups: compare.map(|_| ComparedGroups::default()),
            seen: Default::default(),
            steps: 0,
        }
    }

    pub fn add(&mut self, record: &AnswersRecord) {
        let Self { figures, detail, drop_off, crossed, groups, parts, .. } = self;
        figures.count(record, parts);
        let Some(submission) = &record.submission else {
            if record.attempt == 1
                && let Some(definition) = self.versions.get(&record.version)
            {
                drop_off.is_partial = self.steps > STEPS;
                if !drop_off.is_partial {
                    if definition.shuffles() {
                        self.steps += definition.parts();
                    }
                    let definition = definition.in_order(record.order_seed());
                    drop_off.add(&definition.drop_off(&record.answers, record.language.as_str(), &mut self.steps), 1);
                }
            }
            return;
        };
        for question in &self.dates {
            if let Some(Answer::Text(date)) = record.answers.get(question)
                && let Some(month) = date.get(..7)
            {
                bump(bucket(&mut detail.months, question), month);
            }
        }
        for question in &self.rankings {
            let ranked = record.answers.get(question).map_or(&[][..], Answer::options);
            if !ranked.is_empty() {
                let ranks = bucket(&mut detail.ranks, question);
                for (rank, option) in ranked.iter().enumerate() {
                    let counts = bucket(ranks, option);
                    counts.resize(counts.len().max(rank + 1), 0);
                    counts[rank] += 1;
                }
            }
        }
        for sums in detail.reliability.values_mut() {
            sums.add(|question| submission.scores.questions.get(question).copied());
        }
        let Some(Comparison { rows, columns }) = self.compare else { return };
        let [seen, seen_of_other] = &mut self.seen;
        let ones = told_apart(rows, record, seen);
        if let Some(groups) = groups {
            groups.add(record, &ones);
        }
        if let (Some(columns), Some(crossed)) = (columns, crossed) {
            let others = told_apart(columns, record, seen_of_other);
            if !ones.is_empty() && !others.is_empty() {
                crossed.total += 1;
                for one in &ones {
                    bump(&mut crossed.rows, one);
                    for other in &others {
                        *crossed.pairs.entry((one.clone(), other.clone())).or_default() += 1;
                    }
                }
            }
        }
    }

    pub fn counted(self) -> Counted {
        let Self { figures, detail, drop_off, crossed, groups, .. } = self;
        Counted { figures, detail: Some(detail), drop_off, crossed, groups, changes: None }
    }
}

/// The overall score and the categories that have enough questions for a reliability.
fn scored_together(definition: &Definition) -> BTreeMap<Option<Name>, Reliability> {
    let mut scores: BTreeMap<Option<Name>, Vec<(QuestionId, u16)>> = BTreeMap::new();
    for item in definition.items().filter(crate::Item::is_scored) {
        let weight = item.question.own().map_or(1, |own| own.weight);
        let categories = item.question.category().map(Some).into_iter().chain([None]);
        for category in categories {
            scores.entry(category).or_default().push((item.id.clone(), weight));
        }
    }
    scores.retain(|_, questions| questions.len() >= Reliability::FEWEST);
    scores.into_iter().map(|(category, questions)| (category, Reliability::of(questions))).collect()
}

impl Counted {
    /// Approximate size in memory.
    pub fn bytes(&self) -> usize {
        const EACH: usize = 160;
        let detail = self.detail.as_ref().map_or(0, |detail| {
            let Detail { ranks, months, reliability } = detail;
            let ranks: usize = ranks.values().flat_map(BTreeMap::values).map(|ranks| 1 + ranks.len() / 8).sum();
            ranks + months.values().map(BTreeMap::len).sum::<usize>() + 8 * reliability.len()
        });
        let crossed = self.crossed.as_ref().map_or(0, |crossed| crossed.pairs.len() + crossed.rows.len());
        let groups = self.groups.as_ref().map_or(0, ComparedGroups::entries);
        let changes = self.changes.as_ref().map_or(0, |changes| changes.scores.len() + changes.listed());
        EACH * (1
            + self.figures.entries()
            + detail
            + crossed
            + groups
            + changes
            + self.drop_off.at.len()
            + self.drop_off.passed.len())
    }
}

impl Detail {
    pub fn ranks(&self, question: &QuestionId, option: &OptionId) -> &[u64] {
        self.ranks.get(question).and_then(|options| options.get(option)).map_or(&[], Vec::as_slice)
    }

    /// Answers to a date question, by month as `YYYY-MM`.
    pub fn months(&self, question: &QuestionId) -> impl Iterator<Item = (&str, u64)> {
        self.months.get(question).into_iter().flatten().map(|(month, count)| (month.as_str(), *count))
    }
}

impl Crossed {
    /// Records with both values; see [`Breakdown::values`].
    pub fn count(&self, one: &str, other: &str) -> u64 {
        self.pairs.get(&(one.to_owned(), other.to_owned())).copied().unwrap_or_default()
    }

    /// Records with this value of the first breakdown and any value of the second.
    pub fn row(&self, one: &str) -> u64 {
        self.rows.get(one).copied().unwrap_or_default()
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.pairs.iter().map(|((one, other), count)| (one.as_str(), other.as_str(), *count))
    }
}

/// The entry of a key, which is cloned only if it is new.
pub(crate) fn bucket<'m, K: Clone + Ord, V: Default>(map: &'m mut BTreeMap<K, V>, key: &K) -> &'m mut V {
    if !map.contains_key(key) {
        map.insert(key.clone(), V::default());
    }
    map.get_mut(key).expect("it is there by now")
}

fn bump(map: &mut BTreeMap<String, u64>, key: &str) {
    match map.get_mut(key) {
        Some(count) => *count += 1,
        None => _ = map.insert(key.to_owned(), 1),
    }
}
