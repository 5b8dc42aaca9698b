//! A respondent's answers to one quiz, from the first visit to the scores.

use serde::Serialize;
use thiserror::Error;

use super::answer::stored_bytes;
use crate::{
    Answer, Answers, Definition, EarlierScores, FieldValues, Indicator, Language, QuestionId, Quiz, QuizId, Scores,
    Timestamp, UserId,
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnswersRecord {
    pub quiz_id: QuizId,
    pub user: UserId,
    /// Counts from 1. A retake starts the next attempt.
    pub attempt: u32,
    /// The occasion of a series that the attempt was begun on, counted from 1.
    pub occasion: Option<u32>,
    /// The quiz version of this attempt, which stays until it is submitted and scored.
    pub version: u32,
    pub language: Language,
    pub answers: Answers,
    /// The respondent's identifier in another system, up to 512 characters; never interpreted.
    pub custom_data: Option<String>,
    /// What was known of the respondent when the attempt began.
    pub fields: FieldValues,
    pub started_at: Timestamp,
    pub activity_at: Timestamp,
    pub submission: Option<Submission>,
}

/// Created once on submission. After that, only the scores may be replaced.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Submission {
    pub at: Timestamp,
    pub scores: Scores,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(into = "u8")]
pub enum CompletionStatus {
    Initialised = 1,
    Answering = 2,
    Submitted = 3,
}

impl From<CompletionStatus> for u8 {
    fn from(status: CompletionStatus) -> u8 {
        status as u8
    }
}

#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SubmitError {
    #[error("the answers are larger than {} bytes", AnswersRecord::MOST_BYTES)]
    TooLarge,
    #[error("required questions are unanswered: {}", .0.iter().map(QuestionId::as_str).collect::<Vec<_>>().join(", "))]
    Unanswered(Vec<QuestionId>),
    #[error("answers are already submitted")]
    AlreadySubmitted,
}

impl AnswersRecord {
    /// The maximum size of stored answers. Records that exceed it already may stay as they are, but not grow.
    pub const MOST_BYTES: usize = 256 * 1024;

    /// The first attempt at the quiz's current version.
    pub fn begin(quiz: &Quiz, user: UserId, language: Language, now: Timestamp) -> Self {
        Self {
            quiz_id: quiz.id.clone(),
            user,
            attempt: 1,
            occasion: None,
            version: quiz.version,
            language,
            answers: Answers::new(),
            custom_data: None,
            fields: FieldValues::default(),
            started_at: now,
            activity_at: now,
            submission: None,
        }
    }

    /// The id that API clients see: `<quiz id>-<user id>`.
    pub fn id(&self) -> String {
        format!("{}-{}", self.quiz_id, self.user)
    }

    pub fn status(&self) -> CompletionStatus {
        match (&self.submission, self.answers.is_empty()) {
            (Some(_), _) => CompletionStatus::Submitted,
            (None, false) => CompletionStatus::Answering,
            (None, true) => CompletionStatus::Initialised,
        }
    }

    /// The answers that may be read with the user id alone: those to the built-in questions.
    pub fn public_answers(&self) -> impl Iterator<Item = (&QuestionId, &Answer)> {
        self.answers.iter().filter(|(id, _)| Indicator::of_question(id).is_some())
    }

    /// Withdraws the answers to these questions. Fails after submission if any of them has an answer.
    pub fn withdraw(&mut self, questions: &[QuestionId]) -> Result<(), SubmitError> {
        if self.submission.is_some() && questions.iter().any(|question| self.answers.contains_key(question)) {
            return Err(SubmitError::AlreadySubmitted);
        }
        self.answers.retain(|question, _| !questions.contains(question));
        Ok(())
    }

