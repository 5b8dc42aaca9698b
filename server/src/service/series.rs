//! Answering on the occasions of a series, and the list of those that have come.

use std::sync::Arc;

use domain::{AnswersRecord, Permission, Quiz, QuizKind, Timestamp, UserId};

use super::{Caller, Conflict, Missing, QuizPath, Service, ServiceError, events::response_event};
use crate::{
    clock,
    jobs::{due_in_series, look_at_series},
    series::Plan,
    store::{Enrolled, EventType, Listed, Occasion, OccasionFilter, Page, Reads, WorkScope},
    zone,
};

/// Whether a person of a series may begin an attempt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Turn {
    /// Since this moment.
    Open(Timestamp),
    /// From this moment on.
    From(Timestamp),
    /// No occasion is to come.
    Ended,
}

impl Service {
    /// Begins the attempt of the occasion that is open at the record's start: the first one, or the one after the
    /// attempt that was `seen` with this activity. A record that another request began meanwhile is returned. What is
    /// due is settled in the same transaction. Fails where no occasion is open.
    pub(super) async fn begin_on_occasion(
        &self,
        quiz: &Arc<Quiz>,
        record: AnswersRecord,
        seen: Option<Timestamp>,
    ) -> Result<AnswersRecord, ServiceError> {
        let (known, listeners) = (Arc::clone(quiz), Arc::clone(self.store.listeners()));
        let scope = WorkScope::Namespace(quiz.namespace_id.clone());
        let begun = self.transact_unasked(scope, move |tx| {
            Box::pin(async move {
                // Another server may just have changed the plan.
                let quiz = tx.quiz_again(&known).await?.ok_or(Missing::Quiz)?;
                let (now, user) = (record.started_at, record.user.as_str().to_owned());
                match tx.record_of(&quiz.id, &record.user).await? {
                    Some(begun) if seen != Some(begun.activity_at) => return Ok(begun),
                    _ => {}
                }
                tx.enrol(&quiz.id, &[&user], now).await?;
                let person = look_at_series(tx, &quiz, &user, None, now).await?;
                let number = match turn(tx, &quiz, person, &user, now).await? {
                    (Turn::Open(_), number) => number,
                    (Turn::From(from), _) => return Err(Conflict::OccasionTooEarly { from }.into()),
                    (Turn::Ended, _) => return Err(Conflict::SeriesEnded.into()),
                };
                let record = AnswersRecord { occasion: Some(number), ..record };
                let event = response_event(&listeners, EventType::ResponseBegun, &quiz.namespace_id, &record, now);
                let begun = match seen {
                    None => tx.begin(&record, event.as_ref()).await?.then_some(record),
                    Some(seen) => tx.begin_again(&record, seen, event.as_ref()).await?,
                };
                // Without it nothing above is stored either.
                let begun = begun.ok_or(Conflict::AnswersChanging)?;
                tx.begin_occasion(&quiz.id, &user, number, begun.attempt).await?;
                Ok(begun)
            })
        });
        let begun = begun.await?;
        self.store.listeners().ring();
        Ok(begun)
    }

    /// Whether a person may begin an attempt; `None` for a quiz without a series.
    pub(super) async fn turn_of(&self, quiz: &Quiz, user: &UserId) -> Result<Option<Turn>, ServiceError> {
        if quiz.settings.series.is_none() {
            return Ok(None);
        }
        let person = self.store.enrolled(&quiz.id, user.as_str()).await?;
        Ok(Some(turn(&self.store, quiz, person, user.as_str(), clock::now()).await?.0))
    }

    /// Those that have come, the latest first, with the kind of the quiz.
    pub async fn occasions(
        &self,
        caller: &Caller,
        path: &QuizPath,
        filter: OccasionFilter,
        page: Page<String>,
    ) -> Result<(QuizKind, Listed<Occasion>), ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok((quiz.kind, self.store.occasions(&quiz.id, filter, clock::now(), page).await?))
    }

    /// Those of a person, in their order.
    pub async fn occasions_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        user: &str,
    ) -> Result<Vec<Occasion>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        if !quiz.settings.had_series {
            return Ok(Vec::new());
        }
        Ok(self.store.occasions_of(&quiz.id, user).await?)
    }
}

/// With the number of the occasion that is open. Looks at what is due without writing it.
async fn turn(
    reads: &Reads<'_>,
    quiz: &Quiz,
    person: Option<Enrolled>,
    user: &str,
    now: Timestamp,
) -> Result<(Turn, u32), ServiceError> {
    let Some(series) = &quiz.settings.series else { return Ok((Turn::Ended, 0)) };
    let person = person.unwrap_or_else(|| Enrolled {
        quiz: quiz.id.clone(),
        user: user.to_owned(),
        base: None,
        number: 0,
        reminded: 0,
        next_at: Some(now),
    });
    let last = if person.number == 0 { None } else { reads.occasion(&quiz.id, user, person.number).await? };
    if let Some(last) = last.as_ref().filter(|last| last.is_open(now)) {
        return Ok((Turn::Open(last.opens_at), last.number));
    }
    let is_due = person.next_at.is_some_and(|at| at <= now);
    let due = is_due.then(|| due_in_series(quiz, &person, last.as_ref(), now));
    if let Some(open) = due.as_ref().and_then(|due| due.come.last()).filter(|window| now < window.closes) {
        return Ok((Turn::Open(open.opens), open.number));
    }
    let come = due.as_ref().and_then(|due| due.come.last());
    let number = come.map_or(person.number, |window| window.number);
    let closes = come.map(|window| window.closes).or(last.map(|last| last.closes_at));
    let plan = Plan::new(series, zone::zone_of(&quiz.settings));
    let base = due.as_ref().map_or(person.base, |due| due.base);
    let next = base.and_then(|base| plan.next(base, number, closes));
    Ok((next.map_or(Turn::Ended, |next| Turn::From(next.opens)), number))
}
