//! The numbers of shared reports. Subtracting any published state of a table from a later one must not reveal a group
//! smaller than the threshold.
//!
//! A publication counts each table as a whole and decides whether its numbers replace the ones shown last. They do if,
//! in every group, the numbers themselves and the additions and removals since then are each zero or at least the
//! threshold. Otherwise the table stays as it is, and the next publication is compared with it again.
//!
//! Additions and removals count separately, because both change the number that readers see: eleven new answers and one
//! erased appear as ten more. A few removals may be shown if at least twice the threshold was added, since the
//! difference could then have arisen without them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Smaller groups are hidden.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Threshold(u64);

impl Threshold {
    pub const LEAST: u64 = 5;
    pub const MOST: u64 = 1000;
    pub const DEFAULT: Self = Self(10);

    pub fn new(people: u64) -> Option<Self> {
        (Self::LEAST..=Self::MOST).contains(&people).then_some(Self(people))
    }

    pub fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for Threshold {
    type Error = &'static str;

    fn try_from(people: u64) -> Result<Self, &'static str> {
        Self::new(people).ok_or("a threshold is 5 to 1000 people")
    }
}

impl From<Threshold> for u64 {
    fn from(threshold: Threshold) -> u64 {
        threshold.0
    }
}

impl Threshold {
    fn signed(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }
}

/// Records by group of one table. Each record is in one group; the names have no meaning here.
pub type Groups = BTreeMap<String, i64>;

/// The numbers of a table that reports show at present.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ShownTable {
    pub groups: Groups,
    /// The time of the latest submission that is counted.
    pub until: Timestamp,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CountedTable {
    /// Submissions up to [`ShownTable::until`]; empty for a table that was not shown before.
    pub known: Groups,
    pub added: Groups,
}

/// Tables by name whose numbers reveal one another, so they are updated together or not at all. A table that reveals no
/// other is alone in its bundle.
pub type Bundle = BTreeMap<String, CountedTable>;

/// The reason why a table keeps its numbers, or shows none.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Withheld {
    /// A group gained records, but fewer than the threshold.
    FewAdded,
    /// A group lost fewer records than the threshold and gained fewer than twice the threshold.
    FewRemoved,
    /// A group would have fewer records than the threshold.
    FewLeft,
}

/// The tables that the reports of a quiz show, by name. All reports share one state, so that none reveals what another
/// hides.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ShownTables(pub BTreeMap<String, ShownTable>);

impl ShownTables {
    /// Publishes the new numbers that may be shown, of submissions up to `until`. Returns the tables that are not
    /// updated, each with its own reason or that of another table in its bundle.
    pub fn publish(
        &mut self,
        bundles: &[Bundle],
        until: Timestamp,
        threshold: Threshold,
    ) -> BTreeMap<String, Withheld> {
        let mut withheld = BTreeMap::new();
        for bundle in bundles {
            let reason = bundle.iter().find_map(|(name, table)| table.withheld(self.0.get(name), threshold));
            for (name, table) in bundle {
                match reason {
                    Some(reason) => _ = withheld.insert(name.clone(), reason),
                    None => _ = self.0.insert(name.clone(), ShownTable { groups: table.groups(), until }),
                }
            }
        }
        withheld
    }
}

impl CountedTable {
    fn groups(&self) -> Groups {
        let mut groups = self.known.clone();
        for (name, added) in &self.added {
            *groups.entry(name.clone()).or_default() += added;
        }
        groups
    }

    fn withheld(&self, shown: Option<&ShownTable>, threshold: Threshold) -> Option<Withheld> {
        let empty = Groups::new();
        let shown = shown.map_or(&empty, |shown| &shown.groups);
        let of = |groups: &Groups, name: &String| groups.get(name).copied().unwrap_or_default();
        let names = self.known.keys().chain(self.added.keys()).chain(shown.keys());
        names.into_iter().find_map(|name| {
            // Rescoring moves records between groups. Records that came and went unnoticed make the same difference as
            // none, so a difference reveals only the smallest numbers that explain it.
            let moved = of(&self.known, name) - of(shown, name);
            let (added, removed) = (of(&self.added, name) + moved.max(0), (-moved).max(0));
            let left = of(&self.known, name) + of(&self.added, name);
            withheld(added, removed, left, threshold.signed())
        })
    }
}

fn withheld(added: i64, removed: i64, left: i64, threshold: i64) -> Option<Withheld> {
    let is_small = |number: i64| number != 0 && number < threshold;
    if is_small(added) {
        Some(Withheld::FewAdded)
    } else if is_small(removed) && added < 2 * threshold {
        Some(Withheld::FewRemoved)
    } else {
        is_small(left).then_some(Withheld::FewLeft)
    }
}

