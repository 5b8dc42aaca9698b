//! Answers records.

use domain::{AnswersRecord, Limit, QuizId, TallyChanges, Timestamp, UserId};

use super::{
    Begin, Begun, Connection, Reads, Replacement, Sql, Statement, Texts, alerts, attempts, begins,
    erasures::end_exports, event_usage, events, person_words, record_row::RecordRow, reports, result_mails,
    rows::Stored, series, sql, submitted_scores, tallies, traces, transaction::decode, usage,
};
use crate::{
    low_priority::{SMALL, try_offload},
    store::{ErasedBy, NewAlert, NewAnswer, NewEvent, Replaced, Result, Store},
};

impl Reads<'_> {
    /// If several records have the same custom data, returns the one with the latest activity.
    pub async fn record_by_custom_data(&self, quiz: &QuizId, custom_data: &str) -> Result<Option<AnswersRecord>> {
        let select = sql!(
            "SELECT {record} FROM records WHERE quiz_id = $1 AND custom_data = $2 ORDER BY activity_at DESC LIMIT 1"
        );
        self.find(select.bind(quiz).bind(custom_data)).await
    }

    /// As [`Store::record`], which gathers lookups, does outside transactions.
    pub async fn record_of(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>> {
        let select = sql!("SELECT {record} FROM records WHERE quiz_id = $1 AND user_id = $2");
        self.find(select.bind(quiz).bind(user)).await
    }
}

impl Store {
    /// Stores a new record or returns the user's existing one. Fails as missing if there is no such quiz. Sets the
    /// custom data of an existing record that has none, which counts as a change.
    pub async fn begin(&self, record: AnswersRecord) -> Result<AnswersRecord> {
        self.begin_told(record, None).await
    }

    /// Same as [`begin`](Self::begin), and writes an event for a new record.
    pub async fn begin_told(&self, record: AnswersRecord, event: Option<NewEvent>) -> Result<AnswersRecord> {
        let is_told = event.is_some();
        match self.batches.begins.write(Begin { record: record.clone(), event }).await? {
            Begun::New => {
                if is_told {
                    self.listeners.ring();
                }
                Ok(record)
            }
            Begun::Known(row) => read_apart(*row).await,
        }
    }

    pub async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>> {
        match self.batches.records.find((quiz.clone(), user.clone())).await? {
            Some(row) => read_apart(row).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns the record after the answer, or `None` if there is no open record of this user and version.
    pub async fn save_answer(&self, answer: NewAnswer) -> Result<Option<AnswersRecord>> {
        let is_told = answer.early.as_ref().is_some_and(|early| early.is_heard);
        let row = self.batches.answers.write(answer).await?;
        if is_told {
            self.listeners.ring();
        }
        match row {
            Some(row) => read_apart(row).await.map(Some),
            None => Ok(None),
        }
    }

    /// Stores a changed record. Returns `false` if it is gone or has changed since `seen`, the `activity_at` that was
    /// read.
    pub async fn replace_record(&self, record: AnswersRecord, seen: Timestamp) -> Result<bool> {
        self.replace_told(record, seen, None).await
    }

    /// Same as [`replace_record`](Self::replace_record), and writes an event for the change.
    pub async fn replace_told(&self, record: AnswersRecord, seen: Timestamp, event: Option<NewEvent>) -> Result<bool> {
        Ok(self.submit(record, seen, event, Vec::new(), Vec::new()).await? == Replaced::Stored)
    }

    /// Same as [`replace_told`](Self::replace_told), raises alerts that the attempt has not raised before, and takes a
    /// place within each of the limits.
    pub async fn submit(
        &self,
        record: AnswersRecord,
        seen: Timestamp,
        event: Option<NewEvent>,
        alerts: Vec<NewAlert>,
        limits: Vec<Limit>,
    ) -> Result<Replaced> {
        let is_told = event.is_some() || alerts.iter().any(|alert| alert.is_heard);
        let replacement = Replacement { record, seen, event, alerts, limits };
        let replaced = self.batches.replacements.write(replacement).await?;
        if is_told && replaced == Replaced::Stored {
            self.listeners.ring();
        }
        Ok(replaced)
    }

    /// Adds many finished records at a time, for loading data. Existing records are left unchanged.
    pub async fn add_records(&self, records: Vec<AnswersRecord>) -> Result<()> {
        self.write(move |mut connection| {
            Box::pin(async move {
                let records: Vec<&AnswersRecord> = records.iter().collect();
                begins::insert(&mut connection, &records).await.map(drop)
            })
        })
        .await
    }
}

async fn read_apart(row: RecordRow) -> Result<AnswersRecord> {
    try_offload(AnswersRecord::bytes(&row) > SMALL, move || AnswersRecord::read(row)).await?
}

// Runs before the deletion; otherwise the number of the record's own last change could be reused.
static NOTE_ERASURE: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO erased_records (quiz_id, user_id, changed)
             VALUES ($1, $2,
                 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                         (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1)))",
    postgres: "INSERT INTO erased_records (quiz_id, user_id, changed)
               SELECT $1, $2, coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = $1), 0)",
});

/// Published figures stay if the respondents erase themselves.
pub(super) async fn erase(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &UserId,
    by: ErasedBy,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let of_user = |statement: Statement| statement.bind(quiz).bind(user);
    connection.number_changes(quiz.as_str(), 1).await?;
    let bytes = usage::of_respondent(connection, quiz, user).await?;
    connection.execute(of_user(sql!("DELETE FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2"))).await?;
    person_words::erase(connection, quiz, user.as_str()).await?;
    traces::forget(connection, quiz, user, now).await?;
    end_exports(connection, quiz, user.as_str(), by, now).await?;
    let select = sql!("SELECT {record} FROM records WHERE quiz_id = $1 AND user_id = $2");
    let record = connection.rows::<RecordRow>(of_user(select)).await?.pop();
    let is_there = record.is_some();
    if let Some(record) = record {
        let record = decode(record)?;
        submitted_scores::replace(connection, [&record].into_iter(), [].into_iter()).await?;
        let counted = attempts::counted(connection, record).await?;
        connection.execute(of_user(NOTE_ERASURE.statement())).await?;
        if counted.submission.is_some() && by == ErasedBy::Namespace {
            reports::withdraw(connection, quiz).await?;
        }
        connection.execute(of_user(sql!("DELETE FROM records WHERE quiz_id = $1 AND user_id = $2"))).await?;
        let mut changes = TallyChanges::default();
        changes.subtract(&counted);
        tallies::apply(connection, &[(quiz, changes)].into()).await?;
    }
    attempts::erase(connection, quiz, user).await?;
    connection.execute(of_user(sql!("DELETE FROM mails WHERE quiz_id = $1 AND user_id = $2"))).await?;
    result_mails::forget(connection, quiz, user.as_str(), None).await?;
    alerts::erase(connection, quiz, user.as_str(), None).await?;
    series::erase(connection, quiz, user).await?;
    let invitations =
        connection.execute(of_user(sql!("DELETE FROM invitations WHERE quiz_id = $1 AND id = $2"))).await?;
    let told = event_usage::of_respondent(connection, quiz, user).await?;
    events::empty(connection, quiz, user).await?;
    usage::add(connection, [(quiz, -bytes - told)]).await?;
    let is_erased = is_there || invitations > 0;
    if is_erased {
        events::tell_of_erasure(connection, quiz, user, now).await?;
    }
    Ok(is_erased)
}
