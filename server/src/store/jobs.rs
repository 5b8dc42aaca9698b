//! Background jobs as stored.

use domain::{QuizId, Timestamp};

use super::{Schedule, Slot};

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum JobKind {
    /// All answers of a quiz as a file.
    Export,
    /// A selection of answers or columns as a file.
    Selection,
    /// All answers, delivered by a schedule.
    Delivery,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum JobState {
    Queued,
    Running,
    Done,
    /// Given up. As after a cancellation, a new job can be requested.
    Failed,
    Cancelled,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Job {
    /// A UUID.
    pub id: String,
    pub kind: JobKind,
    pub quiz_id: QuizId,
    /// JSON in the kind's own format.
    pub parameters: String,
    /// Present for a schedule's run.
    pub slot: Option<Slot>,
    pub state: JobState,
    /// Number of claims.
    pub attempts: u32,
    /// Increases with every claim and identifies the claim in the worker's reports.
    pub fence: i64,
    pub items_done: u64,
    pub items_total: u64,
    /// The error of the last failed attempt.
    pub error: Option<String>,
    /// JSON in the kind's own format; present once the job has ended.
    pub outcome: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// For an export: the moment from which its file is not available, because it has expired or contains an erased
    /// respondent. While the export is under way: what that moment will be unless the worker leaves the respondent out.
    pub removed_at: Option<Timestamp>,
    /// Replaces an export that contains a respondent who was erased later.
    pub is_replacement: bool,
}

#[derive(Clone, Debug)]
pub struct Claim {
    pub id: String,
    pub fence: i64,
}

/// A file that a job's worker created, or was about to create.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotedFile {
    pub name: String,
    pub job: String,
    /// The fence of the claim under which it was created.
    pub fence: i64,
}

impl Job {
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

    pub fn of_schedule(id: String, schedule: &Schedule, at: Timestamp, now: Timestamp) -> Self {
        let slot = Slot { schedule: schedule.id.clone(), at };
        Self { slot: Some(slot), ..Self::new(id, JobKind::Delivery, schedule.quiz_id.clone(), "{}".to_owned(), now) }
    }

    /// True if its file is no longer available.
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
