//! Submitted attempts beside earlier ones of the same respondent, for quizzes that judge change.

use domain::AnswersRecord;

use super::{QuizPath, Service, ServiceError};
use crate::{record::OverTime, store::Page};

impl Service {
    /// For attempts of one respondent, one after the other, the later first. Others are read only where a version that
    /// gave scores judges change.
    pub(crate) async fn over_time(
        &self,
        path: &QuizPath,
        attempts: &[AnswersRecord],
    ) -> Result<OverTime, ServiceError> {
        let mut all = OverTime::default();
        if attempts.iter().all(|record| record.submission.is_none()) {
            return Ok(all);
        }
        let quiz = self.find_quiz(path).await?;
        for record in attempts.iter().filter(|record| record.submission.is_some()) {
            let version = record.scored_version();
            all.versions.insert(version, self.definition(&quiz, version).await?);
        }
        let Some(earliest) = attempts.last().filter(|_| all.judges_change()) else { return Ok(all) };
        let mut found = attempts.to_vec();
        if earliest.attempt > 1 {
            let before = Page { after: Some(earliest.attempt), limit: 1 };
            found.extend(self.store.attempts(&quiz.id, &earliest.user, before).await?.items);
        }
        if found.last().is_some_and(|record| record.attempt > 1) {
            let first = Page { after: Some(2), limit: 1 };
            found.extend(self.store.attempts(&quiz.id, &earliest.user, first).await?.items);
        }
        for record in found.into_iter().filter(|record| record.submission.is_some()) {
            let version = record.scored_version();
            all.versions.insert(version, self.definition(&quiz, version).await?);
            all.attempts.insert(record.attempt, record);
        }
        Ok(all)
    }
}
