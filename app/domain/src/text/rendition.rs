//! Texts written by an administrator, in one or several languages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Language;

/// One text for all languages, or one by language, such as `en` or `pt-BR`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LocalizedText))]
#[serde(untagged, expecting = "a text, or texts by language (en, pt-BR)")]
pub enum Text {
    Same(String),
    ByLanguage(BTreeMap<Language, String>),
}

/// A text as its reader gets it, serialized as the text alone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rendition {
    pub text: String,
    /// Its language, if it differs from the language of the page around it.
    pub foreign: Option<Language>,
}

impl From<&str> for Rendition {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), foreign: None }
    }
}

impl Serialize for Rendition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl Text {
    /// As [`Text::in_language`], with the text's language. A text for all languages is in the default one.
    pub fn rendition(&self, language: Language, default: Language) -> Rendition {
        let found = match self {
            Self::Same(_) => Some(default),
            Self::ByLanguage(texts) => {
                let available: Vec<Language> = texts.keys().copied().collect();
                Language::lookup(&[language, default], &available).or(available.first().copied())
            }
        };
        let foreign = found.and_then(|found| found.foreign_to(language));
        Rendition { text: self.in_language(language, default).to_owned(), foreign }
    }

    /// The text in `language` or one that it is a variety of, else in the quiz's `default`, else in the first available
    /// language.
    pub fn in_language(&self, language: Language, default: Language) -> &str {
        match self {
            Self::Same(text) => text,
            Self::ByLanguage(texts) => texts
                .get(&language)
                .or_else(|| {
                    let available: Vec<Language> = texts.keys().copied().collect();
                    texts.get(&Language::lookup(&[language, default], &available)?)
                })
                .or_else(|| texts.values().next())
                .map_or("", String::as_str),
        }
    }

    pub fn wordings(&self) -> impl Iterator<Item = &str> {
        let (one, many) = match self {
            Self::Same(text) => (Some(text.as_str()), None),
            Self::ByLanguage(texts) => (None, Some(texts.values().map(String::as_str))),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Same(text) => Self::Same(change(text)),
            Self::ByLanguage(texts) => {
                Self::ByLanguage(texts.iter().map(|(language, text)| (*language, change(text))).collect())
            }
        }
    }

    /// True if there is a text for `language` or for one that it is a variety of.
    pub fn speaks(&self, language: Language) -> bool {
        match self {
            Self::Same(_) => true,
            Self::ByLanguage(texts) => {
                Language::lookup(&[language], &texts.keys().copied().collect::<Vec<_>>()).is_some()
            }
        }
    }

    /// The languages it is written in; empty for a text for all languages.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        let texts = if let Self::ByLanguage(texts) = self { Some(texts.keys().copied()) } else { None };
        texts.into_iter().flatten()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Same(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(tag: &str) -> Language {
        Language::parse(tag).expect("a tag")
    }

    #[test]
    fn a_variety_reads_the_language_and_others_the_default() {
        let texts = [("de", "Ja"), ("es", "Sí"), ("pt-BR", "Sim")].map(|(tag, text)| (language(tag), text.to_owned()));
        let text = Text::ByLanguage(texts.into());
        for (wanted, default, read) in [
            ("de-AT", "es", "Ja"),
            ("pt-BR", "es", "Sim"),
            ("pt", "es", "Sí"),
            ("fr", "pt-BR", "Sim"),
            ("fr", "es-MX", "Sí"),
            ("fr", "it", "Ja"),
        ] {
            assert_eq!(text.in_language(language(wanted), language(default)), read, "{wanted} of {default}");
        }
        assert!(text.speaks(language("de-AT")) && !text.speaks(language("pt")));
        for (wanted, default, foreign) in [("de-AT", "es", None), ("fr", "es", Some("es")), ("fr", "it", Some("de"))] {
            let found = text.rendition(language(wanted), language(default));
            assert_eq!(found.text, text.in_language(language(wanted), language(default)));
            assert_eq!(found.foreign, foreign.map(language), "{wanted} of {default}");
        }
        let chinese = Text::ByLanguage([(language("zh"), "是".to_owned())].into());
        let found = chinese.rendition(language("zh-Hant"), language("zh"));
        assert_eq!(found.foreign, Some(language("zh")), "the words around it are English");
        let same = Text::from("Yes");
        assert_eq!(same.rendition(Language::ES, Language::EN).foreign, Some(Language::EN));
        assert_eq!(same.rendition(Language::EN, Language::EN), Rendition::from("Yes"));
    }
}
