//! The effect of an erasure on exports that may contain the respondent.

use domain::{QuizId, Timestamp};

use super::{Connection, Reads, Sql, sql};
use crate::store::{Claim, ErasedBy, HANDED_OUT, Job, JobKind, Result, Store};

static REMOVE: Sql = Sql::new(
    "UPDATE jobs SET removed_at = $3, finished_at = coalesce(finished_at, $3), is_cancelled = (state = 'running'),
     state = CASE state WHEN 'running' THEN 'failed' ELSE state END {exports_with_respondent}",
);

// The mark is on the job's own row. A worker that clears it waits for the row lock.
static WITHDRAW: Sql = Sql::new("UPDATE jobs SET removed_at = $4 {exports_with_respondent} AND removed_at IS NULL");

static UNREPLACED: Sql = Sql::new(
    "SELECT {job} FROM jobs
     WHERE removed_at > $1 AND state = 'done' AND kind IN ('export', 'selection') AND NOT EXISTS (
         SELECT 1 FROM jobs AS other
         WHERE other.quiz_id = jobs.quiz_id AND other.kind = jobs.kind AND (
             other.state IN ('queued', 'running')
             OR other.state = 'done' AND coalesce(other.removed_at, 9223372036854775807) > $1
                 AND (other.created_at, other.id) > (jobs.created_at, jobs.id)
         )
     )
     ORDER BY removed_at, id",
);

/// Removes the exports that may contain a respondent's answers: workers lose their claims, and tidying deletes the
/// files. If respondents erase themselves, files stay available for [a while](HANDED_OUT) and workers continue without
/// their answers.
pub(super) async fn end_exports(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &str,
    by: ErasedBy,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let of = |sql: &'static Sql| sql.statement().bind(quiz).bind(user).bind(now);
    let end = match by {
        ErasedBy::Namespace => of(&REMOVE),
        ErasedBy::Respondent => {
            of(&WITHDRAW).bind(Timestamp::from_nanoseconds(now.nanoseconds().saturating_add(HANDED_OUT)))
        }
    };
    connection.execute(end).await.map(drop)
}

impl Reads<'_> {
    /// Returns the number of the quiz's last erasure, 0 before the first.
    pub async fn last_erasure(&self, quiz: &QuizId) -> Result<i64> {
        let select = sql!("SELECT coalesce(max(changed), 0) FROM erased_records WHERE quiz_id = $1");
        self.number(select.bind(quiz)).await
    }

    /// Returns the erasures after `number`, in order: their numbers and the ids of the respondents.
    pub async fn erasures_after(&self, quiz: &QuizId, number: i64) -> Result<Vec<(i64, String)>> {
        let select =
            sql!("SELECT changed, user_id FROM erased_records WHERE quiz_id = $1 AND changed > $2 ORDER BY changed");
        self.rows(select.bind(quiz).bind(number)).await
    }

    /// Returns finished exports that are available only for a while, the newest of each quiz and kind, if none is under
    /// way.
    pub async fn unreplaced_exports(&self, now: Timestamp) -> Result<Vec<Job>> {
        self.list(UNREPLACED.statement().bind(now)).await
    }

    /// Returns the moment of the last replacement of this kind, whatever its outcome.
    pub async fn last_replacement(&self, kind: JobKind, quiz: &QuizId) -> Result<Option<Timestamp>> {
        let select = sql!(
            "SELECT created_at FROM jobs WHERE quiz_id = $1 AND kind = $2 AND is_replacement
             ORDER BY created_at DESC LIMIT 1"
        );
        let rows: Vec<(i64,)> = self.rows(select.bind(quiz).bind(kind.as_str())).await?;
        Ok(rows.first().map(|(at,)| Timestamp::from_nanoseconds(*at)))
    }
}

impl Store {
    /// Sets the moment from which the worker's file is no longer available. Later erasures set it again. Returns
    /// `false`, and changes nothing, as [`renew_claim`](Self::renew_claim) does.
    pub async fn set_removal(&self, claim: Claim, at: Option<Timestamp>) -> Result<bool> {
        let update = sql!("UPDATE jobs SET removed_at = $3 WHERE id = $1 AND fence = $2 AND state = 'running'");
        Ok(self.execute(update.bind(&claim.id).bind(claim.fence).bind(at)).await? > 0)
    }
}
