//! Paths of values in an input.

use std::{borrow::Cow, fmt};

/// The path of a value from the root, written as `questions[2].options`. Empty for the whole input.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Path(Vec<Segment>);

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Segment {
    Field(Cow<'static, str>),
    /// Counts from 0.
    Item(usize),
}

/// A borrowed segment, for matching.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part<'p> {
    Field(&'p str),
    Item(usize),
}

impl Path {
    pub fn field(&self, name: impl Into<Cow<'static, str>>) -> Self {
        self.then(Segment::Field(name.into()))
    }

    pub fn item(&self, index: usize) -> Self {
        self.then(Segment::Item(index))
    }

    fn then(&self, segment: Segment) -> Self {
        Self(self.0.iter().cloned().chain([segment]).collect())
    }

    /// The same place relative to the enclosing value.
    pub fn inside(mut self, outer: Segment) -> Self {
        self.0.insert(0, outer);
        self
    }

    /// Appends a path relative to this one.
    pub fn join(&self, inner: &Self) -> Self {
        Self([&self.0[..], &inner.0].concat())
    }

    pub fn is_whole(&self) -> bool {
        self.0.is_empty()
    }

    pub fn parts(&self) -> Vec<Part<'_>> {
        let part = |segment| match segment {
            &Segment::Item(index) => Part::Item(index),
            Segment::Field(name) => Part::Field(name),
        };
        self.0.iter().map(part).collect()
    }
}

impl From<&str> for Path {
    fn from(field: &str) -> Self {
        Self::default().field(field.to_owned())
    }
}

impl From<&Self> for Path {
    fn from(path: &Self) -> Self {
        path.clone()
    }
}

#[expect(clippy::cmp_owned, reason = "a path is compared as it is written, in tests and for a few fields")]
impl PartialEq<&str> for Path {
    fn eq(&self, text: &&str) -> bool {
        self.to_string() == *text
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Item(index) => write!(f, "[{index}]")?,
                Segment::Field(name) if at == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}
