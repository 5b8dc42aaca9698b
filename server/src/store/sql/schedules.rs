//! Schedules and their runs.

use domain::{QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Sql, jobs,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Job, JobKind, Result, Schedule, Store, Transaction};

#[derive(columns!)]
pub(in crate::store) struct ScheduleRow {
    id: String,
    quiz_id: String,
    plan: String,
    next_at: i64,
    created_at: i64,
}

impl Stored for Schedule {
    type Row = ScheduleRow;

    fn read(row: ScheduleRow) -> Result<Self> {
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged(format!("schedule {}", row.id)))?,
            id: row.id,
            plan: row.plan,
            next_at: moment(row.next_at),
            created_at: moment(row.created_at),
        })
    }
}

/// A deleted quiz is hidden immediately, and its schedules with it.
const VISIBLE: &str = "SELECT id, quiz_id, plan, next_at, created_at FROM schedules
     WHERE EXISTS (SELECT 1 FROM quizzes q WHERE q.id = quiz_id AND q.deleted_at IS NULL) {which}";

impl Reads<'_> {
    pub async fn schedule(&self, id: &str) -> Result<Option<Schedule>> {
        static ONE: Sql = Sql::with(&[("{which}", "AND id = $1")], VISIBLE);
        self.find(ONE.statement().bind(id)).await
    }

    /// Oldest first.
    pub async fn schedules(&self) -> Result<Vec<Schedule>> {
        static ALL: Sql = Sql::with(&[("{which}", "ORDER BY created_at, id")], VISIBLE);
        self.list(ALL.statement()).await
    }

    /// Those of a quiz, oldest first.
    pub async fn schedules_of(&self, quiz: &QuizId) -> Result<Vec<Schedule>> {
        static OF_QUIZ: Sql = Sql::with(&[("{which}", "AND quiz_id = $1 ORDER BY created_at, id")], VISIBLE);
        self.list(OF_QUIZ.statement().bind(quiz)).await
    }

    /// Due schedules, longest waiting first.
    pub async fn due_schedules(&self, now: Timestamp) -> Result<Vec<Schedule>> {
        static DUE: Sql = Sql::with(&[("{which}", "AND next_at <= $1 ORDER BY next_at, id")], VISIBLE);
        self.list(DUE.statement().bind(now)).await
    }

    pub async fn runs(&self, id: &str, limit: u32) -> Result<Vec<Job>> {
        let select = sql!("SELECT {job} FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2");
        self.list(select.bind(id).bind(i64::from(limit))).await
    }
}

impl Store {
    /// Returns `false` if the next moment is no longer `seen`, or the schedule is gone.
    pub async fn advance_schedule(&self, id: &str, seen: Timestamp, next: Timestamp) -> Result<bool> {
        let update = sql!("UPDATE schedules SET next_at = $3 WHERE id = $1 AND next_at = $2");
        let update = update.bind(id).bind(seen).bind(next);
        Ok(self.execute(update).await? > 0)
    }

    /// Removes ended runs, except those of the latest `keep` moments.
    pub async fn forget_runs(&self, id: &str, keep: u32) -> Result<()> {
        let delete = sql!(
            "DELETE FROM jobs WHERE schedule_id = $1 AND state IN ('done', 'failed') AND slot_at NOT IN
             (SELECT slot_at FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2)",
        );
        self.execute(delete.bind(id).bind(i64::from(keep))).await.map(drop)
    }
}

impl Transaction<'_> {
    /// Queues a job, due from `created_at` on, which may lie in the future. Returns `false` if a job of its kind is
    /// queued or running for the same quiz or, for a schedule's run, if its slot already has one in any state.
    pub async fn enqueue(&mut self, job: &Job) -> Result<bool> {
        Ok(self.execute(jobs::insert(job)).await? > 0)
    }

    /// Deletes a replacement of this kind that is under way. Its worker loses the claim.
    pub async fn drop_replacement(&mut self, kind: JobKind, quiz: &QuizId) -> Result<()> {
        let delete = sql!(
            "DELETE FROM jobs WHERE quiz_id = $1 AND kind = $2 AND state IN ('queued', 'running') AND is_replacement"
        );
        self.execute(delete.bind(quiz).bind(kind.as_str())).await.map(drop)
    }

    /// Marks the quiz's ended exports of this kind as removed, except the newest `keep`.
    pub async fn remove_older_exports(
        &mut self,
        kind: JobKind,
        quiz: &QuizId,
        keep: u32,
        now: Timestamp,
    ) -> Result<()> {
        let update = sql!(
            "UPDATE jobs SET removed_at = $3 WHERE id IN (
             SELECT id FROM jobs
             WHERE quiz_id = $1 AND kind = $4 AND state IN ('done', 'failed')
                 AND (removed_at IS NULL OR removed_at > $3)
             ORDER BY created_at DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)",
        );
        self.execute(update.bind(quiz).bind(i64::from(keep)).bind(now).bind(kind.as_str())).await.map(drop)
    }

    /// Deletes removed exports of a quiz, except the newest `keep`.
    pub async fn forget_removed_exports(&mut self, quiz: &QuizId, keep: u32, now: Timestamp) -> Result<()> {
        let delete = sql!(
            "DELETE FROM jobs WHERE id IN (
             SELECT id FROM jobs WHERE quiz_id = $1 AND kind IN ('export', 'selection') AND removed_at <= $3
                 AND state IN ('done', 'failed')
             ORDER BY created_at DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)",
        );
        self.execute(delete.bind(quiz).bind(i64::from(keep)).bind(now)).await.map(drop)
    }

    /// Ends a queued or running job. Its worker loses the claim. Returns `false` if there is no such job.
    pub async fn cancel_job(&mut self, id: &str, now: Timestamp) -> Result<bool> {
        let update = sql!(
            "UPDATE jobs SET state = 'failed', is_cancelled = true, error = NULL, finished_at = $2, removed_at = NULL
             WHERE id = $1 AND state IN ('queued', 'running')",
        );
        Ok(self.execute(update.bind(id).bind(now)).await? > 0)
    }

    pub async fn add_schedule(&mut self, schedule: &Schedule) -> Result<()> {
        let insert = sql!("INSERT INTO schedules (id, quiz_id, plan, next_at, created_at) VALUES ($1, $2, $3, $4, $5)")
            .bind(&schedule.id)
            .bind(&schedule.quiz_id)
            .bind(&schedule.plan)
            .bind(schedule.next_at)
            .bind(schedule.created_at);
        self.execute(insert).await.map(drop)
    }

    /// Also deletes the schedule's runs, including one under way.
    pub async fn delete_schedule(&mut self, id: &str) -> Result<()> {
        self.execute(sql!("DELETE FROM schedules WHERE id = $1").bind(id)).await.map(drop)
    }
}
