//! Answering a quiz: begin, answer, submit. The steps are the same for every kind of quiz and every interface.

use std::{collections::BTreeMap, net::IpAddr, sync::Arc};

use domain::{
    AnonId, Answer, AnswerInput, Answers, AnswersRecord, Definition, FieldCode, FieldError, FieldValues, Invalid,
    InvitedId, Language, Path, QuestionId, Quiz, QuizKind, QuizStatus, SessionId, SubmitError, UserId,
};

use super::{
    Conflict, Forbidden, Malformed, Missing, QuizPath, Service, ServiceError,
    person_fields::{Source, fields_at_begin},
    places::no_places,
    signed_sessions::SignedSession,
};
use crate::{
    clock,
    store::{EventType, NewAnswer, Replaced},
};

const CUSTOM_DATA: usize = 512;
const SESSION_ID_MIN: usize = 5;
/// Attempts at a submission while answers arrive concurrently.
const TRIES: usize = 10;

/// A respondent as named in a request.
#[derive(Clone, Debug)]
pub enum Respondent {
    /// By fields of the body. The kind of quiz determines which one is required.
    Body { anon_id: Option<String>, session_id: Option<String> },
    /// By a path for in-app quizzes only.
    Session(String),
    /// By a path for invited respondents only.
    Invited(String),
    /// By a path for every kind of quiz.
    Any(String),
}

#[derive(Clone, Debug, Default)]
pub struct Extras {
    pub language: Option<Language>,
    pub custom_data: Option<String>,
}

impl Extras {
    /// In a signed session, only the signed custom data counts.
    pub(super) fn signed(self, session: Option<&SignedSession>) -> Self {
        match session {
            Some(session) => Self { custom_data: session.custom_data.clone(), ..self },
            None => self,
        }
    }
}

