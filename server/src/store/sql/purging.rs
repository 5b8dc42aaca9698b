//! Erasing quizzes that are marked as deleted, a piece at a time.

use std::time::{Duration, Instant};

use super::{Sql, sql};
use crate::store::{Result, Store, StoreError};

/// Time that erasing takes of the writer before answers to other quizzes have their turn, and that it rests afterwards.
const PIECE: Duration = Duration::from_millis(20);
/// Rows erased in one statement: few enough to take a fraction of a piece.
pub(in crate::store) const STEP: u64 = 25;
const WAIT_WHEN_BUSY: Duration = Duration::from_millis(20);

/// Statements that each erase some rows of a quiz. What is left then goes with the quiz itself: a few rows.
static ERASE: [Sql; 14] = [
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
                    // Respondents who answer go first; the quiz is out of sight already.
                    Ok(false) => tokio::time::sleep(PIECE).await,
                    Err(StoreError::Busy) => tokio::time::sleep(WAIT_WHEN_BUSY).await,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}

/// Erases some of a deleted quiz, and the quiz itself after the last; true when all is gone. Ends with the statement that
/// exceeds the time of a piece.
pub(in crate::store) async fn purge_some(store: &Store, id: String, piece: Duration) -> Result<bool> {
    let purge = store.write(move |mut connection| {
        Box::pin(async move {
            let began = Instant::now();
            // A record that is begun at this moment must not come between the last one and the quiz.
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
