//! Batches of records for a file, with the invitations of their respondents if the file names people.

use std::collections::HashMap;

use domain::{ExportLayout, InvitedId, QuizId, UserId};
use jiff::tz::TimeZone;
use tokio::sync::mpsc::{Receiver, Sender};

use super::rows::{Record, Row};
use crate::store::{Invitation, Result, Store, StoredRecord};

pub(super) struct Piece {
    pub(super) records: Vec<StoredRecord>,
    /// By respondent id. Empty unless the file names people.
    invitations: HashMap<String, Invitation>,
}

impl Piece {
    async fn new(store: &Store, quiz: &QuizId, names_people: bool, records: Vec<StoredRecord>) -> Result<Self> {
        let mut invitations = HashMap::new();
        if names_people {
            let users: Vec<UserId> =
                records.iter().filter_map(|record| InvitedId::parse(&record.user).ok().map(UserId::Invited)).collect();
            let found = store.invitations_of(quiz, users.iter()).await?;
            invitations.extend(found.into_iter().map(|(id, invitation)| (id.to_string(), invitation)));
        }
        Ok(Self { records, invitations })
    }

    /// Reads one record after the other. `zone` is for moments in files for people.
    pub(super) fn each(
        &self,
        zone: Option<&TimeZone>,
        mut read: impl FnMut(Record<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut row = Row::new(zone);
        self.records.iter().try_for_each(|record| read(row.read(record, self.invitations.get(&record.user))?))
    }
}

pub(super) async fn with_invitations(
    store: &Store,
    (quiz, names_people): (&QuizId, bool),
    mut records: Receiver<Vec<StoredRecord>>,
    pieces: Sender<Piece>,
) -> Result<()> {
    while let Some(records) = records.recv().await {
        if pieces.send(Piece::new(store, quiz, names_people, records).await?).await.is_err() {
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
