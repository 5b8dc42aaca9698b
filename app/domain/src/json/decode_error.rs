//! Errors of decoding a tree of values, as serde's derived code reports them.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::{FieldCode, Path, Segment};

#[derive(Debug)]
pub struct DecodeError {
    pub path: Path,
    pub kind: DecodeErrorKind,
}

#[derive(Debug, Eq, PartialEq)]
pub enum DecodeErrorKind {
    UnknownField { name: String, expected: &'static [&'static str] },
    Field(FieldCode),
}

impl DecodeError {
    pub(super) fn here(code: FieldCode) -> Self {
        Self { path: Path::default(), kind: DecodeErrorKind::Field(code) }
    }

    pub(super) fn wrong_type(expected: &str) -> Self {
        Self::here(FieldCode::WrongType(expected.to_owned()))
    }

    /// The same error relative to the enclosing value.
    pub(super) fn inside(self, place: Segment) -> Self {
        Self { path: self.path.inside(place), ..self }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            DecodeErrorKind::UnknownField { name, expected } => {
                let place = if self.path.is_whole() { String::new() } else { format!(" in {}", self.path) };
                write!(f, "unknown field `{name}`{place}, expected {}", quoted(expected))
            }
            DecodeErrorKind::Field(code) if self.path.is_whole() => code.fmt(f),
            DecodeErrorKind::Field(code) => write!(f, "{} {code}", self.path),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Errors reported by derived code. Texts of `custom` and `expecting` name the expected value: `an RFC 3339 time`.
impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(expected: T) -> Self {
        Self::wrong_type(&expected.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wrong_type(&expected.to_string())
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wrong_type(&expected.to_string())
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::here(FieldCode::NotOneOf(expected))
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Self { path: Path::default(), kind: DecodeErrorKind::UnknownField { name: name.to_owned(), expected } }
    }

    fn missing_field(name: &'static str) -> Self {
        Self::here(FieldCode::Required).inside(Segment::Field(name.into()))
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::here(FieldCode::Repeated).inside(Segment::Field(name.into()))
    }
}

fn quoted(names: &[&str]) -> String {
    match names {
        [] => "no field".to_owned(),
        [one] => format!("`{one}`"),
        many => format!("one of `{}`", many.join("`, `")),
    }
}
