//! An attack on reports: small quizzes are answered at random, changed and erased, and a solver that has every snapshot,
//! every table and all rules of the questions looks for a number that is not told.

use super::{
    solver::{Solver, Unknown},
    *,
};

const THRESHOLD: Threshold = Threshold(5);
const REPORTS: u64 = 1000;
/// Unknowns of a report of which all solutions are tried, and the steps that may take.
const SMALL: usize = 60;
const STEPS: usize = 3_000;
const NONE: &str = "-";
const CHOSEN: &str = "chosen";

/// A small generator, so that a failure can be had again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn index(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll(sides as u64)).expect("a small number")
    }

    /// The first ones are rolled more often.
    fn skewed(&mut self, sides: usize) -> usize {
        self.index(sides).min(self.index(sides))
    }
}

/// What everyone is asked, and what its tables are called.
enum Question {
    /// One of so many answers, or none where it may be left open.
    One { answers: usize, is_open: bool },
    /// Several of so many options. The last one may exclude the others.
    Several { options: usize, min: usize, max: usize, is_open: bool, has_exclusive: bool },
    /// A question of two versions, which those before were not asked.
    Late { answers: usize },
}

/// Indexes of what is chosen.
type Answer = Vec<usize>;

impl Question {
    fn random(dice: &mut Dice) -> Self {
        match dice.roll(5) {
            0 | 1 => Self::One { answers: 2 + dice.index(4), is_open: dice.roll(2) == 0 },
            2 => Self::Late { answers: 2 + dice.index(2) },
            _ => {
                let options = 2 + dice.index(3);
                // Who had to choose all of them would tell nothing.
                let min = 1 + dice.index((options - 1).min(2));
                let max = min + dice.index(options - min + 1);
                let (is_open, has_exclusive) = (dice.roll(2) == 0, dice.roll(3) == 0);
                Self::Several { options, min, max, is_open, has_exclusive }
            }
        }
    }

    /// An answer, some of which are rare.
    fn answer(&self, dice: &mut Dice, is_late: bool) -> Answer {
        match self {
            Self::One { is_open: true, .. } | Self::Several { is_open: true, .. } if dice.roll(6) == 0 => Vec::new(),
            Self::Late { .. } if !is_late => Vec::new(),
            Self::One { answers, .. } | Self::Late { answers } => vec![dice.skewed(*answers)],
            Self::Several { options, has_exclusive: true, .. } if dice.roll(6) == 0 => vec![options - 1],
            Self::Several { options, min, max, has_exclusive, .. } => {
                let free = options - usize::from(*has_exclusive);
                let wanted = (min + dice.index(max - min + 1)).min(free);
                let mut chosen: Vec<usize> = Vec::new();
                while chosen.len() < wanted {
                    let next = dice.skewed(free);
                    if !chosen.contains(&next) {
                        chosen.push(next);
                    }
                }
                chosen
            }
        }
    }

    /// True where each option is told of by itself, whatever the others tell.
    fn is_free(&self) -> bool {
        let Self::Several { options, min, max, has_exclusive, .. } = self else { return true };
        *min <= 1 && max == options && !has_exclusive
    }
}

/// The tables of a question, with the number of each answer.
fn tables(at: usize, question: &Question, answers: &[Answer]) -> Vec<(String, Groups)> {
    let of = |index: usize| answers.iter().filter(|answer| answer.contains(&index)).count();
    let signed = |count: usize| i64::try_from(count).expect("a small number");
    let table = |name: String, shown: Vec<(String, usize)>| {
        let mut groups: Groups = shown.into_iter().map(|(group, count)| (group, signed(count))).collect();
        let rest = signed(answers.len()) - groups.values().sum::<i64>();
        groups.insert(NONE.to_owned(), rest);
        (name, groups)
    };
    match question {
        Question::One { answers, .. } | Question::Late { answers } => {
            vec![table(format!("{at}"), (0..*answers).map(|index| (index.to_string(), of(index))).collect())]
        }
        Question::Several { options, .. } => {
            (0..*options).map(|index| table(format!("{at}/{index}"), vec![(CHOSEN.to_owned(), of(index))])).collect()
        }
    }
}

fn bundles(questions: &[Question], answers: &[Vec<Answer>], is_bundled: bool) -> Vec<Bundle> {
    let (mut all, mut late) = (Vec::new(), Bundle::new());
    for (at, (question, answers)) in questions.iter().zip(answers).enumerate() {
        let tables = tables(at, question, answers);
        match question {
            Question::Late { .. } => late.extend(tables),
            _ if question.is_free() => all.extend(tables.into_iter().map(|table| Bundle::from([table]))),
            _ => all.push(tables.into_iter().collect()),
        }
    }
    all.push(late);
    if !is_bundled {
        all = all.into_iter().flatten().map(|table| Bundle::from([table])).collect();
    }
    all
}

/// What is seen of a report after a batch, and which groups the batch did not tell.
struct Snapshot {
    published: Published,
    hidden: BTreeMap<String, BTreeMap<String, bool>>,
    /// True if records went, or were changed, since the one before.
    has_loss: bool,
}

