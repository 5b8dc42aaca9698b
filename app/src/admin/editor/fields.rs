//! The editor's fields as typed, valid or not.

use domain::{ContentLanguage, Indicator, Language, OwnOption, Question, QuestionBody, QuestionId, Quiz, Text};
use serde::{Deserialize, Serialize};

use super::AboutFields;

/// A quiz as the editor's form holds it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct EditorFields {
    pub name: Wording,
    pub description: Wording,
    /// The quiz's own language.
    pub language: Language,
    pub colour: String,
    /// Days.
    pub retry_after: String,
    /// Shown for open quizzes only.
    #[serde(default)]
    pub may_erase: bool,
    /// One per line.
    pub origins: String,
    pub about: AboutFields,
    pub questions: Vec<QuestionFields>,
}

/// A question. Built-in ones have no texts of their own.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct QuestionFields {
    pub id: String,
    /// The id that the question is saved under. Empty before the first save, and in drafts of earlier releases.
    #[serde(default)]
    pub was: String,
    pub required: bool,
    pub text: Wording,
    pub help: Wording,
    pub options: Vec<OptionFields>,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct OptionFields {
    /// Empty before the first save.
    pub id: String,
    pub label: Wording,
}

/// A text in both languages, side by side.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Wording {
    pub en: String,
    pub es: String,
    /// The quiz stores a single text for all languages.
    pub is_same: bool,
}

impl EditorFields {
    pub fn of(quiz: &Quiz) -> Self {
        let (settings, definition) = (&quiz.settings, &quiz.definition);
        let language = definition.language;
        Self {
            name: Wording::of(Some(&settings.name), language),
            description: Wording::of(settings.description.as_ref(), language),
            language,
            colour: settings.primary_colour.clone().map(String::from).unwrap_or_default(),
            retry_after: settings.retry_after.map(|days| days.get().to_string()).unwrap_or_default(),
            may_erase: settings.respondents_may_erase,
            origins: settings.allowed_origins.join("\n"),
            about: AboutFields::of(&settings.about, language),
            questions: definition.questions.iter().map(|question| QuestionFields::of(question, language)).collect(),
        }
    }
}

impl QuestionFields {
    fn of(question: &Question, language: Language) -> Self {
        let (id, required) = (question.id.to_string(), question.required);
        let was = id.clone();
        match &question.body {
            QuestionBody::BuiltIn(_) => Self { id, was, required, ..Self::default() },
            QuestionBody::Own(own) => Self {
                id,
                was,
                required,
                text: Wording::of(Some(&own.text), language),
                help: Wording::of(own.help.as_ref(), language),
                options: own.kind.options().iter().map(|option| OptionFields::of(option, language)).collect(),
            },
        }
    }

    /// The indicator of a built-in question. `None` for a question with texts of its own.
    pub fn indicator(&self) -> Option<Indicator> {
        let id = QuestionId::parse(&self.id).ok().filter(|_| self.text.is_empty() && self.options.is_empty())?;
        Indicator::of_question(&id)
    }
}

impl OptionFields {
    fn of(option: &OwnOption, language: Language) -> Self {
        Self { id: option.id.to_string(), label: Wording::of(Some(&option.label), language) }
    }
}

impl Wording {
    /// A text for all languages goes into the field of `language`. Lines end as browsers return them from a form, once
    /// [`Posted`](super::Posted) has read it.
    pub fn of(text: Option<&Text>, language: Language) -> Self {
        let mut wording = Self::default();
        let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        match text {
            Some(Text::Same(text)) => {
                wording.is_same = true;
                *wording.in_language_mut(language) = lines(text);
            }
            Some(Text::ByLanguage(texts)) => {
                for (language, text) in texts {
                    *wording.in_language_mut(*language) = lines(text);
                }
            }
            None => {}
        }
        wording
    }

    /// `None` if all languages are empty.
    pub fn text(&self) -> Option<Text> {
        let mut worded = Language::OF_CONTENT.into_iter().filter(|language| !self.lacks(*language));
        match (worded.next(), worded.next()) {
            (None, _) => None,
            (Some(only), None) if self.is_same => Some(Text::Same(self.in_language(only).to_owned())),
            _ => Some(self.by_language()),
        }
    }

    /// The text after saving: the stored one as long as the wording is as it was shown.
    pub(super) fn over(&self, stored: Option<&Text>, language: Language) -> Option<Text> {
        if *self == Self::of(stored, language) { stored.cloned() } else { self.text() }
    }

    /// Leaves out empty languages.
    pub(super) fn by_language(&self) -> Text {
        let worded = Language::OF_CONTENT.into_iter().filter(|language| !self.lacks(*language));
        Text::ByLanguage(worded.map(|language| (language, self.in_language(language).to_owned())).collect())
    }

    pub fn in_language(&self, language: Language) -> &str {
        match language.of_content() {
            ContentLanguage::En => &self.en,
            ContentLanguage::Es => &self.es,
        }
    }

    pub(super) fn in_language_mut(&mut self, language: Language) -> &mut String {
        match language.of_content() {
            ContentLanguage::En => &mut self.en,
            ContentLanguage::Es => &mut self.es,
        }
    }

    pub fn is_empty(&self) -> bool {
        Language::OF_CONTENT.into_iter().all(|language| self.lacks(language))
    }

    pub fn lacks(&self, language: Language) -> bool {
        self.in_language(language).trim().is_empty()
    }
}
