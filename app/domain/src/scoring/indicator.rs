//! The eight built-in indicators and the four categories they belong to.

use serde::{Deserialize, Serialize};

use crate::{Name, QuestionId, named};

/// A built-in indicator of financial health; each is asked by one question of the same id.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BuiltInId))]
#[serde(rename_all = "lowercase")]
pub enum Indicator {
    Fhn1,
    Fhn2,
    Fhn3,
    Fhn4,
    Fhn5,
    Fhn6,
    Fhn7,
    Fhn8,
}

named! {
    /// A group of two indicators with a score of its own.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Category {
        Spend => "spend",
        Save => "save",
        Borrow => "borrow",
        Plan => "plan",
    }
}

impl Indicator {
    pub const ALL: [Self; 8] =
        [Self::Fhn1, Self::Fhn2, Self::Fhn3, Self::Fhn4, Self::Fhn5, Self::Fhn6, Self::Fhn7, Self::Fhn8];

    /// 0 for `fhn1` to 7 for `fhn8`.
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn as_str(self) -> &'static str {
        ["fhn1", "fhn2", "fhn3", "fhn4", "fhn5", "fhn6", "fhn7", "fhn8"][self.index()]
    }

    /// The indicator that a question of this id asks, if it is a built-in one.
    pub fn of_question(id: &QuestionId) -> Option<Self> {
        Self::ALL.into_iter().find(|indicator| indicator.as_str() == id.as_str())
    }

    pub fn question_id(self) -> QuestionId {
        QuestionId::built_in(self.as_str())
    }

    pub fn category(self) -> Category {
        Category::ALL[self.index() / 2]
    }
}

impl Category {
    pub fn name(self) -> Name {
        Name::built_in(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_ids_have_the_form_of_their_kind() {
        for indicator in Indicator::ALL {
            assert_eq!(QuestionId::parse(indicator.as_str()), Ok(indicator.question_id()));
        }
        for category in Category::ALL {
            assert_eq!(Name::parse(category.as_str()), Ok(category.name()));
        }
    }
}
