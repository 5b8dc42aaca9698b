//! A respondent's participation in a quiz, as their pages show it.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Quiz, UserId};

use super::{Missing, QuizPath, Respondent, Service, ServiceError, Turn};
use crate::store::Page;

#[derive(Clone, Debug)]
pub struct Participation {
    pub quiz: Arc<Quiz>,
    pub user: UserId,
    pub name: Option<String>,
    /// In a series, whether an attempt may begin.
    pub turn: Option<Turn>,
    /// `None` before the quiz is begun.
    pub record: Option<AnswersRecord>,
    /// The version that was begun, in the order of the attempt, or the current one.
    pub definition: Arc<Definition>,
}

impl Service {
    /// Returns the participation with the record of an earlier attempt, or `None` if there is no such attempt.
    pub async fn earlier_participation(
        &self,
        participation: &Participation,
        attempt: u32,
    ) -> Result<Option<Participation>, ServiceError> {
        let latest = participation.record.as_ref().map_or(0, |record| record.attempt);
        if !(1..latest).contains(&attempt) {
            return Ok(None);
        }
        let page = Page { after: Some(attempt + 1), limit: 1 };
        let mut found = self.store.attempts(&participation.quiz.id, &participation.user, page).await?.items.into_iter();
        let Some(record) = found.find(|record| record.attempt == attempt) else { return Ok(None) };
        let definition = self.definition(&participation.quiz, record.version).await?.arranged_for(&record);
        Ok(Some(Participation { record: Some(record), definition, ..participation.clone() }))
    }

    pub async fn participation(&self, path: &QuizPath, who: &Respondent) -> Result<Participation, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let (user, _) = self.identify(&quiz, who)?;
        let record = self.store.record(&quiz.id, &user).await?;
        let mut name = None;
        match &user {
            UserId::Anonymous(_) if record.is_none() => return Err(Missing::User.into()),
            UserId::Invited(id) => {
                let invitation = self.store.invitation(&quiz.id, id).await?;
                let works = invitation.filter(|invitation| invitation.revoked_at.is_none());
                name = works.ok_or(Missing::User)?.name;
            }
            _ => {}
        }
        let version = record.as_ref().map_or(quiz.version, |record| record.version);
        let mut definition = self.definition(&quiz, version).await?;
        if let Some(record) = &record {
            definition = definition.arranged_for(record);
        }
        let turn = self.turn_of(&quiz, &user).await?;
        Ok(Participation { quiz, user, name, turn, record, definition })
    }
}
