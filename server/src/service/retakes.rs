//! Taking a quiz again, and earlier attempts.

use std::net::IpAddr;

use domain::{Answers, AnswersRecord, Permission, UserId};

use super::{
    Caller, Conflict, Extras, Missing, QuizPath, Respondent, Service, ServiceError,
    answering::{check, require_open},
};
use crate::{
    clock,
    store::{EventType, Listed, Page},
    zone,
};

/// Attempts while the record changes concurrently.
const TRIES: usize = 5;

impl Service {
    /// Begins the next attempt of a respondent who has submitted. Returns an attempt under way unchanged, so that a
    /// repeated request begins only one. A respondent without a record begins the first attempt, which counts towards
    /// the limit of `client`.
    pub async fn retake_quiz(
        &self,
        path: &QuizPath,
        who: &Respondent,
        extras: Extras,
        client: Option<IpAddr>,
    ) -> Result<AnswersRecord, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let (user, signed) = self.identify(&quiz, who)?;
        self.require_link(&quiz, &user).await?;
        require_open(&quiz)?;
        let extras = check(extras.signed(signed.as_ref()))?;
        for _ in 0..TRIES {
            let Some(last) = self.store.record(&quiz.id, &user).await? else {
                return self.init_quiz(path, who, extras, client).await;
            };
            let Some(submission) = &last.submission else { return Ok(last) };
            let now = clock::now();
            let has_series = quiz.settings.series.is_some();
            match zone::retake_from(&quiz, submission.at) {
                // Its occasions decide.
                _ if has_series => {}
                None => return Err(Conflict::NoRetakes.into()),
                Some(from) if now < from => return Err(Conflict::RetakeTooEarly { from }.into()),
                Some(_) => {}
            }
            self.require_room_to_begin(&quiz.namespace_id).await?;
            let fields = self.fields_of_retake(&quiz, &last, signed.as_ref(), &extras).await?;
            let seen = last.activity_at;
            let now = now.max(seen.just_after());
            let next = AnswersRecord {
                attempt: last.attempt + 1,
                occasion: None,
                version: quiz.version,
                language: quiz.definition.closest(extras.language.unwrap_or(last.language)),
                answers: Answers::new(),
                custom_data: last.custom_data.or_else(|| extras.custom_data.clone()),
                fields,
                started_at: now,
                activity_at: now,
                submission: None,
                ..last
            };
            if has_series {
                return self.begin_on_occasion(&quiz, next, Some(seen)).await;
            }
            let event = self.response_event(EventType::ResponseBegun, &quiz.namespace_id, &next, now);
            if let Some(begun) = self.store.begin_again_told(next, seen, event).await? {
                return Ok(begun);
            }
        }
        Err(Conflict::AnswersChanging.into())
    }

    /// Returns all attempts of a respondent, newest first, including the current record.
    pub async fn attempts_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        user: &str,
        page: Page<u32>,
    ) -> Result<Listed<AnswersRecord>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let user = UserId::parse(quiz.kind, user).ok_or(Missing::User)?;
        self.record_reading(caller, path, &user, Some("attempts")).await?;
        let is_first = page.after.is_none();
        let attempts = self.store.attempts(&quiz.id, &user, page).await?;
        if is_first && attempts.items.is_empty() { Err(Missing::User.into()) } else { Ok(attempts) }
    }
}