impl Service {
    /// Returns a new anonymous id. Nothing is stored.
    pub async fn generate_anon_id(&self, path: &QuizPath) -> Result<AnonId, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        if quiz.kind != QuizKind::Open {
            return Err(Conflict::NoAnonymousUsers.into());
        }
        Ok(self.seal.issue())
    }

    /// Derives an anonymous id from these bits, for reproducible data.
    pub fn anon_id_from(&self, random: u128) -> AnonId {
        self.seal.issue_from(random)
    }

    /// Begins a record, or returns the existing one unchanged. A new one counts towards the limit of `client`.
    pub async fn init_quiz(
        &self,
        path: &QuizPath,
        who: &Respondent,
        extras: Extras,
        client: Option<IpAddr>,
    ) -> Result<AnswersRecord, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let (user, signed) = self.identify(&quiz, who)?;
        require_open(&quiz)?;
        let extras = check(extras.signed(signed.as_ref()))?;
        let invited = match &user {
            // An existing record still belongs to its respondent if the seal is lost with the secret key.
            UserId::Anonymous(id) if !self.seal.is_on(id) => {
                return self.store.record(&quiz.id, &user).await?.ok_or_else(|| Malformed::AnonId.into());
            }
            UserId::Invited(id) => {
                let invitation = self.store.invitation(&quiz.id, id).await?;
                let works = invitation.filter(|invitation| invitation.revoked_at.is_none());
                Some(works.ok_or(Missing::User)?)
            }
            _ => None,
        };
        if signed.as_ref().is_some_and(SignedSession::is_expired) && self.store.record(&quiz.id, &user).await?.is_none()
        {
            return Err(Forbidden::SessionExpired.into());
        }
        let now = clock::now();
        let source = Source::of(invited.as_ref(), signed.as_ref());
        let (fields, wrong) = match fields_at_begin(&quiz, source, extras.custom_data.as_deref()) {
            Ok(fields) => (fields, None),
            Err(wrong) => (FieldValues::default(), Some(wrong)),
        };
        let language = extras.language.map_or(quiz.definition.language, |wanted| quiz.definition.closest(wanted));
        let record = AnswersRecord {
            // Respondents cannot change an administrator's text.
            custom_data: invited.and_then(|invited| invited.custom_data).or(extras.custom_data),
            fields,
            ..AnswersRecord::begin(&quiz, user, language, now)
        };
        let limit = self.begin_limit.as_ref().zip(client);
        let is_within = limit.map_or(Ok(()), |(limit, client)| limit.check(client));
        let may_begin = match is_within.and(wrong.map_or(Ok(()), Err)) {
            Ok(()) => match self.require_room_to_begin(&quiz.namespace_id).await {
                Ok(()) => self.require_place(&quiz, record.language).await,
                full => full,
            },
            refused => refused,
        };
        if let Err(refused) = may_begin
            && self.store.record(&quiz.id, &record.user).await?.is_none()
        {
            return Err(refused);
        }
        let begun = if quiz.settings.series.is_some() {
            match self.store.record(&quiz.id, &record.user).await? {
                // Custom data that is absent is filled in.
                Some(_) => self.store.begin_told(record, None).await?,
                None => self.begin_on_occasion(&quiz, record, None).await?,
            }
        } else {
            let event = self.response_event(EventType::ResponseBegun, &quiz.namespace_id, &record, now);
            self.store.begin_told(record, event).await?
        };
        if let Some((limit, client)) = limit.filter(|_| begun.started_at == now) {
            limit.count(client);
        }
        Ok(begun)
    }

    /// Stores one answer, or withdraws it from an optional question. Before the submission, answering again replaces
    /// the answer. After it, repeating the same answer is not an error.
    pub async fn save_answer(
        &self,
        path: &QuizPath,
        who: &Respondent,
        question: &QuestionId,
        answer: &AnswerInput,
        extras: Extras,
    ) -> Result<AnswersRecord, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let (user, signed) = self.identify(&quiz, who)?;
        self.require_link(&quiz, &user).await?;
        let extras = check(extras.signed(signed.as_ref()))?;
        let _turn = self.large_records.turn(&quiz, &user).await?;
        let is_open = require_open_to_begun(&quiz);
        let new = |version: u32, definition: &Arc<Definition>, answer: Option<Answer>| NewAnswer {
            namespace_id: quiz.namespace_id.clone(),
            quiz_id: quiz.id.clone(),
            user: user.clone(),
            version,
            question: question.clone(),
            answer,
            stands: definition.has_feedback(question),
            language: extras.language.map(|wanted| quiz.definition.closest(wanted)),
            custom_data: extras.custom_data.clone(),
            now: clock::now(),
            early: self.early_alerts(&quiz, definition),
        };
        // The record is almost always of the current version. A single write is then enough.
        if is_open.is_ok()
            && let Ok(answer) = resolve(&quiz.definition, question, answer)
            && let Some(record) = self.store.save_answer(new(quiz.version, &quiz.definition, answer)).await?
        {
            self.large_records.note(&quiz, &record);
            return Ok(record);
        }
        let record = self.store.record(&quiz.id, &user).await?;
        let record = require_begun(&quiz, record)?;
        // A closed quiz accepts nothing new, but respondents who have submitted still get 409.
        if record.submission.is_none() {
            is_open?;
        }
        let definition = self.definition(&quiz, record.version).await?;
        let answer = resolve(&definition, question, answer)?;
        if record.submission.is_none()
            && let Some(record) = self.store.save_answer(new(record.version, &definition, answer.clone())).await?
        {
            self.large_records.note(&quiz, &record);
            return Ok(record);
        }
        let record = self.store.record(&quiz.id, &user).await?.ok_or(Missing::User)?;
        match record.submission {
            _ if record.answers.get(question) == answer.as_ref() => Ok(record),
            None if definition.has_feedback(question) && record.answers.contains_key(question) => {
                Err(Conflict::AnswerStands.into())
            }
            // There is no other reason why an open record does not accept an answer.
            None => Err(too_large("answer")),
            Some(_) => Err(already_submitted()),
        }
    }

    /// Applies `more`, which may also withdraw answers, then submits and scores. Submitting again returns the same
    /// record. If a required question is unanswered, nothing is stored.
    pub async fn submit(
        &self,
        path: &QuizPath,
        who: &Respondent,
        more: &BTreeMap<QuestionId, AnswerInput>,
        extras: Extras,
    ) -> Result<AnswersRecord, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        let (user, signed) = self.identify(&quiz, who)?;
        self.require_link(&quiz, &user).await?;
        let extras = check(extras.signed(signed.as_ref()))?;
        for _ in 0..TRIES {
            let mut record = require_begun(&quiz, self.store.record(&quiz.id, &user).await?)?;
            if record.submission.is_none() {
                require_open_to_begun(&quiz)?;
            }
            let definition = self.definition(&quiz, record.version).await?;
            let (more, withdrawn) = resolve_all(&definition, more)?;
            if record.submission.is_none() {
                record.language = extras.language.map_or(record.language, |wanted| definition.closest(wanted));
                record.custom_data = record.custom_data.or_else(|| extras.custom_data.clone());
            }
            let others = more.iter().filter(|(question, answer)| record.answers.get(question) != Some(answer));
            let mut changed = others.map(|(question, _)| question).chain(&withdrawn);
            let stands =
                |question: &QuestionId| record.answers.contains_key(question) && definition.has_feedback(question);
            if record.submission.is_none() && changed.any(stands) {
                return Err(Conflict::AnswerStands.into());
            }
            record.withdraw(&withdrawn).map_err(refusal)?;
            let seen = record.activity_at;
            let now = clock::now().max(seen.just_after());
            let submitted = record.submit(&definition, &more, now).map_err(refusal)?;
            if record.submission.is_some() {
                return Ok(submitted);
            }
            let event = self.response_event(EventType::ResponseSubmitted, &quiz.namespace_id, &submitted, now);
            let alerts = self.alerts_of_submission(&quiz, &definition, &submitted, now).await?;
            // The limits of today hold for respondents who began under an earlier version, too.
            let limits = quiz.definition.limits_of(&submitted);
            match self.store.submit(submitted.clone(), seen, event, alerts, limits).await? {
                Replaced::Stored => return Ok(submitted),
                Replaced::Full(of) => return Err(no_places(&quiz, &of, submitted.language)),
                Replaced::Changed => {}
            }
        }
        Err(Conflict::AnswersChanging.into())
    }

    /// Returns the user that a request names, with the signed session if the quiz requires one.
    pub(super) fn identify(
        &self,
        quiz: &Quiz,
        who: &Respondent,
    ) -> Result<(UserId, Option<SignedSession>), ServiceError> {
        let secret = self.session_secret(quiz)?.filter(|_| quiz.kind == QuizKind::InApp);
        if let (
            Some(secret),
            Respondent::Body { session_id: Some(text), .. } | Respondent::Session(text) | Respondent::Any(text),
        ) = (secret, who)
        {
            let signed = SignedSession::read(text, &secret)?;
            return Ok((session(signed.session_id.as_str())?, Some(signed)));
        }
        Ok((user_of(quiz.kind, who)?, None))
    }
}

