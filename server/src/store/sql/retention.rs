//! Retention rules, and the records that have expired.

use domain::{NamespaceId, QuizId, QuizKind, Retention, Timestamp, UserId};
use macro_rules_attribute::derive;

use super::{
    Reads, Sql, Statement, attempts,
    rows::{Stored, columns},
    sql,
};
use crate::store::{Cutoffs, ErasedBy, Expired, ExpiredAttempt, ExpiredCounts, Result, StoreError, Transaction};

#[derive(columns!)]
pub(in crate::store) struct RetentionRow {
    unfinished_days: Option<i64>,
    answers_days: Option<i64>,
}

impl Stored for Retention {
    type Row = RetentionRow;

    fn read(RetentionRow { unfinished_days, answers_days }: RetentionRow) -> Result<Self> {
        Self::new(unfinished_days, answers_days).map_err(|error| StoreError::Internal(error.to_string()))
    }
}

#[derive(columns!)]
pub(in crate::store) struct ExpiredRow {
    quiz_id: String,
    kind: String,
    user_id: String,
    activity_at: i64,
    is_submitted: bool,
}

impl Stored for Expired {
    type Row = ExpiredRow;

    fn read(row: ExpiredRow) -> Result<Self> {
        let damaged = || StoreError::Internal(format!("a record of the quiz {} is damaged", row.quiz_id));
        let kind = QuizKind::parse(&row.kind).ok_or_else(damaged)?;
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            user: UserId::parse(kind, &row.user_id).ok_or_else(damaged)?,
            seen: Timestamp::from_nanoseconds(row.activity_at),
            is_submitted: row.is_submitted,
        })
    }
}

impl Stored for ExpiredAttempt {
    type Row = (String, String, i64);

    fn read((quiz, user, attempt): (String, String, i64)) -> Result<Self> {
        let damaged = || StoreError::Internal("a past attempt is damaged".to_owned());
        let quiz = QuizId::parse(&quiz).map_err(|_| damaged())?;
        Ok(Self { quiz, user, attempt: attempt.try_into().map_err(|_| damaged())? })
    }
}

// A record begins before its last answer and its submission, so indexes by start serve both. `{alerted}` keeps those
// with an open alert, or counts them.
const EXPIRED: &str = "SELECT r.quiz_id, q.kind, r.user_id, r.activity_at,
         r.submitted_at IS NOT NULL OR r.attempt > 1 AS is_submitted
     FROM quizzes q JOIN records r ON r.quiz_id = q.id
     WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND r.submitted_at IS NULL AND r.started_at < $5
         AND CASE WHEN r.attempt > 1 THEN r.activity_at < $4
                  WHEN r.answers = '{}' THEN r.activity_at < $2
                  ELSE r.activity_at < $3 END
         AND {alerted}
     UNION ALL
     SELECT r.quiz_id, q.kind, r.user_id, r.activity_at, true
     FROM quizzes q JOIN records r ON r.quiz_id = q.id
     WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND r.started_at < $4 AND r.submitted_at < $4
         AND {alerted}";
const ALERTED: &str = "EXISTS (SELECT 1 FROM alerts a
         WHERE a.quiz_id = r.quiz_id AND a.user_id = r.user_id AND a.acknowledged_at IS NULL)";
const NOT_ALERTED: &str = "NOT EXISTS (SELECT 1 FROM alerts a
         WHERE a.quiz_id = r.quiz_id AND a.user_id = r.user_id AND a.acknowledged_at IS NULL)";
static SOME_EXPIRED: Sql = Sql::with(&[("{expired}", EXPIRED), ("{alerted}", NOT_ALERTED)], "{expired} LIMIT $6");
static COUNT_OF_WAITING: Sql =
    Sql::with(&[("{expired}", EXPIRED), ("{alerted}", ALERTED)], "SELECT count(*) FROM ({expired}) AS expired");
static COUNT_OF_EXPIRED: Sql = Sql::with(
    &[("{expired}", EXPIRED), ("{alerted}", NOT_ALERTED)],
    "SELECT count(*) FILTER (WHERE NOT is_submitted), count(*) FILTER (WHERE is_submitted)
     FROM ({expired}) AS expired",
);

// The last submitted attempt counts for the respondent while another one is under way.
const ATTEMPTS: &str = "SELECT {what} FROM quizzes q JOIN past_attempts p ON p.quiz_id = q.id
         JOIN records r ON r.quiz_id = p.quiz_id AND r.user_id = p.user_id
     WHERE q.namespace_id = $1 AND p.submitted_at < $2
         AND (r.submitted_at IS NOT NULL OR p.attempt < r.attempt - 1)
         AND {not} EXISTS (SELECT 1 FROM alerts a WHERE a.quiz_id = p.quiz_id AND a.user_id = p.user_id
             AND a.attempt = p.attempt AND a.acknowledged_at IS NULL)";
