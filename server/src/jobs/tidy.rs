//! Removing what nobody can ask for any more: old exports, and files that no job names, such as those of a deleted quiz
//! or of an attempt that a crash cut short.

use std::{sync::Arc, time::Duration};

use domain::Timestamp;

use super::{export::ExportOutcome, file_name::FileName, files::ExportFiles, lease::nanoseconds};
use crate::{
    clock,
    store::{Job, JobKind, JobState, Store},
};

/// Removes the exports that ended longer ago than `keep`, and the files that are of no use.
pub(super) async fn tidy(store: &Arc<dyn Store>, files: &ExportFiles, keep: Duration) -> anyhow::Result<()> {
    let before = Timestamp::from_nanoseconds(clock::now().nanoseconds() - nanoseconds(keep));
    store.forget_jobs(JobKind::Export, before).await?;
    for name in files.names().await? {
        // Somebody else's file is let be.
        let Some(parsed) = FileName::parse(&name) else { continue };
        let job = store.job(&parsed.job).await?;
        if !job.is_some_and(|job| needs(&job, &name, parsed.fence)) {
            tracing::info!(file = name, "removing an exported file that nothing names any more");
            files.remove(&name).await?;
        }
    }
    Ok(())
}

/// Whether a job is at work on this file, or has ended with it.
fn needs(job: &Job, name: &str, fence: i64) -> bool {
    match job.state {
        JobState::Running => job.fence == fence,
        JobState::Done => {
            let outcome = job.outcome.as_deref().and_then(|json| serde_json::from_str::<ExportOutcome>(json).ok());
            outcome.is_none_or(|outcome| outcome.file == name)
        }
        JobState::Queued | JobState::Failed => false,
    }
}

#[cfg(test)]
mod tests {
    use domain::QuizId;

    use super::*;

    fn job(state: JobState, fence: i64, outcome: Option<&str>) -> Job {
        let job =
            Job::new("j".to_owned(), JobKind::Export, QuizId::from_random(1), "{}".to_owned(), Timestamp::default());
        Job { state, fence, outcome: outcome.map(str::to_owned), ..job }
    }

    #[test]
    fn a_file_is_kept_while_its_job_is_at_work_on_it_or_names_it() {
        let named = r#"{"file":"j-2.csv","rows":1,"bytes":1,"sha256":""}"#;
        assert!(needs(&job(JobState::Running, 2, None), "j-2.csv.part", 2));
        assert!(needs(&job(JobState::Running, 2, None), "j-2.csv", 2), "renamed, and not yet said to be done");
        assert!(needs(&job(JobState::Done, 2, Some(named)), "j-2.csv", 2));
        assert!(!needs(&job(JobState::Running, 3, None), "j-2.csv", 2), "of an attempt that was overtaken");
        assert!(!needs(&job(JobState::Done, 2, Some(named)), "j-1.csv", 1));
        assert!(!needs(&job(JobState::Failed, 2, None), "j-2.csv", 2));
        assert!(!needs(&job(JobState::Queued, 2, None), "j-2.csv.part", 2));
    }
}
