//! Links from an administrator to respondents.

use serde::{Deserialize, Serialize};

use crate::{Email, IdError, Language, Text};

/// A web, phone or email link, either for all languages or by language.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct Link(Text);

const LONGEST: usize = 1000;

impl Link {
    /// Accepts complete `https`, `tel` and `mailto` URLs of at most 1,000 bytes.
    pub fn parse(text: Text) -> Result<Self, IdError> {
        Self::checked(text, |url| is_web(url) || is_phone(url) || is_mail(url), IdError::Link)
    }

    /// Accepts complete `https` URLs of at most 1,000 bytes.
    pub fn parse_web(text: Text) -> Result<Self, IdError> {
        Self::checked(text, is_web, IdError::WebLink)
    }

    fn checked(text: Text, is_valid: impl Fn(&str) -> bool, error: IdError) -> Result<Self, IdError> {
        let is_there = text.wordings().next().is_some();
        let is_valid = text.wordings().all(|url| url.len() <= LONGEST && is_valid(url));
        if is_there && is_valid { Ok(Self(text)) } else { Err(error) }
    }

    pub fn in_language(&self, language: Language, default: Language) -> &str {
        self.0.in_language(language, default)
    }

    pub fn text(&self) -> &Text {
        &self.0
    }
}

impl TryFrom<Text> for Link {
    type Error = IdError;

    fn try_from(text: Text) -> Result<Self, IdError> {
        Self::parse(text)
    }
}

impl From<Link> for Text {
    fn from(link: Link) -> Self {
        link.0
    }
}

/// Rejects user info before the host, which could disguise one site as another.
fn is_web(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("https://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte));
    is_host && rest.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"\"<>\\^`{|}".contains(c))
}

/// Such as `tel:+1-555-0100` or `tel:112`.
fn is_phone(url: &str) -> bool {
    let Some(number) = url.strip_prefix("tel:") else { return false };
    let digits = number.strip_prefix('+').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit() || b"-.()".contains(&byte))
        && digits.bytes().filter(u8::is_ascii_digit).count() >= 3
}

fn is_mail(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("mailto:") else { return false };
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
    Email::parse(address).is_ok() && rest.trim() == rest && query.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_web_phone_and_email_links_are_taken() {
        for good in [
            "https://help.example",
            "https://help.example:8443/a?b=c&d=%20#e",
            "https://help.example/ayuda/información",
            "tel:+1-555-0100",
            "tel:112",
            "mailto:ana@example.org",
            "mailto:ana@example.org?subject=My%20answers",
        ] {
            assert!(Link::parse(good.into()).is_ok(), "{good}");
            assert_eq!(Link::parse_web(good.into()).is_ok(), good.starts_with("https:"), "{good}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "help.example",
            "http://help.example",
            "HTTPS://help.example",
            "https://",
            "https:///path",
            "https://bank.example@evil.example",
            "https://help.example/a b",
            "https://help.example/\"onclick",
            "https://help.example\n",
            "javascript:alert(1)",
            "data:text/html,x",
            "//help.example",
            "tel:",
            "tel:+",
            "tel:12",
            "tel:call us",
            "mailto:",
            "mailto:ana",
            "mailto: ana@example.org",
            "mailto:ana@example.org?subject=a b",
        ] {
            assert!(Link::parse(bad.into()).is_err(), "{bad:?}");
        }
        let long = format!("https://help.example/{}", "x".repeat(LONGEST));
        assert!(Link::parse(long.as_str().into()).is_err());
        assert!(Link::parse(Text::ByLanguage([].into())).is_err(), "no wording at all");
    }

    #[test]
    fn one_wrong_wording_refuses_the_link() {
        let text = Text::ByLanguage(
            [(Language::EN, "https://help.example".to_owned()), (Language::ES, "ayuda.example".to_owned())].into(),
        );
        assert!(Link::parse(text).is_err());
    }
}
