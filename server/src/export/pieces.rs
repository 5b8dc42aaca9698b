//! Batches of records for a file, with the invitations of their respondents if the file names people, and with earlier
//! attempts if columns compare with them.

use std::collections::HashMap;

use domain::{AnswersRecord, ExportLayout, InvitedId, QuizId, QuizKind, UserId};
use jiff::tz::TimeZone;
use tokio::sync::mpsc::{Receiver, Sender};

use super::rows::{Record, Row};
use crate::store::{Invitation, Result, Store, StoredRecord};

/// What is read beside the records.
#[derive(Clone, Copy)]
pub(super) struct Beside<'a> {
    pub(super) quiz: &'a QuizId,
    pub(super) kind: QuizKind,
    /// The file names those who were invited.
    pub(super) names_people: bool,
    /// Columns tell of norms or changes.
    pub(super) needs_attempts: bool,
    /// Columns tell of changes.
    pub(super) judges_change: bool,
    pub(super) has_alerts: bool,
}

pub(super) struct Piece {
    pub(super) records: Vec<StoredRecord>,
    /// By respondent id. Empty unless the file names people.
    invitations: HashMap<String, Invitation>,
    /// The records again, each with the attempts that it is compared with; none unless columns tell of them.
    attempts: Vec<Option<(AnswersRecord, Vec<AnswersRecord>)>>,
    /// The ids of alerts, with a space between them, by respondent and attempt.
    alerts: HashMap<(String, u32), String>,
}

impl Piece {
    async fn new(store: &Store, beside: Beside<'_>, records: Vec<StoredRecord>) -> Result<Self> {
        let mut invitations = HashMap::new();
        if beside.names_people {
            let users: Vec<UserId> =
                records.iter().filter_map(|record| InvitedId::parse(&record.user).ok().map(UserId::Invited)).collect();
            let found = store.invitations_of(beside.quiz, users.iter()).await?;
            invitations.extend(found.into_iter().map(|(id, invitation)| (id.to_string(), invitation)));
        }
        let mut attempts = Vec::new();
        if beside.needs_attempts {
            let earlier =
                if beside.judges_change { earlier(store, beside.quiz, &records).await? } else { HashMap::new() };
            attempts.extend(records.iter().map(|stored| {
                let record = stored.read(beside.quiz, beside.kind)?;
                let earlier = earlier.get(&stored.user).into_iter().flatten();
                let compared =
                    earlier.filter(|other| other.attempt == 1 || other.attempt.checked_add(1) == Some(stored.attempt));
                Some((record, compared.cloned().collect()))
            }));
        }
        let mut alerts = HashMap::new();
        if beside.has_alerts {
            let mut users: Vec<&str> = records.iter().map(|record| record.user.as_str()).collect();
            // Where each attempt is read, those of a respondent follow each other.
            users.dedup();
            let found = store.alerts_of_all(beside.quiz, &users).await?;
            alerts.extend(found.into_iter().map(|(attempt, ids)| (attempt, ids.join(" "))));
        }
        Ok(Self { records, invitations, attempts, alerts })
    }

    /// Reads one record after the other. `zone` is for moments in files for people.
    pub(super) fn each(
        &self,
        zone: Option<&TimeZone>,
        mut read: impl FnMut(Record<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut row = Row::new(zone);
        self.records.iter().enumerate().try_for_each(|(at, record)| {
            let attempts = self.attempts.get(at).and_then(Option::as_ref);
            let of_attempt = || self.alerts.get(&(record.user.clone(), record.attempt)).map(String::as_str);
            let alerts = if self.alerts.is_empty() { None } else { of_attempt() };
            read(row.read(record, self.invitations.get(&record.user), attempts, alerts)?)
        })
    }
}

/// The attempts before the submitted ones of these records, and the first ones, by the respondents' ids.
async fn earlier(
    store: &Store,
    quiz: &QuizId,
    records: &[StoredRecord],
) -> Result<HashMap<String, Vec<AnswersRecord>>> {
    let again = || records.iter().filter(|record| record.attempt > 1 && record.submitted_at.is_some());
    let mut wanted: Vec<(String, u32)> = again().map(|record| (record.user.clone(), record.attempt)).collect();
    wanted.extend(again().filter(|record| record.attempt > 2).map(|record| (record.user.clone(), 2)));
    wanted.sort_unstable();
    wanted.dedup();
    let mut found: HashMap<String, Vec<AnswersRecord>> = HashMap::new();
    for record in store.attempts_just_before(quiz, &wanted).await? {
        found.entry(record.user.to_string()).or_default().push(record);
    }
    Ok(found)
}

/// Adds what stands beside them, until there are no more records, or nothing wants them.
pub(super) async fn with_others(
    store: &Store,
    beside: Beside<'_>,
    mut records: Receiver<Vec<StoredRecord>>,
    pieces: Sender<Piece>,
) -> Result<()> {
    while let Some(records) = records.recv().await {
        if pieces.send(Piece::new(store, beside, records).await?).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Removes the columns that no record fills from the layout. Stops reading once each column has a cell.
pub(super) async fn without_empty(
    layout: ExportLayout,
    zone: Option<&TimeZone>,
    mut pieces: Receiver<Piece>,
) -> anyhow::Result<ExportLayout> {
    let mut filled = vec![false; layout.names().len()];
    while let Some(piece) = pieces.recv().await {
        let mut cells = layout.cells();
        piece.each(zone, |record| {
            let mut filled = filled.iter_mut();
            cells.of(&record.row, |cell| {
                if let Some(is_filled) = filled.next() {
                    *is_filled |= !cell.is_empty();
                }
                Ok(())
            })
        })?;
        if filled.iter().all(|is_filled| *is_filled) {
            break;
        }
    }
    Ok(layout.without_empty(&filled))
}
