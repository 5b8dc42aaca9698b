//! The figures of a quiz's overview.

use domain::{Insights, QuizId, Tally, Timestamp};

use super::{Reads, sql};
use crate::store::Result;

impl Reads<'_> {
    /// Starts, submissions and the time they took; everything else of the figures is empty.
    pub async fn overview(&self, quiz: &QuizId) -> Result<Insights> {
        let select = sql!(
            "SELECT dimension, bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('started', 'completed', 'took')"
        );
        let tallies: Vec<(Tally, u64)> = self.list(select.bind(quiz)).await?;
        Ok(tallies.into_iter().collect())
    }

    /// The last submission of an attempt that still is its respondent's latest.
    pub async fn last_submission(&self, quiz: &QuizId) -> Result<Option<Timestamp>> {
        let select = sql!(
            "SELECT submitted_at FROM records WHERE quiz_id = $1 AND submitted_at IS NOT NULL
             ORDER BY submitted_at DESC LIMIT 1"
        );
        let moment = self.number(select.bind(quiz)).await?;
        Ok((moment != 0).then(|| Timestamp::from_nanoseconds(moment)))
    }
}
