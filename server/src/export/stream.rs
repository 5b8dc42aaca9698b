//! Streams an export: one thread reads records, another writes them in the format.

use std::{
    any::Any,
    io::Write,
    path::Path,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use anyhow::Context;
use domain::{QuizId, QuizKind};
use futures_util::future::try_join_all;
use thiserror::Error;
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
};

use super::{
    Erasures, ExportForm, ExportSelection, ExportStyle, Written,
    pieces::{Beside, with_others, without_empty},
    sift,
    write::write,
    xlsx::too_many,
};
use crate::{
    low_priority::lower_priority,
    store::{RecordFilter, Store},
};

/// A failure that a retry would meet again. The text says why the export cannot succeed.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct PermanentFailure(pub(crate) String);

/// Batches of records between the reader and the writer, which bound the memory of an export.
const IN_FLIGHT: usize = 4;
/// The niceness of an export's threads: they run when no request needs the processor.
const PATIENT: i32 = 19;

/// Writes all answers of a quiz, or a selection of them. `progress` counts the rows meanwhile. A format that cannot be
/// streamed is drafted in the folder `scratch`. A file for people has only columns that a record fills: its records are
/// read twice, on one snapshot. Also returns the erasures that occurred meanwhile.
///
/// Fails if the quiz is gone or does not fit the format, the database cannot be read, or `out` cannot be written.
pub(crate) async fn stream_export<W: Write + Send + 'static>(
    store: &Arc<Store>,
    quiz: &QuizId,
    (style, selection): (ExportStyle, Option<ExportSelection>),
    out: W,
    scratch: &Path,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(Written, W, Erasures)> {
    let records = store.counts(quiz).await?.started;
    if selection.is_none() && style.format.most_records().is_some_and(|max| records > max) {
        return Err(PermanentFailure(too_many()).into());
    }
    let found = store.quiz(quiz).await?.context("the quiz was deleted")?;
    let each_attempt = selection.as_ref().is_some_and(|selection| selection.filter.each_attempt);
    let layout = style.layout(&found, &store.definitions(quiz).await?, each_attempt);
    let ExportSelection { filter, columns, headings, .. } = selection.unwrap_or_default();
    let unknown = |column| PermanentFailure(format!("there is no column {column}"));
    let layout = layout.shaped(&columns, headings).map_err(unknown)?;
    let (store, quiz, scratch) = (Arc::clone(store), quiz.clone(), scratch.to_owned());
    patiently(async move {
        let zone = style.zone(&found);
        let is_for_people = style.form == ExportForm::People;
        let beside = Beside {
            quiz: &quiz,
            kind: found.kind,
            names_people: is_for_people && found.kind == QuizKind::Invited,
            needs_attempts: layout.needs_attempts(),
            judges_change: layout.judges_change(),
            has_alerts: layout.has_alerts(),
        };
        let erasures = Erasures::begin(&store, &quiz).await?;
        let (mut senders, mut siftings, mut passes) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..if is_for_people { 2 } else { 1 } {
            let (sender, fitting) = mpsc::channel(IN_FLIGHT);
            passes.push(fitting);
            if filter == RecordFilter::default() {
                senders.push(sender);
                continue;
            }
            let (all, found_all) = mpsc::channel(IN_FLIGHT);
            senders.push(all);
            siftings.push(sift(&store, (&quiz, found.kind), &filter, found_all, sender));
        }
        let scanning = async {
            let (scan, sifted) = tokio::join!(store.scan_records_for(&quiz, senders), try_join_all(siftings));
            sifted.map(drop).and(scan)
        };
        let writing = async {
            let mut layout = layout;
            let records = passes.pop().context("nothing is read")?;
            if let Some(first) = passes.pop() {
                let (sender, pieces) = mpsc::channel(IN_FLIGHT);
                let inviting = with_others(&store, beside, first, sender);
                let (invited, shorter) = tokio::join!(inviting, without_empty(layout, zone.as_ref(), pieces));
                invited.context("cannot read invitations or attempts")?;
                layout = shorter?;
            }
            let (others, left) = mpsc::channel(IN_FLIGHT);
            let (sender, pieces) = mpsc::channel(IN_FLIGHT);
            let writing =
                thread::spawn(move || write((style, zone.as_ref()), &layout, pieces, out, &scratch, &progress));
            let inviting = with_others(&store, beside, left, sender);
            let (erasures, invited) = tokio::join!(erasures.leave_out(&store, records, others), inviting);
            // The writer's failure explains why the others ended early. Their failures are reported if the writer
            // succeeded.
            let (written, out) = writing.join().map_err(panicked).flatten().context("cannot write the file")?;
            invited.context("cannot read invitations or attempts")?;
            Ok::<_, anyhow::Error>((written, out, erasures.context("cannot read who was erased")?))
        };
        let (scan, written) = tokio::join!(scanning, writing);
        let written = written?;
        scan.context("cannot read the answers")?;
        Ok(written)
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

/// The spreadsheet library panics when the disk is full, with the reason as its message.
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
