//! Rescores submitted answers with a newer version of the quiz, some records at a time.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::Arc,
};

use domain::{AnswersRecord, Decimal, Definition, Permission};

use super::{
    Caller, Conflict, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::{
    clock,
    low_priority::offload,
    store::{AuditAction, EventType, RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState},
};

/// Records per step, few enough that answers do not wait for the write.
const PIECE: u32 = 200;

#[derive(Clone, Debug, Default)]
pub struct Rescored {
    pub examined: u64,
    /// Records whose scores, norms or rules of change would change, or have changed.
    pub changed: u64,
    pub higher: u64,
    pub lower: u64,
    /// The least and the greatest change of an overall score.
    pub extremes: Option<(Decimal, Decimal)>,
    /// The sum of the changes in thousandths.
    pub sum: i128,
    /// Records whose overall band changes, by the names of both bands, each in the language of its version.
    pub moved: BTreeMap<(String, String), u64>,
    /// Records whose overall score or band changes.
    pub overall: u64,
    /// Alerts that the new scores would raise. Counted in previews alone: a rescoring raises none.
    pub alerts: u64,
    pub next: Option<RecordPlace>,
}

/// What the audit log says of a piece.
#[derive(Clone, Copy)]
enum Line {
    OfPiece,
    OfAll,
    /// An earlier piece of the same rescoring has it.
    WrittenBefore,
}

impl Rescored {
    pub fn add(&mut self, step: Self) {
        self.examined += step.examined;
        self.changed += step.changed;
        self.higher += step.higher;
        self.lower += step.lower;
        self.sum += step.sum;
        self.overall += step.overall;
        self.alerts += step.alerts;
        for (bands, count) in step.moved {
            *self.moved.entry(bands).or_default() += count;
        }
        self.extremes = match (self.extremes, step.extremes) {
            (Some((least, greatest)), Some((low, high))) => Some((least.min(low), greatest.max(high))),
            (one, other) => one.or(other),
        };
        self.next = step.next;
    }

    fn count(&mut self, difference: Decimal) {
        let (higher, lower) = (u64::from(difference > Decimal::ZERO), u64::from(difference < Decimal::ZERO));
        let sum = difference.thousandths().into();
        self.add(Self { higher, lower, sum, extremes: Some((difference, difference)), ..Self::default() });
    }
}

impl Service {
    /// The list of records that the steps go through.
    pub const RESCORED: (RecordFilter, RecordOrder) =
        (RecordFilter::of_state(RecordState::Completed), RecordOrder::Oldest);

    /// Examines some records and, with `applies`, replaces their scores with those of the quiz's current version, which
    /// must be `version`.
    pub async fn rescore(
        &self,
        caller: &Caller,
        path: &QuizPath,
        version: u32,
        after: Option<RecordPlace>,
        applies: bool,
    ) -> Result<Rescored, ServiceError> {
        self.rescore_piece(caller, path, version, after, applies.then_some(Line::OfPiece)).await
    }

    /// The same for all records, step by step, until more than `most` were examined. The audit log has one line, of its
    /// beginning: what was changed until a failure is not without one.
    pub async fn rescore_all(
        &self,
        caller: &Caller,
        path: &QuizPath,
        version: u32,
        applies: bool,
        most: u64,
    ) -> Result<Rescored, ServiceError> {
        let mut done = Rescored::default();
        loop {
            let after = done.next.take();
            let line = if done.changed == 0 { Line::OfAll } else { Line::WrittenBefore };
            done.add(self.rescore_piece(caller, path, version, after, applies.then_some(line)).await?);
            if done.next.is_none() || done.examined > most {
                return Ok(done);
            }
        }
    }

    /// Without a line, nothing is replaced.
    async fn rescore_piece(
        &self,
        caller: &Caller,
        path: &QuizPath,
        version: u32,
        after: Option<RecordPlace>,
        line: Option<Line>,
    ) -> Result<Rescored, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let quiz = Arc::clone(&target.known);
        if quiz.version != version {
            return Err(Conflict::Changed.into());
        }
        let (filter, order) = Self::RESCORED;
        let query = RecordQuery { filter: filter.clone(), order, after, limit: PIECE };
        let listed = self.store.list_records(&quiz.id, &query).await?;
        let next = listed.next(|last| RecordPlace::of(last, &filter, order));
        let records = listed.items;
        let mut done = Rescored { examined: records.len() as u64, ..Rescored::default() };
        let definition = Arc::clone(&quiz.definition);
        let mut scored_by = HashMap::new();
        for record in &records {
            if let Entry::Vacant(entry) = scored_by.entry(record.scored_version()) {
                entry.insert(self.definition(&quiz, record.scored_version()).await?);
            }
        }
        let alike: HashMap<u32, bool> =
            scored_by.iter().map(|(version, scored_by)| (*version, definition.measures_as(scored_by))).collect();
        let rescored = move || -> Vec<(AnswersRecord, AnswersRecord)> {
            let both = |old: AnswersRecord| {
                let new = old.rescored(&definition, version, *alike.get(&old.scored_version())?)?;
                Some((old, new))
            };
            records.into_iter().filter_map(both).collect()
        };
        let records = offload(true, rescored).await;
        for (old, new) in &records {
            let difference = difference(old, new);
            if let Some(difference) = difference {
                done.count(difference);
            }
            let has_moved = overall_band(old) != overall_band(new);
            done.overall += u64::from(has_moved || difference.is_some_and(|by| by != Decimal::ZERO));
            if let Some(before) = scored_by.get(&old.scored_version()).filter(|_| has_moved) {
                let names = (band_name(overall_band(old), before), band_name(overall_band(new), &quiz.definition));
                *done.moved.entry(names).or_default() += 1;
            }
        }
        done.changed = if let Some(line) = line.filter(|_| !records.is_empty()) {
            let now = clock::now();
            let event = |(_, new): &(_, AnswersRecord)| {
                self.response_event(EventType::ResponseRescored, &path.namespace, new, now)
            };
            let events: Vec<_> = records.iter().filter_map(event).collect();
            let changed = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
                Box::pin(async move {
                    let quiz = target.quiz(tx).await?;
                    if quiz.version != version {
                        return Err(Conflict::Changed.into());
                    }
                    let changed = tx.rescore_told(&quiz.id, &records, &events).await?;
                    let draft = AuditDraft::of_quiz(AuditAction::RescoreAnswers, &target.path);
                    let details = match line {
                        _ if changed == 0 => return Ok(0),
                        Line::OfPiece => format!("{changed} records, version {version}"),
                        Line::OfAll => format!("begun, version {version}"),
                        Line::WrittenBefore => return Ok(changed),
                    };
                    record_audit(tx, &caller, draft.with(details)).await?;
                    Ok::<_, ServiceError>(changed)
                })
            });
            let changed = changed.await?;
            if changed > 0 {
                self.counts.rescored(&path.quiz);
            }
            changed.into()
        } else {
            done.alerts = self.alerts_of_rescored(&quiz, &quiz.definition, &records).await?;
            records.len() as u64
        };
        Ok(Rescored { next, ..done })
    }
}

fn overall_band(record: &AnswersRecord) -> Option<&str> {
    record.submission.as_ref()?.scores.overall.as_ref()?.band_id()
}

fn band_name(id: Option<&str>, definition: &Definition) -> String {
    let Some(id) = id else { return "no band".to_owned() };
    let band = definition.scoring.iter().flat_map(|scoring| &scoring.bands).find(|band| band.id.as_str() == id);
    band.map_or(id, |band| band.name.in_language(definition.language, definition.language)).to_owned()
}

fn difference(old: &AnswersRecord, new: &AnswersRecord) -> Option<Decimal> {
    let overall = |record: &AnswersRecord| Some(record.submission.as_ref()?.scores.overall.as_ref()?.score);
    Decimal::from_thousandths(i128::from(overall(new)?.thousandths()) - i128::from(overall(old)?.thousandths()))
}
