//! The figures of a quiz: counts, segments, the reliability of scores, and the figures that may be published.

mod answered_numbers;
pub(crate) mod breakdown;
mod changes;
pub(crate) mod detail;
pub(crate) mod groups;
mod insights;
pub(crate) mod publishing;
pub(crate) mod question_base;
pub(crate) mod reliability;
pub(crate) mod tally;

pub use breakdown::{Breakdown, Comparison};
pub use changes::{AttemptPair, ChangeCount, ChangeCounter, ChangeFigures, NumberedBy, ScoreChanges, Verdicts};
pub use detail::{Counted, Counter, Crossed, Detail};
pub use groups::{ComparedGroups, GroupFigures, GroupScore};
pub use insights::{DayCounts, Distribution, DropOff, Insights, ScoreSummary};
pub use publishing::{Bundle, CountedTable, Groups, ShownTable, ShownTables, Threshold, Withheld};
pub use question_base::QuestionBase;
pub use reliability::{ItemRest, Reliability};
pub use tally::{Day, DurationBucket, Tally, TallyChanges, tallies_of};
