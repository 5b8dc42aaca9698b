//! A quiz's own colour.

use serde::{Deserialize, Serialize};

use crate::IdError;

/// An sRGB colour, written `#RGB` or `#RRGGBB`; the original spelling is kept.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour(String);

impl Colour {
    pub fn parse(text: &str) -> Result<Self, IdError> {
        let digits = text.strip_prefix('#').unwrap_or_default();
        if matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdError::Colour)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Red, green and blue, 0 to 255 each.
    pub fn rgb(&self) -> [u8; 3] {
        let digits: Vec<u8> = self.0[1..]
            .chars()
            .filter_map(|digit| digit.to_digit(16))
            .filter_map(|digit| u8::try_from(digit).ok())
            .collect();
        match digits[..] {
            [r, g, b] => [r * 17, g * 17, b * 17],
            [r1, r2, g1, g2, b1, b2] => [r1 * 16 + r2, g1 * 16 + g2, b1 * 16 + b2],
            // `parse` accepts no other length.
            _ => [0, 0, 0],
        }
    }
}

impl TryFrom<String> for Colour {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> String {
        colour.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_give_the_same_colour() {
        assert_eq!(Colour::parse("#0fA").map(|c| c.rgb()), Ok([0, 255, 170]));
        assert_eq!(Colour::parse("#00FFaa").map(|c| c.rgb()), Ok([0, 255, 170]));
        for bad in ["", "#", "0fa", "#0f", "#0fa1", "#00ffag", "#00ffaa0", "red"] {
            assert!(Colour::parse(bad).is_err(), "{bad}");
        }
    }
}