    /// Submits: merges `more`, drops answers to hidden questions, then scores. Submitting the same answers again is a
    /// no-op.
    ///
    /// Fails if a required question is open, or if `more` differs from the answers submitted before.
    pub fn submit(&self, definition: &Definition, more: &Answers, now: Timestamp) -> Result<Self, SubmitError> {
        if self.submission.is_some() {
            let language = self.language.as_str();
            let mut given = self.answers.clone();
            given.extend(more.clone());
            let is_same = definition.journey(&given, language).answers == self.answers;
            return if is_same { Ok(self.clone()) } else { Err(SubmitError::AlreadySubmitted) };
        }
        let mut given = self.answers.clone();
        given.extend(more.clone());
        let journey = definition.journey(&given, self.language.as_str());
        let unanswered = journey.unanswered_required();
        if !unanswered.is_empty() {
            return Err(SubmitError::Unanswered(unanswered));
        }
        if stored_bytes(&journey.answers) > stored_bytes(&self.answers).max(Self::MOST_BYTES) {
            return Err(SubmitError::TooLarge);
        }
        let scores = journey.scores(self.language.as_str());
        Ok(Self {
            answers: journey.answers,
            activity_at: now,
            submission: Some(Submission { at: now, scores }),
            ..self.clone()
        })
    }
}

/// Corruption in a stored record: no release writes such data, so it can only be restored from a backup.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    #[error("{0} has an answer that it cannot have")]
    Answer(QuestionId),
    #[error("the scores are not those that the answers give")]
    Scores,
}

impl AnswersRecord {
    /// The first fault. `asked` is the definition of the record's [version](Self::version), `scored` that of its
    /// [scored version](Self::scored_version).
    pub fn fault(&self, asked: &Definition, scored: &Definition) -> Option<Fault> {
        let impossible = self.answers.iter().find(|(question, answer)| !asked.can_have(question, answer));
        if let Some((question, _)) = impossible {
            return Some(Fault::Answer(question.clone()));
        }
        let stored = &self.submission.as_ref()?.scores;
        let language = self.language.as_str();
        let gives = |scored: &Definition| scored.journey(&self.answers, language).scores(language).is_same(stored);
        let gave = || scored.bearing_none_missing().is_some_and(|scored| gives(&scored));
        (!scored.may_lack_options() && !gives(scored) && !gave()).then_some(Fault::Scores)
    }

    /// The version of the quiz that produced a submitted record's scores.
    pub fn scored_version(&self) -> u32 {
        self.submission.as_ref().and_then(|submission| submission.scores.version).unwrap_or(self.version)
    }

