//! A picture as a definition refers to it.

use serde::{Deserialize, Serialize};

use super::Size;
use crate::{ImageId, Language, Text};

/// A picture in its place in a quiz.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Of a picture that the quiz has.
    pub id: ImageId,
    /// What the picture says, for respondents who do not see it: 1 to 500 characters. Required unless it is decorative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<Text>,
    /// The picture says nothing that the words beside it do not say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub decorative: bool,
    /// In pixels; written by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4096))]
    pub width: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4096))]
    pub height: Option<u16>,
}

/// Boxed, because most questions and options have no picture.
pub type PictureBox = Box<Picture>;

impl Picture {
    /// Empty for a decorative picture.
    pub fn alt(&self, language: Language, default: Language) -> &str {
        let alt = self.alt.as_ref().filter(|_| !self.decorative);
        alt.map_or("", |alt| alt.in_language(language, default))
    }

    /// `None` until the server has read the picture.
    pub fn size(&self) -> Option<Size> {
        Some(Size { width: self.width?, height: self.height? })
    }

    /// A copy with its text in one language.
    pub fn public(&self, language: Language, default: Language) -> Self {
        let words = |text: &Text| Text::Same(text.in_language(language, default).to_owned());
        Self { alt: self.alt.as_ref().map(words), ..self.clone() }
    }
}