#[cfg(test)]
mod attack;
#[cfg(test)]
mod solver;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const FIVE: Threshold = Threshold(5);

    fn groups(counts: &[i64]) -> Groups {
        counts.iter().enumerate().map(|(index, count)| (index.to_string(), *count)).collect()
    }

    fn table(known: &[i64], added: &[i64]) -> Vec<Bundle> {
        vec![[("q".to_owned(), CountedTable { known: groups(known), added: groups(added) })].into()]
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_nanoseconds(seconds)
    }

    /// A reader who knows the rule and both numbers of a group tries all possible additions and removals between them.
    #[test]
    fn no_difference_of_two_numbers_tells_of_few_who_came_or_went() {
        for before in (0..1).chain(5..40) {
            for after in (0..1).chain(5..80) {
                let ways = (0..=before).map(|removed| (after - before + removed, removed));
                let ways =
                    ways.filter(|(added, removed)| *added >= 0 && withheld(*added, *removed, after, 5).is_none());
                let (added, removed): (BTreeSet<i64>, BTreeSet<i64>) = ways.unzip();
                for numbers in [&added, &removed] {
                    let is_known_small = !numbers.is_empty() && numbers.iter().all(|number| (1..5).contains(number));
                    assert!(!is_known_small, "from {before} to {after}: {added:?} came, {removed:?} went");
                }
                // Removals are never known to be few: either none may have happened, or no small number is possible.
                let few = removed.iter().filter(|number| (1..5).contains(*number)).count();
                assert!(few == 0 || removed.contains(&0), "from {before} to {after}: {removed:?} went");
            }
        }
    }

    #[test]
    fn a_table_keeps_its_numbers_until_what_came_and_what_went_may_be_told() {
        let mut shown = ShownTables::default();
        let withheld = |shown: &mut ShownTables, known: &[i64], added: &[i64], second: i64| {
            shown.publish(&table(known, added), at(second), FIVE).get("q").copied()
        };
        assert_eq!(withheld(&mut shown, &[], &[9, 4, 0], 1), Some(Withheld::FewAdded));
        assert!(shown.0.is_empty());
        assert_eq!(withheld(&mut shown, &[], &[9, 5, 0], 2), None);
        assert_eq!(withheld(&mut shown, &[9, 5, 0], &[5, 0, 1], 3), Some(Withheld::FewAdded));
        assert_eq!(withheld(&mut shown, &[8, 5, 0], &[9, 0, 0], 3), Some(Withheld::FewRemoved));
        assert_eq!(withheld(&mut shown, &[4, 5, 0], &[0, 0, 0], 3), Some(Withheld::FewLeft));
        assert_eq!(shown.0["q"], ShownTable { groups: groups(&[9, 5, 0]), until: at(2) }, "it keeps its numbers");
        assert_eq!(withheld(&mut shown, &[8, 5, 0], &[10, 0, 5], 4), None, "one who went, and ten who came");
        assert_eq!(shown.0["q"], ShownTable { groups: groups(&[18, 5, 5]), until: at(4) });
        assert_eq!(withheld(&mut shown, &[18, 0, 5], &[0, 0, 0], 5), None, "all of a group went");
        assert_eq!(withheld(&mut shown, &[13, 5, 5], &[0, 0, 0], 6), None, "five have other scores");
        assert_eq!(withheld(&mut shown, &[11, 7, 5], &[0, 0, 0], 7), Some(Withheld::FewRemoved), "two have");
        let stored = serde_json::to_string(&shown).expect("it serializes");
        assert_eq!(serde_json::from_str::<ShownTables>(&stored).ok(), Some(shown));
    }

    #[test]
    fn a_group_that_is_asked_for_no_more_counts_as_gone() {
        let mut shown = ShownTables::default();
        assert!(shown.publish(&table(&[], &[9, 7]), at(1), FIVE).is_empty());
        let (few, many) = (table(&[16], &[]), table(&[9], &[]));
        assert_eq!(shown.publish(&many, at(2), FIVE).len(), 0, "seven went with their group");
        assert_eq!(shown.publish(&few, at(3), FIVE).len(), 0);
    }

    #[test]
    fn tables_that_tell_of_one_another_get_numbers_together() {
        let mut shown = ShownTables::default();
        let [one] = <[Bundle; 1]>::try_from(table(&[], &[9, 9])).expect("one");
        let [other] = <[Bundle; 1]>::try_from(table(&[], &[14, 4])).expect("one");
        let both: Bundle = [("one".to_owned(), one["q"].clone()), ("other".to_owned(), other["q"].clone())].into();
        let withheld = shown.publish(&[both], at(1), FIVE);
        assert_eq!(withheld.into_values().collect::<Vec<_>>(), [Withheld::FewAdded; 2]);
        assert!(shown.0.is_empty());
    }
}
