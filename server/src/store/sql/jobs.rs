//! Jobs: every change after the first names the claim under which it is made.

use std::collections::BTreeMap;

use domain::{QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Sql, Statement, Texts, events,
    quizzes::json,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{
    Claim, Job, JobKind, JobState, MailKind, NewEvent, NotedFile, Result, Slot, Store, Transaction, WorkScope,
};

#[derive(columns!)]
pub(in crate::store) struct JobRow {
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
    is_replacement: bool,
}

impl Stored for Job {
    type Row = JobRow;

    fn read(row: JobRow) -> Result<Self> {
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
            is_replacement: row.is_replacement,
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct FileRow {
    name: String,
    job_id: String,
    fence: i64,
}

impl Stored for NotedFile {
    type Row = FileRow;

    fn read(FileRow { name, job_id, fence }: FileRow) -> Result<Self> {
        Ok(Self { name, job: job_id, fence })
    }
}

pub(super) fn insert(job: &Job) -> Statement {
    sql!(
        "INSERT INTO jobs (id, kind, quiz_id, parameters, state, due_at, created_at, schedule_id, slot_at,
             is_replacement)
         VALUES ($1, $2, $3, $4, 'queued', $5, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(&job.id)
    .bind(job.kind.as_str())
    .bind(&job.quiz_id)
    .bind(&job.parameters)
    .bind(job.created_at)
    .bind(job.slot.as_ref().map(|slot| slot.schedule.as_str()))
    .bind(job.slot.as_ref().map(|slot| slot.at.nanoseconds()))
    .bind(job.is_replacement)
}

// In PostgreSQL another server may be claiming the same job.
static CLAIM: Sql = Sql::of(Texts {
    sqlite: "UPDATE jobs SET state = 'running', fence = fence + 1, attempts = attempts + 1, due_at = $2, items_done = 0
             WHERE id = (SELECT id FROM jobs
                         WHERE state IN ('queued', 'running') AND kind = $3 AND due_at <= $1 ORDER BY due_at LIMIT 1)
             RETURNING {job}",
    postgres:
        "UPDATE jobs SET state = 'running', fence = fence + 1, attempts = attempts + 1, due_at = $2, items_done = 0
               WHERE id = (SELECT id FROM jobs
                           WHERE state IN ('queued', 'running') AND kind = $3 AND due_at <= $1
                           ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
               RETURNING {job}",
});

static LATEST: Sql = Sql::of(Texts {
    sqlite: "SELECT {job} FROM jobs WHERE id IN (SELECT (
                 SELECT id FROM jobs WHERE quiz_id = given.value ->> 0 AND kind = $2
                     AND (state IN ('queued', 'running') OR coalesce(removed_at, 9223372036854775807) > $3)
                 ORDER BY is_replacement AND state <> 'done', created_at DESC, id DESC LIMIT 1
             ) FROM json_each($1) AS given)",
    postgres: "SELECT {job} FROM jobs WHERE id IN (SELECT (
                   SELECT id FROM jobs WHERE quiz_id = given.value ->> 0 AND kind = $2
                       AND (state IN ('queued', 'running') OR coalesce(removed_at, 9223372036854775807) > $3)
                   ORDER BY is_replacement AND state <> 'done', created_at DESC, id DESC LIMIT 1
               ) FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key))",
});

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Reads<'_> {
    pub(in crate::store) async fn count_jobs(&self) -> Result<BTreeMap<(JobKind, JobState), u64>> {
        let counted: Vec<(String, String, bool, i64)> = self
            .rows(sql!(
                "SELECT kind, state, is_cancelled, count(*) FROM jobs
                 WHERE state IN ('queued', 'running') OR removed_at IS NULL GROUP BY 1, 2, 3"
            ))
            .await?;
        let counted = counted.into_iter().filter_map(|(kind, state, is_cancelled, count)| {
            let state = if is_cancelled { Some(JobState::Cancelled) } else { JobState::parse(&state) };
            Some(((JobKind::parse(&kind)?, state?), count.unsigned_abs()))
        });
        Ok(counted.collect())
    }

    /// Returns the newest job of each quiz that has jobs that are not removed, in no particular order. An unfinished
    /// replacement sorts after all other jobs.
    pub async fn latest_jobs(&self, kind: JobKind, quizzes: &[QuizId], now: Timestamp) -> Result<Vec<Job>> {
        let quizzes: Vec<[&QuizId; 1]> = quizzes.iter().map(|id| [id]).collect();
        self.list(LATEST.statement().bind(json(&quizzes)?).bind(kind.as_str()).bind(now)).await
    }

    /// Newest first, including removed ones.
    pub async fn jobs(&self, kind: JobKind, quiz: &QuizId, limit: u32) -> Result<Vec<Job>> {
        let select =
            sql!("SELECT {job} FROM jobs WHERE quiz_id = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT $3");
        self.list(select.bind(quiz).bind(kind.as_str()).bind(i64::from(limit))).await
    }

    pub async fn job(&self, id: &str) -> Result<Option<Job>> {
        self.find(sql!("SELECT {job} FROM jobs WHERE id = $1").bind(id)).await
    }

    /// Returns the recorded files by name, including those whose job is gone.
    pub async fn export_files(&self) -> Result<Vec<NotedFile>> {
        self.list(sql!("SELECT name, job_id, fence FROM export_files ORDER BY name")).await
    }
}

