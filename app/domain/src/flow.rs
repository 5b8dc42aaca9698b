//! The order of questions and the next one to ask.

use std::collections::BTreeMap;

use crate::{Definition, OptionId, Question, QuestionId};

/// What the choice of the next question depends on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Standing {
    pub is_required: bool,
    pub is_answered: bool,
}

/// The question to show after the one at `index` was answered or skipped; `None` when it is time to submit.
///
/// The server and the browser both ask here. Questions follow in the quiz's order, and the last one leads to the first
/// required question that was left open. `is_catching_up` leaves out what lies between such questions.
pub fn next_question(questions: &[Standing], index: usize, is_catching_up: bool) -> Option<usize> {
    let following = Some(index + 1).filter(|next| !is_catching_up && *next < questions.len());
    following.or_else(|| questions.iter().position(|question| question.is_required && !question.is_answered))
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

    /// The question to show after this one, by [`next_question`].
    pub fn next_after(&self, id: &QuestionId, answers: &Answers) -> Option<&Question> {
        let index = self.questions.iter().position(|question| question.id == *id)?;
        let standing = |question: &Question| Standing {
            is_required: question.required,
            is_answered: answers.contains_key(&question.id),
        };
        let standings: Vec<Standing> = self.questions.iter().map(standing).collect();
        self.questions.get(next_question(&standings, index, false)?)
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
    fn catching_up_passes_over_what_is_answered() {
        let required = |is_answered| Standing { is_required: true, is_answered };
        let questions = [required(true), required(false), required(true), required(false)];
        assert_eq!(next_question(&questions, 0, false), Some(1));
        assert_eq!(next_question(&questions, 1, true), Some(1), "it is still open");
        let questions = [required(true), required(true), required(true), required(false)];
        assert_eq!(next_question(&questions, 1, false), Some(2));
        assert_eq!(next_question(&questions, 1, true), Some(3));
        assert_eq!(next_question(&[required(true)], 0, true), None);
    }

    #[test]
    fn an_optional_question_left_open_does_not_hold_anybody_up() {
        let mut quiz = Definition::built_in();
        quiz.questions[0].required = false;
        let last = Indicator::Fhn8.question_id();
        assert_eq!(id(quiz.next_after(&last, &answered(&Indicator::ALL[1..]))), None);
        assert!(unanswered_required(&quiz, &answered(&Indicator::ALL[1..])).is_empty());
    }
}
