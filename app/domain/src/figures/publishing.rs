//! The numbers that a shared report may show. Nothing that it has ever shown tells the size of a small group, however its
//! numbers are subtracted from one another.
//!
//! A report counts records in batches, each of a threshold's worth of additions at least, and shows for each group the sum
//! over the batches in which the group was large enough, or empty. The others of a batch are told together, and no
//! group is told alone by what is left of the total. The difference of two snapshots is thus a batch, or several, and each
//! of them keeps to the rule by itself.
//!
//! Tables that tell of one another, such as those of options of which exactly two are to be chosen, are bundled: a batch is
//! told in all of them or in none. So is a batch in which a group lost records, because of an erasure or another attempt,
//! unless all of its changes are large.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Groups of fewer people are hidden.
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

/// Records by the groups of one table, in which every record stands once; the names mean nothing here.
pub type Groups = BTreeMap<String, i64>;

/// The tables of a quiz as reports show them.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Published {
    /// Records of all batches.
    pub records: i64,
    pub tables: BTreeMap<String, PublishedTable>,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct PublishedTable {
    /// The published count of each group: its records in the batches in which it was large enough.
    pub shown: Groups,
    /// True for groups with records that are not shown, or may have such.
    pub has_more: BTreeMap<String, bool>,
    /// Records that are told in no group.
    pub others: i64,
    /// All records at the last batch. Never shown.
    counted: Groups,
}

/// Tables by name that tell of one another; one alone, if it tells of no other.
pub type Bundle = BTreeMap<String, Groups>;

impl Published {
    /// Adds a batch: the difference of all records as they are now and as they were at the last one. Returns `false`, and
    /// changes nothing, if fewer records than the threshold were added to the number `since`. A table that is new begins
    /// with its first batch.
    pub fn add_bundles(&mut self, records: i64, since: i64, now: &[Bundle], threshold: Threshold) -> bool {
        self.add_by(records, since, now, threshold, hidden)
    }

    /// The same with tables that do not tell of one another.
    pub fn add(&mut self, records: i64, since: i64, now: &BTreeMap<String, Groups>, threshold: Threshold) -> bool {
        let alone = now.iter().map(|(name, groups)| Bundle::from([(name.clone(), groups.clone())]));
        self.add_bundles(records, since, &alone.collect::<Vec<_>>(), threshold)
    }

    fn add_by(&mut self, records: i64, since: i64, now: &[Bundle], threshold: Threshold, hidden: Rule) -> bool {
        let threshold = threshold.signed();
        if records - since < threshold {
            return false;
        }
        self.records = records;
        for bundle in now {
            let tables = bundle.iter().map(|(name, groups)| {
                let table = self.tables.remove(name).unwrap_or_default();
                let batch = table.batch(groups);
                (name, groups, table, batch)
            });
            let tables: Vec<_> = tables.collect();
            let is_bundled = tables.len() > 1;
            let is_untold = is_bundled && tables.iter().any(|(_, _, _, batch)| batch.has_untellable(threshold));
            for (name, groups, mut table, batch) in tables {
                let hidden = if is_untold { vec![true; batch.0.len()] } else { hidden(&batch, threshold) };
                table.add(groups, &batch, &hidden);
                self.tables.insert(name.clone(), table);
            }
        }
        true
    }
}

impl Threshold {
    fn signed(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }
}

/// Tells which groups of a batch are told together.
type Rule = fn(&Batch, i64) -> Vec<bool>;

/// The changes of a table's groups, in their order.
struct Batch(Vec<Change>);

struct Change {
    name: String,
    /// Records that were added, less those that are gone.
    by: i64,
    /// What is shown before.
    shown: i64,
}

impl Change {
    /// True where the change, or what it leaves to be shown, would tell of fewer people than the threshold.
    fn is_untellable(&self, threshold: i64) -> bool {
        let after = self.shown + self.by;
        let is_small = |number: i64| number != 0 && number < threshold;
        self.by != 0 && (is_small(self.by.abs()) || is_small(after))
    }
}

impl Batch {
    fn has_untellable(&self, threshold: i64) -> bool {
        self.0.iter().any(|change| change.is_untellable(threshold))
    }
}

impl PublishedTable {
    fn batch(&self, now: &Groups) -> Batch {
        let names = now.keys().chain(self.counted.keys().filter(|name| !now.contains_key(*name)));
        let of = |groups: &Groups, name: &String| groups.get(name).copied().unwrap_or_default();
        let change = |name: &String| Change {
            name: name.clone(),
            by: of(now, name) - of(&self.counted, name),
            shown: of(&self.shown, name),
        };
        Batch(names.map(change).collect())
    }

    fn add(&mut self, now: &Groups, batch: &Batch, hidden: &[bool]) {
        for (change, is_hidden) in batch.0.iter().zip(hidden) {
            let shown = self.shown.entry(change.name.clone()).or_default();
            if *is_hidden {
                self.others += change.by;
                self.has_more.insert(change.name.clone(), true);
            } else {
                *shown += change.by;
                self.has_more.entry(change.name.clone()).or_default();
            }
        }
        self.counted.clone_from(now);
    }
}

