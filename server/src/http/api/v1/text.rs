//! A text in one language or in several.

use std::collections::BTreeMap;

use domain::{Language, Text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;

/// One text for all languages, or one by language, such as `en` or `pt-BR`.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged, expecting = "a text, or texts by language (en, pt-BR)")]
pub(super) enum LocalizedText {
    Same(String),
    #[schema(value_type = BTreeMap<names::Language, String>)]
    ByLanguage(BTreeMap<Language, String>),
}

impl From<Text> for LocalizedText {
    fn from(text: Text) -> Self {
        match text {
            Text::Same(text) => Self::Same(text),
            Text::ByLanguage(texts) => Self::ByLanguage(texts),
        }
    }
}

impl From<LocalizedText> for Text {
    fn from(text: LocalizedText) -> Self {
        match text {
            LocalizedText::Same(text) => Self::Same(text),
            LocalizedText::ByLanguage(texts) => Self::ByLanguage(texts),
        }
    }
}
