//! Records on their way into a file, with the invitations of those who were invited where the file names them.

use std::collections::HashMap;

use domain::{ExportLayout, InvitedId, QuizId, UserId};
use jiff::tz::TimeZone;
use tokio::sync::mpsc::{Receiver, Sender};

use super::rows::{Record, Row};
use crate::store::{Invitation, Result, Store, StoredRecord};

pub(super) struct Piece {
    pub(super) records: Vec<StoredRecord>,
    /// By the respondents' ids; none unless the file names people.
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

    /// Reads one record after the other; `zone` is that of moments for people.
    pub(super) fn each(
        &self,
        zone: Option<&TimeZone>,
        mut read: impl FnMut(Record<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut row = Row::new(zone);
        self.records.iter().try_for_each(|record| read(row.read(record, self.invitations.get(&record.user))?))
    }
}

/// Adds the invitations, until there are no more records, or nothing wants them.
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

/// The layout without the columns that none of the records fills. Reads no further than until each column has a cell.
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
