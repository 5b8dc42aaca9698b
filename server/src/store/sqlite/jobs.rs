//! Jobs: every change but the first names the claim it is made under.

use async_trait::async_trait;
use domain::{QuizId, Timestamp};
use sqlx::{FromRow, SqliteConnection, SqlitePool, sqlite::SqliteQueryResult};

use super::{
    SqliteStore,
    error::classify,
    transaction::{Select, Statement},
};
use crate::store::{Claim, Job, JobKind, JobState, JobStore, NotedFile, Slot, StoreError};

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    kind: String,
    quiz_id: String,
    parameters: String,
    schedule_id: Option<String>,
    slot_at: Option<i64>,
    state: String,
    is_cancelled: bool,
    attempts: u32,
    fence: i64,
    items_done: i64,
    items_total: i64,
    error: Option<String>,
    outcome: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}

impl TryFrom<Row> for Job {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = || StoreError::Internal(format!("the stored job {} is damaged", row.id));
        Ok(Self {
            kind: JobKind::parse(&row.kind).ok_or_else(damaged)?,
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            parameters: row.parameters,
            slot: row
                .schedule_id
                .zip(row.slot_at)
                .map(|(schedule, at)| Slot { schedule, at: Timestamp::from_nanoseconds(at) }),
            state: if row.is_cancelled {
                JobState::Cancelled
            } else {
                JobState::parse(&row.state).ok_or_else(damaged)?
            },
            attempts: row.attempts,
            fence: row.fence,
            items_done: u64::try_from(row.items_done).map_err(|_| damaged())?,
            items_total: u64::try_from(row.items_total).map_err(|_| damaged())?,
            error: row.error,
            outcome: row.outcome,
            created_at: Timestamp::from_nanoseconds(row.created_at),
            finished_at: row.finished_at.map(Timestamp::from_nanoseconds),
            id: row.id,
        })
    }
}

macro_rules! columns {
    () => {
        "id, kind, quiz_id, parameters, schedule_id, slot_at, state, is_cancelled, attempts, fence, items_done, items_total, error, \
         outcome, created_at, finished_at"
    };
}

pub(super) fn by_id(id: &str) -> Select<Row> {
    sqlx::query_as(concat!("SELECT ", columns!(), " FROM jobs WHERE id = $1")).bind(id.to_owned())
}

