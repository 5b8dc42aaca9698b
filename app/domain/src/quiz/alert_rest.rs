//! What is left of a condition once all answers but those of one page are known.

use serde::Serialize;

use crate::{Decimal, OptionId};

/// The maximum size of a rest, in tests and named options. What needs more is left to the server.
const MOST: usize = 500;

/// A condition over the fields of one question's form.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AlertRest {
    /// The page decides nothing. It stands alone, never inside another.
    Known(bool),
    /// The field has one of these values.
    Chosen {
        field: String,
        values: Vec<OptionId>,
    },
    /// The field has a number in the range of the question and in this one.
    Number(NumberRest),
    /// The field is not empty.
    Filled(String),
    /// The fields whose names begin with this are not empty.
    Whole(String),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NumberRest {
    pub field: String,
    pub from: Decimal,
    pub to: Decimal,
    /// The maximum number of digits after the decimal point.
    pub decimals: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Decimal>,
}

pub(super) fn not(rest: AlertRest) -> AlertRest {
    match rest {
        AlertRest::Known(is) => AlertRest::Known(!is),
        AlertRest::Not(inner) => *inner,
        rest => AlertRest::Not(Box::new(rest)),
    }
}

/// All of these, or any where `decisive` is true. `None` if one is missing or the whole is too large.
pub(super) fn join(decisive: bool, parts: impl IntoIterator<Item = Option<AlertRest>>) -> Option<AlertRest> {
    let (mut open, mut size) = (Vec::new(), 0);
    for part in parts {
        match part? {
            AlertRest::Known(is) if is == decisive => return Some(AlertRest::Known(decisive)),
            AlertRest::Known(_) => {}
            part => {
                size += part.size();
                open.push(part);
            }
        }
        if size > MOST {
            return None;
        }
    }
    Some(match (open.len(), decisive) {
        (0, _) => AlertRest::Known(!decisive),
        (1, _) => open.remove(0),
        (_, true) => AlertRest::Any(open),
        (_, false) => AlertRest::All(open),
    })
}

impl AlertRest {
    fn size(&self) -> usize {
        1 + match self {
            Self::Known(_) | Self::Number(_) | Self::Filled(_) | Self::Whole(_) => 0,
            Self::Chosen { values, .. } => values.len(),
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::size).sum(),
            Self::Not(inner) => inner.size(),
        }
    }
}