fn user_of(kind: QuizKind, who: &Respondent) -> Result<UserId, ServiceError> {
    match (kind, who) {
        (QuizKind::Open, Respondent::Body { anon_id: Some(id), .. } | Respondent::Any(id)) => {
            Ok(UserId::Anonymous(AnonId::parse(id).map_err(|_| Malformed::AnonId)?))
        }
        (
            QuizKind::InApp,
            Respondent::Body { session_id: Some(id), .. } | Respondent::Session(id) | Respondent::Any(id),
        ) => session(id),
        (QuizKind::Invited, Respondent::Invited(id) | Respondent::Any(id)) => {
            Ok(UserId::Invited(InvitedId::parse(id)?))
        }
        (QuizKind::Open, Respondent::Body { anon_id: None, session_id: None }) => {
            Err(Invalid::one("anon_id", FieldCode::Required).into())
        }
        (QuizKind::InApp, Respondent::Body { anon_id: None, session_id: None }) => {
            Err(Invalid::one("sessionId", FieldCode::Required).into())
        }
        (kind, who) => {
            // Ids that no quiz accepts are reported first.
            if let Respondent::Body { anon_id, session_id } = who {
                anon_id.as_deref().map(AnonId::parse).transpose().map_err(|_| Malformed::AnonId)?;
                session_id.as_deref().map(session).transpose()?;
            }
            Err(match kind {
                QuizKind::Open => Conflict::AnonymousOnly,
                QuizKind::InApp => Conflict::SessionsOnly,
                QuizKind::Invited => Conflict::InvitedOnly,
            }
            .into())
        }
    }
}

