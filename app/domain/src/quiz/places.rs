//! Limits to the number of respondents: of the quiz, and of options.

use serde::{Deserialize, Serialize};

use crate::{
    AnswersRecord, Definition, FieldCode, Language, OptionId, Path, QuestionId, Tally, Text, values::validation::Errors,
};

const MOST: u32 = 1_000_000;
const TEXT: usize = 2000;

/// How many respondents there is room for, and what those read who come too late.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// At most so many respondents may submit; absent where options alone are limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1_000_000))]
    pub most: Option<u32>,
    /// In place of the pages' own words
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// Something that a limited number of respondents may take.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Limit {
    pub of: LimitedTo,
    pub most: u32,
}

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum LimitedTo {
    /// A place in the quiz.
    Quiz,
    Option(QuestionId, OptionId),
}

impl LimitedTo {
    /// True for a tally that counts the places taken.
    pub fn is_counted_by(&self, tally: &Tally) -> bool {
        match (self, tally) {
            (Self::Quiz, Tally::Completed(_)) => true,
            (Self::Option(question, option), Tally::Answer(of, chosen) | Tally::Chosen(of, chosen)) => {
                question == of && option == chosen
            }
            _ => false,
        }
    }
}

impl Definition {
    /// The number of respondents who may submit.
    pub fn most_submissions(&self) -> Option<u32> {
        self.places.as_ref().and_then(|places| places.most)
    }

    /// True if an option has a limit.
    pub fn limits_options(&self) -> bool {
        self.questions.iter().flat_map(|question| question.kind().options()).any(|option| option.places.is_some())
    }

    /// All limits, of the quiz first.
    pub fn limits(&self) -> impl Iterator<Item = Limit> {
        let of_quiz = self.most_submissions().map(|most| Limit { of: LimitedTo::Quiz, most });
        let of_options = self.questions.iter().flat_map(|question| {
            let limited = question.kind().options().iter().filter_map(|option| Some((option, option.places?)));
            limited.map(|(option, most)| Limit { of: LimitedTo::Option(question.id.clone(), option.id.clone()), most })
        });
        of_quiz.into_iter().chain(of_options)
    }

    /// The limits that a submitted record falls under.
    pub fn limits_of(&self, record: &AnswersRecord) -> Vec<Limit> {
        let is_chosen = |limit: &Limit| match &limit.of {
            LimitedTo::Quiz => true,
            LimitedTo::Option(question, option) => {
                record.answers.get(question).is_some_and(|answer| answer.chooses(option))
            }
        };
        self.limits().filter(is_chosen).collect()
    }

    /// The owner's words for respondents who come too late.
    pub fn words_without_places(&self, language: Language) -> Option<&str> {
        let text = self.places.as_ref()?.text.as_ref()?;
        Some(text.in_language(language, self.language))
    }
}

pub(super) fn check(places: &Places, has_limited_options: bool, errors: &mut Errors) {
    let path = Path::from("places");
    check_most(path.field("most"), places.most, errors);
    if places.most.is_none() && !has_limited_options {
        errors.add(path.field("most"), FieldCode::Required);
    }
    if let Some(text) = &places.text {
        errors.check_wordings(path.field("text"), Some(text.clone()), TEXT);
    }
}

pub(super) fn check_most(path: Path, most: Option<u32>, errors: &mut Errors) {
    if most.is_some_and(|most| !(1..=MOST).contains(&most)) {
        errors.add(path, FieldCode::OutOfRange { min: 1, max: MOST.into() });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::quiz::quiz_input::checked;

    fn check_quiz(places: serde_json::Value, options: serde_json::Value) -> Result<Definition, Vec<String>> {
        let questions = json!([{ "id": "slot", "text": "When?", "options": options }]);
        checked(&json!({ "name": "Q", "places": places, "questions": questions }))
    }

    #[test]
    fn limits_are_those_of_the_quiz_and_of_what_was_chosen() {
        let options =
            json!([{ "label": "Early", "places": 2 }, { "label": "Late" }, { "label": "Later", "places": 9 }]);
        let definition = check_quiz(json!({ "most": 10, "text": "Full" }), options).expect("a quiz");
        let ids = definition.questions[0].option_ids();
        let of = |option: &OptionId| LimitedTo::Option(definition.questions[0].id.clone(), option.clone());
        assert_eq!(
            definition.limits().map(|limit| (limit.of, limit.most)).collect::<Vec<_>>(),
            [(LimitedTo::Quiz, 10), (of(&ids[0]), 2), (of(&ids[2]), 9)]
        );
        assert_eq!(definition.words_without_places(Language::ES), Some("Full"));
        let question = definition.questions[0].id.clone();
        assert!(of(&ids[0]).is_counted_by(&Tally::Answer(question.clone(), ids[0].clone())));
        assert!(of(&ids[0]).is_counted_by(&Tally::Chosen(question.clone(), ids[0].clone())));
        assert!(!of(&ids[0]).is_counted_by(&Tally::Answer(question, ids[1].clone())));
    }

    #[test]
    fn a_limit_is_a_number_of_people() {
        let plain = || json!([{ "label": "A" }, { "label": "B" }]);
        let limited = |places: i64| json!([{ "label": "A", "places": places }, { "label": "B" }]);
        for (places, options, errors) in [
            (json!({ "text": "Full" }), plain(), vec!["places.most required"]),
            (json!({ "most": 0 }), plain(), vec!["places.most out_of_range"]),
            (json!({ "most": 1_000_001 }), plain(), vec!["places.most out_of_range"]),
            (json!(null), limited(0), vec!["questions[0].options[0].places out_of_range"]),
        ] {
            assert_eq!(check_quiz(places, options).err().unwrap_or_default(), errors);
        }
        assert!(check_quiz(json!({ "text": "Full" }), limited(3)).is_ok());
    }
}
