//! Storing answers: gathers those that wait into one statement, as the writer gathers statements into one transaction.
//!
//! A statement costs two switches between threads, several times what storing an answer does.

use std::collections::HashMap;

use domain::{AnswersRecord, Language};
use futures_util::future::join_all;
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};
use tokio::sync::{mpsc, oneshot};

use super::{
    error::{classify, refused, stopped},
    record_row::{RecordRow, columns},
    writer::Writer,
};
use crate::store::{NewAnswer, StoreError};

/// Answers that may wait; the next one is refused at once.
const QUEUE: usize = 2048;
/// Answers in one statement.
const BATCH: usize = 256;

type Saved = Result<Option<AnswersRecord>, StoreError>;

#[derive(Clone)]
pub(super) struct Saves {
    queue: mpsc::Sender<Save>,
}

struct Save {
    answer: NewAnswer,
    reply: oneshot::Sender<Saved>,
}

impl Saves {
    /// Starts the one who gathers; it ends when the last handle to it is gone and the queue is empty.
    pub(super) fn start(writer: Writer) -> Self {
        let (queue, saves) = mpsc::channel(QUEUE);
        tokio::spawn(work(writer, saves));
        Self { queue }
    }

    /// One that nobody works for.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self { queue: mpsc::channel(1).0 }
    }

    /// Whether it answers nobody any more.
    pub(super) fn has_stopped(&self) -> bool {
        self.queue.is_closed()
    }

    /// Stores an answer and returns, when it is on the disk, the record with it; it is stored even if the returned
    /// future is dropped.
    pub(super) async fn save(&self, answer: NewAnswer) -> Saved {
        let (reply, saved) = oneshot::channel();
        self.queue.try_send(Save { answer, reply }).map_err(refused)?;
        saved.await.map_err(|_| stopped())?
    }
}

impl Save {
    fn of(&self) -> (String, String) {
        (self.answer.quiz_id.to_string(), self.answer.user.to_string())
    }

    fn answer(self, saved: Saved) {
        // The caller may have gone; the answer stands all the same.
        let _ = self.reply.send(saved);
    }
}

async fn work(writer: Writer, mut queue: mpsc::Receiver<Save>) {
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut waiting, BATCH).await > 0 {
        // All are in the writer's queue, in their order, before the first is waited for: they share a transaction.
        join_all(rounds(waiting.drain(..)).into_iter().map(|round| save(&writer, round))).await;
    }
}

/// A statement changes a record once, so the second answer of a person is in the second round, and so on.
fn rounds(saves: impl Iterator<Item = Save>) -> Vec<Vec<Save>> {
    let mut rounds: Vec<Vec<Save>> = Vec::new();
    let mut earlier: HashMap<(String, String), usize> = HashMap::new();
    for save in saves {
        let round = earlier.entry(save.of()).or_default();
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(save);
        *round += 1;
    }
    rounds
}

async fn save(writer: &Writer, group: Vec<Save>) {
    let answers: Vec<NewAnswer> = group.iter().map(|save| save.answer.clone()).collect();
    match write(writer, answers).await {
        Ok(mut saved) => {
            for save in group {
                let record = saved.remove(&save.of());
                save.answer(record.transpose());
            }
        }
        // Something in one of the records: it must not fail the others.
        Err(StoreError::Internal(_)) if group.len() > 1 => {
            let alone = group.into_iter().map(async |save| {
                let saved = write(writer, vec![save.answer.clone()]).await;
                let record = saved.and_then(|mut saved| saved.remove(&save.of()).transpose());
                save.answer(record);
            });
            join_all(alone).await;
        }
        Err(error) => group.into_iter().for_each(|save| save.answer(Err(error.clone()))),
    }
}

/// The records that were changed, by quiz and user. One that is damaged fails its own answer only.
async fn write(
    writer: &Writer,
    answers: Vec<NewAnswer>,
) -> Result<HashMap<(String, String), Result<AnswersRecord, StoreError>>, StoreError> {
    let rows = writer.write_statement(move |connection| Box::pin(update(connection, answers))).await?;
    let changed = rows.into_iter().map(|row| {
        let of = (row.try_get("quiz_id").map_err(classify)?, row.try_get("user_id").map_err(classify)?);
        Ok((of, RecordRow::from_row(&row).map_err(classify).and_then(AnswersRecord::try_from)))
    });
    changed.collect()
}

async fn update(connection: &mut SqliteConnection, answers: Vec<NewAnswer>) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let given: Vec<_> = answers
        .iter()
        .map(|answer| {
            (
                answer.quiz_id.as_str(),
                answer.user.as_str(),
                answer.version,
                answer.question.as_str(),
                answer.option.as_str(),
                answer.language.map(Language::as_str),
                &answer.custom_data,
                answer.now.nanoseconds(),
            )
        })
        .collect();
    // A question id holds nothing that means something in a JSON path.
    sqlx::query(concat!(
        "UPDATE records SET
             answers = json_set(answers, '$.' || given.question, given.option),
             language = coalesce(given.language, records.language),
             custom_data = coalesce(records.custom_data, given.custom_data),
             activity_at = max(given.now, records.activity_at + 1)
         FROM (SELECT value ->> 0 AS quiz_id, value ->> 1 AS user_id, value ->> 2 AS version, value ->> 3 AS question,
                      value ->> 4 AS option, value ->> 5 AS language, value ->> 6 AS custom_data, value ->> 7 AS now
               FROM json_each($1)) AS given
         WHERE records.quiz_id = given.quiz_id AND records.user_id = given.user_id
             AND records.version = given.version AND records.submitted_at IS NULL
         RETURNING ",
        columns!()
    ))
    .bind(serde_json::to_string(&given).map_err(|error| sqlx::Error::Encode(error.into()))?)
    .fetch_all(connection)
    .await
}
