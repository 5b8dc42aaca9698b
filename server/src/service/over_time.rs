//! Submitted attempts beside earlier ones of the same respondent, for quizzes that judge change.

use domain::{AnswersRecord, EarlierAttempt, Name, Quiz, ScoreHistory, Timestamp};

use super::{QuizPath, Service, ServiceError};
use crate::{
    clock,
    record::OverTime,
    store::{Occasion, OccasionState, Page},
};

/// Up to this many attempts are shown over time, the latest ones.
const SHOWN: u32 = 100;
/// As many occasions that were missed, the latest.
const MISSED: usize = 100;

/// The scores of one respondent over time.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The overall score, then those of categories in the quiz's order; those that several attempts have.
    pub scores: Vec<(Option<Name>, ScoreHistory)>,
    /// When the occasions opened on which nothing was submitted, since the first attempt that is shown.
    pub missed: Vec<Timestamp>,
}

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

    /// Of the last attempts up to this one, which is submitted.
    pub(crate) async fn history(&self, quiz: &Quiz, record: &AnswersRecord) -> Result<History, ServiceError> {
        let page = Page { after: record.attempt.checked_add(1), limit: SHOWN };
        let mut records = self.store.attempts(&quiz.id, &record.user, page).await?.items;
        records.retain(|record| record.submission.is_some());
        records.reverse();
        let Some((first, last)) = records.first().zip(records.last()).filter(|_| records.len() > 1) else {
            return Ok(History::default());
        };
        let mut versions = Vec::with_capacity(records.len());
        for record in &records {
            versions.push(self.definition(quiz, record.scored_version()).await?);
        }
        let attempts: Vec<EarlierAttempt<'_>> =
            records.iter().zip(&versions).map(|(record, scored_by)| EarlierAttempt { record, scored_by }).collect();
        let scored_by = self.definition(quiz, last.scored_version()).await?;
        let history = |of: Option<Name>| {
            let history = scored_by.score_history(&attempts, of.as_ref());
            (history.points.len() > 1).then_some((of, history))
        };
        let scores: Vec<_> = scored_by.published_scores().filter_map(history).collect();
        if scores.is_empty() || !quiz.settings.had_series {
            return Ok(History { scores, missed: Vec::new() });
        }
        let (now, since) = (clock::now(), first.started_at);
        let occasions = self.store.occasions_of(&quiz.id, record.user.as_str()).await?;
        // One whose attempt is under way may still be answered.
        let is_missed = |one: &&Occasion| one.state(now) == OccasionState::Missed && one.attempt.is_none();
        let missed = occasions.iter().filter(is_missed).filter(|one| one.opens_at >= since);
        let mut missed: Vec<_> = missed.map(|one| one.opens_at).collect();
        missed.sort_unstable();
        let missed = missed.split_off(missed.len().saturating_sub(MISSED));
        Ok(History { scores, missed })
    }
}
