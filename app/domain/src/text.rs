//! Texts that an administrator writes, in one language or in several.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Language;

/// A text for respondents: one for all languages, or one by language.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged, expecting = "a text, or texts by language (en, es)")]
pub enum Text {
    Same(String),
    ByLanguage(BTreeMap<Language, String>),
}

impl Text {
    /// The text in `language`, or in the quiz's `default`, or in the first language there is.
    pub fn in_language(&self, language: Language, default: Language) -> &str {
        match self {
            Self::Same(text) => text,
            Self::ByLanguage(texts) => texts
                .get(&language)
                .or_else(|| texts.get(&default))
                .or_else(|| texts.values().next())
                .map_or("", String::as_str),
        }
    }

    /// Every wording of it.
    pub fn wordings(&self) -> impl Iterator<Item = &str> {
        let (one, many) = match self {
            Self::Same(text) => (Some(text.as_str()), None),
            Self::ByLanguage(texts) => (None, Some(texts.values().map(String::as_str))),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    /// The text with each wording replaced.
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Same(text) => Self::Same(change(text)),
            Self::ByLanguage(texts) => {
                Self::ByLanguage(texts.iter().map(|(language, text)| (*language, change(text))).collect())
            }
        }
    }

    /// True if there is a text for `language`.
    pub fn speaks(&self, language: Language) -> bool {
        match self {
            Self::Same(_) => true,
            Self::ByLanguage(texts) => texts.contains_key(&language),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Same(text.to_owned())
    }
}
