//! Jobs, their files, and the schedules that queue them.

use domain::QuizId;

use super::{Stored, count, damaged, moment, row};
use crate::store::{Job, JobKind, JobState, NotedFile, Schedule, Slot, StoreError};

row!(JobRow, job_columns {
    id: String,
    kind: String,
    quiz_id: String,
    parameters: String,
    schedule_id: Option<String>,
    slot_at: Option<i64>,
    state: String,
    is_cancelled: bool,
    attempts: i64,
    fence: i64,
    items_done: i64,
    items_total: i64,
    error: Option<String>,
    outcome: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
    removed_at: Option<i64>,
});

impl Stored for Job {
    type Row = JobRow;

    fn read(row: JobRow) -> Result<Self, StoreError> {
        let what = format!("job {}", row.id);
        let damaged = || damaged(&what);
        let slot = row.schedule_id.zip(row.slot_at);
        Ok(Self {
            id: row.id,
            kind: JobKind::parse(&row.kind).ok_or_else(damaged)?,
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            parameters: row.parameters,
            slot: slot.map(|(schedule, at)| Slot { schedule, at: moment(at) }),
            state: match JobState::parse(&row.state).ok_or_else(damaged)? {
                JobState::Failed if row.is_cancelled => JobState::Cancelled,
                state => state,
            },
            attempts: count(row.attempts, &what)?,
            fence: row.fence,
            items_done: count(row.items_done, &what)?,
            items_total: count(row.items_total, &what)?,
            error: row.error,
            outcome: row.outcome,
            created_at: moment(row.created_at),
            finished_at: row.finished_at.map(moment),
            removed_at: row.removed_at.map(moment),
        })
    }
}

row!(FileRow, file_columns { name: String, job_id: String, fence: i64 });

impl Stored for NotedFile {
    type Row = FileRow;

    fn read(FileRow { name, job_id, fence }: FileRow) -> Result<Self, StoreError> {
        Ok(Self { name, job: job_id, fence })
    }
}

row!(ScheduleRow, schedule_columns { id: String, quiz_id: String, plan: String, next_at: i64, created_at: i64 });

impl Stored for Schedule {
    type Row = ScheduleRow;

    fn read(row: ScheduleRow) -> Result<Self, StoreError> {
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged(format!("schedule {}", row.id)))?,
            id: row.id,
            plan: row.plan,
            next_at: moment(row.next_at),
            created_at: moment(row.created_at),
        })
    }
}
