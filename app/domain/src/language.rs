//! The languages in which the built-in words exist.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A language of the respondent's pages.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Es,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::En, Self::Es];

    /// The language of a tag such as `es` or `es-MX`; `None` for one that does not exist here.
    pub fn parse(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.as_str().eq_ignore_ascii_case(primary))
    }

    /// The first known language of an `Accept-Language` header, in the order of its weights.
    pub fn preferred(accept_language: &str) -> Option<Self> {
        let mut choices: Vec<(f32, Self)> = accept_language
            .split(',')
            .filter_map(|item| {
                let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
                Some((weight.trim().parse().ok()?, Self::parse(tag.trim())?))
            })
            .filter(|(weight, _)| *weight > 0.0)
            .collect();
        // Stable: of equal weights the one named first stays first.
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        choices.first().map(|(_, language)| *language)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }

    /// The language's own name for itself.
    pub fn endonym(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Es => "Español",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_known_language_wins() {
        assert_eq!(Language::preferred("fr, es-MX;q=0.8, en;q=0.9"), Some(Language::En));
        assert_eq!(Language::preferred("es, en"), Some(Language::Es));
        assert_eq!(Language::preferred("en;q=0, es;q=0.1"), Some(Language::Es));
        assert_eq!(Language::preferred("fr, *;q=0.5"), None);
    }
}