fn session(text: &str) -> Result<UserId, ServiceError> {
    if text.chars().count() < SESSION_ID_MIN {
        return Err(Malformed::ShortSessionId.into());
    }
    Ok(UserId::InApp(SessionId::parse(text)?))
}

pub(super) fn require_open(quiz: &Quiz) -> Result<(), ServiceError> {
    require(quiz.status(clock::now()))
}

/// Like [`require_open`], for respondents who have begun and may have some time left.
fn require_open_to_begun(quiz: &Quiz) -> Result<(), ServiceError> {
    require(quiz.settings.status_for_begun(clock::now()))
}

/// For a respondent who has not begun, the error says first if the quiz cannot be begun.
fn require_begun(quiz: &Quiz, record: Option<AnswersRecord>) -> Result<AnswersRecord, ServiceError> {
    match record {
        Some(record) => Ok(record),
        None => Err(require_open(quiz).err().unwrap_or(Missing::User.into())),
    }
}

fn require(status: QuizStatus) -> Result<(), ServiceError> {
    match status {
        QuizStatus::Open => Ok(()),
        QuizStatus::Draft => Err(Conflict::NotOpenYet.into()),
        QuizStatus::Closed => Err(Conflict::Closed.into()),
    }
}

pub(super) fn check(extras: Extras) -> Result<Extras, ServiceError> {
    match extras.custom_data.as_ref().and_then(|text| FieldCode::of_text(text, CUSTOM_DATA)) {
        None => Ok(extras),
        Some(code) => Err(FieldError::new("customData", code).into()),
    }
}

/// Resolves an input to an answer; `None` withdraws it. A text instead of an option's id is malformed, as with other
/// ids.
fn resolve(
    definition: &Definition,
    question: &QuestionId,
    answer: &AnswerInput,
) -> Result<Option<Answer>, ServiceError> {
    definition.amend(question, answer).map_err(|error| match (&error.code, answer) {
        (FieldCode::Malformed(_), AnswerInput::Text(_)) => Malformed::Answer(question.clone()).into(),
        _ => error.into(),
    })
}

fn resolve_all(
    definition: &Definition,
    answers: &BTreeMap<QuestionId, AnswerInput>,
) -> Result<(Answers, Vec<QuestionId>), ServiceError> {
    let mut resolved = Answers::new();
    let mut withdrawn = Vec::new();
    let mut errors = Vec::new();
    let path = |question: &QuestionId| Path::from("answers").field(question.to_string());
    for (question, answer) in answers {
        match resolve(definition, question, answer) {
            Ok(Some(answer)) => _ = resolved.insert(question.clone(), answer),
            Ok(None) => withdrawn.push(question.clone()),
            Err(ServiceError::Invalid(Invalid(wrong))) => {
                errors.extend(wrong.into_iter().map(|error| FieldError::new(path(question), error.code)));
            }
            Err(error) => return Err(error),
        }
    }
    if errors.is_empty() { Ok((resolved, withdrawn)) } else { Err(Invalid(errors).into()) }
}

fn refusal(error: SubmitError) -> ServiceError {
    match error {
        SubmitError::AlreadySubmitted => already_submitted(),
        SubmitError::TooLarge => too_large("answers"),
        SubmitError::Unanswered(questions) => ServiceError::Unanswered(questions),
    }
}

fn too_large(path: &str) -> ServiceError {
    Invalid::one(path, FieldCode::TooLarge { max: AnswersRecord::MOST_BYTES }).into()
}

fn already_submitted() -> ServiceError {
    Conflict::AlreadySubmitted.into()
}
