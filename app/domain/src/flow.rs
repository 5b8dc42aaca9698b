//! The order of questions and the next one to ask.

use std::collections::BTreeMap;

use crate::{Definition, OptionId, Question, QuestionId};

/// A respondent's place in a quiz.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Progress {
    /// 1 for the first question.
    pub number: usize,
    pub total: usize,
}

type Answers = BTreeMap<QuestionId, OptionId>;

/// The required questions without an answer, in quiz order.
pub(crate) fn unanswered_required(definition: &Definition, answers: &Answers) -> Vec<QuestionId> {
    open(definition, answers).filter(|question| question.required).map(|question| question.id.clone()).collect()
}

impl Definition {
    /// The question to show to a returning respondent: the first open one, or the last when only the submission is
    /// missing.
    pub fn resume(&self, answers: &Answers) -> Option<&Question> {
        open(self, answers).next().or_else(|| self.questions.last())
    }

    /// The first question without an answer, required or not; `None` when all have one.
    pub fn first_open(&self, is_answered: impl Fn(&QuestionId) -> bool) -> Option<&Question> {
        self.questions.iter().find(|question| !is_answered(&question.id))
    }

    /// The question to show after this one was answered or skipped; `None` when it is time to submit.
    ///
    /// At the end it goes back to the first required question that was left open.
    pub fn next_after(&self, id: &QuestionId, answers: &Answers) -> Option<&Question> {
        let index = self.questions.iter().position(|question| question.id == *id)?;
        self.questions.get(index + 1).or_else(|| open(self, answers).find(|question| question.required))
    }

    /// The question before this one.
    pub fn before(&self, id: &QuestionId) -> Option<&Question> {
        let index = self.questions.iter().position(|question| question.id == *id)?;
        self.questions.get(index.checked_sub(1)?)
    }

    pub fn progress(&self, id: &QuestionId) -> Option<Progress> {
        let index = self.questions.iter().position(|question| question.id == *id)?;
        Some(Progress { number: index + 1, total: self.questions.len() })
    }
}

fn open<'d, 'a>(definition: &'d Definition, answers: &'a Answers) -> impl Iterator<Item = &'d Question> + use<'d, 'a> {
    definition.questions.iter().filter(|question| !answers.contains_key(&question.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, built_in_options};

    fn answered(indicators: &[Indicator]) -> Answers {
        indicators.iter().map(|i| (i.question_id(), built_in_options(*i)[0].clone())).collect()
    }

    fn id(question: Option<&Question>) -> Option<&str> {
        question.map(|question| question.id.as_str())
    }

    #[test]
    fn coming_back_resumes_at_the_first_open_question() {
        let quiz = Definition::built_in();
        assert_eq!(id(quiz.resume(&Answers::new())), Some("fhn1"));
        assert_eq!(id(quiz.resume(&answered(&[Indicator::Fhn1, Indicator::Fhn3]))), Some("fhn2"));
        assert_eq!(id(quiz.resume(&answered(&Indicator::ALL))), Some("fhn8"));
    }

    #[test]
    fn the_end_leads_back_to_a_required_question_that_was_left_open() {
        let quiz = Definition::built_in();
        let last = Indicator::Fhn8.question_id();
        assert_eq!(id(quiz.next_after(&last, &answered(&Indicator::ALL))), None);
        assert_eq!(id(quiz.next_after(&last, &answered(&Indicator::ALL[1..]))), Some("fhn1"));
    }

    #[test]
    fn an_optional_question_left_open_does_not_hold_anybody_up() {
        let mut quiz = Definition::built_in();
        quiz.questions[0].required = false;
        let last = Indicator::Fhn8.question_id();
        assert_eq!(id(quiz.next_after(&last, &answered(&Indicator::ALL[1..]))), None);
        assert!(unanswered_required(&quiz, &answered(&Indicator::ALL[1..])).is_empty());
    }

    #[test]
    fn progress_counts_from_one_and_back_stops_at_the_first() {
        let quiz = Definition::built_in();
        let first = Indicator::Fhn1.question_id();
        assert_eq!(quiz.progress(&first), Some(Progress { number: 1, total: 8 }));
        assert_eq!(id(quiz.before(&first)), None);
        assert_eq!(id(quiz.before(&Indicator::Fhn2.question_id())), Some("fhn1"));
    }
}
