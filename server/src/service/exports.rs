//! Exporting all answers of a quiz as a file.

use std::{
    collections::BTreeMap,
    slice,
    sync::{Arc, atomic::AtomicU64},
};

use domain::{ExportLayout, FieldCode, FieldError, NamespaceId, Permission, Quiz, QuizId, Timestamp};

use super::{
    Caller, Conflict, DownloadLink, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::{
    clock,
    delivery::{Recipient, Source},
    export::{ExportForm, ExportFormat, ExportSelection, ExportStyle},
    jobs::{ExportOutcome, ExportParameters, REMEMBERED},
    store::{AuditAction, Job, JobKind, JobState, RecordFilter},
};

/// Maximum number of exports in a history.
const HISTORY: u32 = 100;
/// Maximum number of finished exports per quiz. The oldest makes room for a new one, so that repeated exports cannot
/// fill the disk.
const KEPT: u32 = 10;
#[derive(Clone, Debug)]
pub struct Export {
    pub id: String,
    pub style: ExportStyle,
    /// A display name: a key, an administrator, the operator.
    pub requested_by: String,
    /// `None` for an export of all answers.
    pub selection: Option<ExportSelection>,
    pub state: ExportState,
    pub created_at: Timestamp,
    /// Present once it has ended, in any state.
    pub finished_at: Option<Timestamp>,
    /// Present once its file is no longer available.
    pub removed_at: Option<Timestamp>,
}

#[derive(Clone, Debug)]
pub enum ExportState {
    /// Never requested, or too long ago.
    None,
    /// Queued or running: rows written, and the total.
    Uploading {
        done: u64,
        total: u64,
    },
    Done {
        outcome: ExportOutcome,
        /// `None` for callers who may read the quiz but not export it.
        link: Option<DownloadLink>,
    },
    Failed {
        reason: String,
    },
    Cancelled,
    /// The number of rows it had.
    Removed {
        rows: u64,
    },
}

impl Service {
    /// Queues an export of all answers for programs. Returns `false` if one of this quiz is queued or running, in any
    /// format.
    pub async fn request_export(
        &self,
        caller: &Caller,
        path: &QuizPath,
        style: impl Into<ExportStyle>,
    ) -> Result<bool, ServiceError> {
        let style = ExportStyle { form: ExportForm::Programs, ..style.into() }.check()?;
        caller.require(Permission::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        self.require_fit(&quiz.id, style.format).await?;
        let parameters = ExportParameters { style, requested_by: caller.to_string(), selection: None };
        Ok(self.queue_export(caller, path, JobKind::Export, parameters).await?.is_some())
    }

    /// Queues an export of records that match a filter, of some columns, or for people, and returns its id, or `None`
    /// if another one of the quiz is queued or running. Does not affect the state of the quiz's last full export.
    pub async fn request_selection(
        &self,
        caller: &Caller,
        path: &QuizPath,
        style: ExportStyle,
        selection: ExportSelection,
    ) -> Result<Option<String>, ServiceError> {
        let style = style.check()?;
        let layout = self.export_layout(caller, path, style, &selection.filter).await?;
        let unknown =
            |column| FieldError::new("columns", FieldCode::WrongType(format!("names of columns, unlike {column}")));
        layout.shaped(&selection.columns, selection.headings).map_err(unknown)?;
        if selection.filter == RecordFilter::default() {
            self.require_fit(&path.quiz, style.format).await?;
        }
        let parameters = ExportParameters { style, requested_by: caller.to_string(), selection: Some(selection) };
        self.queue_export(caller, path, JobKind::Selection, parameters).await
    }

    /// Fails for a format that cannot hold all records.
    async fn require_fit(&self, quiz: &QuizId, format: ExportFormat) -> Result<(), ServiceError> {
        let records = self.store.counts(quiz).await?.started;
        match format.most_records().filter(|max| records > *max) {
            Some(max) => Err(Conflict::TooManyRecords { max }.into()),
            None => Ok(()),
        }
    }

    pub async fn export_layout(
        &self,
        caller: &Caller,
        path: &QuizPath,
        style: ExportStyle,
        filter: &RecordFilter,
    ) -> Result<ExportLayout, ServiceError> {
        caller.require(Permission::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(style.layout(&quiz, &self.store.definitions(&quiz.id).await?, filter.each_attempt))
    }

    async fn queue_export(
        &self,
        caller: &Caller,
        path: &QuizPath,
        kind: JobKind,
        parameters: ExportParameters,
    ) -> Result<Option<String>, ServiceError> {
        let target = self.target(caller, Permission::Export, path).await?;
        let details = parameters.style.words();
        let parameters =
            serde_json::to_string(&parameters).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let id = uuid::Uuid::new_v4().to_string();
        let job = Job::new(id.clone(), kind, target.known.id.clone(), parameters, clock::now());
        let queued = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                tx.drop_replacement(kind, &job.quiz_id).await?;
                let is_queued = tx.enqueue(&job).await?;
                if is_queued {
                    let now = clock::now();
                    tx.remove_older_exports(kind, &job.quiz_id, KEPT - 1, now).await?;
                    tx.forget_removed_exports(&job.quiz_id, REMEMBERED, now).await?;
                    let draft = AuditDraft::of_quiz(AuditAction::RequestExport, &target.path);
                    record_audit(tx, &caller, draft.on(&job.id).with(details)).await?;
                }
                Ok(is_queued)
            })
        });
        let is_queued = queued.await?;
        self.job_queued.notify_waiters();
        Ok(is_queued.then_some(id))
    }

    pub async fn export_state(&self, caller: &Caller, quiz: &Quiz) -> Result<ExportState, ServiceError> {
        let mut states = self.export_states(caller, &quiz.namespace_id, slice::from_ref(&quiz.id)).await?;
        Ok(states.remove(&quiz.id).unwrap_or(ExportState::None))
    }

    pub async fn export_states(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        quizzes: &[QuizId],
    ) -> Result<BTreeMap<QuizId, ExportState>, ServiceError> {
        let jobs = self.store.latest_jobs(JobKind::Export, quizzes, clock::now()).await?;
        jobs.into_iter().map(|job| Ok((job.quiz_id.clone(), self.state_of(caller, namespace, &job)?))).collect()
    }

    /// Returns the quiz's last hundred exports, newest first, including removed ones.
    pub async fn export_history(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<Export>, ServiceError> {
        caller.require(Permission::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let mut jobs = self.store.jobs(JobKind::Export, &quiz.id, HISTORY).await?;
        jobs.extend(self.store.jobs(JobKind::Selection, &quiz.id, HISTORY).await?);
        jobs.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
        jobs.truncate(HISTORY as usize);
        jobs.iter().map(|job| self.export_of(caller, &path.namespace, job)).collect()
    }

    /// Ends a queued or running export. Its worker learns of it within a second or two.
    pub async fn cancel_export(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Export, path).await?;
        let id = id.to_owned();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let job = tx.job(&id).await?;
                job.filter(|job| job.kind != JobKind::Delivery && job.quiz_id == quiz.id).ok_or(Missing::Export)?;
                if !tx.cancel_job(&id, clock::now()).await? {
                    return Err(Conflict::ExportEnded.into());
                }
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::CancelExport, &target.path).on(&id)).await
            })
        })
        .await
    }

    fn export_of(&self, caller: &Caller, namespace: &NamespaceId, job: &Job) -> Result<Export, ServiceError> {
        let parameters = parameters_of(job)?;
        Ok(Export {
            id: job.id.clone(),
            style: parameters.style,
            requested_by: parameters.requested_by,
            selection: parameters.selection,
            state: self.state_of(caller, namespace, job)?,
            created_at: job.created_at,
            finished_at: job.finished_at,
            removed_at: job.removed_at.filter(|_| job.is_removed(clock::now())),
        })
    }

    fn state_of(&self, caller: &Caller, namespace: &NamespaceId, job: &Job) -> Result<ExportState, ServiceError> {
        Ok(match job.state {
            JobState::Queued | JobState::Running => {
                ExportState::Uploading { done: job.items_done, total: job.items_total }
            }
            JobState::Cancelled => ExportState::Cancelled,
            JobState::Failed => ExportState::Failed { reason: job.error.clone().unwrap_or_default() },
            JobState::Done if job.is_removed(clock::now()) => ExportState::Removed { rows: outcome_of(job)?.rows },
            JobState::Done => {
                let may_export = caller.require(Permission::Export, namespace).is_ok();
                let link = may_export.then(|| self.download_link(caller, &job.id, clock::now()));
                ExportState::Done { outcome: outcome_of(job)?, link }
            }
        })
    }
}

