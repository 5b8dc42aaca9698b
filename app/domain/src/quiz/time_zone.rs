//! The time zone in which a quiz counts days.

use serde::{Deserialize, Serialize};

use crate::IdError;

/// A name in the IANA time zone database, such as `Europe/Madrid`. Only its form is checked here. The server knows
/// which names exist, so the database stays out of the browser bundle.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeZoneName(String);

impl TimeZoneName {
    const LONGEST: usize = 64;
    const UTC: &str = "UTC";

    pub fn parse(text: &str) -> Result<Self, IdError> {
        let is_name = (1..=Self::LONGEST).contains(&text.len())
            && text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_-+".contains(&byte));
        if is_name { Ok(Self(text.to_owned())) } else { Err(IdError::TimeZone) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_utc(&self) -> bool {
        self.0 == Self::UTC
    }
}

impl Default for TimeZoneName {
    fn default() -> Self {
        Self(Self::UTC.to_owned())
    }
}

impl TryFrom<String> for TimeZoneName {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl From<TimeZoneName> for String {
    fn from(name: TimeZoneName) -> String {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_database_have_one_form() {
        for name in ["UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires", "Etc/GMT+8", "America/Port-au-Prince"] {
            assert_eq!(TimeZoneName::parse(name).map(String::from).as_deref(), Ok(name));
        }
        for wrong in
            ["", "/etc/passwd", "../UTC", "Europe/Madrid ", "+02:00", "Mitteleuropäische Zeit", &"a".repeat(65)]
        {
            assert_eq!(TimeZoneName::parse(wrong), Err(IdError::TimeZone), "{wrong}");
        }
        assert!(TimeZoneName::default().is_utc());
    }
}
