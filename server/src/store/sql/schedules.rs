//! Schedules and their runs.

use async_trait::async_trait;
use domain::{QuizId, Timestamp, UserId};

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, jobs, query, records::exports_with_respondent};
use crate::store::{
    Job, JobKind, JobTransaction, Schedule, ScheduleStore, StoreError,
    rows::{job_columns, schedule_columns},
};

/// A deleted quiz is out of sight at once, with its schedules.
macro_rules! visible {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            schedule_columns!(),
            " FROM schedules WHERE EXISTS (SELECT 1 FROM quizzes q WHERE q.id = quiz_id AND q.deleted_at IS NULL) ",
            $rest
        )
    };
}

fn by_id(id: &str) -> Statement {
    query(visible!("AND id = $1")).bind(id)
}

#[async_trait]
impl<S: SqlStore> ScheduleStore for S {
    async fn schedule(&self, id: &str) -> Result<Option<Schedule>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn schedules(&self) -> Result<Vec<Schedule>, StoreError> {
        self.list(query(visible!("ORDER BY created_at, id"))).await
    }

    async fn due_schedules(&self, now: Timestamp) -> Result<Vec<Schedule>, StoreError> {
        self.list(query(visible!("AND next_at <= $1 ORDER BY next_at, id")).bind(now.nanoseconds())).await
    }

    async fn advance_schedule(&self, id: &str, seen: Timestamp, next: Timestamp) -> Result<bool, StoreError> {
        let update = query("UPDATE schedules SET next_at = $3 WHERE id = $1 AND next_at = $2");
        let update = update.bind(id).bind(seen.nanoseconds()).bind(next.nanoseconds());
        Ok(self.execute(update).await? > 0)
    }

    async fn runs(&self, id: &str, limit: u32) -> Result<Vec<Job>, StoreError> {
        let sql =
            concat!("SELECT ", job_columns!(), " FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2");
        self.list(query(sql).bind(id).bind(i64::from(limit))).await
    }

    async fn forget_runs(&self, id: &str, keep: u32) -> Result<(), StoreError> {
        let delete = query(
            "DELETE FROM jobs WHERE schedule_id = $1 AND state IN ('done', 'failed') AND slot_at NOT IN
                 (SELECT slot_at FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2)",
        );
        self.execute(delete.bind(id).bind(i64::from(keep))).await.map(drop)
    }
}

#[async_trait]
impl<C: SqlConnection> JobTransaction for SqlTransaction<'_, C> {
    async fn job(&mut self, id: &str) -> Result<Option<Job>, StoreError> {
        self.find(jobs::by_id(id)).await
    }

    async fn enqueue(&mut self, job: &Job) -> Result<bool, StoreError> {
        Ok(self.execute(jobs::insert(job)).await? > 0)
    }

    async fn exports_with(&mut self, quiz: &QuizId, user: &UserId) -> Result<Vec<Job>, StoreError> {
        let select = concat!(
            "SELECT ",
            job_columns!(),
            " FROM jobs ",
            exports_with_respondent!(),
            " ORDER BY created_at DESC, id DESC"
        );
        self.list(query(select).bind(quiz.as_str()).bind(user.as_str())).await
    }

    async fn drop_postponed(&mut self, kind: JobKind, quiz: &QuizId, now: Timestamp) -> Result<(), StoreError> {
        let delete = query(
            "DELETE FROM jobs WHERE quiz_id = $1 AND kind = $2 AND state = 'queued' AND created_at > $3
                 AND schedule_id IS NULL",
        );
        self.execute(delete.bind(quiz.as_str()).bind(kind.as_str()).bind(now.nanoseconds())).await.map(drop)
    }

    async fn remove_older_exports(&mut self, quiz: &QuizId, keep: u32, now: Timestamp) -> Result<(), StoreError> {
        let update = query(
            "UPDATE jobs SET removed_at = $3 WHERE id IN (
                 SELECT id FROM jobs
                 WHERE quiz_id = $1 AND kind = 'export' AND state IN ('done', 'failed') AND removed_at IS NULL
                 ORDER BY created_at DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)",
        );
        self.execute(update.bind(quiz.as_str()).bind(i64::from(keep)).bind(now.nanoseconds())).await.map(drop)
    }

    async fn forget_removed_exports(&mut self, quiz: &QuizId, keep: u32) -> Result<(), StoreError> {
        let delete = query(
            "DELETE FROM jobs WHERE id IN (
                 SELECT id FROM jobs WHERE quiz_id = $1 AND kind = 'export' AND removed_at IS NOT NULL
                 ORDER BY created_at DESC, id DESC LIMIT 9223372036854775807 OFFSET $2)",
        );
        self.execute(delete.bind(quiz.as_str()).bind(i64::from(keep))).await.map(drop)
    }

    async fn cancel_job(&mut self, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        let update = query(
            "UPDATE jobs SET state = 'failed', is_cancelled = true, error = NULL, finished_at = $2
             WHERE id = $1 AND state IN ('queued', 'running')",
        );
        Ok(self.execute(update.bind(id).bind(now.nanoseconds())).await? > 0)
    }

    async fn schedule(&mut self, id: &str) -> Result<Option<Schedule>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn add_schedule(&mut self, schedule: &Schedule) -> Result<(), StoreError> {
        let insert = query(concat!("INSERT INTO schedules (", schedule_columns!(), ") VALUES ($1, $2, $3, $4, $5)"))
            .bind(&schedule.id)
            .bind(schedule.quiz_id.as_str())
            .bind(&schedule.plan)
            .bind(schedule.next_at.nanoseconds())
            .bind(schedule.created_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn delete_schedule(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute(query("DELETE FROM schedules WHERE id = $1").bind(id)).await.map(drop)
    }
}
