//! Quizzes and their versions.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use domain::{Definition, NamespaceId, Quiz, QuizId, SessionSecret, Timestamp};

use super::{
    Room, SqlConnection, SqlStore, SqlTransaction, Statement,
    dialect::{in_dialect, up_to},
    query,
    usage::{ROW, length},
};
use crate::{
    apart::{SMALL, apart},
    store::{
        Counts, Listed, Page, QuizStore, QuizSummary, QuizTransaction, StoreError,
        rows::{QuizRow, Stored, quiz_columns, summary_columns, version_columns},
    },
};

macro_rules! erase {
    ($table:literal, $key:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE quiz_id = $1 AND (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE quiz_id = $1 LIMIT $2)"
        )
    };
}

/// Time that erasing takes of the writer before answers to other quizzes have their turn, and that it rests afterwards.
const PIECE: Duration = Duration::from_millis(20);
/// Rows erased in one statement: few enough to take a fraction of a piece.
pub(in crate::store) const STEP: u64 = 25;
const WAIT_WHEN_BUSY: Duration = Duration::from_millis(20);

/// Statements that each erase some rows of a quiz. What is left then goes with the quiz itself: a few rows.
const ERASE: [&str; 8] = [
    erase!("records", "user_id"),
    erase!("past_attempts", "user_id, attempt"),
    erase!("submitted_scores", "category, score, started_at, user_id"),
    erase!("invitations", "id"),
    erase!("audit_subjects", "user_id"),
    erase!("erased_records", "changed"),
    erase!("tallies", "dimension, bucket"),
    erase!("quiz_versions", "version"),
];

macro_rules! of_namespace {
    ($dialect:ident) => {
        up_to!(
            $dialect,
            "1048576",
            "octet_length(settings)",
            concat!(
                "SELECT
                     (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                      WHERE quiz_id = q.id AND dimension = 'started') AS started,
                     (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                      WHERE quiz_id = q.id AND dimension = 'completed') AS completed, ",
                summary_columns!(),
                " FROM quizzes q
                 WHERE namespace_id = $1 AND (created_at, id) < ($2, $3) AND deleted_at IS NULL
                 ORDER BY created_at DESC, id DESC LIMIT $4"
            )
        )
    };
}

macro_rules! latest_versions {
    ($dialect:ident) => {
        up_to!(
            $dialect,
            "4194304",
            "octet_length(definition)",
            "SELECT quiz_id, version, definition FROM quiz_versions WHERE quiz_id = $1 ORDER BY version DESC"
        )
    };
}

/// Bytes of definitions that are read to tell what a quiz has asked: many versions of a large quiz.
const LATEST: usize = 4 * 1024 * 1024;

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Internal(error.to_string()))
}

fn by_id(id: &QuizId) -> Statement {
    query(concat!("SELECT ", quiz_columns!("v.definition"), "WHERE q.id = $1 AND q.deleted_at IS NULL"))
        .bind(id.as_str())
}

/// Without the definition if it is the known one.
fn again(known: &Quiz) -> Statement {
    let select = query(concat!(
        "SELECT ",
        quiz_columns!("CASE WHEN q.version = $2 THEN '' ELSE v.definition END AS definition"),
        "WHERE q.id = $1 AND q.deleted_at IS NULL"
    ));
    select.bind(known.id.as_str()).bind(known.version)
}

#[async_trait]
impl<S: SqlStore> QuizStore for S {
    async fn quiz(&self, id: &QuizId) -> Result<Option<Quiz>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn quiz_again(&self, known: &Quiz) -> Result<Option<Quiz>, StoreError> {
        let Some(row) = self.rows::<QuizRow>(again(known)).await?.pop() else { return Ok(None) };
        let known = Arc::clone(&known.definition);
        apart(Quiz::bytes(&row) > SMALL, move || row.read_with(known)).await.map(Some)
    }

    async fn definition(&self, id: &QuizId, version: u32) -> Result<Option<Definition>, StoreError> {
        let sql = concat!("SELECT ", version_columns!(), " FROM quiz_versions WHERE quiz_id = $1 AND version = $2");
        let found = self.find(query(sql).bind(id.as_str()).bind(i64::from(version))).await?;
        Ok(found.map(|(_, definition): (u32, _)| definition))
    }

