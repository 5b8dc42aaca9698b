//! Jobs, as the store keeps them.

use domain::{QuizId, Timestamp};

use super::{Schedule, Slot};

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum JobKind {
    /// All answers of a quiz as a file.
    Export,
    /// Some of them, or some columns, as a file.
    Selection,
    /// All answers, taken somewhere by a schedule.
    Delivery,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum JobState {
    Queued,
    Running,
    Done,
    /// Given up; it can be asked for again, as after being cancelled.
    Failed,
    Cancelled,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Job {
    /// A UUID.
    pub id: String,
    pub kind: JobKind,
    pub quiz_id: QuizId,
    /// JSON, of the kind's own form.
    pub parameters: String,
    /// Of a schedule's run.
    pub slot: Option<Slot>,
    pub state: JobState,
    /// Number of claims.
    pub attempts: u32,
    /// Grows with every claim; names the claim in what a worker reports.
    pub fence: i64,
    pub items_done: u64,
    pub items_total: u64,
    /// Of the last attempt that failed.
    pub error: Option<String>,
    /// JSON, of the kind's own form; from the end on.
    pub outcome: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Of an export: from this moment on its file is not handed out, because it is past its time or holds an erased
    /// respondent. Of one under way: what that moment will be unless the worker leaves the respondent out.
    pub removed_at: Option<Timestamp>,
    /// Made in the place of an export that holds a respondent who was erased since.
    pub is_replacement: bool,
}

/// One claim of a job.
#[derive(Clone, Debug)]
pub struct Claim {
    pub id: String,
    pub fence: i64,
}

/// A file that a job's worker made, or was about to make.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotedFile {
    pub name: String,
    pub job: String,
    /// Of the claim under which it was made.
    pub fence: i64,
}

impl Job {
    /// A job that waits to be done.
    pub fn new(id: String, kind: JobKind, quiz_id: QuizId, parameters: String, now: Timestamp) -> Self {
        Self {
            id,
            kind,
            quiz_id,
            parameters,
            slot: None,
            state: JobState::Queued,
            attempts: 0,
            fence: 0,
            items_done: 0,
            items_total: 0,
            error: None,
            outcome: None,
            created_at: now,
            finished_at: None,
            removed_at: None,
            is_replacement: false,
        }
    }

    /// A schedule's run, which waits to be done.
    pub fn of_schedule(id: String, schedule: &Schedule, at: Timestamp, now: Timestamp) -> Self {
        let slot = Slot { schedule: schedule.id.clone(), at };
        Self { slot: Some(slot), ..Self::new(id, JobKind::Delivery, schedule.quiz_id.clone(), "{}".to_owned(), now) }
    }

    /// True once its file is not handed out any more.
    pub fn is_removed(&self, now: Timestamp) -> bool {
        let has_ended = !matches!(self.state, JobState::Queued | JobState::Running);
        has_ended && self.removed_at.is_some_and(|at| at <= now)
    }

    pub fn claim(&self) -> Claim {
        Claim { id: self.id.clone(), fence: self.fence }
    }
}

impl JobKind {
    pub(crate) const ALL: [Self; 3] = [Self::Export, Self::Selection, Self::Delivery];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Export => "export",
            Self::Selection => "selection",
            Self::Delivery => "delivery",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl JobState {
    pub(crate) const ALL: [Self; 5] = [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}
