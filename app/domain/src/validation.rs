//! What is wrong with an input, field by field.

use std::fmt;

use thiserror::Error;

/// One mistake: where it is, as a path such as `questions[2].options`, and what to do about it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FieldError {
    pub path: String,
    pub message: String,
}

impl FieldError {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.message)
    }
}

/// All mistakes of an input at once; never empty.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    pub fn one(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(vec![FieldError::new(path, message)])
    }
}

/// Collects mistakes while the rest of an input is still being looked at.
#[derive(Default)]
pub(crate) struct Errors(Vec<FieldError>);

impl Errors {
    pub(crate) fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError::new(path, message));
    }

    /// A text of `min` to `max` characters that is not only white space and holds no NUL.
    pub(crate) fn check_text(&mut self, path: &str, text: &str, min: usize, max: usize) {
        let length = text.chars().count();
        if length > max {
            self.add(path, format!("is {length} characters long, at most {max} are allowed"));
        } else if length < min || (min > 0 && text.trim().is_empty()) {
            self.add(path, "must not be empty");
        } else if text.contains('\0') {
            self.add(path, "must not hold the character U+0000");
        }
    }

    pub(crate) fn finish(self) -> Result<(), Invalid> {
        if self.0.is_empty() { Ok(()) } else { Err(Invalid(self.0)) }
    }
}
