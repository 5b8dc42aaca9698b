//! Figures of a quiz.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::{Answers, Definition, Insights, QuizId, Stops, Tally};

use super::{SqlStore, query, tallies};
use crate::store::{InsightStore, QuizStore, StoreError, rows::Stored};

impl Stored for (Tally, u64) {
    type Row = (String, String, i64);

    fn read((dimension, bucket, n): (String, String, i64)) -> Result<Self, StoreError> {
        let tally = tallies::from_row(&dimension, &bucket).ok_or_else(|| damaged("tally"))?;
        Ok((tally, u64::try_from(n).map_err(|_| damaged("tally"))?))
    }
}

#[async_trait]
impl<S: SqlStore> InsightStore for S {
    async fn insights(&self, quiz: &QuizId) -> Result<Insights, StoreError> {
        let select = query("SELECT dimension, bucket, n FROM tallies WHERE quiz_id = $1").bind(quiz.as_str());
        let tallies: Vec<(Tally, u64)> = self.list(select).await?;
        Ok(Insights::from_iter(tallies))
    }

    async fn stops(&self, quiz: &QuizId, limit: u32) -> Result<Stops, StoreError> {
        let versions: BTreeMap<u32, Definition> = self.definitions(quiz).await?.into_iter().collect();
        let select = query(
            "SELECT version, answers, language FROM records
             WHERE quiz_id = $1 AND submitted_at IS NULL AND attempt = 1
             ORDER BY started_at DESC, user_id DESC LIMIT $2",
        );
        let begun: Vec<(i64, String, String)> = self.rows(select.bind(quiz.as_str()).bind(limit)).await?;
        let mut stops = Stops::default();
        for (version, answers, language) in begun {
            let version = u32::try_from(version).map_err(|_| damaged("version"))?;
            let definition = versions.get(&version).ok_or_else(|| damaged("version"))?;
            let answers: Answers = serde_json::from_str(&answers).map_err(|_| damaged("record's answers"))?;
            let open = definition.journey(&answers, &language).first_open();
            stops.add(open.map(|question| &question.id));
        }
        Ok(stops)
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Internal(format!("a stored {what} is damaged"))
}
