//! The questions of one quiz version. A stored definition never changes.

use serde::{Deserialize, Serialize};

use crate::{
    AnswerRef, FieldCode, FieldError, Indicator, Language, OptionId, Points, QuestionId, SchemeVersion, Text,
    catalogue::built_in_options, content,
};

/// The questions of one version of a quiz, their default language, and the table of points that scores them.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Definition {
    pub language: Language,
    pub scheme: SchemeVersion,
    /// 1 to 200, in the order they are asked, ids unique.
    pub questions: Vec<Question>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Question {
    pub id: QuestionId,
    /// True if the quiz cannot be submitted without an answer to this question.
    pub required: bool,
    #[serde(flatten)]
    pub body: QuestionBody,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionBody {
    /// Asked in the words of this release, scored.
    BuiltIn(Indicator),
    /// Asked in the administrator's words, stored and exported, not scored.
    Own { text: Text, help: Option<Text>, options: Vec<OwnOption> },
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct OwnOption {
    pub id: OptionId,
    pub label: Text,
}

/// An option as a respondent sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuestionOption {
    pub id: OptionId,
    /// 1 for the first option, and so on.
    pub code: usize,
    pub label: String,
}

impl Definition {
    /// The eight built-in questions, all required, in English by default.
    pub fn built_in() -> Self {
        Self {
            language: Language::En,
            scheme: SchemeVersion::LATEST,
            questions: Indicator::ALL.into_iter().map(|i| Question::built_in(i, true)).collect(),
        }
    }

    pub fn question(&self, id: &QuestionId) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == *id)
    }

    /// The option that an answer names.
    pub fn resolve(&self, id: &QuestionId, answer: &AnswerRef) -> Result<OptionId, FieldError> {
        let question =
            self.question(id).ok_or_else(|| FieldError::new("questionId", FieldCode::UnknownQuestion(id.clone())))?;
        let options = question.option_ids();
        let found = match answer {
            AnswerRef::Option(option) => options.iter().find(|known| *known == option),
            AnswerRef::Code(code) => usize::try_from(*code).ok().and_then(|code| options.get(code.checked_sub(1)?)),
        };
        found.cloned().ok_or_else(|| FieldError::new("answer", FieldCode::UnknownOption(id.clone())))
    }

    /// The languages in which all of it can be read, the default one first.
    pub fn languages(&self) -> Vec<Language> {
        let others = Language::ALL
            .into_iter()
            .filter(|language| *language != self.language && self.questions.iter().all(|q| q.speaks(*language)));
        std::iter::once(self.language).chain(others).collect()
    }
}

impl Question {
    pub fn built_in(indicator: Indicator, required: bool) -> Self {
        Self { id: indicator.question_id(), required, body: QuestionBody::BuiltIn(indicator) }
    }

    pub fn indicator(&self) -> Option<Indicator> {
        match self.body {
            QuestionBody::BuiltIn(indicator) => Some(indicator),
            QuestionBody::Own { .. } => None,
        }
    }

    /// The question in `language`; an own text falls back to `default`.
    pub fn text(&self, language: Language, default: Language) -> &str {
        match &self.body {
            QuestionBody::BuiltIn(indicator) => content::question(*indicator, language).text,
            QuestionBody::Own { text, .. } => text.in_language(language, default),
        }
    }

    pub fn help(&self, language: Language, default: Language) -> Option<&str> {
        match &self.body {
            QuestionBody::BuiltIn(indicator) => Some(content::question(*indicator, language).help),
            QuestionBody::Own { help, .. } => help.as_ref().map(|help| help.in_language(language, default)),
        }
    }

    pub fn options(&self, language: Language, default: Language) -> Vec<QuestionOption> {
        let labels: Vec<&str> = match &self.body {
            QuestionBody::BuiltIn(indicator) => content::question(*indicator, language).options.to_vec(),
            QuestionBody::Own { options, .. } => {
                options.iter().map(|option| option.label.in_language(language, default)).collect()
            }
        };
        self.option_ids()
            .into_iter()
            .zip(labels)
            .enumerate()
            .map(|(index, (id, label))| QuestionOption { id, code: index + 1, label: label.to_owned() })
            .collect()
    }

    /// The ids of the options in the order of their codes.
    pub fn option_ids(&self) -> Vec<OptionId> {
        match &self.body {
            QuestionBody::BuiltIn(indicator) => built_in_options(*indicator),
            QuestionBody::Own { options, .. } => options.iter().map(|option| option.id.clone()).collect(),
        }
    }

    /// The code of an option: 1 for the first; `None` for an option of another question.
    pub fn code_of(&self, option: &OptionId) -> Option<usize> {
        self.option_ids().iter().position(|id| id == option).map(|index| index + 1)
    }

    /// The points of an option, for the built-in questions.
    pub fn points_of(&self, option: &OptionId, scheme: SchemeVersion) -> Option<Points> {
        scheme.points(self.indicator()?, self.code_of(option)?)
    }

    /// True if every text exists in `language`.
    pub fn speaks(&self, language: Language) -> bool {
        match &self.body {
            QuestionBody::BuiltIn(_) => true,
            QuestionBody::Own { text, options, .. } => {
                text.speaks(language) && options.iter().all(|option| option.label.speaks(language))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_every_language_fit_the_options() {
        for language in Language::ALL {
            for question in Definition::built_in().questions {
                let options = question.options(language, language);
                assert_eq!(options.len(), question.option_ids().len(), "{} in {language}", question.id);
                assert!(options.iter().all(|option| !option.label.is_empty()));
                assert!(!question.text(language, language).is_empty());
            }
        }
    }

    #[test]
    fn an_answer_is_named_by_id_or_by_code() {
        let definition = Definition::built_in();
        let id = Indicator::Fhn5.question_id();
        let options = built_in_options(Indicator::Fhn5);
        assert_eq!(definition.resolve(&id, &AnswerRef::Code(4)), Ok(options[3].clone()));
        assert_eq!(definition.resolve(&id, &AnswerRef::Option(options[3].clone())), Ok(options[3].clone()));
        for wrong in [0, 5, u32::MAX] {
            assert!(definition.resolve(&id, &AnswerRef::Code(wrong)).is_err());
        }
        let elsewhere = built_in_options(Indicator::Fhn1)[0].clone();
        assert!(definition.resolve(&id, &AnswerRef::Option(elsewhere)).is_err());
    }

    #[test]
    fn a_definition_survives_json() {
        let mut definition = Definition::built_in();
        definition.questions.push(Question {
            id: QuestionId::parse("pet").expect("a valid id"),
            required: false,
            body: QuestionBody::Own {
                text: Text::ByLanguage([(Language::En, "A pet?".to_owned())].into()),
                help: None,
                options: vec![OwnOption { id: built_in_options(Indicator::Fhn1)[0].clone(), label: "Cat".into() }],
            },
        });
        let json = serde_json::to_string(&definition).expect("serializes");
        assert_eq!(serde_json::from_str::<Definition>(&json).expect("parses"), definition);
        assert_eq!(definition.languages(), [Language::En]);
    }
}
