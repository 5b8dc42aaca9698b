//! What the pages of a respondent show: the quiz, where somebody is in it, and how it ended.

use std::sync::Arc;

use domain::{AnswersRecord, Definition, Quiz, UserId};

use super::{Missing, QuizPath, Respondent, Service, ServiceError, answering::identify};
use crate::store::Page;

/// Somebody's place in a quiz.
#[derive(Clone, Debug)]
pub struct Seat {
    pub quiz: Arc<Quiz>,
    pub user: UserId,
    /// The person's name, if an invitation gave one.
    pub name: Option<String>,
    /// None before the quiz is begun.
    pub record: Option<AnswersRecord>,
    /// What is asked: the version that was begun, or the current one.
    pub definition: Arc<Definition>,
}

impl Service {
    /// The same seat with the result of an earlier attempt on it; `None` where there is no such attempt.
    pub async fn earlier_seat(&self, seat: &Seat, attempt: u32) -> Result<Option<Seat>, ServiceError> {
        let latest = seat.record.as_ref().map_or(0, |record| record.attempt);
        if !(1..latest).contains(&attempt) {
            return Ok(None);
        }
        let page = Page { after: Some(attempt + 1), limit: 1 };
        let mut found = self.store.attempts(&seat.quiz.id, &seat.user, page).await?.into_iter();
        let Some(record) = found.find(|record| record.attempt == attempt) else { return Ok(None) };
        let definition = self.definition(&seat.quiz, record.version).await?;
        Ok(Some(Seat { record: Some(record), definition, ..seat.clone() }))
    }

    pub async fn seat(&self, path: &QuizPath, who: &Respondent) -> Result<Seat, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let user = identify(quiz.kind, who)?;
        let record = self.store.record(&quiz.id, &user).await?;
        let mut name = None;
        match &user {
            UserId::Anonymous(_) if record.is_none() => return Err(Missing::User.into()),
            UserId::Invited(id) => {
                let invitation = self.store.invitation(&quiz.id, id).await?.ok_or(Missing::User)?;
                name = invitation.name;
            }
            _ => {}
        }
        let version = record.as_ref().map_or(quiz.version, |record| record.version);
        let definition = self.definition(&quiz, version).await?;
        Ok(Seat { quiz, user, name, record, definition })
    }
}