pub(super) fn parameters_of(job: &Job) -> Result<ExportParameters, ServiceError> {
    serde_json::from_str(&job.parameters).map_err(|error| ServiceError::Internal(format!("job {}: {error}", job.id)))
}

pub(super) fn outcome_of(job: &Job) -> Result<ExportOutcome, ServiceError> {
    let text = job.outcome.as_deref().unwrap_or_default();
    serde_json::from_str(text).map_err(|error| ServiceError::Internal(format!("job {}: {error}", job.id)))
}

impl Service {
    /// Returns the export of a quiz, to write to a file or another host. `progress` counts the rows meanwhile. The
    /// export is recorded unless the database is read-only.
    pub async fn source(
        &self,
        caller: &Caller,
        path: &QuizPath,
        style: ExportStyle,
        recipients: Vec<Recipient>,
        progress: Arc<AtomicU64>,
        is_recorded: bool,
    ) -> Result<Source, ServiceError> {
        let style = style.check()?;
        let target = self.target(caller, Permission::Export, path).await?;
        let quiz = Arc::clone(&target.known);
        if is_recorded {
            let draft = AuditDraft::of_quiz(AuditAction::StreamExport, path);
            self.record_audit(caller, target.right(), draft.with(style.words())).await?;
        }
        Ok(Source { store: Arc::clone(&self.store), quiz: quiz.id.clone(), style, recipients, progress })
    }
}
