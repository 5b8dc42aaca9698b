//! The job that exports all answers of a quiz to a file.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::{
    files::ExportFiles,
    lease::{LOST, Lease, after},
};
use crate::{
    export::{ExportSelection, ExportStep, ExportStyle, Watch, Written, stream_export},
    store::{HANDED_OUT, Job, Store},
};

/// Maximum number of passes if respondents in the file are erased before its end. After the last one, the file stays
/// available for as long as if they had been erased after its end.
const PASSES: u32 = 3;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportParameters {
    #[serde(flatten)]
    pub style: ExportStyle,
    /// A display name: a key, an administrator, the operator.
    pub requested_by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<ExportSelection>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ExportOutcome {
    /// In the folder of exports.
    pub file: String,
    pub rows: u64,
    pub bytes: u64,
    pub sha256: String,
}

/// True for a file with a row for each attempt.
pub(super) fn is_of_each_attempt(job: &Job) -> bool {
    let parameters = serde_json::from_str::<ExportParameters>(&job.parameters).ok();
    parameters.and_then(|found| found.selection).is_some_and(|selection| selection.filter.each_attempt)
}

/// Runs the job as long as its lease can be renewed. Returns its outcome.
pub(super) async fn run(
    store: &Arc<Store>,
    files: &ExportFiles,
    job: &Job,
    lease: &Lease,
    watch: &Watch,
) -> anyhow::Result<String> {
    watch(ExportStep::Claimed);
    let parameters: ExportParameters =
        serde_json::from_str(&job.parameters).context("the job's parameters are damaged")?;
    // The fence makes the name unique to one attempt, so that two workers on the same job do not collide.
    let stem = format!("{}-{}", job.id, job.fence);
    files.require_room(lease.total())?;
    let name = files.name(&stem, parameters.style.format.as_str()).context("cannot name the file")?;
    ensure!(store.note_export_file(job.claim(), name.clone()).await?, LOST);
    let mut pass = 0;
    loop {
        pass += 1;
        let draft = files.draft(&name, Arc::clone(watch)).context("cannot make the file")?;
        let progress = Arc::new(AtomicU64::new(0));
        let wanted = (parameters.style, parameters.selection.clone());
        let export = stream_export(store, &job.quiz_id, wanted, draft, files.folder(), Arc::clone(&progress));
        let (Written { rows, bytes, sha256 }, draft, mut erasures) = lease.hold(export, &progress).await?;
        lease.hold(files.keep(draft, &name), &progress).await.context("cannot keep the file")?;
        if let Err(lost) = lease.renew(rows).await {
            // If the file was kept after the claim was lost, tidying does not find it.
            files.remove(&name).await?;
            return Err(lost);
        }
        // Later erasures mark it again. Earlier ones are seen below.
        store.set_removal(job.claim(), None).await?;
        if erasures.concern_it(store).await? {
            if pass < PASSES {
                tracing::info!(job = job.id, "made anew without a respondent who was erased meanwhile");
                files.remove(&name).await?;
                continue;
            }
            store.set_removal(job.claim(), Some(after(Duration::from_nanos(HANDED_OUT.unsigned_abs())))).await?;
        }
        return Ok(serde_json::to_string(&ExportOutcome { file: name, rows, bytes, sha256 })?);
    }
}
