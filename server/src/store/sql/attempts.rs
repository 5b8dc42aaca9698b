//! Taking a quiz again: the record makes room for the next attempt and is kept among the past ones.

use std::collections::HashMap;

use domain::{AnswersRecord, QuizId, Timestamp, UserId};

use super::{
    Connection, Reads, Room, Sql, Statement, Texts, alerts,
    erasures::end_exports,
    events, person_words,
    quizzes::json,
    record_row::{RecordRow, StoredRecord, fields_column},
    result_mails,
    rows::Stored,
    sql, submitted_scores, traces,
    transaction::decode,
    usage,
};
use crate::store::{CountedAttempts, ErasedBy, ExpiredAttempt, Listed, NewEvent, Page, Result, Store, Transaction};

static BEGIN_AGAIN: Sql = Sql::of(Texts {
    sqlite: "UPDATE records SET attempt = attempt + 1, occasion = $8, version = $4, language = $5, answers = '{}',
                 custom_data = coalesce(custom_data, $6), fields = $9, started_at = $7, activity_at = max($7, activity_at + 1),
                 submitted_at = NULL, score = NULL, spend_score = NULL, save_score = NULL, borrow_score = NULL,
                 plan_score = NULL, indicators = NULL, own_scores = NULL,
                 changed = 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                           (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1))
             WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3
             RETURNING {record}",
    postgres: "UPDATE records SET attempt = attempt + 1, occasion = $8, version = $4, language = $5, answers = '{}',
                   custom_data = coalesce(custom_data, $6), fields = $9, started_at = $7, activity_at = greatest($7, activity_at + 1),
                   submitted_at = NULL, score = NULL, spend_score = NULL, save_score = NULL, borrow_score = NULL,
                   plan_score = NULL, indicators = NULL, own_scores = NULL,
                   changed = coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = $1), 0)
               WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3
               RETURNING {record}",
});

static ATTEMPTS: Sql = Sql::records(
    &[],
    Texts::same(
        "SELECT {record} FROM records WHERE quiz_id = $1 AND user_id = $2 AND attempt < $3
     UNION ALL
     SELECT {record} FROM past_attempts AS records WHERE quiz_id = $1 AND user_id = $2 AND attempt < $3
     ORDER BY attempt DESC LIMIT $4",
    ),
);

static ATTEMPTS_BEFORE: Sql = Sql::of(Texts {
    sqlite: "SELECT {record} FROM json_each($1) AS given CROSS JOIN past_attempts AS records
             WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                 AND records.attempt = CAST(given.value ->> 1 AS BIGINT) - 1",
    postgres: "SELECT {record}
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN past_attempts AS records
               WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                   AND records.attempt = CAST(given.value ->> 1 AS BIGINT) - 1",
});

static ATTEMPTS_ON: Sql = Sql::of(Texts {
    sqlite: "SELECT {record} FROM json_each($1) AS given CROSS JOIN past_attempts AS records
             WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                 AND records.occasion = CAST(given.value ->> 1 AS BIGINT)",
    postgres: "SELECT {record}
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN past_attempts AS records
               WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                   AND records.occasion = CAST(given.value ->> 1 AS BIGINT)",
});

static PAST_ATTEMPTS: Sql = Sql::of(Texts {
    sqlite: "SELECT {record} FROM json_each($1) AS given CROSS JOIN past_attempts AS records
             WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                 AND records.attempt < CAST(given.value ->> 1 AS BIGINT)
             ORDER BY given.key, records.attempt",
    postgres: "SELECT {record}
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN past_attempts AS records
               WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0
                   AND records.attempt < CAST(given.value ->> 1 AS BIGINT)
               ORDER BY given.key, records.attempt",
});