    /// A submitted record with the scores, norms and rules of change of a newer version of the quiz; `None` if they are those
    /// of the version that gave its scores. `measures_alike` says if that version [measures](Definition::measures_as) as
    /// the newer one does.
    pub fn rescored(&self, definition: &Definition, version: u32, measures_alike: bool) -> Option<Self> {
        let Submission { at, scores: old } = self.submission.as_ref().filter(|_| self.scored_version() < version)?;
        let language = self.language.as_str();
        let new = definition.journey(&self.answers, language).scores(language);
        if new.is_same(old) && measures_alike {
            return None;
        }
        let Scores { overall, categories, questions, mut earlier, .. } = old.clone();
        earlier.push(EarlierScores { version: self.scored_version(), overall, categories, questions });
        let scores = Scores { version: Some(version), earlier, ..new };
        Some(Self { submission: Some(Submission { at: *at, scores }), ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnonId, built_in_options};

    fn record(answered: usize) -> AnswersRecord {
        AnswersRecord {
            quiz_id: QuizId::from_random(7),
            user: UserId::Anonymous(AnonId::new(7, |_| 7)),
            attempt: 1,
            occasion: None,
            version: 1,
            language: Language::EN,
            answers: Indicator::ALL[..answered]
                .iter()
                .map(|i| (i.question_id(), built_in_options(*i)[0].clone().into()))
                .collect(),
            custom_data: None,
            fields: FieldValues::default(),
            started_at: Timestamp::default(),
            activity_at: Timestamp::default(),
            submission: None,
        }
    }

    #[test]
    fn status_counts_up() {
        assert_eq!(record(0).status(), CompletionStatus::Initialised);
        assert_eq!(record(3).status(), CompletionStatus::Answering);
        let done = record(8).submit(&Definition::built_in(), &Answers::new(), Timestamp::default());
        assert_eq!(done.map(|r| r.status()), Ok(CompletionStatus::Submitted));
    }

    #[test]
    fn open_required_questions_are_named() {
        let error = record(6).submit(&Definition::built_in(), &Answers::new(), Timestamp::default());
        let message = error.expect_err("two questions are open").to_string();
        assert_eq!(message, "required questions are unanswered: fhn7, fhn8");
    }

    #[test]
    fn submitting_twice_changes_nothing_and_a_different_answer_is_refused() {
        let definition = Definition::built_in();
        let now = Timestamp::from_nanoseconds(5);
        let done = record(8).submit(&definition, &Answers::new(), now).expect("complete");
        let again = done.submit(&definition, &record(8).answers, Timestamp::from_nanoseconds(9));
        assert_eq!(again, Ok(done.clone()));
        let other = [(Indicator::Fhn1.question_id(), built_in_options(Indicator::Fhn1)[1].clone().into())].into();
        assert_eq!(done.submit(&definition, &other, now), Err(SubmitError::AlreadySubmitted));
    }

    #[test]
    fn a_record_grows_no_larger_than_its_bound() {
        let question = |number: usize| {
            let writing = crate::Writing { max_length: 4000, long: true, format: None };
            let own = crate::OwnQuestion {
                text: "?".into(),
                help: None,
                explanation: None,
                kind: crate::Kind::Text(writing),
                category: None,
                weight: 1,
                shuffle: false,
            };
            let id = QuestionId::parse(&format!("q{number}")).expect("an id");
            crate::Question {
                id,
                required: false,
                show_if: None,
                part: None,
                image: None,
                body: crate::QuestionBody::Own(own),
            }
        };
        let definition = Definition::of(Language::EN, (0..100).map(question).collect());
        let texts = |count: usize| -> Answers {
            definition.questions[..count]
                .iter()
                .map(|question| (question.id.clone(), Answer::Text("\n".repeat(2000))))
                .collect()
        };
        let now = Timestamp::default();
        assert!(record(0).submit(&definition, &texts(65), now).is_ok());
        assert_eq!(record(0).submit(&definition, &texts(66), now), Err(SubmitError::TooLarge));
        let of_earlier_release = AnswersRecord { answers: texts(70), ..record(0) };
        assert!(of_earlier_release.submit(&definition, &texts(1), now).is_ok());
        assert_eq!(of_earlier_release.submit(&definition, &texts(71), now), Err(SubmitError::TooLarge));
    }

    #[test]
    fn answers_are_withdrawn_until_the_submission() {
        let mut only = record(1);
        let withdrawn = [Indicator::Fhn1.question_id()];
        assert_eq!(only.withdraw(&withdrawn), Ok(()));
        assert_eq!(only.status(), CompletionStatus::Initialised);

        let done = record(8).submit(&Definition::built_in(), &Answers::new(), Timestamp::default()).expect("complete");
        let mut late = done.clone();
        assert_eq!(late.withdraw(&withdrawn), Err(SubmitError::AlreadySubmitted));
        assert_eq!(late.withdraw(&[QuestionId::parse("pet").expect("an id")]), Ok(()));
        assert_eq!(late, done);
    }

    #[test]
    fn the_public_view_is_an_allow_list() {
        let mut record = record(2);
        record
            .answers
            .insert(QuestionId::parse("fhn9").expect("valid"), built_in_options(Indicator::Fhn1)[0].clone().into());
        let shown: Vec<&str> = record.public_answers().map(|(id, _)| id.as_str()).collect();
        assert_eq!(shown, ["fhn1", "fhn2"]);
    }
}