/// True for the groups of a batch that are told together: those that are small, and as many others as it takes until
/// their sum tells none of them.
///
/// Small groups alone are told by a sum that only the least or the greatest of them can have. The others join in the order
/// of the groups, whatever their size: one that was chosen by its size would tell it. Where records went, what is left of
/// groups that were told before could be small, so all of the batch is hidden.
fn hidden(batch: &Batch, threshold: i64) -> Vec<bool> {
    let batch = &batch.0;
    let mut hidden: Vec<bool> = batch.iter().map(|change| change.is_untellable(threshold)).collect();
    if !hidden.contains(&true) {
        return hidden;
    }
    if batch.iter().any(|change| change.by < 0) {
        return vec![true; batch.len()];
    }
    let mut others: Vec<usize> = (0..batch.len()).filter(|index| !hidden[*index]).collect();
    // Those without a change last: they add nothing.
    others.sort_by_key(|index| batch[*index].by == 0);
    let mut has_other = false;
    let mut others = others.into_iter();
    loop {
        let count = i64::try_from(hidden.iter().filter(|is| **is).count()).unwrap_or(i64::MAX);
        let sum: i64 = batch.iter().zip(&hidden).filter(|(_, is)| **is).map(|(change, _)| change.by).sum();
        let has_room = has_other || (count < sum && sum < count * (threshold - 1));
        if count >= 2 && sum >= threshold && has_room {
            return hidden;
        }
        let Some(next) = others.next() else { return vec![true; batch.len()] };
        hidden[next] = true;
        has_other = true;
    }
}