/// All snapshots of a report of random questions.
fn report(dice: &mut Dice, is_bundled: bool, rule: Rule) -> (Vec<Question>, Vec<Snapshot>) {
    let questions: Vec<Question> = (0..=dice.roll(4)).map(|_| Question::random(dice)).collect();
    let mut answers: Vec<Vec<Answer>> = questions.iter().map(|_| Vec::new()).collect();
    let (mut published, mut snapshots) = (Published::default(), Vec::new());
    let (mut withdrawn, mut has_loss) = (None, false);
    for step in 0..2 + dice.roll(6) {
        let people = answers[0].len();
        if people > 0 && dice.roll(3) == 0 {
            for _ in 0..=dice.roll(3) {
                has_loss = true;
                let person = dice.index(answers[0].len());
                if dice.roll(2) == 0 {
                    // Another attempt takes the place of the first.
                    for (question, all) in questions.iter().zip(&mut answers) {
                        all[person] = question.answer(dice, step > 1);
                    }
                } else if answers[0].len() > 1 {
                    for all in &mut answers {
                        all.swap_remove(person);
                    }
                    withdrawn = i64::try_from(answers[0].len()).ok();
                }
            }
        }
        for _ in 0..dice.roll(if step == 0 { 60 } else { 16 }) {
            for (question, all) in questions.iter().zip(&mut answers) {
                all.push(question.answer(dice, step > 1));
            }
        }
        let records = i64::try_from(answers[0].len()).expect("a small number");
        let now = bundles(&questions, &answers, is_bundled);
        let mut batch = published.clone();
        for table in batch.tables.values_mut() {
            table.has_more.clear();
        }
        let since = withdrawn.unwrap_or(published.records);
        if published.add_by(records, since, &now, THRESHOLD, rule) {
            assert!(batch.add_by(records, since, &now, THRESHOLD, rule));
            let hidden = batch.tables.into_iter().map(|(name, table)| (name, table.has_more)).collect();
            snapshots.push(Snapshot { published: published.clone(), hidden, has_loss });
            (withdrawn, has_loss) = (None, false);
        }
    }
    (questions, snapshots)
}

/// The groups of a table at a moment, or what came between two.
type Numbers = BTreeMap<(String, String), Unknown>;

/// The names of numbers that are not told and can be derived all the same.
fn derived(questions: &[Question], snapshots: &[Snapshot]) -> Vec<String> {
    let (solver, mut sought) = constraints(questions, snapshots);
    let values = solver.solve();
    sought.retain(|(_, unknown)| values[*unknown].is_some());
    sought.into_iter().map(|(name, _)| name).collect()
}

/// All that is known of a report, and the numbers that are not told, by name.
fn constraints(questions: &[Question], snapshots: &[Snapshot]) -> (Solver, Vec<(String, Unknown)>) {
    let mut solver = Solver::default();
    let (mut sought, mut moments): (Vec<(String, Unknown)>, Vec<Numbers>) = (Vec::new(), Vec::new());
    let (mut before, mut total): (Option<&Published>, i64) = (None, 0);
    for (at, Snapshot { published, hidden, has_loss }) in snapshots.iter().enumerate() {
        let (mut changes, mut sums) = (Numbers::new(), Numbers::new());
        for (name, table) in &published.tables {
            let old = before.and_then(|before| before.tables.get(name));
            for (group, shown) in &table.shown {
                let key = (name.clone(), group.clone());
                let (change, sum) = (solver.unknown(), solver.unknown());
                let last = moments.last().and_then(|moment| moment.get(&key));
                match last {
                    Some(last) => solver.is(&[(sum, 1), (*last, -1), (change, -1)], 0),
                    None => solver.is(&[(sum, 1), (change, -1)], 0),
                }
                solver.at_least(&[(sum, 1)], 0);
                if !has_loss {
                    solver.at_least(&[(change, 1)], 0);
                }
                // Everyone answers a question that is not open: no one is hidden there.
                let is_known = group == NONE
                    && name
                        .parse()
                        .is_ok_and(|at: usize| matches!(questions[at], Question::One { is_open: false, .. }));
                let has_more = table.has_more[group] && !is_known;
                if hidden[name][group] && !is_known {
                    sought.push((format!("{name}.{group} between {at} and the one before"), change));
                } else if !hidden[name][group] {
                    let shown_before = old.and_then(|old| old.shown.get(group)).copied().unwrap_or_default();
                    solver.is(&[(change, 1)], shown - shown_before);
                }
                if has_more {
                    sought.push((format!("{name}.{group} at {at}"), sum));
                }
                // From each earlier snapshot, too.
                let is_hidden = |between: &Snapshot| between.hidden.get(name).is_some_and(|groups| groups[group]);
                for (from, moment) in moments.iter().enumerate() {
                    if let Some(earlier) =
                        moment.get(&key).filter(|_| has_more && snapshots[from + 1..=at].iter().any(is_hidden))
                    {
                        let between = solver.unknown();
                        solver.is(&[(between, 1), (sum, -1), (*earlier, 1)], 0);
                        sought.push((format!("{name}.{group} between {from} and {at}"), between));
                    }
                }
                changes.insert(key.clone(), change);
                sums.insert(key, sum);
            }
            let all = |numbers: &Numbers| -> Vec<(Unknown, i64)> {
                numbers.iter().filter(|((of, _), _)| of == name).map(|(_, unknown)| (*unknown, 1)).collect()
            };
            let records_before = if old.is_some() { total } else { 0 };
            solver.is(&all(&changes), published.records - records_before);
            solver.is(&all(&sums), published.records);
        }
        for (index, question) in questions.iter().enumerate() {
            tell_rules(&mut solver, index, question, &sums, published.records);
            if !has_loss {
                tell_rules(&mut solver, index, question, &changes, published.records - total);
            }
        }
        let late = questions.iter().enumerate().filter(|(_, question)| matches!(question, Question::Late { .. }));
        let open: Vec<Unknown> = late.map(|(index, _)| sums[&(index.to_string(), NONE.to_owned())]).collect();
        for pair in open.windows(2) {
            solver.is(&[(pair[0], 1), (pair[1], -1)], 0);
        }
        moments.push(sums);
        (before, total) = (Some(published), published.records);
    }
    (solver, sought)
}