pub(super) fn insert(job: &Job) -> Statement {
    sqlx::query(
        "INSERT INTO jobs (id, kind, quiz_id, parameters, state, due_at, created_at, schedule_id, slot_at)
         VALUES ($1, $2, $3, $4, 'queued', $5, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(job.id.clone())
    .bind(job.kind.as_str())
    .bind(job.quiz_id.as_str().to_owned())
    .bind(job.parameters.clone())
    .bind(job.created_at.nanoseconds())
    .bind(job.slot.as_ref().map(|slot| slot.schedule.clone()))
    .bind(job.slot.as_ref().map(|slot| slot.at.nanoseconds()))
}

#[async_trait]
impl JobStore for SqliteStore {
    async fn claim_job(
        &self,
        kind: JobKind,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        // Looking needs no write; most looks find nothing.
        let due: Option<String> = sqlx::query_scalar(
            "SELECT id FROM jobs WHERE state IN ('queued', 'running') AND kind = $2 AND due_at <= $1 LIMIT 1",
        )
        .bind(now.nanoseconds())
        .bind(kind.as_str())
        .fetch_optional(&self.readers)
        .await
        .map_err(classify)?;
        if due.is_none() {
            return Ok(None);
        }
        let row: Option<Row> = self
            .writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query_as(concat!(
                        "UPDATE jobs SET state = 'running', fence = fence + 1, attempts = attempts + 1, due_at = $2,
                             items_done = 0
                         WHERE id = (SELECT id FROM jobs
                                     WHERE state IN ('queued', 'running') AND kind = $3 AND due_at <= $1
                                     ORDER BY due_at LIMIT 1)
                         RETURNING ",
                        columns!()
                    ))
                    .bind(now.nanoseconds())
                    .bind(lease_until.nanoseconds())
                    .bind(kind.as_str())
                    .fetch_optional(connection)
                    .await
                })
            })
            .await?;
        row.map(Job::try_from).transpose()
    }

    async fn renew_claim(
        &self,
        claim: Claim,
        done: u64,
        total: u64,
        lease_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.under_claim(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE jobs SET items_done = $3, items_total = $4, due_at = $5
                     WHERE id = $1 AND fence = $2 AND state = 'running'",
                )
                .bind(&claim.id)
                .bind(claim.fence)
                .bind(count(done))
                .bind(count(total))
                .bind(lease_until.nanoseconds())
                .execute(connection)
                .await
            })
        })
        .await
    }

    async fn finish_job(&self, claim: Claim, outcome: String, now: Timestamp) -> Result<bool, StoreError> {
        self.under_claim(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE jobs SET state = 'done', outcome = $3, error = NULL, finished_at = $4,
                         items_done = items_total
                     WHERE id = $1 AND fence = $2 AND state = 'running'",
                )
                .bind(&claim.id)
                .bind(claim.fence)
                .bind(outcome)
                .bind(now.nanoseconds())
                .execute(connection)
                .await
            })
        })
        .await
    }

    async fn fail_job(
        &self,
        claim: Claim,
        error: String,
        retry_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.under_claim(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE jobs SET error = $3,
                         state = CASE WHEN $4 IS NULL THEN 'failed' ELSE 'queued' END,
                         due_at = coalesce($4, due_at),
                         finished_at = CASE WHEN $4 IS NULL THEN $5 END
                     WHERE id = $1 AND fence = $2 AND state = 'running'",
                )
                .bind(&claim.id)
                .bind(claim.fence)
                .bind(error)
                .bind(retry_at.map(Timestamp::nanoseconds))
                .bind(now.nanoseconds())
                .execute(connection)
                .await
            })
        })
        .await
    }

    async fn latest_jobs(&self, kind: JobKind, quizzes: &[QuizId]) -> Result<Vec<Job>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM jobs WHERE id IN (SELECT (
                 SELECT id FROM jobs WHERE quiz_id = value AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT 1
             ) FROM json_each($1))"
        ))
        .bind(serde_json::to_string(quizzes).map_err(|error| StoreError::Internal(error.to_string()))?)
        .bind(kind.as_str())
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(Job::try_from).collect()
    }

    async fn jobs(&self, kind: JobKind, quiz: &QuizId, limit: u32) -> Result<Vec<Job>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM jobs WHERE quiz_id = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT $3"
        ))
        .bind(quiz.as_str())
        .bind(kind.as_str())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(Job::try_from).collect()
    }

    async fn job(&self, id: &str) -> Result<Option<Job>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Job::try_from).transpose()
    }

    async fn note_export_file(&self, claim: Claim, name: String) -> Result<bool, StoreError> {
        self.under_claim(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO export_files (name, job_id, fence)
                     SELECT $3, id, fence FROM jobs WHERE id = $1 AND fence = $2 AND state = 'running'",
                )
                .bind(&claim.id)
                .bind(claim.fence)
                .bind(&name)
                .execute(connection)
                .await
            })
        })
        .await
    }

    async fn export_files(&self) -> Result<Vec<NotedFile>, StoreError> {
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT name, job_id, fence FROM export_files ORDER BY name")
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        Ok(rows.into_iter().map(|(name, job, fence)| NotedFile { name, job, fence }).collect())
    }

    async fn forget_export_file(&self, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        let forget = self.writer.write_statement(move |connection| {
            Box::pin(async move {
                sqlx::query("DELETE FROM export_files WHERE name = $1").bind(&name).execute(connection).await.map(drop)
            })
        });
        forget.await
    }

    async fn forget_jobs(&self, kind: JobKind, finished_before: Timestamp) -> Result<Vec<Job>, StoreError> {
        let rows: Vec<Row> = self
            .writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query_as(concat!(
                        "DELETE FROM jobs WHERE kind = $1 AND state IN ('done', 'failed') AND finished_at < $2
                         RETURNING ",
                        columns!()
                    ))
                    .bind(kind.as_str())
                    .bind(finished_before.nanoseconds())
                    .fetch_all(connection)
                    .await
                })
            })
            .await?;
        rows.into_iter().map(Job::try_from).collect()
    }
}

/// The runs of a schedule, the latest moment first.
pub(super) async fn runs_of(readers: &SqlitePool, schedule: &str, limit: u32) -> Result<Vec<Job>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM jobs WHERE schedule_id = $1 ORDER BY slot_at DESC LIMIT $2"
    ))
    .bind(schedule)
    .bind(limit)
    .fetch_all(readers)
    .await
    .map_err(classify)?;
    rows.into_iter().map(Job::try_from).collect()
}

impl SqliteStore {
    /// A change that counts only while the claim it names is the latest; false when it is not.
    async fn under_claim<F>(&self, change: F) -> Result<bool, StoreError>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> super::writer::Run<'c, SqliteQueryResult> + Send + 'static,
    {
        Ok(self.writer.write(change).await?.rows_affected() > 0)
    }
}
