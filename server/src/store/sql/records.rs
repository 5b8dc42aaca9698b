//! People's answers.

use async_trait::async_trait;
use domain::{AnswersRecord, QuizId, TallyChanges, Timestamp, UserId};
use tokio::sync::mpsc::Sender;

use super::{
    Begin, Begun, Replacement, SqlConnection, SqlStore, attempts, begins, changes::next_change, dialect::in_dialect,
    query, submitted_scores, tallies, transaction::decode, usage,
};
use crate::{
    apart::{SMALL, apart},
    store::{
        NewAnswer, RecordStore, StoreError, StoredRecord,
        rows::{RecordRow, Stored, record_columns},
    },
};

#[async_trait]
impl<S: SqlStore> RecordStore for S {
    async fn begin(&self, record: AnswersRecord) -> Result<AnswersRecord, StoreError> {
        match self.batches().begins.write(Begin(record.clone())).await? {
            Begun::New => Ok(record),
            Begun::Known(row) => read_apart(*row).await,
        }
    }

    async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>, StoreError> {
        match self.batches().lookups.record(quiz, user).await? {
            Some(row) => read_apart(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn record_by_custom_data(
        &self,
        quiz: &QuizId,
        custom_data: &str,
    ) -> Result<Option<AnswersRecord>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            record_columns!(),
            " FROM records WHERE quiz_id = $1 AND custom_data = $2 ORDER BY activity_at DESC LIMIT 1"
        ));
        self.find(select.bind(quiz.as_str()).bind(custom_data)).await
    }

    async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError> {
        self.scan(quiz, pieces).await
    }

    async fn save_answer(&self, answer: NewAnswer) -> Result<Option<AnswersRecord>, StoreError> {
        match self.batches().answers.write(answer).await? {
            Some(row) => read_apart(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn replace_record(&self, record: AnswersRecord, seen: Timestamp) -> Result<bool, StoreError> {
        self.batches().replacements.write(Replacement { record, seen }).await
    }

    async fn add_records(&self, records: Vec<AnswersRecord>) -> Result<(), StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let records: Vec<&AnswersRecord> = records.iter().collect();
                begins::insert(connection, &records).await.map(drop)
            })
        })
        .await
    }
}

async fn read_apart(row: RecordRow) -> Result<AnswersRecord, StoreError> {
    apart(AnswersRecord::bytes(&row) > SMALL, move || AnswersRecord::read(row)).await
}

/// The exports that may hold a respondent's answers: those that ended after the person began, and those under way.
macro_rules! exports_with_respondent {
    () => {
        "WHERE quiz_id = $1 AND kind = 'export' AND state IN ('running', 'done') AND removed_at IS NULL
             AND coalesce(finished_at, 9223372036854775807) >= (
                 SELECT min(started_at) FROM (
                     SELECT started_at FROM records WHERE quiz_id = $1 AND user_id = $2
                     UNION ALL SELECT started_at FROM past_attempts WHERE quiz_id = $1 AND user_id = $2
                 ) AS starts
             )"
    };
}
pub(super) use exports_with_respondent;

/// Removes these exports: workers lose their claims, and tidying removes the files.
pub(super) async fn end_exports<C: SqlConnection>(
    connection: &mut C,
    quiz: &QuizId,
    user: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let update = query(concat!(
        "UPDATE jobs SET removed_at = $3, finished_at = coalesce(finished_at, $3), is_cancelled = (state = 'running'),
             state = CASE state WHEN 'running' THEN 'failed' ELSE state END ",
        exports_with_respondent!()
    ));
    connection.execute(update.bind(quiz.as_str()).bind(user).bind(now.nanoseconds())).await.map(drop)
}

// Before the deletion, or the number of the record's own last change could be given again.
macro_rules! note_erasure {
    ($dialect:ident) => {
        concat!("INSERT INTO erased_records (quiz_id, user_id, changed) SELECT $1, $2, ", next_change!($dialect, "$1"))
    };
}

pub(super) async fn erase<C: SqlConnection>(
    connection: &mut C,
    quiz: &QuizId,
    user: &UserId,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let of_user = |sql| query(sql).bind(quiz.as_str()).bind(user.as_str());
    connection.number_changes(quiz.as_str(), 1).await?;
    let bytes = usage::of_respondent(connection, quiz, user).await?;
    connection.execute(of_user("DELETE FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2")).await?;
    end_exports(connection, quiz, user.as_str(), now).await?;
    let select = concat!("SELECT ", record_columns!(), " FROM records WHERE quiz_id = $1 AND user_id = $2");
    let record = connection.rows::<RecordRow>(of_user(select)).await?.pop();
    let is_there = record.is_some();
    if let Some(record) = record {
        let record = decode(record)?;
        submitted_scores::replace(connection, [&record].into_iter(), [].into_iter()).await?;
        let counted = attempts::counted(connection, record).await?;
        connection.execute(of_user(in_dialect!(C::DIALECT, note_erasure))).await?;
        connection.execute(of_user("DELETE FROM records WHERE quiz_id = $1 AND user_id = $2")).await?;
        let mut changes = TallyChanges::default();
        changes.subtract(&counted);
        tallies::apply(connection, &[(quiz, changes)].into()).await?;
    }
    attempts::erase(connection, quiz, user).await?;
    let invitations = connection.execute(of_user("DELETE FROM invitations WHERE quiz_id = $1 AND id = $2")).await?;
    connection.execute(usage::adding(C::DIALECT, [(quiz, -bytes)])).await?;
    Ok(is_there || invitations > 0)
}
