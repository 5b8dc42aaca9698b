//! Identifiers that are valid by construction: parsed once at the boundary and trusted from then on.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::base62::{base62, is_base62};

/// A text without the form of the value it should represent.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum IdError {
    #[error("a namespace id is 2 to 63 lower-case letters, digits and hyphens, and does not begin with a hyphen")]
    Namespace,
    #[error("a quiz id is 16 letters and digits")]
    Quiz,
    #[error("a question id is a lower-case letter and up to 31 lower-case letters, digits and underscores")]
    Question,
    #[error("an id is a lower-case letter and up to 31 lower-case letters, digits and underscores")]
    Name,
    #[error("an option id is a UUID in lower case")]
    Option,
    #[error("anon_id was not issued by this service")]
    Anonymous,
    #[error("sessionId must be 5 to 128 characters, without control characters, slashes or white space at the ends")]
    Session,
    #[error("an invited user id is a UUID of version 4 in lower case")]
    Invited,
    #[error("must be a language tag such as en or pt-BR")]
    Language,
    #[error("a colour is written #RGB or #RRGGBB")]
    Colour,
    #[error("must be an e-mail address such as ana@example.com")]
    Email,
    #[error("must be a link that begins with https://, tel: or mailto:")]
    Link,
    #[error("must be a link that begins with https://")]
    WebLink,
    #[error("a picture's id is 22 letters and digits")]
    Image,
    #[error("must be the name of a time zone such as Europe/Madrid")]
    TimeZone,
    #[error("must be whole days, weeks or months, up to ten years, such as P14D, P2W or P1M")]
    Period,
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident, $is_valid:expr, $error:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
        #[serde(try_from = "String")]
        pub struct $name(Cow<'static, str>);

        impl $name {
            const IS_VALID: fn(&str) -> bool = $is_valid;

            pub fn parse(text: &str) -> Result<Self, IdError> {
                if (Self::IS_VALID)(text) { Ok(Self(Cow::Owned(text.to_owned()))) } else { Err(IdError::$error) }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                if (Self::IS_VALID)(&text) { Ok(Self(Cow::Owned(text))) } else { Err(IdError::$error) }
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id!(
    /// A namespace, named by the operator: `[a-z0-9][a-z0-9-]{1,62}`.
    NamespaceId,
    |text| (2..=63).contains(&text.len())
        && !text.starts_with('-')
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
    Namespace
);

text_id!(
    /// A quiz: 16 base 62 characters. It contains no hyphen, so `<quiz id>-<user id>` splits unambiguously.
    QuizId,
    |text| text.len() == 16 && is_base62(text),
    Quiz
);

text_id!(
    /// A question within its quiz: `[a-z][a-z0-9_]{0,31}`.
    QuestionId,
    is_name,
    Question
);

text_id!(
    /// A category, band or card of a quiz's own scoring, in the form of a question id.
    Name,
    is_name,
    Name
);

text_id!(
    /// An option of a question: a UUID in lower case.
    OptionId,
    is_uuid,
    Option
);

text_id!(
    /// A picture of a quiz: 22 base 62 digits of the digest of its contents. The same picture has the same id in every
    /// quiz.
    ImageId,
    |text| text.len() == 22 && is_base62(text),
    Image
);

text_id!(
    /// An anonymous respondent: `anon_`, 22 random base 62 characters and an 11-character seal.
    ///
    /// Only the form is checked here; the server verifies that it issued the id.
    AnonId,
    |text| text.strip_prefix("anon_").is_some_and(|rest| rest.len() == 33 && is_base62(rest)),
    Anonymous
);

text_id!(
    /// A user of another application, named by that application.
    SessionId,
    |text| (5..=128).contains(&text.chars().count())
        && !text.contains(|c: char| c.is_control() || c == '/')
        && text.trim() == text,
    Session
);

text_id!(
    /// A respondent invited by an administrator: a UUID of version 4 in lower case.
    InvitedId,
    |text| is_uuid(text) && text.as_bytes()[14] == b'4',
    Invited
);

/// Ids that are part of the program and are parsed by tests. Their copies need no memory.
macro_rules! built_in {
    ($($name:ident)+) => {$(
        impl $name {
            pub(crate) const fn built_in(text: &'static str) -> Self {
                Self(Cow::Borrowed(text))
            }
        }
    )+};
}

built_in!(QuestionId Name OptionId);

fn is_name(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

impl QuizId {
    /// A quiz id of 95 random bits.
    pub fn from_random(random: u128) -> Self {
        Self(Cow::Owned(base62(random, 16)))
    }
}

impl ImageId {
    /// The id of a picture with this SHA-256 digest.
    pub fn of_digest(digest: &[u8; 32]) -> Self {
        let (bits, _) = digest.split_first_chunk().unwrap_or((&[0; 16], &[]));
        Self(Cow::Owned(base62(u128::from_be_bytes(*bits), 22)))
    }
}

impl AnonId {
    const RANDOM: usize = 22;
    const SEAL: usize = 11;

    /// An id made of 128 random bits and the seal computed over [`AnonId::sealed_part`] of the same bits.
    pub fn new(random: u128, seal: impl FnOnce(&str) -> u64) -> Self {
        let open = format!("anon_{}", base62(random, Self::RANDOM));
        let seal = base62(u128::from(seal(&open)), Self::SEAL);
        Self(Cow::Owned(open + &seal))
    }

    /// Compares the seal with the one computed over the rest of the id.
    pub fn is_sealed_by(&self, seal: impl FnOnce(&str) -> u64) -> bool {
        let (open, found) = self.0.split_at(self.0.len() - Self::SEAL);
        // Compares every byte, so the time does not reveal the length of a correct prefix.
        let expected = base62(u128::from(seal(open)), Self::SEAL);
        let difference = found.bytes().zip(expected.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        difference == 0
    }
}

impl OptionId {
    /// A UUID of version 4 made of random bits.
    pub fn from_random(random: u128) -> Self {
        let bits = random & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
        let hex = format!("{bits:032x}");
        Self(Cow::Owned([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")))
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(position, byte)| match position {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_namespace_id_keeps_to_its_alphabet_and_length() {
        for good in ["ab", "demo", "0-", "a-b-c", &"x".repeat(63)] {
            assert!(NamespaceId::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "a", "-a", "Demo", "a b", "a_b", "ä1", &"x".repeat(64)] {
            assert!(NamespaceId::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_session_id_counts_characters_not_bytes() {
        assert!(SessionId::parse("ñandú").is_ok());
        assert!(SessionId::parse(&"é".repeat(128)).is_ok());
        for bad in ["abcd", "", " abcde", "abcde\t", "ab/cde", "ab\u{0}cde", &"x".repeat(129)] {
            assert!(SessionId::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn an_invited_id_is_version_4_only() {
        assert!(InvitedId::parse("4f1a2b3c-0000-4000-8000-00000000abcd").is_ok());
        assert!(InvitedId::parse("4f1a2b3c-0000-7000-8000-00000000abcd").is_err());
        assert!(InvitedId::parse("4F1A2B3C-0000-4000-8000-00000000ABCD").is_err());
    }

    proptest! {
        #[test]
        fn made_ids_parse_again(random: u128, seal: u64) {
            let quiz = QuizId::from_random(random);
            prop_assert_eq!(QuizId::parse(quiz.as_str()), Ok(quiz));
            let option = OptionId::from_random(random);
            prop_assert_eq!(OptionId::parse(option.as_str()), Ok(option));
            let anon = AnonId::new(random, |_| seal);
            prop_assert_eq!(AnonId::parse(anon.as_str()), Ok(anon.clone()));
            prop_assert!(anon.is_sealed_by(|_| seal));
            prop_assert!(!anon.is_sealed_by(|_| seal ^ 1));
        }

        #[test]
        fn no_text_breaks_a_parser(text: String) {
            for parsed in [
                NamespaceId::parse(&text).map(String::from),
                QuizId::parse(&text).map(String::from),
                QuestionId::parse(&text).map(String::from),
                OptionId::parse(&text).map(String::from),
                ImageId::parse(&text).map(String::from),
                AnonId::parse(&text).map(String::from),
                SessionId::parse(&text).map(String::from),
                InvitedId::parse(&text).map(String::from),
            ].into_iter().flatten() {
                prop_assert_eq!(&parsed, &text);
            }
        }
    }
}
