//! The figures of a quiz's overview, and the right of a page to follow them.

use domain::{Insights, NamespaceId, Permission, TimeZoneName, Timestamp};

use super::{Caller, QuizPath, Service, ServiceError, SignedIn};
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct QuizFigures {
    pub figures: Insights,
    /// The time zone of the days.
    pub zone: TimeZoneName,
    pub last_submission: Option<Timestamp>,
}

impl Service {
    pub async fn quiz_figures(&self, caller: &Caller, path: &QuizPath) -> Result<QuizFigures, ServiceError> {
        let (quiz, counts) = self.quiz(caller, path).await?;
        let zone = quiz.settings.time_zone.clone();
        if counts.started == 0 {
            return Ok(QuizFigures { zone, ..QuizFigures::default() });
        }
        let mut figures = self.store.overview(&quiz.id).await?;
        self.count_days(&quiz, &mut figures).await?;
        Ok(QuizFigures { figures, zone, last_submission: self.store.last_submission(&quiz.id).await? })
    }

    /// False once the session has ended, or its administrator may no longer see the namespace. Does not count as use of
    /// the session.
    pub async fn may_follow(&self, visitor: &SignedIn, namespace: &NamespaceId) -> Result<bool, ServiceError> {
        let Some(visitor) = self.standing_of(&visitor.session.token_hash).await? else { return Ok(false) };
        let caller = Caller::Administrator(visitor.rights.clone());
        let is_allowed = caller.require(Permission::Read, namespace).is_ok();
        Ok(is_allowed && !self.lacks_second_factor(namespace, &visitor).await?)
    }
}
