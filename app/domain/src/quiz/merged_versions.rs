//! Everything a quiz has ever asked: the questions and options of all its versions, without duplicates.

use std::collections::{HashMap, HashSet};

use crate::{Definition, KindName, Language, Missing, OptionId, QuestionId};

/// A question in the words of the newest version that asks it. Each row of a matrix is one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MergedQuestion {
    pub id: QuestionId,
    /// The question that it is part of, or itself.
    pub question: QuestionId,
    pub text: String,
    pub kind: KindName,
    /// False if only earlier versions asked it.
    pub is_current: bool,
    /// The options to choose or rank: those of the newest version in their order, then those of earlier versions only.
    pub options: Vec<MergedOption>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MergedOption {
    pub id: OptionId,
    pub label: String,
    pub is_current: bool,
    pub missing: Option<Missing>,
}

/// Merges versions, given newest first: the questions of the newest in their order, then those of earlier ones. Also
/// returns `false` if options were left out because there are more than `most_options`.
pub fn merge_versions(
    versions: &[(u32, Definition)],
    language: Language,
    most_options: usize,
) -> (Vec<MergedQuestion>, bool) {
    let mut questions: Vec<MergedQuestion> = Vec::new();
    let mut places: HashMap<QuestionId, usize> = HashMap::new();
    let mut known: HashSet<(usize, OptionId)> = HashSet::new();
    let mut has_room = true;
    for (age, (_, definition)) in versions.iter().enumerate() {
        let is_current = age == 0;
        for item in definition.items() {
            let place = *places.entry(item.id.clone()).or_insert_with(|| {
                let text = item.text(language, definition.language);
                questions.push(MergedQuestion {
                    id: item.id.clone(),
                    question: item.question.id.clone(),
                    text,
                    kind: item.kind.name(),
                    is_current,
                    options: Vec::new(),
                });
                questions.len() - 1
            });
            if !matches!(item.kind.name(), KindName::Choice | KindName::Multiple | KindName::Ranking) {
                continue;
            }
            let options = item.question.options(language, definition.language);
            for (option, written) in options.into_iter().zip(item.question.kind().options()) {
                if known.contains(&(place, option.id.clone())) {
                    continue;
                }
                if known.len() >= most_options {
                    has_room = false;
                    break;
                }
                known.insert((place, option.id.clone()));
                questions[place].options.push(MergedOption {
                    id: option.id,
                    label: option.label,
                    is_current,
                    missing: written.missing,
                });
            }
        }
    }
    (questions, has_room)
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
            (2, version(vec![own("car", "Car?", &[(4, "Yes")]), own("pet", "A pet?", &[(3, "Fish"), (1, "A cat")])])),
            (1, version(vec![own("gone", "Gone?", &[(0, "A")]), own("pet", "Pet?", &[(1, "Cat"), (2, "Dog")])])),
        ];
        let (asked, is_all) = merge_versions(&versions, Language::EN, 5);
        assert!(is_all);
        let texts: Vec<(&str, bool)> = asked.iter().map(|asked| (asked.text.as_str(), asked.is_current)).collect();
        assert_eq!(texts, [("Car?", true), ("A pet?", true), ("Gone?", false)]);
        let options: Vec<(&str, bool)> =
            asked[1].options.iter().map(|option| (option.label.as_str(), option.is_current)).collect();
        assert_eq!(options, [("Fish", true), ("A cat", true), ("Dog", false)]);
        let (asked, is_all) = merge_versions(&versions, Language::EN, 4);
        assert!(!is_all);
        let options: Vec<usize> = asked.iter().map(|asked| asked.options.len()).collect();
        assert_eq!(options, [1, 2, 1], "the last option of the oldest version is left out");
    }
}
