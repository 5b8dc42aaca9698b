//! Exporting all answers of a quiz: one ordered scan of one snapshot, streamed, however many there are.

use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use domain::{CsvLayout, QuizId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::{csv_writer, files::ExportFiles, lease::Lease};
use crate::store::{Job, Store};

/// Pieces of records between the reader and the writer; what memory an export takes is decided here.
const IN_FLIGHT: usize = 4;
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// What a finished export is: the form of its job's outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ExportOutcome {
    /// In the folder of exports.
    pub file: String,
    pub rows: u64,
    pub bytes: u64,
    /// Hexadecimal.
    pub sha256: String,
}

/// Writes all answers of a quiz as CSV; `progress` counts the rows meanwhile. Returns rows, bytes and checksum with an
/// empty file name.
///
/// # Errors
/// When the database cannot be read or `out` not be written.
pub async fn stream_csv<W: Write + Send + 'static>(
    store: &Arc<dyn Store>,
    quiz: &QuizId,
    out: W,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(ExportOutcome, W)> {
    let layout = CsvLayout::new(&store.definitions(quiz).await?);
    let (sender, pieces) = mpsc::channel(IN_FLIGHT);
    let writing = tokio::task::spawn_blocking(move || {
        let mut out = out;
        csv_writer::write(&layout, pieces, &mut out, &progress).map(|written| (written, out))
    });
    let scan = store.scan_records(quiz, sender).await;
    // The writer's failure explains why the scan ended early; the scan's own is told if the writer was fine.
    let (written, out) = writing.await?.context("cannot write the file")?;
    scan.context("cannot read the answers")?;
    let outcome =
        ExportOutcome { file: String::new(), rows: written.rows, bytes: written.bytes, sha256: written.sha256 };
    Ok((outcome, out))
}

/// Runs the job for as long as its lease can be renewed.
pub(super) async fn run(
    store: &Arc<dyn Store>,
    files: &ExportFiles,
    job: &Job,
    lease: &Lease,
) -> anyhow::Result<ExportOutcome> {
    // The fence makes the name this attempt's own.
    let name = format!("{}-{}.csv", job.id, job.fence);
    let draft = files.draft(&name).context("cannot make the file")?;
    let out = draft.file.try_clone().context("cannot make the file")?;
    let progress = Arc::new(AtomicU64::new(0));
    let export = stream_csv(store, &job.quiz_id, out, Arc::clone(&progress));
    let mut export = std::pin::pin!(export);
    let mut ticks = tokio::time::interval(SIGN_OF_LIFE);
    let (outcome, _) = loop {
        tokio::select! {
            finished = &mut export => break finished?,
            _ = ticks.tick() => lease.renew(progress.load(Ordering::Relaxed)).await?,
        }
    };
    lease.renew(outcome.rows).await?;
    tokio::task::spawn_blocking(move || draft.keep()).await?.context("cannot keep the file")?;
    Ok(ExportOutcome { file: name, ..outcome })
}
