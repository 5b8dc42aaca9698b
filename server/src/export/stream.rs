//! Streams an export: one thread reads records, another writes them in the format.

use std::{
    any::Any,
    io::Write,
    path::Path,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use anyhow::Context;
use domain::{ExportLayout, QuizId};
use thiserror::Error;
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
};

use super::{Erasures, ExportFormat, ExportSelection, Written, sift, write::write, xlsx::too_many};
use crate::{
    low_priority::lower_priority,
    store::{RecordFilter, Store},
};

/// A failure that another attempt would meet again; says why the export cannot succeed.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct PermanentFailure(pub(crate) String);

/// Pieces of records between the reader and the writer; they bound the memory that an export takes.
const IN_FLIGHT: usize = 4;
/// The niceness of the threads of an export: they get the processor when no request wants it.
const PATIENT: i32 = 19;

/// Writes all answers of a quiz, or a selection of them; `progress` counts the rows meanwhile. A format that cannot be written in one go is
/// drafted in the folder `scratch`. Returns what it knows of erasures meanwhile, too.
///
/// Fails when the quiz is gone or does not fit the format, the database cannot be read, or `out` not be written.
pub(crate) async fn stream_export<W: Write + Send + 'static>(
    store: &Arc<Store>,
    quiz: &QuizId,
    (format, selection): (ExportFormat, Option<ExportSelection>),
    out: W,
    scratch: &Path,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(Written, W, Erasures)> {
    let records = store.counts(quiz).await?.started;
    if selection.is_none() && format.most_records().is_some_and(|max| records > max) {
        return Err(PermanentFailure(too_many()).into());
    }
    let found = store.quiz(quiz).await?.context("the quiz was deleted")?;
    let layout = ExportLayout::new(quiz, found.kind, &store.definitions(quiz).await?);
    let ExportSelection { filter, columns, headings, .. } = selection.unwrap_or_default();
    let unknown = |column| PermanentFailure(format!("there is no column {column}"));
    let layout = layout.shaped(&columns, headings).map_err(unknown)?;
    let (store, quiz, scratch) = (Arc::clone(store), quiz.clone(), scratch.to_owned());
    patiently(async move {
        let erasures = Erasures::begin(&store, &quiz).await?;
        let (sender, pieces) = mpsc::channel(IN_FLIGHT);
        let writing = thread::spawn(move || write(format, &layout, pieces, out, &scratch, &progress));
        let (fitting, found_fitting) = mpsc::channel(IN_FLIGHT);
        let leaving_out = erasures.leave_out(&store, found_fitting, sender);
        let scanning = async {
            if filter == RecordFilter::default() {
                return store.scan_records(&quiz, fitting).await;
            }
            let (all, found_all) = mpsc::channel(IN_FLIGHT);
            let sifting = sift(&store, (&quiz, found.kind), &filter, found_all, fitting);
            let (scan, sifted) = tokio::join!(store.scan_records(&quiz, all), sifting);
            sifted.and(scan)
        };
        let (scan, erasures) = tokio::join!(scanning, leaving_out);
        // The writer's failure explains why the scan ended early; the scan's own is told if the writer was fine.
        let (written, out) = writing.join().map_err(panicked).flatten().context("cannot write the file")?;
        scan.context("cannot read the answers")?;
        Ok((written, out, erasures.context("cannot read who was erased")?))
    })
    .await
}

/// Runs `work` on a thread of low priority, which the threads that it starts inherit. Ends it when dropped.
async fn patiently<T: Send + 'static>(
    work: impl Future<Output = anyhow::Result<T>> + Send + 'static,
) -> anyhow::Result<T> {
    let (mut reply, outcome) = oneshot::channel();
    let runtime = Handle::current();
    thread::Builder::new().name("export".to_owned()).spawn(move || {
        lower_priority(PATIENT);
        let done = runtime.block_on(async {
            tokio::select! {
                done = work => Some(done),
                () = reply.closed() => None,
            }
        });
        if let Some(done) = done {
            let _ = reply.send(done);
        }
    })?;
    outcome.await.context("the export ended early")?
}

/// The library that writes spreadsheets panics when the disk is full, with the reason as its message.
fn panicked(cause: Box<dyn Any + Send>) -> anyhow::Error {
    match cause.downcast::<String>() {
        Ok(message) => anyhow::Error::msg(*message),
        Err(_) => anyhow::Error::msg("the writer ended early"),
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, time::Duration};

    use rustix::process::getpriority_process;
    use tokio::time::timeout;

    use super::*;

    fn niceness() -> i32 {
        getpriority_process(None).expect("Linux tells")
    }

    #[tokio::test]
    async fn an_export_and_the_threads_that_it_starts_leave_the_processor_to_others() {
        let before = niceness();
        let started = || thread::spawn(niceness).join().expect("no panic");
        let found = patiently(async move { Ok((niceness(), started())) }).await.expect("it ends");
        assert_eq!(found, (PATIENT, PATIENT));
        assert_eq!(niceness(), before);
    }

    #[tokio::test]
    async fn an_export_that_is_not_waited_for_ends() {
        let (held, dropped) = oneshot::channel::<()>();
        let work = async move {
            let _held = held;
            pending::<anyhow::Result<()>>().await
        };
        assert!(timeout(Duration::from_millis(50), patiently(work)).await.is_err());
        assert!(timeout(Duration::from_secs(10), dropped).await.expect("it has ended").is_err());
    }
}