impl Store {
    /// Claims the longest-due job of this kind: a queued one, or one whose lease has expired.
    pub async fn claim_job(&self, kind: JobKind, now: Timestamp, lease_until: Timestamp) -> Result<Option<Job>> {
        // Checking needs no write, and most checks find nothing.
        let due =
            sql!("SELECT id FROM jobs WHERE state IN ('queued', 'running') AND kind = $2 AND due_at <= $1 LIMIT 1")
                .bind(now)
                .bind(kind.as_str());
        let due: Option<String> = self.find(due).await?;
        if due.is_none() {
            return Ok(None);
        }
        let claim = CLAIM.statement().bind(now).bind(lease_until).bind(kind.as_str());
        Ok(self.changed(claim).await?.pop())
    }

    /// Renews the lease and records progress. Returns `false`, and changes nothing, if another worker has claimed the job
    /// meanwhile or it is gone, as [`finish_job`](Self::finish_job) and [`fail_job`](Self::fail_job) do.
    pub async fn renew_claim(&self, claim: Claim, done: u64, total: u64, lease_until: Timestamp) -> Result<bool> {
        let renew = sql!(
            "UPDATE jobs SET items_done = $3, items_total = $4, due_at = $5
             WHERE id = $1 AND fence = $2 AND state = 'running'"
        );
        let renew = renew.bind(&claim.id).bind(claim.fence).bind(signed(done)).bind(signed(total)).bind(lease_until);
        Ok(self.execute(renew).await? > 0)
    }

    pub async fn finish_job(&self, claim: Claim, outcome: String, now: Timestamp) -> Result<bool> {
        self.finish_job_told(claim, outcome, None, now).await
    }

    /// Same as [`finish_job`](Self::finish_job), and writes an event for the end of the job.
    pub async fn finish_job_told(
        &self,
        claim: Claim,
        outcome: String,
        event: Option<NewEvent>,
        now: Timestamp,
    ) -> Result<bool> {
        let finish = sql!(
            "UPDATE jobs SET state = 'done', outcome = $3, error = NULL, finished_at = $4,
             items_done = items_total
             WHERE id = $1 AND fence = $2 AND state = 'running'"
        );
        self.end_job(finish.bind(&claim.id).bind(claim.fence).bind(outcome).bind(now), event).await
    }

    async fn end_job(&self, end: Statement, event: Option<NewEvent>) -> Result<bool> {
        let Some(event) = event else { return Ok(self.execute(end).await? > 0) };
        let ended = self.write(move |mut connection| {
            Box::pin(async move {
                let has_ended = connection.execute(end).await? > 0;
                if has_ended {
                    events::add(&mut connection, [&event]).await?;
                }
                Ok(has_ended)
            })
        });
        ended.await
    }

    /// Queues the job again for `retry_at`, or fails it if that is `None`.
    pub async fn fail_job(
        &self,
        claim: Claim,
        error: String,
        retry_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool> {
        self.fail_job_told(claim, error, retry_at, None, false, now).await
    }

    /// Same as [`fail_job`](Self::fail_job), and writes an event for the end of the job, and with `is_mailed` messages to
    /// the administrators who want them.
    pub async fn fail_job_told(
        &self,
        claim: Claim,
        error: String,
        retry_at: Option<Timestamp>,
        event: Option<NewEvent>,
        is_mailed: bool,
        now: Timestamp,
    ) -> Result<bool> {
        let fail = sql!(
            "UPDATE jobs SET error = $3,
                 state = CASE WHEN $4 IS NULL THEN 'failed' ELSE 'queued' END,
                 due_at = coalesce($4, due_at), removed_at = NULL,
                 finished_at = CASE WHEN $4 IS NULL THEN $5 END
             WHERE id = $1 AND fence = $2 AND state = 'running'"
        );
        let fail = fail.bind(&claim.id).bind(claim.fence).bind(error).bind(retry_at).bind(now);
        if retry_at.is_some() || !is_mailed {
            return self.end_job(fail, event).await;
        }
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let has_failed = tx.execute(fail).await? > 0;
                if has_failed {
                    tx.add_events(event.as_slice()).await?;
                    tx.tell_of_failed_job(&claim.id, now).await?;
                }
                Ok(has_failed)
            })
        })
        .await
    }

    /// Records the name of a file before a worker creates it. Returns `false`, and records nothing, as
    /// [`renew_claim`](Self::renew_claim) does.
    pub async fn note_export_file(&self, claim: Claim, name: String) -> Result<bool> {
        let note = sql!(
            "INSERT INTO export_files (name, job_id, fence)
             SELECT $3, id, fence FROM jobs WHERE id = $1 AND fence = $2 AND state = 'running'"
        );
        Ok(self.execute(note.bind(&claim.id).bind(claim.fence).bind(name)).await? > 0)
    }

    pub async fn forget_export_file(&self, name: &str) -> Result<()> {
        self.execute(sql!("DELETE FROM export_files WHERE name = $1").bind(name)).await.map(drop)
    }

    /// Marks exports that ended before a moment as removed, and returns them.
    pub async fn remove_exports(&self, finished_before: Timestamp, now: Timestamp) -> Result<Vec<Job>> {
        let update = sql!(
            "UPDATE jobs SET removed_at = $2
             WHERE kind IN ('export', 'selection') AND state IN ('done', 'failed')
                 AND (removed_at IS NULL OR removed_at > $2) AND finished_at < $1
             RETURNING {job}"
        );
        self.changed(update.bind(finished_before).bind(now)).await
    }
}

impl Transaction<'_> {
    async fn tell_of_failed_job(&mut self, id: &str, now: Timestamp) -> Result<()> {
        let Some(job) = self.job(id).await? else { return Ok(()) };
        match job.kind {
            JobKind::Delivery => self.tell_operators(MailKind::DeliveryFailed, id, now).await,
            JobKind::Export | JobKind::Selection => match self.quiz(&job.quiz_id).await? {
                Some(quiz) => self.tell_owners(MailKind::ExportFailed, &quiz.namespace_id, id, now).await,
                None => Ok(()),
            },
        }
    }
}
