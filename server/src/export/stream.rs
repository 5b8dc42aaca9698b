//! Streams an export: one task reads records, another writes them in the format.

use std::{
    any::Any,
    io::Write,
    path::Path,
    sync::{Arc, atomic::AtomicU64},
};

use anyhow::Context;
use domain::{ExportLayout, QuizId};
use tokio::{sync::mpsc, task::JoinError};

use super::{ExportFormat, PermanentFailure, Written, write::write, xlsx::too_many};
use crate::store::Store;

/// Pieces of records between the reader and the writer; they bound the memory that an export takes.
const IN_FLIGHT: usize = 4;

/// Writes all answers of a quiz; `progress` counts the rows meanwhile. A format that cannot be written in one go is
/// drafted in the folder `scratch`.
///
/// Fails when the quiz is gone or does not fit the format, the database cannot be read, or `out` not be written.
pub(crate) async fn stream_export<W: Write + Send + 'static>(
    store: &Arc<dyn Store>,
    quiz: &QuizId,
    format: ExportFormat,
    out: W,
    scratch: &Path,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(Written, W)> {
    let records = store.counts(quiz).await?.started;
    if format.most_records().is_some_and(|max| records > max) {
        return Err(PermanentFailure(too_many()).into());
    }
    let found = store.quiz(quiz).await?.context("the quiz was deleted")?;
    let layout = ExportLayout::new(quiz, found.kind, &store.definitions(quiz).await?);
    let (sender, pieces) = mpsc::channel(IN_FLIGHT);
    let scratch = scratch.to_owned();
    let writing = tokio::task::spawn_blocking(move || write(format, &layout, pieces, out, &scratch, &progress));
    let scan = store.scan_records(quiz, sender).await;
    // The writer's failure explains why the scan ended early; the scan's own is told if the writer was fine.
    let written = writing.await.map_err(panicked).flatten().context("cannot write the file")?;
    scan.context("cannot read the answers")?;
    Ok(written)
}

/// The library that writes spreadsheets panics when the disk is full; what it says then is the reason.
fn panicked(error: JoinError) -> anyhow::Error {
    match error.try_into_panic().map(Box::<dyn Any + Send>::downcast::<String>) {
        Ok(Ok(message)) => anyhow::Error::msg(*message),
        _ => anyhow::Error::msg("the writer ended early"),
    }
}