static SOME_ATTEMPTS: Sql = Sql::with(
    &[("{attempts}", ATTEMPTS), ("{what}", "p.quiz_id, p.user_id, p.attempt"), ("{not}", "NOT")],
    "{attempts} LIMIT $3",
);
static COUNT_OF_ATTEMPTS: Sql = Sql::with(&[("{what}", "count(*)"), ("{not}", "NOT")], ATTEMPTS);
static COUNT_OF_WAITING_ATTEMPTS: Sql = Sql::with(&[("{what}", "count(*)"), ("{not}", "")], ATTEMPTS);

fn by_cutoffs(select: Statement, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Statement {
    let Cutoffs { untouched, unfinished, answers } = cutoffs;
    // A record without answers expires by the earlier of the two rules.
    let of_untouched = unfinished.map_or(*untouched, |unfinished| unfinished.max(*untouched));
    let latest = answers.map_or(of_untouched, |answers| answers.max(of_untouched));
    select.bind(namespace).bind(of_untouched).bind(*unfinished).bind(*answers).bind(latest)
}

impl Reads<'_> {
    /// Returns the default if no rule is set.
    pub async fn retention(&self, namespace: &NamespaceId) -> Result<Retention> {
        let select = sql!("SELECT unfinished_days, answers_days FROM retention WHERE namespace_id = $1");
        Ok(self.find(select.bind(namespace)).await?.unwrap_or_default())
    }

    /// Expired records, in no particular order.
    pub async fn expired(&self, namespace: &NamespaceId, cutoffs: &Cutoffs, limit: u32) -> Result<Vec<Expired>> {
        let select = by_cutoffs(SOME_EXPIRED.statement(), namespace, cutoffs);
        self.list(select.bind(i64::from(limit))).await
    }

    /// Returns past attempts submitted before a moment, except those that count for a respondent in figures and lists.
    pub async fn expired_attempts(
        &self,
        namespace: &NamespaceId,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<ExpiredAttempt>> {
        let select = SOME_ATTEMPTS.statement();
        self.list(select.bind(namespace).bind(before).bind(limit)).await
    }

    /// Counts expired records and attempts.
    pub async fn count_expired(&self, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Result<ExpiredCounts> {
        let select = by_cutoffs(COUNT_OF_EXPIRED.statement(), namespace, cutoffs);
        let (unfinished, submitted) = self.rows::<(i64, i64)>(select).await?.pop().unwrap_or_default();
        let attempts = match cutoffs.answers {
            Some(before) => {
                let count = COUNT_OF_ATTEMPTS.statement().bind(namespace).bind(before);
                self.number(count).await?
            }
            None => 0,
        };
        let [unfinished, submitted, attempts] = [unfinished, submitted, attempts].map(i64::unsigned_abs);
        Ok(ExpiredCounts { unfinished, submitted, attempts })
    }

    /// Counts expired records and attempts that stay because an alert is open.
    pub async fn count_waiting_for_alerts(&self, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Result<u64> {
        let records = self.number(by_cutoffs(COUNT_OF_WAITING.statement(), namespace, cutoffs)).await?;
        let attempts = match cutoffs.answers {
            Some(before) => self.number(COUNT_OF_WAITING_ATTEMPTS.statement().bind(namespace).bind(before)).await?,
            None => 0,
        };
        Ok(records.unsigned_abs() + attempts.unsigned_abs())
    }
}

impl Transaction<'_> {
    pub async fn set_retention(&mut self, namespace: &NamespaceId, rule: Retention) -> Result<()> {
        let replace = sql!(
            "INSERT INTO retention (namespace_id, unfinished_days, answers_days) VALUES ($1, $2, $3)
             ON CONFLICT (namespace_id) DO UPDATE
             SET unfinished_days = excluded.unfinished_days, answers_days = excluded.answers_days",
        );
        let replace =
            replace.bind(namespace).bind(rule.unfinished_days.map(i64::from)).bind(rule.answers_days.map(i64::from));
        self.execute(replace).await.map(drop)
    }

    /// Erases the respondent as [`erase_user`](Self::erase_user) does. Returns `false` if the record has changed.
    pub async fn erase_expired(&mut self, expired: &Expired, now: Timestamp) -> Result<bool> {
        // Blocks concurrent changes, which the check of the record would otherwise miss.
        let numbered = self.connection().await.number_changes(expired.quiz.as_str(), 1).await;
        self.noted(numbered)?;
        let select = sql!("SELECT user_id FROM records WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3")
            .bind(&expired.quiz)
            .bind(&expired.user)
            .bind(expired.seen);
        let unchanged: Option<String> = self.find(select).await?;
        if unchanged.is_some() {
            self.erase_user(&expired.quiz, &expired.user, ErasedBy::Namespace, now).await
        } else {
            Ok(false)
        }
    }

    /// Returns `false` if the attempt is gone.
    pub async fn erase_attempt(&mut self, expired: &ExpiredAttempt, now: Timestamp) -> Result<bool> {
        let erased = attempts::erase_one(&mut *self.connection().await, expired, now).await;
        self.noted(erased)
    }
}
