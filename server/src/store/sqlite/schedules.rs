//! Schedules and their runs.

use async_trait::async_trait;
use domain::{QuizId, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    jobs::{self, runs_of},
    transaction::{Select, SqliteTransaction},
};
use crate::store::{Job, JobTransaction, Schedule, ScheduleStore, StoreError};

#[derive(FromRow)]
struct Row {
    id: String,
    quiz_id: String,
    plan: String,
    next_at: i64,
    created_at: i64,
}

impl TryFrom<Row> for Schedule {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = |_| StoreError::Internal(format!("the stored schedule {} is damaged", row.id));
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(damaged)?,
            plan: row.plan,
            next_at: Timestamp::from_nanoseconds(row.next_at),
            created_at: Timestamp::from_nanoseconds(row.created_at),
            id: row.id,
        })
    }
}

/// A deleted quiz is out of sight at once, with its schedules.
macro_rules! visible {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.quiz_id, s.plan, s.next_at, s.created_at
             FROM schedules s JOIN quizzes q ON q.id = s.quiz_id AND q.deleted_at IS NULL ",
            $rest
        )
    };
}

fn by_id(id: &str) -> Select<Row> {
    sqlx::query_as(visible!("WHERE s.id = $1")).bind(id.to_owned())
}

#[async_trait]
impl ScheduleStore for SqliteStore {
    async fn schedule(&self, id: &str) -> Result<Option<Schedule>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Schedule::try_from).transpose()
    }

    async fn schedules(&self) -> Result<Vec<Schedule>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as(visible!("ORDER BY s.created_at, s.id")).fetch_all(&self.readers).await.map_err(classify)?;
        rows.into_iter().map(Schedule::try_from).collect()
    }

    async fn due_schedules(&self, now: Timestamp) -> Result<Vec<Schedule>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(visible!("WHERE s.next_at <= $1 ORDER BY s.next_at, s.id"))
            .bind(now.nanoseconds())
            .fetch_all(&self.readers)
            .await
            .map_err(classify)?;
        rows.into_iter().map(Schedule::try_from).collect()
    }

    async fn advance_schedule(&self, id: &str, seen: Timestamp, next: Timestamp) -> Result<bool, StoreError> {
        let id = id.to_owned();
        let done = self
            .writer
            .write_statement(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE schedules SET next_at = $3 WHERE id = $1 AND next_at = $2")
                        .bind(&id)
                        .bind(seen.nanoseconds())
                        .bind(next.nanoseconds())
                        .execute(connection)
                        .await
                })
            })
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn runs(&self, id: &str, limit: u32) -> Result<Vec<Job>, StoreError> {
        runs_of(&self.readers, id, limit).await
    }

    async fn forget_runs(&self, id: &str, keep: u32) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.writer
            .write_statement(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "DELETE FROM jobs WHERE schedule_id = $1 AND state IN ('done', 'failed') AND slot_at NOT IN
                             (SELECT slot_at FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2)",
                    )
                    .bind(&id)
                    .bind(keep)
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }
}

#[async_trait]
impl JobTransaction for SqliteTransaction<'_> {
    async fn job(&mut self, id: &str) -> Result<Option<Job>, StoreError> {
        self.fetch(jobs::by_id(id)).await?.map(Job::try_from).transpose()
    }

    async fn enqueue(&mut self, job: &Job) -> Result<bool, StoreError> {
        Ok(self.execute(jobs::insert(job)).await? > 0)
    }

    async fn cancel_job(&mut self, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE jobs SET state = 'failed', is_cancelled = 1, error = NULL, finished_at = $2
             WHERE id = $1 AND state IN ('queued', 'running')",
        );
        Ok(self.execute(update.bind(id).bind(now.nanoseconds())).await? > 0)
    }

    async fn schedule(&mut self, id: &str) -> Result<Option<Schedule>, StoreError> {
        self.fetch(by_id(id)).await?.map(Schedule::try_from).transpose()
    }

    async fn add_schedule(&mut self, schedule: &Schedule) -> Result<(), StoreError> {
        let insert =
            sqlx::query("INSERT INTO schedules (id, quiz_id, plan, next_at, created_at) VALUES ($1, $2, $3, $4, $5)")
                .bind(&schedule.id)
                .bind(schedule.quiz_id.as_str())
                .bind(&schedule.plan)
                .bind(schedule.next_at.nanoseconds())
                .bind(schedule.created_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn delete_schedule(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM schedules WHERE id = $1").bind(id)).await.map(drop)
    }
}
