//! What a quiz knows of one person beside the answers, by declared field.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{FieldInput, FieldValue, PersonField};
use crate::{FieldCode, FieldError, Path, QuestionId};

/// The values of one person by the ids of the fields.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct FieldValues {
    values: BTreeMap<QuestionId, FieldValue>,
    /// Fields whose values respondents could have written themselves.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    unsigned: BTreeSet<QuestionId>,
}

impl FieldValues {
    /// Checks values that a program sends for one person. Each error has its place under `path`.
    pub fn of(
        declared: &[PersonField],
        given: &BTreeMap<String, FieldInput>,
        path: &Path,
    ) -> Result<Self, Vec<FieldError>> {
        let (mut found, mut errors) = (Self::default(), Vec::new());
        for (id, input) in given {
            let checked = match declared.iter().find(|field| field.id.as_str() == id) {
                Some(field) => field.check(input).map(|value| found.set(&field.id, value)),
                None => Err(FieldCode::UndeclaredField),
            };
            if let Err(code) = checked {
                errors.push(FieldError::new(path.clone().field(id.clone()), code));
            }
        }
        if errors.is_empty() { Ok(found) } else { Err(errors) }
    }

    pub fn get(&self, id: &str) -> Option<&FieldValue> {
        self.values.iter().find(|(own, _)| own.as_str() == id).map(|(_, value)| value)
    }

    pub fn set(&mut self, id: &QuestionId, value: Option<FieldValue>) {
        self.unsigned.remove(id);
        match value {
            Some(value) => _ = self.values.insert(id.clone(), value),
            None => _ = self.values.remove(id),
        }
    }

    /// Fills a field that has no value.
    pub fn fill(&mut self, id: &QuestionId, value: FieldValue, is_unsigned: bool) {
        if !self.values.contains_key(id) {
            self.values.insert(id.clone(), value);
            if is_unsigned {
                self.unsigned.insert(id.clone());
            }
        }
    }

    /// Those that a quiz takes now, as its fields may have been removed or changed since.
    #[must_use]
    pub fn declared_only(&self, declared: &[PersonField]) -> Self {
        let mut kept = Self::default();
        for field in declared {
            let value = self.get(field.id.as_str()).filter(|value| field.check(&(*value).clone().into()).is_ok());
            if let Some(value) = value {
                kept.fill(&field.id, value.clone(), self.unsigned.contains(&field.id));
            }
        }
        kept
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&QuestionId, &FieldValue)> {
        self.values.iter()
    }

    /// The ids of fields whose values respondents could have written themselves.
    pub fn unsigned(&self) -> impl Iterator<Item = &QuestionId> {
        self.unsigned.iter()
    }

    /// The texts by which the person is searched for: texts and dates.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.values.values().filter_map(FieldValue::text)
    }
}
