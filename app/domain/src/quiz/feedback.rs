//! Right answers, and feedback given as soon as a question is answered.

use serde::{Deserialize, Serialize};

use crate::{
    Answer, Answers, Decimal, Definition, Kind, KindName, Numeric, OptionId, OwnOption, Question, Text, named,
};

named! {
    /// When respondents are told whether an answer is right.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Feedback {
        #[default]
        None => "none",
        /// Once it is given. The answer then stands.
        AtOnce => "at_once",
    }
}

impl Feedback {
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// The right answers to a question: those with the most points, if others have fewer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RightAnswer<'q> {
    /// For a choice any of these, for a `multiple` all of them.
    Options(Vec<&'q OwnOption>),
    /// For a number, any in one of these ranges, bounds included.
    Numbers(Vec<(Decimal, Decimal)>),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnswerFeedback<'q> {
    pub is_right: bool,
    pub right: RightAnswer<'q>,
    pub explanation: Option<&'q Text>,
}

impl Definition {
    /// The feedback on the answer to this question. `None` before it is answered, and for questions without right
    /// answers.
    pub fn feedback<'q>(&self, question: &'q Question, answers: &Answers) -> Option<AnswerFeedback<'q>> {
        let right = question.right_answer().filter(|_| self.feedback == Feedback::AtOnce)?;
        let answer = answers.get(&question.id)?;
        let explanation = question.own().and_then(|own| own.explanation.as_ref());
        Some(AnswerFeedback { is_right: right.includes(answer, question.kind()), right, explanation })
    }

    /// True if answers to this question get feedback; such an answer is final.
    pub fn has_feedback(&self, question: &crate::QuestionId) -> bool {
        let has_right_answer = || self.question(question).and_then(Question::right_answer).is_some();
        self.feedback == Feedback::AtOnce && has_right_answer()
    }
}

impl Question {
    /// `None` if no answer is right or wrong.
    pub fn right_answer(&self) -> Option<RightAnswer<'_>> {
        match &self.own()?.kind {
            Kind::Choice { options, .. } => {
                let most = options.iter().filter_map(|option| option.points.given()).max()?;
                let (right, others): (Vec<_>, Vec<_>) =
                    options.iter().partition(|option| option.points.given() == Some(most));
                (!others.is_empty()).then_some(RightAnswer::Options(right))
            }
            Kind::Multiple { options, .. } => {
                let is_right = |option: &&OwnOption| option.points.given() > Some(Decimal::default());
                let (right, others): (Vec<_>, Vec<_>) = options.iter().partition(is_right);
                (!right.is_empty() && !others.is_empty()).then_some(RightAnswer::Options(right))
            }
            Kind::Number(number) => number.right_numbers().map(RightAnswer::Numbers),
            _ => None,
        }
    }
}

impl Numeric {
    fn right_numbers(&self) -> Option<Vec<(Decimal, Decimal)>> {
        let most = self.ranges.iter().map(|range| range.points).max()?;
        let step = Decimal::step(self.decimals).thousandths();
        let mut first = Some(self.min);
        let mut right = Vec::new();
        for range in &self.ranges {
            let before = |below: Decimal| Decimal::from_thousandths((below.thousandths() - step).into());
            let last = range.below.and_then(before).map_or(self.max, |last| last.min(self.max));
            right.extend(first.filter(|first| range.points == most && *first <= last).map(|first| (first, last)));
            first = range.below;
        }
        (!right.is_empty() && self.ranges.iter().any(|range| range.points < most)).then_some(right)
    }
}

impl RightAnswer<'_> {
    fn includes(&self, answer: &Answer, kind: &Kind) -> bool {
        match (self, answer) {
            (Self::Options(right), Answer::Option(chosen)) => right.iter().any(|option| option.id == *chosen),
            (Self::Options(right), Answer::Options(chosen)) => {
                matches!(kind, Kind::Multiple { .. }) && right.iter().map(|option| &option.id).eq(chosen)
            }
            (Self::Numbers(right), Answer::Number(number)) => {
                right.iter().any(|(first, last)| first <= number && number <= last)
            }
            _ => false,
        }
    }

    pub fn options(&self) -> Vec<&OptionId> {
        match self {
            Self::Options(right) => right.iter().map(|option| &option.id).collect(),
            Self::Numbers(_) => Vec::new(),
        }
    }
}

