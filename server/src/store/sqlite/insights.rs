//! Figures of a quiz.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::{Definition, Insights, QuizId, Stops, Tally};
use futures_util::TryStreamExt;
use serde::de::IgnoredAny;

use super::{SqliteStore, error::classify, tallies};
use crate::store::{InsightStore, QuizStore, StoreError};

#[async_trait]
impl InsightStore for SqliteStore {
    async fn insights(&self, quiz: &QuizId) -> Result<Insights, StoreError> {
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT dimension, bucket, n FROM tallies WHERE quiz_id = $1")
                .bind(quiz.as_str())
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        rows.into_iter()
            .map(|(dimension, bucket, n)| {
                let tally = tallies::from_row(&dimension, &bucket).ok_or_else(|| damaged("tally"))?;
                Ok((tally, u64::try_from(n).map_err(|_| damaged("tally"))?))
            })
            .collect::<Result<Vec<(Tally, u64)>, StoreError>>()
            .map(Insights::from_iter)
    }

    async fn stops(&self, quiz: &QuizId, limit: u32) -> Result<Stops, StoreError> {
        let versions: BTreeMap<u32, Definition> = self.definitions(quiz).await?.into_iter().collect();
        let mut rows = sqlx::query_as::<_, (i64, String)>(
            "SELECT version, answers FROM records
             WHERE quiz_id = $1 AND submitted_at IS NULL AND attempt = 1
             ORDER BY started_at DESC, user_id DESC LIMIT $2",
        )
        .bind(quiz.as_str())
        .bind(i64::from(limit))
        .fetch(&self.readers);
        let mut stops = Stops::default();
        while let Some((version, answers)) = rows.try_next().await.map_err(classify)? {
            let version = u32::try_from(version).map_err(|_| damaged("version"))?;
            let definition = versions.get(&version).ok_or_else(|| damaged("version"))?;
            let answers: BTreeMap<&str, IgnoredAny> =
                serde_json::from_str(&answers).map_err(|_| damaged("record's answers"))?;
            let open = definition.first_open(|question| answers.contains_key(question.as_str()));
            stops.add(open.map(|question| &question.id));
        }
        Ok(stops)
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Internal(format!("a stored {what} is damaged"))
}
