//! Jobs: every change but the first names the claim it is made under.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::{QuizId, Timestamp};

use super::{
    SqlStore, Statement,
    dialect::{given, in_dialect},
    query,
    quizzes::json,
};
use crate::store::{
    Claim, Job, JobKind, JobState, JobStore, NotedFile, StoreError,
    rows::{file_columns, job_columns},
};

pub(super) fn by_id(id: &str) -> Statement {
    query(concat!("SELECT ", job_columns!(), " FROM jobs WHERE id = $1")).bind(id)
}

pub(super) fn insert(job: &Job) -> Statement {
    query(
        "INSERT INTO jobs (id, kind, quiz_id, parameters, state, due_at, created_at, schedule_id, slot_at)
         VALUES ($1, $2, $3, $4, 'queued', $5, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(&job.id)
    .bind(job.kind.as_str())
    .bind(job.quiz_id.as_str())
    .bind(&job.parameters)
    .bind(job.created_at.nanoseconds())
    .bind(job.slot.as_ref().map(|slot| slot.schedule.as_str()))
    .bind(job.slot.as_ref().map(|slot| slot.at.nanoseconds()))
}

/// A change that counts only while the claim, `$1` and `$2`, is the latest.
fn under(claim: &Claim, sql: &'static str) -> Statement {
    query(sql).bind(&claim.id).bind(claim.fence)
}

macro_rules! claim {
    ($dialect:ident) => {
        concat!(
            "UPDATE jobs SET state = 'running', fence = fence + 1, attempts = attempts + 1, due_at = $2, items_done = 0
             WHERE id = (SELECT id FROM jobs
                         WHERE state IN ('queued', 'running') AND kind = $3 AND due_at <= $1
                         ORDER BY due_at LIMIT 1",
            but_claimed_now!($dialect),
            ")
             RETURNING ",
            job_columns!()
        )
    };
}

/// Another server may be claiming the same job at this moment. In SQLite, writers come one after the other.
macro_rules! but_claimed_now {
    (sqlite) => {
        ""
    };
    (postgres) => {
        " FOR UPDATE SKIP LOCKED"
    };
}

macro_rules! latest {
    ($dialect:ident) => {
        concat!(
            "SELECT ",
            job_columns!(),
            " FROM jobs WHERE id IN (SELECT (
                 SELECT id FROM jobs WHERE quiz_id = given.value ->> 0 AND kind = $2 AND removed_at IS NULL
                 ORDER BY created_at DESC, id DESC LIMIT 1
             ) FROM ",
            given!($dialect),
            ")"
        )
    };
}

pub(in crate::store) async fn count_jobs<S: SqlStore>(
    store: &S,
) -> Result<BTreeMap<(JobKind, JobState), u64>, StoreError> {
    let counted: Vec<(String, String, bool, i64)> = store
        .rows(query("SELECT kind, state, is_cancelled, count(*) FROM jobs WHERE removed_at IS NULL GROUP BY 1, 2, 3"))
        .await?;
    let counted = counted.into_iter().filter_map(|(kind, state, is_cancelled, count)| {
        let state = if is_cancelled { Some(JobState::Cancelled) } else { JobState::parse(&state) };
        Some(((JobKind::parse(&kind)?, state?), count.unsigned_abs()))
    });
    Ok(counted.collect())
}

fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[async_trait]
impl<S: SqlStore> JobStore for S {
    async fn claim_job(
        &self,
        kind: JobKind,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        // Looking needs no write; most looks find nothing.
        let due =
            query("SELECT id FROM jobs WHERE state IN ('queued', 'running') AND kind = $2 AND due_at <= $1 LIMIT 1")
                .bind(now.nanoseconds())
                .bind(kind.as_str());
        let due: Option<String> = self.find(due).await?;
        if due.is_none() {
            return Ok(None);
        }
        let claim = query(in_dialect!(Self::DIALECT, claim))
            .bind(now.nanoseconds())
            .bind(lease_until.nanoseconds())
            .bind(kind.as_str());
        Ok(self.changed(claim).await?.pop())
    }

    async fn renew_claim(
        &self,
        claim: Claim,
        done: u64,
        total: u64,
        lease_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let renew = under(
            &claim,
            "UPDATE jobs SET items_done = $3, items_total = $4, due_at = $5
             WHERE id = $1 AND fence = $2 AND state = 'running'",
        );
        let renew = renew.bind(count(done)).bind(count(total)).bind(lease_until.nanoseconds());
        Ok(self.execute(renew).await? > 0)
    }

    async fn finish_job(&self, claim: Claim, outcome: String, now: Timestamp) -> Result<bool, StoreError> {
        let finish = under(
            &claim,
            "UPDATE jobs SET state = 'done', outcome = $3, error = NULL, finished_at = $4, items_done = items_total
             WHERE id = $1 AND fence = $2 AND state = 'running'",
        );
        Ok(self.execute(finish.bind(outcome).bind(now.nanoseconds())).await? > 0)
    }

    async fn fail_job(
        &self,
        claim: Claim,
        error: String,
        retry_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let fail = under(
            &claim,
            "UPDATE jobs SET error = $3,
                 state = CASE WHEN $4 IS NULL THEN 'failed' ELSE 'queued' END,
                 due_at = coalesce($4, due_at),
                 finished_at = CASE WHEN $4 IS NULL THEN $5 END
             WHERE id = $1 AND fence = $2 AND state = 'running'",
        );
        let fail = fail.bind(error).bind(retry_at.map(Timestamp::nanoseconds)).bind(now.nanoseconds());
        Ok(self.execute(fail).await? > 0)
    }

    async fn latest_jobs(&self, kind: JobKind, quizzes: &[QuizId]) -> Result<Vec<Job>, StoreError> {
        let quizzes: Vec<[&QuizId; 1]> = quizzes.iter().map(|id| [id]).collect();
        self.list(query(in_dialect!(Self::DIALECT, latest)).bind(json(&quizzes)?).bind(kind.as_str())).await
    }

    async fn jobs(&self, kind: JobKind, quiz: &QuizId, limit: u32) -> Result<Vec<Job>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            job_columns!(),
            " FROM jobs WHERE quiz_id = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT $3"
        ));
        self.list(select.bind(quiz.as_str()).bind(kind.as_str()).bind(i64::from(limit))).await
    }

    async fn job(&self, id: &str) -> Result<Option<Job>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn note_export_file(&self, claim: Claim, name: String) -> Result<bool, StoreError> {
        let note = under(
            &claim,
            "INSERT INTO export_files (name, job_id, fence)
             SELECT $3, id, fence FROM jobs WHERE id = $1 AND fence = $2 AND state = 'running'",
        );
        Ok(self.execute(note.bind(name)).await? > 0)
    }

    async fn export_files(&self) -> Result<Vec<NotedFile>, StoreError> {
        self.list(query(concat!("SELECT ", file_columns!(), " FROM export_files ORDER BY name"))).await
    }

    async fn forget_export_file(&self, name: &str) -> Result<(), StoreError> {
        self.execute(query("DELETE FROM export_files WHERE name = $1").bind(name)).await.map(drop)
    }

    async fn remove_exports(&self, finished_before: Timestamp, now: Timestamp) -> Result<Vec<Job>, StoreError> {
        let update = query(concat!(
            "UPDATE jobs SET removed_at = $2
             WHERE kind = 'export' AND state IN ('done', 'failed') AND removed_at IS NULL AND finished_at < $1
             RETURNING ",
            job_columns!()
        ));
        self.changed(update.bind(finished_before.nanoseconds()).bind(now.nanoseconds())).await
    }
}
