//! Rules about how long records are kept, and the records past their time.

use async_trait::async_trait;
use domain::{NamespaceId, QuizId, QuizKind, Retention, Timestamp, UserId};
use sqlx::FromRow;

use super::{
    SqlConnection, SqlStore, SqlTransaction, Statement, attempts,
    dialect::{greatest, in_dialect},
    query,
};
use crate::store::{
    Cutoffs, Expired, ExpiredAttempt, ExpiredCounts, RespondentTransaction, RetentionStore, RetentionTransaction,
    StoreError, rows::Stored,
};

#[derive(FromRow)]
pub(in crate::store) struct RetentionRow {
    unfinished_days: Option<i64>,
    answers_days: Option<i64>,
}

impl Stored for Retention {
    type Row = RetentionRow;

    fn read(RetentionRow { unfinished_days, answers_days }: RetentionRow) -> Result<Self, StoreError> {
        Self::new(unfinished_days, answers_days).map_err(|error| StoreError::Internal(error.to_string()))
    }
}

#[derive(FromRow)]
pub(in crate::store) struct ExpiredRow {
    quiz_id: String,
    kind: String,
    user_id: String,
    activity_at: i64,
    is_submitted: bool,
}

impl Stored for Expired {
    type Row = ExpiredRow;

    fn read(row: ExpiredRow) -> Result<Self, StoreError> {
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

    fn read((quiz, user, attempt): (String, String, i64)) -> Result<Self, StoreError> {
        let damaged = || StoreError::Internal("a past attempt is damaged".to_owned());
        let quiz = QuizId::parse(&quiz).map_err(|_| damaged())?;
        Ok(Self { quiz, user, attempt: attempt.try_into().map_err(|_| damaged())? })
    }
}

fn rule(namespace: &NamespaceId) -> Statement {
    let sql = "SELECT unfinished_days, answers_days FROM retention WHERE namespace_id = $1";
    query(sql).bind(namespace.as_str())
}

// A record begins before its last answer and its submission, so indexes by start find both.
macro_rules! expired {
    ($dialect:ident) => {
        concat!(
            "SELECT r.quiz_id, q.kind, r.user_id, r.activity_at,
                 r.submitted_at IS NOT NULL OR r.attempt > 1 AS is_submitted
             FROM quizzes q JOIN records r ON r.quiz_id = q.id
             WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND r.submitted_at IS NULL
               AND r.started_at < ",
            greatest!($dialect, "$2", "coalesce($3, $2), coalesce($4, $2)"),
            "  AND CASE WHEN r.attempt > 1 THEN r.activity_at < $4
                        WHEN r.answers = '{}' THEN r.activity_at < ",
            greatest!($dialect, "$2", "coalesce($3, $2)"),
            "           ELSE r.activity_at < $3 END
             UNION ALL
             SELECT r.quiz_id, q.kind, r.user_id, r.activity_at, true
             FROM quizzes q JOIN records r ON r.quiz_id = q.id
             WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND r.started_at < $4 AND r.submitted_at < $4"
        )
    };
}

macro_rules! some_expired {
    ($dialect:ident) => {
        concat!(expired!($dialect), " LIMIT $5")
    };
}

macro_rules! count_of_expired {
    ($dialect:ident) => {
        concat!(
            "SELECT count(*) FILTER (WHERE NOT is_submitted), count(*) FILTER (WHERE is_submitted) FROM (",
            expired!($dialect),
            ") AS expired"
        )
    };
}

// The last submitted attempt stands for the respondent while another one is under way.
macro_rules! expired_attempts {
    () => {
        "FROM quizzes q JOIN past_attempts p ON p.quiz_id = q.id
             JOIN records r ON r.quiz_id = p.quiz_id AND r.user_id = p.user_id
         WHERE q.namespace_id = $1 AND p.submitted_at < $2
           AND (r.submitted_at IS NOT NULL OR p.attempt < r.attempt - 1)"
    };
}

fn by_cutoffs(select: Statement, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Statement {
    select
        .bind(namespace.as_str())
        .bind(cutoffs.untouched.nanoseconds())
        .bind(cutoffs.unfinished.map(Timestamp::nanoseconds))
        .bind(cutoffs.answers.map(Timestamp::nanoseconds))
}

#[async_trait]
impl<S: SqlStore> RetentionStore for S {
    async fn retention(&self, namespace: &NamespaceId) -> Result<Retention, StoreError> {
        Ok(self.find(rule(namespace)).await?.unwrap_or_default())
    }

    async fn expired(
        &self,
        namespace: &NamespaceId,
        cutoffs: &Cutoffs,
        limit: u32,
    ) -> Result<Vec<Expired>, StoreError> {
        let select = by_cutoffs(query(in_dialect!(S::DIALECT, some_expired)), namespace, cutoffs);
        self.list(select.bind(i64::from(limit))).await
    }

    async fn expired_attempts(
        &self,
        namespace: &NamespaceId,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<ExpiredAttempt>, StoreError> {
        let select = query(concat!("SELECT p.quiz_id, p.user_id, p.attempt ", expired_attempts!(), " LIMIT $3"));
        self.list(select.bind(namespace.as_str()).bind(before.nanoseconds()).bind(limit)).await
    }

    async fn count_expired(&self, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Result<ExpiredCounts, StoreError> {
        let select = by_cutoffs(query(in_dialect!(S::DIALECT, count_of_expired)), namespace, cutoffs);
        let (unfinished, submitted) = self.rows::<(i64, i64)>(select).await?.pop().unwrap_or_default();
        let attempts = match cutoffs.answers {
            Some(before) => {
                let select = query(concat!("SELECT count(*) ", expired_attempts!()));
                let select = select.bind(namespace.as_str()).bind(before.nanoseconds());
                self.rows::<(i64,)>(select).await?.pop().unwrap_or_default().0
            }
            None => 0,
        };
        let [unfinished, submitted, attempts] = [unfinished, submitted, attempts].map(i64::unsigned_abs);
        Ok(ExpiredCounts { unfinished, submitted, attempts })
    }
}

#[async_trait]
impl<C: SqlConnection> RetentionTransaction for SqlTransaction<'_, C> {
    async fn retention(&mut self, namespace: &NamespaceId) -> Result<Retention, StoreError> {
        Ok(self.find(rule(namespace)).await?.unwrap_or_default())
    }

    async fn set_retention(&mut self, namespace: &NamespaceId, rule: Retention) -> Result<(), StoreError> {
        let replace = query(
            "INSERT INTO retention (namespace_id, unfinished_days, answers_days) VALUES ($1, $2, $3)
             ON CONFLICT (namespace_id) DO UPDATE
             SET unfinished_days = excluded.unfinished_days, answers_days = excluded.answers_days",
        );
        let replace = replace
            .bind(namespace.as_str())
            .bind(rule.unfinished_days.map(i64::from))
            .bind(rule.answers_days.map(i64::from));
        self.execute(replace).await.map(drop)
    }

    async fn erase_expired(&mut self, expired: &Expired, now: Timestamp) -> Result<bool, StoreError> {
        // Holds back changes, which the look at the record would otherwise miss.
        let quiz = expired.quiz.clone();
        self.with(move |connection| Box::pin(async move { connection.number_changes(quiz.as_str(), 1).await })).await?;
        let select = query("SELECT user_id FROM records WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3")
            .bind(expired.quiz.as_str())
            .bind(expired.user.as_str())
            .bind(expired.seen.nanoseconds());
        let unchanged: Option<String> = self.find(select).await?;
        if unchanged.is_some() { self.erase_user(&expired.quiz, &expired.user, now).await } else { Ok(false) }
    }

    async fn erase_attempt(&mut self, expired: &ExpiredAttempt, now: Timestamp) -> Result<bool, StoreError> {
        let expired = expired.clone();
        self.with(move |connection| Box::pin(async move { attempts::erase_one(connection, &expired, now).await })).await
    }
}
