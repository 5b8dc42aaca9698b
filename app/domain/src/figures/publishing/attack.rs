//! An attack on reports: small quizzes are answered at random, changed and erased. A solver that has every snapshot,
//! the total number of answers at each publication and all rules of the questions searches for a small group.

use super::{
    solver::{Solver, Unknown},
    *,
};

const THRESHOLD: Threshold = Threshold(5);
const REPORTS: u64 = 400;
/// The maximum number of unknowns for an exhaustive search, and its limit of steps.
const SMALL: usize = 60;
const STEPS: usize = 3_000;
const NONE: &str = "-";
const CHOSEN: &str = "chosen";

/// A small seeded generator, so that failures are reproducible.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn index(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll(sides as u64)).expect("a small number")
    }

    /// Favours low indices.
    fn skewed(&mut self, sides: usize) -> usize {
        self.index(sides).min(self.index(sides))
    }
}

enum Question {
    /// One of this many answers, or none if it is optional.
    One { answers: usize, is_open: bool },
    /// Several of this many options. The last one may exclude the others.
    Several { options: usize, min: usize, max: usize, is_open: bool, has_exclusive: bool },
    /// A question that the second version added.
    Late { answers: usize },
}

type Answer = Vec<usize>;

struct Person {
    /// The step of the submission.
    at: i64,
    answers: Vec<Answer>,
}

impl Person {
    fn random(dice: &mut Dice, questions: &[Question], at: i64) -> Self {
        Self { at, answers: questions.iter().map(|question| question.answer(dice, at > 1)).collect() }
    }
}

impl Question {
    fn random(dice: &mut Dice) -> Self {
        match dice.roll(5) {
            0 | 1 => Self::One { answers: 2 + dice.index(4), is_open: dice.roll(2) == 0 },
            2 => Self::Late { answers: 2 + dice.index(2) },
            _ => {
                let options = 2 + dice.index(3);
                // If all options had to be chosen, the answer would reveal nothing.
                let min = 1 + dice.index((options - 1).min(2));
                let max = min + dice.index(options - min + 1);
                let (is_open, has_exclusive) = (dice.roll(2) == 0, dice.roll(3) == 0);
                Self::Several { options, min, max, is_open, has_exclusive }
            }
        }
    }

    /// A random answer; some answers are rare.
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

    /// True if the options are independent of one another.
    fn is_free(&self) -> bool {
        let Self::Several { options, min, max, has_exclusive, .. } = self else { return true };
        *min <= 1 && max == options && !has_exclusive
    }
}