/// What a question's rules say of the numbers of its options among so many records.
fn tell_rules(solver: &mut Solver, index: usize, question: &Question, numbers: &Numbers, records: i64) {
    let number = |table: String, group: &str| numbers[&(table, group.to_owned())];
    match question {
        Question::One { is_open: false, .. } => solver.is(&[(number(index.to_string(), NONE), 1)], 0),
        Question::One { .. } | Question::Late { .. } => {}
        Question::Several { options, min, max, is_open, has_exclusive } => {
            let chosen: Vec<Unknown> = (0..*options).map(|at| number(format!("{index}/{at}"), CHOSEN)).collect();
            let (free, alone) = if *has_exclusive { chosen.split_at(options - 1) } else { (&chosen[..], &[][..]) };
            let [min, max] = [*min, *max].map(|bound| i64::try_from(bound.min(free.len())).expect("a small number"));
            // Each who chose the last one counts for as many as the rule wants, or allows.
            let all = |sign: i64, alone_counts: i64| -> Vec<(Unknown, i64)> {
                let free = free.iter().map(|unknown| (*unknown, sign));
                free.chain(alone.iter().map(|unknown| (*unknown, sign * alone_counts))).collect()
            };
            solver.at_least(&all(-1, max), -max * records);
            if !is_open {
                solver.at_least(&all(1, min), min * records);
            }
            for (one, other) in alone.iter().flat_map(|one| free.iter().map(move |other| (*one, *other))) {
                solver.at_least(&[(one, -1), (other, -1)], -records);
            }
        }
    }
}

/// How many of the reports tell more than they show.
fn broken(is_bundled: bool, rule: Rule) -> Vec<String> {
    let attacked = (0..REPORTS).filter_map(|seed| {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (questions, snapshots) = report(&mut dice, is_bundled, rule);
        let derived = derived(&questions, &snapshots);
        (!derived.is_empty()).then(|| format!("report {seed}: {}", derived.join(", ")))
    });
    attacked.collect()
}

#[test]
fn no_hidden_number_of_a_thousand_reports_can_be_derived_from_all_their_snapshots_and_tables() {
    let broken = broken(true, hidden);
    assert!(broken.is_empty(), "{} reports: {:?}", broken.len(), &broken[..broken.len().min(5)]);
}

#[test]
fn the_attack_succeeds_where_small_groups_alone_are_hidden() {
    let small_alone: Rule = |batch, threshold| batch.0.iter().map(|change| change.is_untellable(threshold)).collect();
    let broken = broken(true, small_alone);
    assert!(broken.len() > 300, "{} reports", broken.len());
}

#[test]
fn the_attack_succeeds_where_tables_that_tell_of_one_another_are_told_one_by_one() {
    let broken = broken(false, hidden);
    assert!(broken.len() > 20, "{} reports", broken.len());
}

/// All whole numbers that fit what is known are tried: bounds and equations alone could miss what only they tell.
#[test]
fn no_hidden_number_of_small_reports_is_the_same_in_all_that_fits() {
    let (mut tried, mut broken) = (0, Vec::new());
    for seed in 0..REPORTS {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (questions, snapshots) = report(&mut dice, true, hidden);
        let (solver, sought) = constraints(&questions, &snapshots);
        if sought.is_empty() || solver.size() > SMALL {
            continue;
        }
        let unknowns: Vec<Unknown> = sought.iter().map(|(_, unknown)| *unknown).collect();
        let Some(values) = solver.solve_by_trying(&unknowns, STEPS) else { continue };
        tried += 1;
        let known = sought.iter().zip(values).filter(|(_, value)| value.is_some());
        broken.extend(known.map(|((name, _), value)| format!("report {seed}: {name} is {value:?}")));
    }
    assert!(broken.is_empty(), "{} numbers: {:?}", broken.len(), &broken[..broken.len().min(5)]);
    assert!(tried > 100, "only {tried} reports were small enough");
}
