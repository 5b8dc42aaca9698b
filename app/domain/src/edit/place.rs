//! Places in a tree.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Tree,
    lists::{index_of, step_of},
};
use crate::{Part, Path};

/// The path of a value from the root: field names, and for list items their ids, or indices if they have none. Its text
/// form is `questions.q7.options.5e0c….label`, which is also the name of its form control.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(from = "String", into = "String")]
pub struct Place(Vec<String>);

impl Place {
    /// Splits at most one step beyond the maximum depth; a longer path is then rejected as too deep.
    pub fn parse(text: &str) -> Self {
        let steps = text.splitn(Tree::DEEPEST + 2, '.').filter(|_| !text.is_empty());
        Self(steps.map(|step| step.replace("%2E", ".").replace("%25", "%")).collect())
    }

    pub fn question(id: &str) -> Self {
        Self::from("questions").then(id)
    }

    pub fn then(&self, step: impl Into<String>) -> Self {
        Self(self.0.iter().cloned().chain([step.into()]).collect())
    }

    pub fn item(&self, index: usize) -> Self {
        self.then(index.to_string())
    }

    pub fn steps(&self) -> &[String] {
        &self.0
    }

    pub fn is_whole(&self) -> bool {
        self.0.is_empty()
    }

    /// The enclosing place and the last step.
    pub fn split(&self) -> Option<(Self, &str)> {
        let (last, outer) = self.0.split_last()?;
        Some((Self(outer.to_vec()), last))
    }

    pub fn first(&self, count: usize) -> Self {
        Self(self.0.iter().take(count).cloned().collect())
    }

    /// True for the place itself and everything inside it.
    pub fn is_within(&self, outer: &Self) -> bool {
        self.0.starts_with(&outer.0)
    }

    /// The place in `body` that an error's path points to, by ids.
    pub(super) fn of(path: &Path, body: &Value) -> Self {
        let (mut here, mut steps) = (Some(body), Vec::new());
        for part in path.parts() {
            let step = match part {
                Part::Field(name) => name.to_owned(),
                Part::Item(index) => {
                    let list = here.and_then(Value::as_array);
                    list.map_or_else(|| index.to_string(), |list| step_of(list, index))
                }
            };
            here = here.and_then(|value| match value {
                Value::Array(list) => list.get(index_of(list, &step)?),
                value => value.get(&step),
            });
            steps.push(step);
        }
        Self(steps)
    }
}

impl From<&str> for Place {
    /// A top-level field of the body.
    fn from(field: &str) -> Self {
        Self(vec![field.to_owned()])
    }
}

impl From<String> for Place {
    fn from(text: String) -> Self {
        Self::parse(&text)
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            write!(f, "{dot}{}", step.replace('%', "%25").replace('.', "%2E"))?;
        }
        Ok(())
    }
}