    async fn quizzes(
        &self,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Listed<QuizSummary>, StoreError> {
        let (created_at, id) = match &page.after {
            Some((created_at, id)) => (created_at.nanoseconds(), id.as_str()),
            None => (i64::MAX, ""),
        };
        let room = Room::of_page(page.limit);
        let select = query(in_dialect!(S::DIALECT, of_namespace))
            .bind(namespace.as_str())
            .bind(created_at)
            .bind(id)
            .bind(room.limit());
        self.part(select, room).await
    }

    async fn purge_deleted(&self) -> Result<(), StoreError> {
        for id in self.list::<String>(query("SELECT id FROM quizzes WHERE deleted_at IS NOT NULL")).await? {
            loop {
                match purge_some(self, id.clone(), PIECE).await {
                    Ok(true) => {
                        self.scrub();
                        break;
                    }
                    // Respondents who answer go first; the quiz is out of sight already.
                    Ok(false) => tokio::time::sleep(PIECE).await,
                    Err(StoreError::Busy) => tokio::time::sleep(WAIT_WHEN_BUSY).await,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn definitions(&self, id: &QuizId) -> Result<Vec<(u32, Definition)>, StoreError> {
        let sql = concat!("SELECT ", version_columns!(), " FROM quiz_versions WHERE quiz_id = $1 ORDER BY version");
        self.list(query(sql).bind(id.as_str())).await
    }

    async fn latest_definitions(&self, id: &QuizId) -> Result<Listed<(u32, Definition)>, StoreError> {
        let select = query(in_dialect!(S::DIALECT, latest_versions)).bind(id.as_str());
        self.part(select, Room { rows: u32::MAX, bytes: LATEST }).await
    }

    async fn counts(&self, id: &QuizId) -> Result<Counts, StoreError> {
        let select = query(
            "SELECT CAST(coalesce(sum(n) FILTER (WHERE dimension = 'started'), 0) AS BIGINT) AS started,
                 CAST(coalesce(sum(n) FILTER (WHERE dimension = 'completed'), 0) AS BIGINT) AS completed
             FROM tallies WHERE quiz_id = $1 AND dimension IN ('started', 'completed')",
        );
        Ok(self.find(select.bind(id.as_str())).await?.unwrap_or_default())
    }
}

/// Erases some of a deleted quiz, and the quiz itself after the last; true when all is gone. Ends with the statement that
/// exceeds the time of a piece.
pub(in crate::store) async fn purge_some<S: SqlStore>(
    store: &S,
    id: String,
    piece: Duration,
) -> Result<bool, StoreError> {
    let purge = store.write(move |connection| {
        Box::pin(async move {
            let began = Instant::now();
            // A record that is begun at this moment must not come between the last one and the quiz.
            connection.number_changes(&id, 1).await?;
            for erase in ERASE {
                while connection.execute(query(erase).bind(&id).bind(STEP.cast_signed())).await? > 0 {
                    if began.elapsed() >= piece {
                        return Ok(false);
                    }
                }
            }
            connection.execute(query("DELETE FROM quizzes WHERE id = $1").bind(&id)).await?;
            Ok(true)
        })
    });
    purge.await
}

#[async_trait]
impl<C: SqlConnection> QuizTransaction for SqlTransaction<'_, C> {
    async fn quiz(&mut self, id: &QuizId) -> Result<Option<Quiz>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn quiz_again(&mut self, known: &Quiz) -> Result<Option<Quiz>, StoreError> {
        let row = self.rows::<QuizRow>(again(known)).await?.pop();
        row.map(|row| row.read_with(Arc::clone(&known.definition))).transpose()
    }

    async fn add_quiz(&mut self, quiz: &Quiz) -> Result<(), StoreError> {
        let settings = json(&quiz.settings)?;
        let insert = query(
            "INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(quiz.id.as_str())
        .bind(quiz.namespace_id.as_str())
        .bind(quiz.kind.as_str())
        .bind(&settings)
        .bind(i64::from(quiz.version))
        .bind(quiz.created_at.nanoseconds())
        .bind(quiz.updated_at.nanoseconds());
        self.execute(insert).await?;
        self.count_bytes(&quiz.id, ROW + length(&settings)).await?;
        self.add_version(quiz, &json(&*quiz.definition)?).await
    }

    async fn update_quiz(&mut self, quiz: &Quiz, definition: Option<&str>) -> Result<(), StoreError> {
        let select = query("SELECT CAST(octet_length(settings) AS BIGINT) FROM quizzes WHERE id = $1");
        let old = self.number(select.bind(quiz.id.as_str())).await?;
        let settings = json(&quiz.settings)?;
        let update = query(
            "UPDATE quizzes SET settings = $2, version = $3, updated_at = $4 WHERE id = $1 AND deleted_at IS NULL",
        )
        .bind(quiz.id.as_str())
        .bind(&settings)
        .bind(i64::from(quiz.version))
        .bind(quiz.updated_at.nanoseconds());
        if self.execute(update).await? == 0 {
            return Ok(());
        }
        self.count_bytes(&quiz.id, length(&settings) - old).await?;
        match definition {
            Some(definition) => self.add_version(quiz, definition).await,
            None => Ok(()),
        }
    }

    async fn set_session_secret(&mut self, id: &QuizId, secret: Option<&SessionSecret>) -> Result<(), StoreError> {
        let statement = match secret {
            Some(secret) => query(
                "INSERT INTO session_secrets (quiz_id, secret) VALUES ($1, $2)
                 ON CONFLICT (quiz_id) DO UPDATE SET secret = excluded.secret",
            )
            .bind(id.as_str())
            .bind(secret.sealed()),
            None => query("DELETE FROM session_secrets WHERE quiz_id = $1").bind(id.as_str()),
        };
        self.execute(statement).await.map(drop)
    }

    async fn mark_deleted(&mut self, id: &QuizId, now: Timestamp) -> Result<bool, StoreError> {
        let update = query("UPDATE quizzes SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL");
        Ok(self.execute(update.bind(id.as_str()).bind(now.nanoseconds())).await? > 0)
    }
}

impl<C: SqlConnection> SqlTransaction<'_, C> {
    /// Stores the definition of a version that is new; a version never changes.
    async fn add_version(&mut self, quiz: &Quiz, definition: &str) -> Result<(), StoreError> {
        let insert = query(
            "INSERT INTO quiz_versions (quiz_id, version, definition, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, version) DO NOTHING",
        )
        .bind(quiz.id.as_str())
        .bind(i64::from(quiz.version))
        .bind(definition)
        .bind(quiz.updated_at.nanoseconds());
        let is_new = self.execute(insert).await? > 0;
        if is_new { self.count_bytes(&quiz.id, ROW + length(definition)).await } else { Ok(()) }
    }
}
