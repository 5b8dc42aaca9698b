//! Exporting all answers of a quiz: one ordered scan of one snapshot, streamed, however many there are.

use std::{
    any::Any,
    env,
    io::Write,
    path::Path,
    sync::{Arc, atomic::AtomicU64},
};

use anyhow::{Context, ensure};
use domain::{ExportLayout, QuizId};
use serde::{Deserialize, Serialize};
use tokio::{sync::mpsc, task::JoinError};

use super::{
    ExportFormat, Hopeless,
    files::ExportFiles,
    formats::{self, too_many},
    lease::{LOST, Lease},
    step::{Step, Watch},
};
use crate::store::{Job, Store};

/// Pieces of records between the reader and the writer; what memory an export takes is decided here.
const IN_FLIGHT: usize = 4;

/// What an export was asked for: the form of its job's parameters.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportParameters {
    pub format: ExportFormat,
    /// For people: a key, an administrator, the operator.
    pub requested_by: String,
}

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

/// Writes all answers of a quiz; `progress` counts the rows meanwhile. Returns rows, bytes and checksum with an empty
/// file name.
///
/// # Errors
/// When the quiz is gone or does not fit the format, the database cannot be read, or `out` not be written.
pub async fn stream_export<W: Write + Send + 'static>(
    store: &Arc<dyn Store>,
    quiz: &QuizId,
    format: ExportFormat,
    out: W,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(ExportOutcome, W)> {
    stream(store, quiz, format, out, &env::temp_dir(), progress).await
}

/// The same; what the format cannot write in one go is drafted in the folder `scratch`.
async fn stream<W: Write + Send + 'static>(
    store: &Arc<dyn Store>,
    quiz: &QuizId,
    format: ExportFormat,
    out: W,
    scratch: &Path,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(ExportOutcome, W)> {
    let records = store.counts(quiz).await?.started;
    if format.most_records().is_some_and(|max| records > max) {
        return Err(Hopeless(too_many()).into());
    }
    let found = store.quiz(quiz).await?.context("the quiz was deleted")?;
    let layout = ExportLayout::new(quiz, found.kind, &store.definitions(quiz).await?);
    let (sender, pieces) = mpsc::channel(IN_FLIGHT);
    let scratch = scratch.to_owned();
    let writing =
        tokio::task::spawn_blocking(move || formats::write(format, &layout, pieces, out, &scratch, &progress));
    let scan = store.scan_records(quiz, sender).await;
    // The writer's failure explains why the scan ended early; the scan's own is told if the writer was fine.
    let (written, out) = writing.await.map_err(panicked).flatten().context("cannot write the file")?;
    scan.context("cannot read the answers")?;
    let outcome =
        ExportOutcome { file: String::new(), rows: written.rows, bytes: written.bytes, sha256: written.sha256 };
    Ok((outcome, out))
}

/// The library that writes spreadsheets panics when the disk is full; what it says then is the reason.
fn panicked(error: JoinError) -> anyhow::Error {
    match error.try_into_panic().map(Box::<dyn Any + Send>::downcast::<String>) {
        Ok(Ok(message)) => anyhow::Error::msg(*message),
        _ => anyhow::Error::msg("the writer ended early"),
    }
}

/// Runs the job for as long as its lease can be renewed; returns its outcome.
pub(super) async fn run(
    store: &Arc<dyn Store>,
    files: &ExportFiles,
    job: &Job,
    lease: &Lease,
    watch: &Watch,
) -> anyhow::Result<String> {
    watch(Step::Claimed);
    let parameters: ExportParameters =
        serde_json::from_str(&job.parameters).context("the job's parameters are damaged")?;
    // The fence makes the name one attempt's own, so that two workers on the same job cannot meet.
    let name = format!("{}-{}.{}", job.id, job.fence, parameters.format.as_str());
    ensure!(store.note_export_file(job.claim(), name.clone()).await?, LOST);
    let draft = files.draft(&name, Arc::clone(watch)).context("cannot make the file")?;
    let progress = Arc::new(AtomicU64::new(0));
    let folder = files.folder();
    let export = stream(store, &job.quiz_id, parameters.format, draft, folder, Arc::clone(&progress));
    let (outcome, draft) = lease.hold(export, &progress).await?;
    lease.hold(files.keep(draft, &name), &progress).await.context("cannot keep the file")?;
    if let Err(lost) = lease.renew(outcome.rows).await {
        // Tidying has forgotten the file if it was kept after the claim was lost.
        files.remove(&name).await?;
        return Err(lost);
    }
    Ok(serde_json::to_string(&ExportOutcome { file: name, ..outcome })?)
}
