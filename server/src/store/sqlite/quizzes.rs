//! Quizzes and their versions.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use domain::{Definition, NamespaceId, Quiz, QuizId, QuizKind, Settings, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore, attempts,
    error::classify,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{Counts, Page, QuizStore, QuizTransaction, StoreError};

/// Records erased in one write: few enough that answers of other quizzes do not wait for it.
const ERASED_AT_ONCE: i64 = 1000;
const WAIT_WHEN_BUSY: Duration = Duration::from_millis(20);

#[derive(FromRow)]
struct Row {
    id: String,
    namespace_id: String,
    kind: String,
    settings: String,
    version: u32,
    created_at: i64,
    updated_at: i64,
    definition: String,
}

/// Follows `SELECT`, and other columns.
macro_rules! quizzes {
    () => {
        "q.id, q.namespace_id, q.kind, q.settings, q.version, q.created_at, q.updated_at, v.definition
         FROM quizzes q JOIN quiz_versions v ON v.quiz_id = q.id AND v.version = q.version "
    };
}

macro_rules! quizzes_with_counts {
    () => {
        concat!(
            "SELECT
                 (SELECT coalesce(sum(n), 0) FROM tallies WHERE quiz_id = q.id AND dimension = 'started') AS started,
                 (SELECT coalesce(sum(n), 0) FROM tallies WHERE quiz_id = q.id AND dimension = 'completed')
                     AS completed, ",
            quizzes!()
        )
    };
}

#[derive(FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    quiz: Row,
    started: i64,
    completed: i64,
}

impl ListedRow {
    fn read(self) -> Result<(Quiz, Counts), StoreError> {
        Ok((self.quiz.try_into()?, counts(self.started, self.completed)))
    }
}

fn counts(started: i64, completed: i64) -> Counts {
    let count = |number: i64| u64::try_from(number).unwrap_or_default();
    Counts { started: count(started), completed: count(completed) }
}

impl TryFrom<Row> for Quiz {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = |what: &str| StoreError::Internal(format!("the stored quiz {} has a damaged {what}", row.id));
        Ok(Self {
            id: QuizId::parse(&row.id).map_err(|_| damaged("id"))?,
            namespace_id: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged("namespace"))?,
            kind: QuizKind::parse(&row.kind).ok_or_else(|| damaged("kind"))?,
            settings: serde_json::from_str(&row.settings).map_err(|_| damaged("settings column"))?,
            version: row.version,
            definition: Arc::new(serde_json::from_str(&row.definition).map_err(|_| damaged("definition"))?),
            created_at: Timestamp::from_nanoseconds(row.created_at),
            updated_at: Timestamp::from_nanoseconds(row.updated_at),
        })
    }
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Internal(error.to_string()))
}

fn by_id(id: &QuizId) -> Select<Row> {
    sqlx::query_as(concat!("SELECT ", quizzes!(), "WHERE q.id = $1 AND q.deleted_at IS NULL"))
        .bind(id.as_str().to_owned())
}

