//! Usage and quotas of namespaces. Each write that stores data updates the sums by quiz.

use domain::{AnswersRecord, FieldValues, NamespaceId, OwnQuota, QuizId, Usage, UserId};
use macro_rules_attribute::derive;

use super::{
    Connection, Reads, Sql, Texts,
    record_row::fields_column,
    rows::{Stored, columns, count},
    sql,
    statement::json,
};
use crate::store::{Invitation, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct UsageRow {
    used_quizzes: i64,
    used_bytes: i64,
    quizzes: Option<i64>,
    bytes: Option<i64>,
}

impl Stored for (Usage, OwnQuota) {
    type Row = UsageRow;

    fn read(row: UsageRow) -> Result<Self> {
        // Data written by a server of an earlier release was never added, and may still be subtracted.
        let usage = Usage { quizzes: count(row.used_quizzes, "usage")?, bytes: row.used_bytes.max(0).cast_unsigned() };
        let bound = |bound: Option<i64>| bound.map(|bound| count(bound, "quota")).transpose();
        Ok((usage, OwnQuota { quizzes: bound(row.quizzes)?, bytes: bound(row.bytes)? }))
    }
}

pub(super) const ROW: i64 = Usage::ROW.cast_signed();

static ADD: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
             SELECT q.namespace_id, q.id, $2 FROM quizzes AS q WHERE q.id = $1
             ON CONFLICT (namespace_id, quiz_id) DO UPDATE SET bytes = quiz_usage.bytes + excluded.bytes",
    postgres: "INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
               SELECT q.namespace_id, q.id, CAST(given.value ->> 1 AS BIGINT)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN quizzes AS q WHERE q.id = given.value ->> 0 ORDER BY q.id
               ON CONFLICT (namespace_id, quiz_id) DO UPDATE SET bytes = quiz_usage.bytes + excluded.bytes",
});

/// Size of a stored record in bytes, as `{attempt_bytes}` computes it.
pub(super) fn of_attempt(record: &AnswersRecord) -> Result<i64, sqlx::Error> {
    Ok(if record.submission.is_none() { ROW } else { of_answers(record, &json(&record.answers)?) })
}

/// Like [`of_attempt`], with the answers as they are stored.
pub(super) fn of_answers(record: &AnswersRecord, answers: &str) -> i64 {
    let texts = length(answers) + record.custom_data.as_deref().map_or(0, length) + of_fields(&record.fields);
    ROW + if record.submission.is_none() { 0 } else { texts }
}

/// The name, the address, the custom data and the fields of an invitation, and its row.
pub(super) fn of_invitation(invitation: &Invitation) -> i64 {
    let texts = [&invitation.name, &invitation.email, &invitation.custom_data].into_iter().flatten();
    texts.fold(ROW, |sum, text| sum + length(text)) + of_fields(&invitation.fields)
}

fn of_fields(fields: &FieldValues) -> i64 {
    fields_column(fields).ok().flatten().as_deref().map_or(0, length)
}

pub(super) fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

/// Adds bytes to the usage of each quiz. Quizzes that do not exist are skipped.
pub(super) async fn add<'q>(
    connection: &mut Connection<'_>,
    changes: impl IntoIterator<Item = (&'q QuizId, i64)>,
) -> Result<(), sqlx::Error> {
    let changes: Vec<_> = changes.into_iter().map(|(quiz, by)| (quiz.as_str(), by)).collect();
    if changes.is_empty() { Ok(()) } else { connection.execute_each(&ADD, &changes).await }
}

/// The bytes of all data that [erasing](super::records::erase) a respondent removes.
pub(super) async fn of_respondent(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &UserId,
) -> Result<i64, sqlx::Error> {
    let select = sql!(
        "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM (
             SELECT {attempt_bytes} AS bytes FROM records WHERE quiz_id = $1 AND user_id = $2
             UNION ALL SELECT {attempt_bytes} FROM past_attempts WHERE quiz_id = $1 AND user_id = $2
             UNION ALL SELECT 1024 + coalesce(octet_length(name), 0) + coalesce(octet_length(email), 0)
                 + coalesce(octet_length(custom_data), 0) + coalesce(octet_length(fields), 0) FROM invitations WHERE quiz_id = $1 AND id = $2
         ) AS held"
    );
    let held: Vec<(i64,)> = connection.rows(select.bind(quiz).bind(user)).await?;
    Ok(held.first().map_or(0, |(bytes,)| *bytes))
}

impl Reads<'_> {
    /// Returns zero for a namespace that does not exist. Servers of releases that do not count yet, and still run
    /// beside this one, leave out what they store.
    pub async fn usage(&self, namespace: &NamespaceId) -> Result<(Usage, OwnQuota)> {
        // Both sums read adjacent rows, so that thousands of quizzes take a millisecond or two.
        let select = sql!(
            "SELECT (SELECT count(*) FROM quizzes WHERE namespace_id = $1) AS used_quizzes,
                 (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT)
                  FROM quiz_usage WHERE namespace_id = $1) AS used_bytes,
                 own.quizzes, own.bytes
             FROM (SELECT 1) AS one LEFT JOIN quotas AS own ON own.namespace_id = $1"
        );
        Ok(self.find(select.bind(namespace)).await?.unwrap_or_default())
    }
}

impl Transaction<'_> {
    pub async fn set_quota(&mut self, namespace: &NamespaceId, own: OwnQuota) -> Result<()> {
        let replace = sql!(
            "INSERT INTO quotas (namespace_id, quizzes, bytes) VALUES ($1, $2, $3)
             ON CONFLICT (namespace_id) DO UPDATE SET quizzes = excluded.quizzes, bytes = excluded.bytes",
        );
        let replace =
            replace.bind(namespace).bind(own.quizzes.map(u64::cast_signed)).bind(own.bytes.map(u64::cast_signed));
        self.execute(replace).await.map(drop)
    }

    pub(super) async fn count_bytes(&mut self, quiz: &QuizId, by: i64) -> Result<()> {
        let added = add(&mut *self.connection().await, [(quiz, by)]).await;
        self.noted(added)
    }
}
