//! Points of the built-in questions: versioned tables.

use serde::{Deserialize, Serialize};

use crate::{Indicator, Points};

/// Names a table of points. A quiz version names its table, so a later table changes no earlier score.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct ScoreTableVersion(u16);

/// Points by indicator and option code (best first).
type ScoreTable = [&'static [u8]; 8];

/// Every table ever released, oldest first; a released table is never edited.
static SCORE_TABLES: [ScoreTable; 1] = [[
    &[100, 75, 50, 25, 0],
    &[100, 60, 40, 20, 0],
    &[100, 75, 50, 25, 0],
    &[100, 75, 50, 25, 0],
    &[100, 85, 40, 0],
    &[100, 80, 60, 40, 0, 0],
    &[100, 75, 50, 25, 10, 0],
    &[100, 65, 35, 15, 0],
]];

impl ScoreTableVersion {
    /// The newest table, which new quizzes use.
    pub const LATEST: Self = Self(1);

    /// The points of an option, by its code (1 to n); `None` for a code that the indicator does not have.
    pub fn points(self, indicator: Indicator, code: usize) -> Option<Points> {
        let table = SCORE_TABLES.get(usize::from(self.0).checked_sub(1)?)?;
        Points::new(*table[indicator.index()].get(code.checked_sub(1)?)?)
    }
}

impl TryFrom<u16> for ScoreTableVersion {
    type Error = &'static str;

    fn try_from(version: u16) -> Result<Self, Self::Error> {
        if (1..=SCORE_TABLES.len()).contains(&usize::from(version)) {
            Ok(Self(version))
        } else {
            Err("this release does not know that scoring version")
        }
    }
}

impl From<ScoreTableVersion> for u16 {
    fn from(version: ScoreTableVersion) -> u16 {
        version.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_options;

    #[test]
    fn every_built_in_option_has_points_and_no_more() {
        for indicator in Indicator::ALL {
            let options = built_in_options(indicator).len();
            assert!(ScoreTableVersion::LATEST.points(indicator, options).is_some());
            assert!(ScoreTableVersion::LATEST.points(indicator, options + 1).is_none());
            assert!(ScoreTableVersion::LATEST.points(indicator, 0).is_none());
        }
    }
}
