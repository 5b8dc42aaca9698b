//! Erases quizzes that are marked as deleted, in small pieces.

use std::time::{Duration, Instant};

use super::{Sql, sql};
use crate::store::{Result, Store, StoreError};

/// Time per piece, and the pause after it, in which answers to other quizzes have their turn at the writer.
const PIECE: Duration = Duration::from_millis(20);
/// Rows per statement, few enough to take a fraction of a piece.
pub(in crate::store) const STEP: u64 = 25;
const WAIT_WHEN_BUSY: Duration = Duration::from_millis(20);

/// Each statement erases some rows of a quiz. The few remaining rows are deleted with the quiz itself.
static ERASE: [Sql; 18] = [
    Sql::new(
        "DELETE FROM records WHERE quiz_id = $1
         AND (user_id) IN (SELECT user_id FROM records WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM past_attempts WHERE quiz_id = $1
         AND (user_id, attempt) IN (SELECT user_id, attempt FROM past_attempts WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM submitted_scores WHERE quiz_id = $1
         AND (category, score, started_at, user_id) IN (SELECT category, score, started_at, user_id
         FROM submitted_scores WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM person_words WHERE quiz_id = $1
         AND (word, user_id) IN (SELECT word, user_id FROM person_words WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM invitations WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM invitations WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM audit_subjects WHERE quiz_id = $1
         AND (user_id) IN (SELECT user_id FROM audit_subjects WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM erased_records WHERE quiz_id = $1
         AND (changed) IN (SELECT changed FROM erased_records WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM tallies WHERE quiz_id = $1
         AND (dimension, bucket) IN (SELECT dimension, bucket FROM tallies WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM report_snapshots WHERE quiz_id = $1
         AND (report_id) IN (SELECT report_id FROM report_snapshots WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM quiz_images WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM quiz_images WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM mails WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM mails WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM alerts WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM alerts WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM occasions WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM occasions WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM series WHERE quiz_id = $1
         AND (user_id) IN (SELECT user_id FROM series WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM result_mails WHERE quiz_id = $1
         AND (user_id, attempt) IN (SELECT user_id, attempt FROM result_mails WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM quiz_opt_outs WHERE quiz_id = $1
         AND (address) IN (SELECT address FROM quiz_opt_outs WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM events WHERE quiz_id = $1
         AND (id) IN (SELECT id FROM events WHERE quiz_id = $1 LIMIT $2)",
    ),
    Sql::new(
        "DELETE FROM quiz_versions WHERE quiz_id = $1
         AND (version) IN (SELECT version FROM quiz_versions WHERE quiz_id = $1 LIMIT $2)",
    ),
];

impl Store {
    /// Erases quizzes that are marked as deleted, with all answers.
    pub async fn purge_deleted(&self) -> Result<()> {
        for id in self.list::<String>(sql!("SELECT id FROM quizzes WHERE deleted_at IS NOT NULL")).await? {
            loop {
                match purge_some(self, id.clone(), PIECE).await {
                    Ok(true) => {
                        self.scrub();
                        break;
                    }
                    // Respondents go first. The deleted quiz is already invisible.
                    Ok(false) => tokio::time::sleep(PIECE).await,
                    Err(StoreError::Busy) => tokio::time::sleep(WAIT_WHEN_BUSY).await,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}

/// Erases a piece of a deleted quiz, and the quiz itself after its last row. Returns `true` once all of it is gone.
/// Ends after the statement that exceeds the piece's time.
pub(in crate::store) async fn purge_some(store: &Store, id: String, piece: Duration) -> Result<bool> {
    let purge = store.write(move |mut connection| {
        Box::pin(async move {
            let began = Instant::now();
            // No record may be begun between the deletion of the last one and that of the quiz.
            connection.number_changes(&id, 1).await?;
            for erase in &ERASE {
                while connection.execute(erase.statement().bind(&id).bind(STEP.cast_signed())).await? > 0 {
                    if began.elapsed() >= piece {
                        return Ok(false);
                    }
                }
            }
            connection.execute(sql!("DELETE FROM quizzes WHERE id = $1").bind(&id)).await?;
            Ok(true)
        })
    });
    purge.await
}