impl KindName {
    pub fn may_be_right(self) -> bool {
        matches!(self, Self::Choice | Self::Multiple | Self::Number)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{AnswerInput, QuestionId, QuizInput};

    fn definition(feedback: &str, question: &Value) -> Definition {
        let mut question = question.clone();
        question["id"] = json!("it");
        question["text"] = json!("Which?");
        question["explanation"] = json!("Because.");
        let body = json!({ "name": "A quiz", "feedback": feedback, "questions": [question],
            "scoring": { "method": "sum" } });
        let input: QuizInput = serde_json::from_value(body).expect("a body");
        let mut number = 0;
        let new_id = || {
            number += 1;
            OptionId::from_random(number)
        };
        input.check(new_id).unwrap_or_else(|errors| panic!("{errors:?}")).definition
    }

    fn told(question: &Value, given: &[Value]) -> Vec<Option<bool>> {
        let definition = definition("at_once", question);
        let id = QuestionId::parse("it").expect("an id");
        let told = given.iter().map(|given| {
            let input: AnswerInput = serde_json::from_value(given.clone()).expect("an answer");
            let answer = definition.amend(&id, &input).expect("it fits").expect("an answer");
            let feedback = definition.feedback(&definition.questions[0], &[(id.clone(), answer)].into())?;
            assert_eq!(feedback.explanation, Some(&"Because.".into()));
            Some(feedback.is_right)
        });
        assert_eq!(definition.feedback(&definition.questions[0], &Answers::new()), None);
        told.collect()
    }

    fn options(points: &[Value]) -> Value {
        let option = |(number, points): (usize, &Value)| match points {
            Value::Bool(_) => json!({ "label": format!("Option {number}") }),
            points => json!({ "label": format!("Option {number}"), "points": points }),
        };
        points.iter().enumerate().map(option).collect()
    }

    #[test]
    fn the_options_with_the_most_points_are_right() {
        let choice = json!({ "options": options(&[json!(0), json!(5), json!(null), json!(5)]) });
        let right = [Some(false), Some(true), Some(false), Some(true)];
        assert_eq!(told(&choice, &[json!(1), json!(2), json!(3), json!(4)]), right);
        let all_alike = json!({ "options": options(&[json!(5), json!(5)]) });
        assert_eq!(told(&all_alike, &[json!(1)]), [None]);
        let unscored = json!({ "options": options(&[json!(true), json!(true)]) });
        assert_eq!(told(&unscored, &[json!(1)]), [None]);
    }

    #[test]
    fn of_several_choices_all_with_points_and_no_others_are_right() {
        let multiple = json!({ "kind": "multiple", "options": options(&[json!(1), json!(-1), json!(2)]) });
        let given = [json!([1, 3]), json!([1]), json!([1, 2, 3]), json!([3, 1])];
        assert_eq!(told(&multiple, &given), [Some(true), Some(false), Some(false), Some(true)]);
    }

    #[test]
    fn the_numbers_of_the_best_ranges_are_right() {
        let ranges = json!([{ "below": 10, "points": 0 }, { "below": 10.1, "points": 9 }, { "below": 90, "points": 1 },
            { "points": 9 }]);
        let number = json!({ "kind": "number", "min": 0, "max": 99, "decimals": 1, "ranges": ranges });
        let given = [json!(9.9), json!(10), json!(10.1), json!(90), json!(99)];
        assert_eq!(told(&number, &given), [Some(false), Some(true), Some(false), Some(true), Some(true)]);
        let definition = definition("at_once", &number);
        let pair = |first: i32, last: i32| (Decimal::whole(first), Decimal::whole(last));
        let right = definition.questions[0].right_answer();
        assert_eq!(right, Some(RightAnswer::Numbers(vec![pair(10, 10), pair(90, 99)])));
    }

    #[test]
    fn without_feedback_nothing_is_told() {
        let choice = json!({ "options": options(&[json!(0), json!(5)]) });
        let id = QuestionId::parse("it").expect("an id");
        for (feedback, is_told) in [("none", false), ("at_once", true)] {
            let definition = definition(feedback, &choice);
            let answer = Answer::Option(definition.questions[0].option_ids()[1].clone());
            let told = definition.feedback(&definition.questions[0], &[(id.clone(), answer)].into());
            assert_eq!((told.is_some(), definition.has_feedback(&id)), (is_told, is_told));
        }
    }

    #[test]
    fn explanations_are_kept_and_never_public() {
        let choice = json!({ "options": options(&[json!(0), json!(5)]) });
        let definition = definition("at_once", &choice);
        let stored = serde_json::to_string(&definition).expect("JSON");
        assert_eq!(serde_json::from_str::<Definition>(&stored).expect("a definition"), definition);
        let language = definition.language;
        let public = crate::QuestionInput::public(&definition.questions[0], language, language);
        assert_eq!(public.explanation, None);
        let shown = crate::QuestionInput::shown(&definition.questions[0], definition.score_table);
        assert_eq!(shown.explanation, Some("Because.".into()));
    }
}