/// The tables of a question, with the count of each answer.
fn tables(at: usize, question: &Question, answers: &[&Answer]) -> Vec<(String, Groups)> {
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

fn bundles(questions: &[Question], people: &[Person], shown: &ShownTables, is_bundled: bool) -> Vec<Bundle> {
    let (mut all, mut late) = (Vec::new(), Bundle::new());
    for (at, question) in questions.iter().enumerate() {
        let of = |fits: &dyn Fn(i64) -> bool| {
            let answers: Vec<&Answer> =
                people.iter().filter(|person| fits(person.at)).map(|person| &person.answers[at]).collect();
            tables(at, question, &answers)
        };
        let tables: Bundle = of(&|_| true)
            .into_iter()
            .map(|(name, _)| {
                let until = shown.0.get(&name).map_or(-1, |shown| shown.until.nanoseconds());
                let named = |fits: &dyn Fn(i64) -> bool| {
                    of(fits).into_iter().find(|(other, _)| *other == name).map(|(_, groups)| groups)
                };
                let [known, added] = [named(&|at| at <= until), named(&|at| at > until)].map(Option::unwrap_or_default);
                (name, CountedTable { known, added })
            })
            .collect();
        match question {
            Question::Late { .. } => late.extend(tables),
            _ if question.is_free() => all.extend(tables.into_iter().map(|table| Bundle::from([table]))),
            _ => all.push(tables),
        }
    }
    all.push(late);
    if !is_bundled {
        all = all.into_iter().flatten().map(|table| Bundle::from([table])).collect();
    }
    all
}

type Rule = fn(&mut ShownTables, &[Bundle], Timestamp);

const RULE: Rule = |shown, bundles, until| {
    shown.publish(bundles, until, THRESHOLD);
};

/// All that is visible of a quiz after a publication.
struct Snapshot {
    shown: ShownTables,
    at: Timestamp,
    records: i64,
    /// True if records were erased or changed since the previous snapshot.
    has_loss: bool,
}

/// A quiz with random questions, and all its snapshots.
fn report(dice: &mut Dice, is_bundled: bool, rule: Rule) -> (Vec<Question>, Vec<Snapshot>) {
    let questions: Vec<Question> = (0..=dice.roll(4)).map(|_| Question::random(dice)).collect();
    let (mut people, mut shown, mut snapshots): (Vec<Person>, _, _) = (Vec::new(), ShownTables::default(), Vec::new());
    for step in 0..2 + i64::try_from(dice.roll(6)).expect("a small number") {
        let mut has_loss = false;
        if people.len() > 1 && dice.roll(3) == 0 {
            has_loss = true;
            for _ in 0..=dice.roll(3) {
                let person = dice.index(people.len());
                if dice.roll(2) == 0 {
                    // A retake replaces the first attempt.
                    people[person] = Person::random(dice, &questions, step);
                } else if people.len() > 1 {
                    people.swap_remove(person);
                }
            }
        }
        for _ in 0..dice.roll(if step == 0 { 90 } else { 50 }) {
            people.push(Person::random(dice, &questions, step));
        }
        let at = Timestamp::from_nanoseconds(step);
        let bundles = bundles(&questions, &people, &shown, is_bundled);
        rule(&mut shown, &bundles, at);
        let records = i64::try_from(people.len()).expect("a small number");
        snapshots.push(Snapshot { shown: shown.clone(), at, records, has_loss });
    }
    (questions, snapshots)
}

/// The groups of all tables at a moment, or their changes between two moments.
type Numbers = BTreeMap<(String, String), Unknown>;

/// A number that must not be known to be small.
struct Sought {
    name: String,
    unknown: Unknown,
    /// The number of all records that the group is part of.
    of: i64,
}

/// Everything that is known about a quiz, and the numbers that must stay hidden.
fn constraints(questions: &[Question], snapshots: &[Snapshot]) -> (Solver, Vec<Sought>) {
    let mut solver = Solver::default();
    let (mut sought, mut last) = (Vec::new(), Numbers::new());
    let mut total = 0;
    for (at, Snapshot { shown, at: moment, records, has_loss }) in snapshots.iter().enumerate() {
        let (mut changes, mut sums) = (Numbers::new(), Numbers::new());
        for (index, question) in questions.iter().enumerate() {
            for (name, groups) in tables(index, question, &[]) {
                let fresh = shown.0.get(&name).filter(|shown| shown.until == *moment);
                for group in groups.into_keys() {
                    let (sum, change) = (solver.unknown(), solver.unknown());
                    solver.at_least(&[(sum, 1)], 0);
                    if let Some(fresh) = fresh {
                        solver.is(&[(sum, 1)], fresh.groups[&group]);
                    }
                    let key = (name.clone(), group);
                    match last.get(&key) {
                        Some(last) => solver.is(&[(sum, 1), (*last, -1), (change, -1)], 0),
                        None => solver.is(&[(sum, 1), (change, -1)], 0),
                    }
                    sought.push(Sought { name: format!("{}.{} at {at}", key.0, key.1), unknown: sum, of: *records });
                    if !has_loss {
                        solver.at_least(&[(change, 1)], 0);
                        let name = format!("{}.{} before {at}", key.0, key.1);
                        sought.push(Sought { name, unknown: change, of: records - total });
                    }
                    changes.insert(key.clone(), change);
                    sums.insert(key, sum);
                }
                let all = |numbers: &Numbers| -> Vec<(Unknown, i64)> {
                    numbers.iter().filter(|((of, _), _)| *of == name).map(|(_, unknown)| (*unknown, 1)).collect()
                };
                solver.is(&all(&sums), *records);
            }
            tell_rules(&mut solver, index, question, &sums, *records);
            if !has_loss {
                tell_rules(&mut solver, index, question, &changes, records - total);
            }
        }
        let late = questions.iter().enumerate().filter(|(_, question)| matches!(question, Question::Late { .. }));
        let open: Vec<Unknown> = late.map(|(index, _)| sums[&(index.to_string(), NONE.to_owned())]).collect();
        for pair in open.windows(2) {
            solver.is(&[(pair[0], 1), (pair[1], -1)], 0);
        }
        (last, total) = (sums, *records);
    }
    (solver, sought)
}

/// Adds the constraints that a question's rules put on the counts of its options.
fn tell_rules(solver: &mut Solver, index: usize, question: &Question, numbers: &Numbers, records: i64) {
    let number = |table: String, group: &str| numbers[&(table, group.to_owned())];
    match question {
        Question::One { is_open: false, .. } => solver.is(&[(number(index.to_string(), NONE), 1)], 0),
        Question::One { .. } | Question::Late { .. } => {}
        Question::Several { options, min, max, is_open, has_exclusive } => {
            let chosen: Vec<Unknown> = (0..*options).map(|at| number(format!("{index}/{at}"), CHOSEN)).collect();
            let (free, alone) = if *has_exclusive { chosen.split_at(options - 1) } else { (&chosen[..], &[][..]) };
            let [min, max] = [*min, *max].map(|bound| i64::try_from(bound.min(free.len())).expect("a small number"));
            // A record with the exclusive option counts as often as the rule wants, or allows.
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

/// The numbers that are known to be small. A group that is all records of its table does not count: figures reveal it
/// anyway, at every publication that had few records.
fn few(sought: &[Sought], values: impl Iterator<Item = Option<i128>>) -> Vec<String> {
    let is_few = |value: i128, of: i64| (1..THRESHOLD.signed().into()).contains(&value) && value != of.into();
    let few = |(sought, value): (&Sought, Option<i128>)| {
        value.filter(|value| is_few(*value, sought.of)).map(|value| format!("{} is {value}", sought.name))
    };
    sought.iter().zip(values).filter_map(few).collect()
}

/// The quizzes of which a small number can be determined.
fn broken(is_bundled: bool, rule: Rule) -> Vec<String> {
    let attacked = (0..REPORTS).filter_map(|seed| {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (questions, snapshots) = report(&mut dice, is_bundled, rule);
        let (solver, sought) = constraints(&questions, &snapshots);
        let values = solver.solve();
        let few = few(&sought, sought.iter().map(|sought| values[sought.unknown]));
        (!few.is_empty()).then(|| format!("quiz {seed}: {}", few.join(", ")))
    });
    attacked.collect()
}

#[test]
fn no_group_of_few_can_be_derived_from_all_snapshots_and_tables() {
    let broken = broken(true, RULE);
    assert!(broken.is_empty(), "{} quizzes: {:?}", broken.len(), &broken[..broken.len().min(5)]);
}

#[test]
fn the_attack_succeeds_where_numbers_may_change_by_few() {
    let large_alone: Rule = |shown, bundles, until| {
        for (name, table) in bundles.iter().flatten() {
            let groups = table.groups();
            if groups.values().all(|count| *count == 0 || *count >= THRESHOLD.signed()) {
                shown.0.insert(name.clone(), ShownTable { groups, until });
            }
        }
    };
    let broken = broken(true, large_alone);
    assert!(broken.len() > 20, "{} quizzes", broken.len());
}

#[test]
fn the_attack_succeeds_where_tables_that_tell_of_one_another_are_told_one_by_one() {
    let broken = broken(false, RULE);
    assert!(broken.len() > 2, "{} quizzes", broken.len());
}

/// Tries all whole-number solutions: bounds and equations alone could miss values that only integrality determines.
#[test]
fn no_group_of_few_is_the_same_in_all_that_fits() {
    let (mut tried, mut broken) = (0, Vec::new());
    for seed in 0..REPORTS {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (questions, snapshots) = report(&mut dice, true, RULE);
        let (solver, sought) = constraints(&questions, &snapshots);
        if solver.size() > SMALL {
            continue;
        }
        let unknowns: Vec<Unknown> = sought.iter().map(|sought| sought.unknown).collect();
        let Some(values) = solver.solve_by_trying(&unknowns, STEPS) else { continue };
        tried += 1;
        broken.extend(few(&sought, values.into_iter()).into_iter().map(|name| format!("quiz {seed}: {name}")));
    }
    assert!(broken.is_empty(), "{} numbers: {:?}", broken.len(), &broken[..broken.len().min(5)]);
    assert!(tried > 50, "only {tried} quizzes were small enough");
}
