//! The columns of norms, and of changes since earlier attempts.

use std::collections::BTreeMap;

use super::{Cell, ExportRow};
use crate::{AnswersRecord, Compared, Definition, EarlierAttempt, JudgedChange, Name, Standing};

/// A submitted record with earlier attempts of the same respondent, as far as a cell may need them.
#[derive(Clone, Copy, Debug)]
pub struct AttemptsOfRow<'a> {
    pub record: &'a AnswersRecord,
    pub earlier: &'a [AnswersRecord],
}

/// Of a quiz of which a version declares norms or what counts as a change.
pub(super) struct OverTimeColumns {
    versions: BTreeMap<u32, Definition>,
    columns: Vec<Column>,
}

struct Column {
    /// `None` for the overall score.
    of: Option<Name>,
    name: String,
    title: String,
    tells: Tells,
}

#[derive(Clone, Copy)]
enum Tells {
    Norm,
    Z,
    T,
    Percentile,
    Previous,
    PreviousDifference,
    First,
    FirstDifference,
}

const OF_NORM: [(&str, &str, Tells); 4] = [
    ("norm", "Norm", Tells::Norm),
    ("norm.z", "Norm: z", Tells::Z),
    ("norm.t", "Norm: T", Tells::T),
    ("norm.percentile", "Norm: percentile", Tells::Percentile),
];

const OF_CHANGE: [(&str, &str, Tells); 4] = [
    ("change.previous", "Change since the attempt before", Tells::Previous),
    ("change.previous.difference", "Difference from the attempt before", Tells::PreviousDifference),
    ("change.first", "Change since the first attempt", Tells::First),
    ("change.first.difference", "Difference from the first attempt", Tells::FirstDifference),
];

impl OverTimeColumns {
    /// `categories` are those of the layout.
    pub(super) fn new(versions: &[(u32, Definition)], categories: &[(Name, String)]) -> Option<Self> {
        let declares = |(_, definition): &(u32, Definition)| definition.has_norms() || definition.judges_change();
        if !versions.iter().any(declares) {
            return None;
        }
        let scorings = || versions.iter().filter_map(|(_, definition)| definition.scoring.as_ref());
        let scores = std::iter::once((None, None)).chain(categories.iter().map(|(id, name)| (Some(id), Some(name))));
        let mut columns = Vec::new();
        for (of, title_of) in scores {
            let norms = OF_NORM.iter().filter(|_| scorings().any(|scoring| !scoring.norms_of(of).is_empty()));
            let changes = OF_CHANGE.iter().filter(|_| scorings().any(|scoring| scoring.change_of(of).is_some()));
            columns.extend(norms.chain(changes).map(|(name, title, tells)| Column {
                of: of.cloned(),
                name: of.map_or_else(|| (*name).to_owned(), |id| format!("category.{id}.{name}")),
                title: title_of.map_or_else(|| (*title).to_owned(), |of| format!("{of} – {title}")),
                tells: *tells,
            }));
        }
        Some(Self { versions: versions.iter().cloned().collect(), columns })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.columns.iter().map(|column| column.name.clone())
    }

    pub(super) fn titles(&self) -> impl Iterator<Item = String> {
        self.columns.iter().map(|column| column.title.clone())
    }

    pub(super) fn judges_change(&self) -> bool {
        self.versions.values().any(Definition::judges_change)
    }

    pub(super) fn compared<'a>(&'a self, row: AttemptsOfRow<'a>) -> Option<Compared<'a>> {
        let AttemptsOfRow { record, earlier } = row;
        let scored_by = |record: &AnswersRecord| self.versions.get(&record.scored_version());
        let before = earlier.iter().filter(|other| other.attempt < record.attempt && other.submission.is_some());
        let attempt = |record: &'a AnswersRecord| Some(EarlierAttempt { record, scored_by: scored_by(record)? });
        Some(Compared {
            scored_by: scored_by(record)?,
            previous: before.clone().max_by_key(|other| other.attempt).and_then(attempt),
            first: before.clone().find(|other| other.attempt == 1).and_then(attempt),
        })
    }

    /// The cells of a row, in the order of the columns.
    pub(super) fn cells<'l>(&'l self, row: &ExportRow<'_>) -> Vec<Cell<'l>> {
        let empty = || vec![Cell::Empty; self.columns.len()];
        let Some(attempts) = row.attempts.filter(|attempts| attempts.record.submission.is_some()) else {
            return empty();
        };
        let Some(scored_by) = self.versions.get(&attempts.record.scored_version()) else { return empty() };
        let Some(Compared { previous, first, .. }) = self.compared(attempts) else { return empty() };
        let norms = attempts.record.norms(scored_by);
        let [previous, first] = [previous, first]
            .map(|earlier| earlier.map(|earlier| attempts.record.changes(scored_by, earlier)).unwrap_or_default());
        let cell = |Column { of, tells, .. }: &Column| {
            let of = of.as_ref();
            let norm = norms.iter().find(|(known, ..)| *known == of).map(|(_, norm, standing)| (*norm, *standing));
            match tells {
                Tells::Norm => {
                    let name = norm.map(|(norm, _)| norm.name.in_language(scored_by.language, scored_by.language));
                    name.map_or(Cell::Empty, Cell::Text)
                }
                Tells::Z => norm.and_then(|(_, Standing { z, .. })| z).map_or(Cell::Empty, Cell::Decimal),
                Tells::T => {
                    let t = norm
                        .and_then(|(_, Standing { t, .. })| crate::Decimal::from_thousandths(i128::from(t?) * 1000));
                    t.map_or(Cell::Empty, Cell::Decimal)
                }
                Tells::Percentile => norm.map_or(Cell::Empty, |(_, standing)| Cell::Number(standing.percentile.into())),
                Tells::Previous => verdict(of_score(&previous, of)),
                Tells::PreviousDifference => difference(of_score(&previous, of)),
                Tells::First => verdict(of_score(&first, of)),
                Tells::FirstDifference => difference(of_score(&first, of)),
            }
        };
        self.columns.iter().map(cell).collect()
    }
}

fn of_score(changes: &[(Option<&Name>, JudgedChange)], of: Option<&Name>) -> Option<JudgedChange> {
    changes.iter().find(|(known, _)| *known == of).map(|(_, change)| *change)
}

fn verdict(change: Option<JudgedChange>) -> Cell<'static> {
    change.map_or(Cell::Empty, |change| Cell::Word(change.judged.verdict.as_str()))
}

fn difference(change: Option<JudgedChange>) -> Cell<'static> {
    change.and_then(|change| change.judged.difference).map_or(Cell::Empty, Cell::Decimal)
}