#[cfg(test)]
mod attack;
#[cfg(test)]
mod solver;

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use proptest::prelude::*;

    use super::*;

    const FIVE: Threshold = Threshold(5);

    /// All ways in which so many records can stand in so many groups.
    fn ways(records: i64, groups: usize) -> Vec<Vec<i64>> {
        if groups == 1 {
            return vec![vec![records]];
        }
        let first =
            |first: i64| ways(records - first, groups - 1).into_iter().map(move |rest| [vec![first], rest].concat());
        (0..=records).flat_map(first).collect()
    }

    fn changes(batch: &[i64]) -> Batch {
        Batch(batch.iter().map(|by| Change { name: String::new(), by: *by, shown: 0 }).collect())
    }

    /// The part of a batch that a reader sees.
    fn seen(batch: &[i64]) -> Vec<Option<i64>> {
        let hidden = hidden(&changes(batch), 5);
        batch.iter().zip(hidden).map(|(count, is_hidden)| (!is_hidden).then_some(*count)).collect()
    }

    /// The reader knows the rule and the total, tries all that could be, and finds no hidden number.
    #[test]
    fn no_hidden_number_of_a_batch_can_be_derived_even_by_who_knows_the_rule() {
        for groups in 2..=4 {
            for records in 5..=24 {
                let mut worlds: HashMap<Vec<Option<i64>>, Vec<BTreeSet<i64>>> = HashMap::new();
                for batch in ways(records, groups) {
                    let values = worlds.entry(seen(&batch)).or_insert_with(|| vec![BTreeSet::new(); groups]);
                    for (values, count) in values.iter_mut().zip(&batch) {
                        values.insert(*count);
                    }
                }
                for (seen, values) in worlds {
                    for (shown, values) in seen.iter().zip(values) {
                        match shown {
                            Some(count) => assert!(*count == 0 || *count >= 5, "{seen:?}"),
                            None => assert!(values.len() > 1, "{seen:?} tells {values:?} of {records}"),
                        }
                    }
                }
            }
        }
    }

    fn table(counts: &[i64]) -> Vec<Bundle> {
        let groups = counts.iter().enumerate().map(|(index, count)| (index.to_string(), *count)).collect();
        vec![[("q".to_owned(), groups)].into()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// The reader has every snapshot of a report, subtracts each from the next, and tries all batches that could be.
        #[test]
        fn no_hidden_number_can_be_derived_from_all_snapshots(
            arrivals in proptest::collection::vec(proptest::collection::vec(0..3_usize, 1..9), 1..6),
        ) {
            let (mut published, mut counts) = (Published::default(), [0_i64; 3]);
            let mut snapshots: Vec<Published> = vec![Published::default()];
            for arrival in arrivals {
                for group in arrival {
                    counts[group] += 1;
                }
                let since = published.records;
                if published.add_bundles(counts.iter().sum(), since, &table(&counts), FIVE) {
                    snapshots.push(published.clone());
                }
            }
            for pair in snapshots.windows(2) {
                let [before, after] = pair else { unreachable!("windows of two") };
                let shown = |snapshot: &Published| -> Vec<i64> {
                    let groups = snapshot.tables.get("q").map(|table| table.shown.clone()).unwrap_or_default();
                    (0..3).map(|index| groups.get(&index.to_string()).copied().unwrap_or_default()).collect()
                };
                let told: Vec<i64> = shown(after).iter().zip(shown(before)).map(|(after, before)| after - before).collect();
                let records = after.records - before.records;
                prop_assert!(records >= 5 && told.iter().all(|count| *count == 0 || *count >= 5), "{:?}", told);
                // Every batch that would have told the same.
                let same = |batch: &Vec<i64>| {
                    seen(batch).iter().map(|count| count.unwrap_or_default()).eq(told.iter().copied())
                };
                let worlds: Vec<Vec<i64>> = ways(records, 3).into_iter().filter(same).collect();
                prop_assert!(!worlds.is_empty());
                let others = records - told.iter().sum::<i64>();
                for group in 0..3 {
                    let sizes: BTreeSet<i64> = worlds.iter().map(|batch| batch[group] - told[group]).collect();
                    let is_small = sizes.iter().all(|size| *size > 0 && *size < 5);
                    prop_assert!(!(is_small && sizes.len() == 1), "group {} of {:?} has {:?}", group, told, sizes);
                }
                prop_assert!(others == 0 || others >= 5, "{} others", others);
            }
        }
    }

    #[test]
    fn few_more_do_not_renew_and_what_is_hidden_stays_in_the_sum() {
        let mut published = Published::default();
        assert!(!published.add_bundles(4, 0, &table(&[4, 0, 0]), FIVE));
        assert!(published.add_bundles(20, 0, &table(&[12, 6, 2]), FIVE));
        let first = published.tables["q"].clone();
        assert_eq!((first.shown["0"], first.shown["1"], first.others), (0, 6, 14), "the small group hides another one");
        assert!(!published.add_bundles(24, 20, &table(&[16, 6, 2]), FIVE));
        assert!(published.add_bundles(30, 20, &table(&[12, 16, 2]), FIVE));
        let second = &published.tables["q"];
        assert_eq!((second.shown["0"], second.shown["1"], second.others), (0, 16, 14));
        assert!(second.has_more["0"] && !second.has_more["1"]);
        let stored = serde_json::to_string(&published).expect("it serializes");
        assert_eq!(serde_json::from_str::<Published>(&stored).ok(), Some(published));
    }

    #[test]
    fn a_group_that_lost_someone_is_not_told() {
        let mut published = Published::default();
        assert!(published.add_bundles(30, 0, &table(&[10, 10, 10]), FIVE));
        assert!(published.add_bundles(35, 29, &table(&[9, 16, 10]), FIVE));
        let table = &published.tables["q"];
        assert_eq!((table.shown["0"], table.shown["1"], table.shown["2"], table.others), (10, 10, 10, 5));
    }

    #[test]
    fn what_a_loss_leaves_is_not_small_either() {
        let mut published = Published::default();
        assert!(published.add_bundles(40, 0, &table(&[12, 20, 8]), FIVE));
        assert!(published.add_bundles(45, 40, &table(&[3, 34, 8]), FIVE), "nine are gone, three are left");
        let shown = |published: &Published| published.tables["q"].shown.values().copied().collect::<Vec<_>>();
        assert_eq!((shown(&published), published.tables["q"].others), (vec![12, 20, 8], 5));
        let mut published = Published::default();
        assert!(published.add_bundles(40, 0, &table(&[12, 20, 8]), FIVE));
        assert!(published.add_bundles(45, 40, &table(&[0, 37, 8]), FIVE));
        assert_eq!(shown(&published), [0, 37, 8], "a group that is gone, or large, is told");
    }

    #[test]
    fn tables_that_tell_of_one_another_are_told_together_or_not_at_all() {
        let options = |counts: [i64; 3], records: i64| -> Vec<Bundle> {
            let one = |(index, chosen): (usize, i64)| {
                let groups = [("chosen".to_owned(), chosen), ("-".to_owned(), records - chosen)].into();
                (index.to_string(), groups)
            };
            vec![counts.into_iter().enumerate().map(one).collect()]
        };
        // Each chose one of three: two that are told would tell the third.
        let mut published = Published::default();
        assert!(published.add_bundles(20, 0, &options([9, 9, 2], 20), FIVE));
        assert!(published.tables.values().all(|table| table.shown["chosen"] == 0 && table.has_more["chosen"]));
        assert!(published.add_bundles(40, 20, &options([16, 15, 9], 40), FIVE));
        let chosen: Vec<i64> = published.tables.values().map(|table| table.shown["chosen"]).collect();
        assert_eq!(chosen, [7, 6, 7], "the second batch is told");
    }

    #[test]
    fn a_threshold_is_at_least_five() {
        assert_eq!(
            [4, 5, 10, 1000, 1001].map(|people| Threshold::new(people).is_some()),
            [false, true, true, true, false]
        );
        assert!(serde_json::from_str::<Threshold>("4").is_err());
    }
}