impl Reads<'_> {
    /// Replaces records with the attempts that count. A piece that [`small_pieces`] made stays small.
    pub async fn counted_attempts(
        &self,
        quiz: &QuizId,
        mut records: Vec<StoredRecord>,
        attempts: CountedAttempts,
    ) -> Result<Vec<StoredRecord>> {
        match attempts {
            CountedAttempts::Latest => Ok(records),
            CountedAttempts::LastSubmitted => {
                self.put_last_submitted(quiz, &mut records).await?;
                Ok(records)
            }
            CountedAttempts::Each => self.with_past_attempts(quiz, records).await,
        }
    }

    /// Puts the earlier attempts of each respondent before the record, the first one first.
    async fn with_past_attempts(&self, quiz: &QuizId, records: Vec<StoredRecord>) -> Result<Vec<StoredRecord>> {
        let again = records.iter().filter(|record| record.attempt > 1);
        let again: Vec<_> = again.map(|record| (record.user.as_str(), record.attempt)).collect();
        if again.is_empty() {
            return Ok(records);
        }
        let rows: Vec<RecordRow> = self.rows(PAST_ATTEMPTS.statement().bind(json(&again)?).bind(quiz)).await?;
        let mut past = rows.into_iter().map(StoredRecord::from).peekable();
        let mut all = Vec::with_capacity(records.len() + past.len());
        for record in records {
            while let Some(earlier) = past.next_if(|earlier| earlier.user == record.user) {
                all.push(earlier);
            }
            all.push(record);
        }
        Ok(all)
    }

    /// Replaces attempts under way with the last submitted ones; see [`RecordFilter::last_submitted`].
    ///
    /// [`RecordFilter::last_submitted`]: crate::store::RecordFilter::last_submitted
    async fn put_last_submitted(&self, quiz: &QuizId, records: &mut [StoredRecord]) -> Result<()> {
        let is_under_way = |record: &&StoredRecord| record.submitted_at.is_none() && record.attempt > 1;
        let under_way: Vec<_> =
            records.iter().filter(is_under_way).map(|record| (record.user.clone(), record.attempt)).collect();
        let mut before = self.attempts_before(quiz, under_way).await?;
        for record in records {
            if let Some(before) = before.remove(&record.user) {
                *record = before.into();
            }
        }
        Ok(())
    }

    /// Same as [`put_last_submitted`](Self::put_last_submitted), for records of a list.
    pub(super) async fn last_submitted(
        &self,
        quiz: &QuizId,
        mut records: Vec<AnswersRecord>,
    ) -> Result<Vec<AnswersRecord>> {
        let is_under_way = |record: &&AnswersRecord| record.submission.is_none() && record.attempt > 1;
        let under_way: Vec<_> =
            records.iter().filter(is_under_way).map(|record| (record.user.to_string(), record.attempt)).collect();
        let mut before = self.attempts_before(quiz, under_way).await?;
        for record in &mut records {
            if let Some(before) = before.remove(record.user.as_str()) {
                *record = AnswersRecord::read(before)?;
            }
        }
        Ok(records)
    }

    async fn attempts_before(
        &self,
        quiz: &QuizId,
        under_way: Vec<(String, u32)>,
    ) -> Result<HashMap<String, RecordRow>> {
        if under_way.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<RecordRow> = self.rows(ATTEMPTS_BEFORE.statement().bind(json(&under_way)?).bind(quiz)).await?;
        Ok(rows.into_iter().map(|row| (row.user_id.clone(), row)).collect())
    }

    /// Attempts that were submitted before the latest, by respondent and occasion of a series.
    pub(crate) async fn attempts_on(&self, quiz: &QuizId, on: &[(String, u32)]) -> Result<Vec<AnswersRecord>> {
        if on.is_empty() {
            return Ok(Vec::new());
        }
        self.list(ATTEMPTS_ON.statement().bind(json(&on)?).bind(quiz)).await
    }

    /// Attempts that were submitted before others: of each respondent and attempt given, the one before it.
    pub(crate) async fn attempts_just_before(
        &self,
        quiz: &QuizId,
        attempts: &[(String, u32)],
    ) -> Result<Vec<AnswersRecord>> {
        if attempts.is_empty() {
            return Ok(Vec::new());
        }
        let rows: Vec<RecordRow> = self.rows(ATTEMPTS_BEFORE.statement().bind(json(&attempts)?).bind(quiz)).await?;
        rows.into_iter().map(AnswersRecord::read).collect()
    }

    pub async fn count_past_attempts(&self, quiz: &QuizId) -> Result<u64> {
        let select = sql!("SELECT count(*) FROM past_attempts WHERE quiz_id = $1");
        Ok(self.number(select.bind(quiz)).await?.unsigned_abs())
    }

    pub async fn has_past_attempts(&self, quiz: &QuizId) -> Result<bool> {
        let select = sql!("SELECT count(*) FROM (SELECT 1 FROM past_attempts WHERE quiz_id = $1 LIMIT 1) AS found");
        Ok(self.number(select.bind(quiz)).await? > 0)
    }

    /// Returns all attempts of a respondent, newest first, including the current record. A page begins below an
    /// attempt's number.
    pub async fn attempts(&self, quiz: &QuizId, user: &UserId, page: Page<u32>) -> Result<Listed<AnswersRecord>> {
        let room = Room::of_page(page.limit);
        let select = ATTEMPTS
            .statement()
            .bind(quiz)
            .bind(user)
            .bind(i64::from(page.after.unwrap_or(u32::MAX)))
            .bind(room.limit());
        self.part(select, room).await
    }
}

