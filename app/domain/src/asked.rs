//! Everything a quiz has ever asked: the questions and options of all its versions, each once.

use crate::{Definition, KindName, Language, OptionId, QuestionId};

/// A question in the words of the newest version that asks it; a row of a matrix is one of its own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Asked {
    pub id: QuestionId,
    pub text: String,
    /// False when only earlier versions asked it.
    pub is_current: bool,
    /// Those to choose from: of the newest version in their order, then those that only earlier versions had.
    pub options: Vec<AskedOption>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AskedOption {
    pub id: OptionId,
    pub label: String,
    pub is_current: bool,
}

/// The questions of all versions (oldest first): those of the newest in their order, then those of earlier ones.
pub fn everything_asked(versions: &[(u32, Definition)], language: Language) -> Vec<Asked> {
    let mut questions: Vec<Asked> = Vec::new();
    for (age, (_, definition)) in versions.iter().rev().enumerate() {
        let is_current = age == 0;
        for item in definition.items() {
            let known = questions.iter().position(|asked| asked.id == item.id).unwrap_or_else(|| {
                let text = item.text(language, definition.language);
                questions.push(Asked { id: item.id.clone(), text, is_current, options: Vec::new() });
                questions.len() - 1
            });
            if !item.is_choice() && item.kind() != KindName::Multiple {
                continue;
            }
            let options = &mut questions[known].options;
            for option in item.question.options(language, definition.language) {
                if !options.iter().any(|known| known.id == option.id) {
                    options.push(AskedOption { id: option.id, label: option.label, is_current });
                }
            }
        }
    }
    questions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, OwnOption, Question, Text, built_in_options};

    fn own(id: &str, text: &str, options: &[(usize, &str)]) -> Question {
        let options = options
            .iter()
            .map(|(index, label)| OwnOption::new(built_in_options(Indicator::Fhn6)[*index].clone(), Text::from(*label)))
            .collect();
        Question::choice(QuestionId::parse(id).expect("valid"), true, Text::from(text), options)
    }

    fn version(questions: Vec<Question>) -> Definition {
        Definition { questions, ..Definition::built_in() }
    }

    #[test]
    fn the_newest_words_and_order_come_first_and_nothing_is_lost() {
        let versions = [
            (1, version(vec![own("gone", "Gone?", &[(0, "A")]), own("pet", "Pet?", &[(1, "Cat"), (2, "Dog")])])),
            (2, version(vec![own("car", "Car?", &[(4, "Yes")]), own("pet", "A pet?", &[(3, "Fish"), (1, "A cat")])])),
        ];
        let asked = everything_asked(&versions, Language::EN);
        let texts: Vec<(&str, bool)> = asked.iter().map(|asked| (asked.text.as_str(), asked.is_current)).collect();
        assert_eq!(texts, [("Car?", true), ("A pet?", true), ("Gone?", false)]);
        let options: Vec<(&str, bool)> =
            asked[1].options.iter().map(|option| (option.label.as_str(), option.is_current)).collect();
        assert_eq!(options, [("Fish", true), ("A cat", true), ("Dog", false)]);
    }
}