#[async_trait]
impl QuizStore for SqliteStore {
    async fn quiz(&self, id: &QuizId) -> Result<Option<Quiz>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Quiz::try_from).transpose()
    }

    async fn definition(&self, id: &QuizId, version: u32) -> Result<Option<Definition>, StoreError> {
        let row: Option<String> =
            sqlx::query_scalar("SELECT definition FROM quiz_versions WHERE quiz_id = $1 AND version = $2")
                .bind(id.as_str())
                .bind(version)
                .fetch_optional(&self.readers)
                .await
                .map_err(classify)?;
        row.map(|text| serde_json::from_str(&text).map_err(|error| StoreError::Internal(error.to_string()))).transpose()
    }

    async fn quizzes(
        &self,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Vec<(Quiz, Counts)>, StoreError> {
        let (created_at, id) = match &page.after {
            Some((created_at, id)) => (created_at.nanoseconds(), id.as_str()),
            None => (i64::MAX, ""),
        };
        let rows: Vec<ListedRow> = sqlx::query_as(concat!(
            quizzes_with_counts!(),
            "WHERE q.namespace_id = $1 AND (q.created_at, q.id) < ($2, $3) AND q.deleted_at IS NULL
             ORDER BY q.created_at DESC, q.id DESC LIMIT $4",
        ))
        .bind(namespace.as_str())
        .bind(created_at)
        .bind(id)
        .bind(page.limit)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(ListedRow::read).collect()
    }

    async fn settings_of_quizzes(&self, namespace: &NamespaceId) -> Result<Vec<(QuizId, Settings)>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, settings FROM quizzes WHERE namespace_id = $1 AND deleted_at IS NULL
             ORDER BY created_at DESC, id DESC",
        )
        .bind(namespace.as_str())
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        let damaged = |id: &str| StoreError::Internal(format!("the stored quiz {id} has damaged settings"));
        rows.into_iter()
            .map(|(id, settings)| {
                let settings = serde_json::from_str(&settings).map_err(|_| damaged(&id))?;
                Ok((QuizId::parse(&id).map_err(|_| damaged(&id))?, settings))
            })
            .collect()
    }

    async fn these_quizzes(&self, ids: &[QuizId]) -> Result<Vec<(Quiz, Counts)>, StoreError> {
        let rows: Vec<ListedRow> = sqlx::query_as(concat!(
            quizzes_with_counts!(),
            "WHERE q.id IN (SELECT value FROM json_each($1)) AND q.deleted_at IS NULL
             ORDER BY q.created_at DESC, q.id DESC",
        ))
        .bind(json(&ids)?)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(ListedRow::read).collect()
    }

    async fn purge_deleted(&self) -> Result<(), StoreError> {
        let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM quizzes WHERE deleted_at IS NOT NULL")
            .fetch_all(&self.readers)
            .await
            .map_err(classify)?;
        for id in ids {
            loop {
                match self.purge_some(id.clone()).await {
                    Ok(true) => break,
                    Ok(false) => {}
                    // People who answer go first; the quiz is out of sight already.
                    Err(StoreError::Busy) => tokio::time::sleep(WAIT_WHEN_BUSY).await,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn definitions(&self, id: &QuizId) -> Result<Vec<(u32, Definition)>, StoreError> {
        let rows: Vec<(u32, String)> =
            sqlx::query_as("SELECT version, definition FROM quiz_versions WHERE quiz_id = $1 ORDER BY version")
                .bind(id.as_str())
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        rows.into_iter()
            .map(|(version, text)| {
                let definition =
                    serde_json::from_str(&text).map_err(|error| StoreError::Internal(error.to_string()))?;
                Ok((version, definition))
            })
            .collect()
    }

    async fn counts(&self, id: &QuizId) -> Result<Counts, StoreError> {
        let (started, completed): (i64, i64) = sqlx::query_as(
            "SELECT coalesce(sum(n) FILTER (WHERE dimension = 'started'), 0),
                 coalesce(sum(n) FILTER (WHERE dimension = 'completed'), 0)
             FROM tallies WHERE quiz_id = $1 AND dimension IN ('started', 'completed')",
        )
        .bind(id.as_str())
        .fetch_one(&self.readers)
        .await
        .map_err(classify)?;
        Ok(counts(started, completed))
    }
}

impl SqliteStore {
    /// Erases some records of a deleted quiz, and the quiz itself after the last; true when all is gone.
    pub(super) async fn purge_some(&self, id: String) -> Result<bool, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let erased = sqlx::query(
                        "DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE quiz_id = $1 LIMIT $2)",
                    )
                    .bind(&id)
                    .bind(ERASED_AT_ONCE)
                    .execute(&mut *connection)
                    .await?;
                    if erased.rows_affected() > 0 || attempts::erase_some(&mut *connection, &id, ERASED_AT_ONCE).await?
                    {
                        return Ok(false);
                    }
                    sqlx::query("DELETE FROM quizzes WHERE id = $1").bind(&id).execute(connection).await?;
                    Ok(true)
                })
            })
            .await
    }
}

#[async_trait]
impl QuizTransaction for SqliteTransaction<'_> {
    async fn quiz(&mut self, id: &QuizId) -> Result<Option<Quiz>, StoreError> {
        self.fetch(by_id(id)).await?.map(Quiz::try_from).transpose()
    }

    async fn add_quiz(&mut self, quiz: &Quiz) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(quiz.id.as_str())
        .bind(quiz.namespace_id.as_str())
        .bind(quiz.kind.as_str())
        .bind(json(&quiz.settings)?)
        .bind(quiz.version)
        .bind(quiz.created_at.nanoseconds())
        .bind(quiz.updated_at.nanoseconds());
        self.execute(insert).await?;
        self.add_version(quiz).await
    }

    async fn update_quiz(&mut self, quiz: &Quiz) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE quizzes SET settings = $2, version = $3, updated_at = $4 WHERE id = $1 AND deleted_at IS NULL",
        )
        .bind(quiz.id.as_str())
        .bind(json(&quiz.settings)?)
        .bind(quiz.version)
        .bind(quiz.updated_at.nanoseconds());
        if self.execute(update).await? > 0 { self.add_version(quiz).await } else { Ok(()) }
    }

    async fn mark_deleted(&mut self, id: &QuizId, now: Timestamp) -> Result<bool, StoreError> {
        let update = sqlx::query("UPDATE quizzes SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL");
        Ok(self.execute(update.bind(id.as_str()).bind(now.nanoseconds())).await? > 0)
    }
}

impl SqliteTransaction<'_> {
    /// Stores the definition of a version that is new; a version never changes.
    async fn add_version(&mut self, quiz: &Quiz) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO quiz_versions (quiz_id, version, definition, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, version) DO NOTHING",
        )
        .bind(quiz.id.as_str())
        .bind(quiz.version)
        .bind(json(&*quiz.definition)?)
        .bind(quiz.updated_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }
}