/// Attempts in a piece of records, about; one respondent may have more.
const ATTEMPTS_AT_ONCE: u32 = 256;

/// Divides a piece of records that is to be read with earlier attempts, by how many these may be.
pub(crate) fn small_pieces(records: Vec<StoredRecord>, attempts: CountedAttempts) -> Vec<Vec<StoredRecord>> {
    if attempts != CountedAttempts::Each {
        return vec![records];
    }
    let (mut pieces, mut room) = (Vec::<Vec<StoredRecord>>::new(), 0_u32);
    for record in records {
        let left = room.checked_sub(record.attempt);
        room = left.unwrap_or_else(|| ATTEMPTS_AT_ONCE.saturating_sub(record.attempt));
        match pieces.last_mut().filter(|_| left.is_some()) {
            Some(piece) => piece.push(record),
            None => pieces.push(vec![record]),
        }
    }
    pieces
}

impl Store {
    /// Moves the submitted record to the past attempts and stores `next`, the following attempt, with the custom data
    /// of the submitted one. Returns `None` if the record is gone, is not submitted, or has changed since `seen`, the
    /// `activity_at` that was read.
    pub async fn begin_again(&self, next: AnswersRecord, seen: Timestamp) -> Result<Option<AnswersRecord>> {
        self.begin_again_told(next, seen, None).await
    }

    /// Same as [`begin_again`](Self::begin_again), and writes an event for the attempt.
    pub async fn begin_again_told(
        &self,
        next: AnswersRecord,
        seen: Timestamp,
        event: Option<NewEvent>,
    ) -> Result<Option<AnswersRecord>> {
        self.write(move |mut connection| {
            Box::pin(async move { begin_again(&mut connection, &next, seen, event.as_ref()).await })
        })
        .await
    }
}

impl Transaction<'_> {
    /// Same as [`Store::begin_again_told`].
    pub async fn begin_again(
        &mut self,
        next: &AnswersRecord,
        seen: Timestamp,
        event: Option<&NewEvent>,
    ) -> Result<Option<AnswersRecord>> {
        let begun = begin_again(&mut *self.connection().await, next, seen, event).await;
        self.noted(begun)
    }
}

