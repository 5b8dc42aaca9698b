//! The email address that an administrator signs in with.

use std::fmt;

use crate::IdError;

/// An email address in lower case, so that an administrator has one account regardless of spelling.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Email(String);

const LONGEST: usize = 254;

impl Email {
    /// Accepts the addresses that mail servers commonly accept, up to 254 bytes. It does not check that the mailbox
    /// exists.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        if Self::is_valid(text) { Ok(Self(text.trim().to_lowercase())) } else { Err(IdError::Email) }
    }

    pub(crate) fn is_valid(text: &str) -> bool {
        let text = text.trim();
        let Some((name, host)) = text.rsplit_once('@') else { return false };
        let is_sign = |c: char| matches!(c, '@' | ',' | ';' | ':' | '<' | '>' | '(' | ')' | '[' | ']' | '"' | '\\');
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !is_sign(c);
        // Avoids a Unicode table in the browser bundle.
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii() && is_plain(c);
        let is_label = |label: &str| {
            !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.chars().all(is_letter)
        };
        let is_whole = !name.is_empty() && name.chars().all(is_plain) && host.split('.').all(is_label);
        is_whole && text.len() <= LONGEST
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_however_it_is_typed() {
        let email = Email::parse(" Ana.Lopez+quiz@Example.COM ").expect("an address");
        assert_eq!(email.as_str(), "ana.lopez+quiz@example.com");
        assert!(Email::parse("root@localhost").is_ok());
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for bad in ["", "ana", "@example.com", "ana@", "a b@example.com", "ana@exa mple.com", "ana@.com", "a\n@b.c"] {
            assert!(Email::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Email::parse(&format!("{}@example.com", "a".repeat(250))).is_err());
    }
}