async fn begin_again(
    connection: &mut Connection<'_>,
    next: &AnswersRecord,
    seen: Timestamp,
    event: Option<&NewEvent>,
) -> Result<Option<AnswersRecord>, sqlx::Error> {
    connection.number_changes(next.quiz_id.as_str(), 1).await?;
    if !keep(connection, next, seen).await? {
        return Ok(None);
    }
    let update = BEGIN_AGAIN
        .statement()
        .bind(&next.quiz_id)
        .bind(&next.user)
        .bind(seen)
        .bind(next.version)
        .bind(next.language.as_str())
        .bind(&next.custom_data)
        .bind(next.started_at)
        .bind(next.occasion.map(i64::from))
        .bind(fields_column(&next.fields)?);
    let mut rows: Vec<RecordRow> = connection.rows(update).await?;
    usage::add(connection, [(&next.quiz_id, usage::ROW)]).await?;
    if let Some(row) = rows.first() {
        events::add(connection, event).await?;
        if next.custom_data.is_some() {
            let worded = (row.quiz_id.as_str(), row.user_id.as_str(), row.custom_data.as_deref());
            person_words::add_records(connection, [worded].into_iter()).await?;
        }
        person_words::add_fields(connection, [next].into_iter()).await?;
    }
    rows.pop().map(decode).transpose()
}

/// Copies the submitted record to the past attempts. Returns `false` if it is gone or has changed.
async fn keep(connection: &mut Connection<'_>, next: &AnswersRecord, seen: Timestamp) -> Result<bool, sqlx::Error> {
    let of_record = |statement: Statement| statement.bind(&next.quiz_id).bind(&next.user).bind(seen);
    let insert = of_record(sql!(
        "INSERT INTO past_attempts ({kept_attempt}) SELECT {kept_attempt} FROM records
         WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3 AND submitted_at IS NOT NULL"
    ));
    if connection.execute(insert).await? == 0 {
        return Ok(false);
    }
    let select = sql!("SELECT {record} FROM records WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3");
    let rows: Vec<RecordRow> = connection.rows(of_record(select)).await?;
    let kept = rows.into_iter().map(decode).collect::<Result<Vec<_>, _>>()?;
    submitted_scores::replace(connection, kept.iter(), [].into_iter()).await?;
    Ok(true)
}

/// Returns the attempt that counts for a respondent in the figures of a quiz: the record itself or, while a later
/// attempt is under way, the last submitted one.
pub(super) async fn counted(
    connection: &mut Connection<'_>,
    record: AnswersRecord,
) -> Result<AnswersRecord, sqlx::Error> {
    if record.submission.is_some() || record.attempt == 1 {
        return Ok(record);
    }
    let select = sql!(
        "SELECT {record} FROM past_attempts AS records
         WHERE quiz_id = $1 AND user_id = $2 ORDER BY attempt DESC LIMIT 1"
    )
    .bind(&record.quiz_id)
    .bind(&record.user);
    let mut last: Vec<RecordRow> = connection.rows(select).await?;
    Ok(last.pop().map(decode).transpose()?.unwrap_or(record))
}

pub(super) async fn erase(connection: &mut Connection<'_>, quiz: &QuizId, user: &UserId) -> Result<(), sqlx::Error> {
    let delete = sql!("DELETE FROM past_attempts WHERE quiz_id = $1 AND user_id = $2");
    connection.execute(delete.bind(quiz).bind(user)).await.map(drop)
}

/// Erases one past attempt, and ends the exports that may contain it.
pub(super) async fn erase_one(
    connection: &mut Connection<'_>,
    expired: &ExpiredAttempt,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    traces::forget_attempt(connection, expired, now).await?;
    end_exports(connection, &expired.quiz, &expired.user, ErasedBy::Namespace, now).await?;
    let delete = sql!(
        "DELETE FROM past_attempts WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3 RETURNING {attempt_bytes}"
    );
    let delete = delete.bind(&expired.quiz).bind(&expired.user).bind(expired.attempt);
    let erased: Vec<(i64,)> = connection.rows(delete).await?;
    let Some((bytes,)) = erased.first() else { return Ok(false) };
    result_mails::forget(connection, &expired.quiz, &expired.user, Some(expired.attempt)).await?;
    alerts::erase(connection, &expired.quiz, &expired.user, Some(expired.attempt)).await?;
    usage::add(connection, [(&expired.quiz, -bytes)]).await?;
    Ok(true)
}
