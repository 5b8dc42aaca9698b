//! Answers that can occur, found by trying the ways through a quiz that its conditions distinguish.
//!
//! The number of ways multiplies with every question, so the check of a definition has a budget of steps: a step is a
//! sample of an answer, an option, or a part of a condition. The conditions take turns in the order of the definition,
//! those of a question before those of its options, conversion tables last. Each gets an equal share of the remaining
//! steps, so steps saved by an easy condition go to the others. A condition that uses up its share stays undecided and
//! counts as sound.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};

use crate::{Answer, AnswerInput, Answers, Condition, Decimal, Definition, Item, Kind, Language, OptionId};

/// Steps for checking one definition, about a tenth of a second.
pub(crate) const STEPS: usize = 1_000_000;
/// The maximum number of options of a `multiple` in a condition before it stays undecided, because all subsets are
/// tried.
const MOST_OPTIONS: usize = 8;
/// The maximum number of questions that a condition may depend on before it stays undecided, because each adds a stack
/// frame.
const MOST_ITEMS: usize = 400;

/// The ways through a definition, and the steps left to try them.
pub(crate) struct Ways<'d> {
    definition: &'d Definition,
    items: Vec<Vec<Item<'d>>>,
    /// The index of the question of each item.
    places: BTreeMap<String, usize>,
    endings: Vec<usize>,
    steps: usize,
    spent: usize,
    /// Conditions that have not had their turn.
    waiting: usize,
}

pub(crate) struct Way<'w> {
    pub(crate) answers: &'w Answers,
    pub(crate) language: &'w str,
    /// A statement ended the quiz before the question was reached.
    pub(crate) is_over: bool,
}

#[derive(Debug, Eq, PartialEq)]
pub(crate) enum StopReason {
    /// The visitor has seen enough.
    Decided,
    Spent,
}

impl<'d> Ways<'d> {
    /// `waiting` conditions share the steps.
    pub(crate) fn new(definition: &'d Definition, waiting: usize, steps: usize) -> Self {
        let items: Vec<Vec<Item<'_>>> = definition.questions.iter().map(crate::Question::items).collect();
        let places = items.iter().enumerate().flat_map(|(at, items)| items.iter().map(move |item| (item, at)));
        let places = places.map(|(item, at)| (item.id.to_string(), at)).collect();
        let endings = definition.questions.iter().enumerate().filter(|(_, question)| question.ends());
        Self { definition, places, endings: endings.map(|(at, _)| at).collect(), items, steps, spent: 0, waiting }
    }

    pub(crate) fn spent(&self) -> usize {
        self.spent
    }

    /// True if the quiz may be over before the question of this index.
    pub(crate) fn may_end_before(&self, index: usize) -> bool {
        self.endings.first().is_some_and(|ending| *ending < index)
    }

    /// Skips a turn in favour of the others.
    pub(crate) fn pass(&mut self) {
        self.waiting = self.waiting.saturating_sub(1);
    }

    /// Visits the ways that these conditions distinguish; they are on the question of this index, or after all
    /// questions. Returns `false` if the steps ran out before all ways were visited or the visitor had seen enough.
    pub(crate) fn each(
        &mut self,
        conditions: &[&'d Condition],
        until: usize,
        visit: &mut impl FnMut(&Way<'_>) -> Result<(), StopReason>,
    ) -> bool {
        let share = self.steps.saturating_sub(self.spent) / self.waiting.max(1);

        self.pass();
        let steps = Steps(Cell::new(share));
        let walked = Walk::new(self, conditions, until, &steps).and_then(|walk| walk.all(visit));
        self.spent += share - steps.0.get();
        walked != Err(StopReason::Spent)
    }
}

struct Steps(Cell<usize>);

impl Steps {
    fn take(&self, count: usize) -> Result<(), StopReason> {
        let left = self.0.get().checked_sub(count);
        self.0.set(left.unwrap_or_default());
        left.map(|_| ()).ok_or(StopReason::Spent)
    }
}

/// The ways that some conditions distinguish.
struct Walk<'w, 'd> {
    ways: &'w Ways<'d>,
    conditions: &'w [&'d Condition],
    /// Relevant questions, each with the items that a condition refers to.
    asked: BTreeMap<usize, Vec<&'w Item<'d>>>,
    named: BTreeMap<&'w str, Named<'d>>,
    languages: BTreeSet<String>,
    steps: &'w Steps,
}

/// Options and bounds of an item that conditions name.
#[derive(Default)]
struct Named<'d> {
    options: BTreeSet<&'d OptionId>,
    bounds: BTreeSet<Decimal>,
}

impl<'w, 'd> Walk<'w, 'd> {
    fn new(
        ways: &'w Ways<'d>,
        conditions: &'w [&'d Condition],
        until: usize,
        steps: &'w Steps,
    ) -> Result<Self, StopReason> {
        let mut walk = Self {
            ways,
            conditions,
            asked: BTreeMap::new(),
            named: BTreeMap::new(),
            languages: BTreeSet::new(),
            steps,
        };
        let mut all: Vec<&Condition> = conditions.to_vec();
        for index in ways.endings.iter().take_while(|index| **index < until) {
            walk.add(*index, &mut all)?;
        }
        let mut next = 0;
        while let Some(condition) = all.get(next).copied() {
            next += 1;
            condition.each(&mut |condition| walk.name(condition, until, &mut all))?;
        }
        // All languages that no condition names are equivalent.
        if walk.languages.is_empty() {
            walk.languages.insert(ways.definition.language.to_string());
        } else {
            let spoken = ways.definition.languages();
            walk.languages.extend(spoken.iter().chain(&Language::OF_CONTENT).map(Language::to_string));
        }
        let items = walk.asked.values().map(Vec::len).sum::<usize>();
        if items > MOST_ITEMS { Err(StopReason::Spent) } else { Ok(walk) }
    }

    /// Marks a question as relevant, and with it its own conditions and those of its options.
    fn add(&mut self, index: usize, all: &mut Vec<&'d Condition>) -> Result<(), StopReason> {
        self.asked.insert(index, Vec::new());
        let question = &self.ways.definition.questions[index];
        all.extend(&question.show_if);
        let options = question.own().map_or(&[][..], |own| own.kind.options());
        all.extend(options.iter().filter_map(|option| option.show_if.as_ref()));
        self.steps.take(1 + options.len())
    }

    fn name(&mut self, condition: &'d Condition, until: usize, all: &mut Vec<&'d Condition>) -> Result<(), StopReason> {
        self.steps.take(condition.width())?;
        if let Condition::Language(tags) = condition {
            self.languages.extend(tags.iter().cloned());
        }
        let Some(id) = condition.question() else { return Ok(()) };
        let ways = self.ways;
        let Some(index) = ways.places.get(id.as_str()).copied().filter(|index| *index < until) else { return Ok(()) };
        if !self.asked.contains_key(&index) {
            self.add(index, all)?;
        }
        let items = &ways.items[index];
        self.steps.take(items.len())?;
        let Some(item) = items.iter().find(|item| item.id == *id) else { return Ok(()) };
        // The text beside an option depends on the choice.
        let choice = items.iter().find(|_| !item.beside.is_empty());
        for item in choice.into_iter().chain([item]) {
            if !self.named.contains_key(item.id.as_str()) {
                self.named.insert(item.id.as_str(), Named::default());
                self.asked.entry(index).or_default().push(item);
            }
        }
        if let Some(choice) = choice {
            self.named.entry(choice.id.as_str()).or_default().options.extend(item.beside.iter().copied());
        }
        let named = self.named.entry(item.id.as_str()).or_default();
        match condition {
            Condition::Is(_, options) | Condition::Includes(_, options) => {
                named.options.extend(options.iter().filter_map(crate::OptionRef::id));
            }
            Condition::Within(_, least, most) => named.bounds.extend(least.iter().chain(most)),
            _ => {}
        }
        Ok(())
    }

    fn all(mut self, visit: &mut impl FnMut(&Way<'_>) -> Result<(), StopReason>) -> Result<(), StopReason> {
        for items in self.asked.values_mut() {
            // A choice comes before the text beside its options.
            items.sort_by_key(|item| !item.beside.is_empty());
        }
        self.languages.iter().try_for_each(|language| self.go((0, 0), &mut Answers::new(), language, visit))
    }

    /// Tries every answer to the item at this position: the index of a question and of an item in it.
    fn go(
        &self,
        (from, part): (usize, usize),
        answers: &mut Answers,
        language: &str,
        visit: &mut impl FnMut(&Way<'_>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let mut place = None;
        for (index, items) in self.asked.range(from..) {
            let part = if *index == from { part } else { 0 };
            let question = &self.ways.definition.questions[*index];
            if part == 0 && !self.is_shown(question.show_if.as_ref(), answers, language)? {
                continue;
            }
            if question.ends() {
                return self.arrive(answers, language, true, visit);
            }
            let is_open = |item: &&Item<'_>| item.is_open(answers);
            if let Some(at) = (part..items.len()).find(|at| is_open(&items[*at])) {
                place = Some((*index, at, items[at]));
                break;
            }
        }
        let Some((index, part, item)) = place else { return self.arrive(answers, language, false, visit) };
        let samples = self.samples(item, answers, language)?;
        let may_be_open = samples.is_empty() || !item.is_required();
        for answer in samples {
            answers.insert(item.id.clone(), answer);
            self.go((index, part + 1), answers, language, visit)?;
        }
        answers.remove(&item.id);
        if may_be_open { self.go((index, part + 1), answers, language, visit) } else { Ok(()) }
    }

    fn arrive(
        &self,
        answers: &Answers,
        language: &str,
        is_over: bool,
        visit: &mut impl FnMut(&Way<'_>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.steps.take(1)?;
        self.conditions.iter().try_for_each(|condition| self.look_at(condition))?;
        visit(&Way { answers, language, is_over })
    }

    fn look_at(&self, condition: &Condition) -> Result<(), StopReason> {
        condition.each(&mut |condition| self.steps.take(condition.width()))
    }

    fn is_shown(&self, show_if: Option<&Condition>, answers: &Answers, language: &str) -> Result<bool, StopReason> {
        let Some(condition) = show_if else { return Ok(true) };
        self.look_at(condition)?;
        Ok(condition.holds(answers, language))
    }

    /// The answers that the conditions can distinguish.
    fn samples(&self, item: &Item<'d>, answers: &Answers, language: &str) -> Result<Vec<Answer>, StopReason> {
        let none = Named::default();
        let named = self.named.get(item.id.as_str()).unwrap_or(&none);
        let mut options = Vec::new();
        for option in item.kind.options() {
            self.steps.take(1)?;
            if self.is_shown(option.show_if.as_ref(), answers, language)? {
                options.push(option);
            }
        }
        let is_named = |id: &OptionId| named.options.contains(id);
        let samples = match item.kind {
            Kind::Choice { .. } => one_of(options.iter().map(|option| &option.id), is_named),
            Kind::Multiple { options: all, .. } => {
                let (min, max) = item.kind.bounds();
                let (tried, others): (Vec<_>, Vec<_>) = options.into_iter().partition(|option| is_named(&option.id));
                if tried.len() > MOST_OPTIONS {
                    return Err(StopReason::Spent);
                }
                self.steps.take(1 << tried.len())?;
                let fill = all.iter().filter(|option| !option.exclusive).count()
                    - tried.iter().filter(|option| !option.exclusive).count();
                let (alone, fillers): (Vec<_>, Vec<_>) = others.into_iter().partition(|option| option.exclusive);
                let mut samples = Vec::new();
                for bits in 0..1_usize << tried.len() {
                    let chosen = tried.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
                    let mut chosen: Vec<_> = chosen.map(|(_, option)| *option).collect();
                    let is_possible = if chosen.iter().any(|option| option.exclusive) {
                        chosen.len() == 1
                    } else {
                        chosen.len() <= max && chosen.len() + fill >= min
                    };
                    // Conditions cannot distinguish the other options, so one stands for all.
                    if bits == 0 {
                        chosen.extend(fillers.first().filter(|_| is_possible).or(alone.first()));
                    } else if !is_possible {
                        continue;
                    }
                    if !chosen.is_empty() {
                        samples.push(Answer::Options(chosen.iter().map(|option| option.id.clone()).collect()));
                    }
                }
                samples
            }
            Kind::Scale(scale) => self.numbers(named, item, Decimal::whole(scale.from), Decimal::whole(scale.to), 0)?,
            Kind::Number(number) => self.numbers(named, item, number.min, number.max, number.decimals)?,
            Kind::Ranking { .. } => {
                options.first().map(|option| Answer::Options(vec![option.id.clone()])).into_iter().collect()
            }
            // Conditions only test whether the other kinds are answered.
            _ => vec![Answer::Text(String::new())],
        };
        self.steps.take(1 + samples.len())?;
        Ok(samples)
    }

    /// The first and last number, each bound, and its immediate neighbours.
    fn numbers(
        &self,
        named: &Named<'_>,
        item: &Item<'_>,
        min: Decimal,
        max: Decimal,
        places: u8,
    ) -> Result<Vec<Answer>, StopReason> {
        self.steps.take(3 * named.bounds.len() + 6)?;
        let step = i128::from(Decimal::step(places).thousandths());
        let beside = |bound: &Decimal| {
            let floor = i128::from(bound.thousandths()).div_euclid(step) * step;
            [floor - step, floor, floor + step].map(Decimal::from_thousandths)
        };
        let bounds = named.bounds.iter().chain([&min, &max]);
        let numbers: BTreeSet<Decimal> = bounds.flat_map(beside).flatten().collect();
        Ok(numbers.into_iter().filter_map(|number| item.read(&AnswerInput::Number(number)).ok()).collect())
    }
}

/// The options that conditions name, and one of the others.
fn one_of<'o>(options: impl IntoIterator<Item = &'o OptionId>, is_named: impl Fn(&OptionId) -> bool) -> Vec<Answer> {
    let (mut tried, others): (Vec<_>, Vec<_>) = options.into_iter().partition(|id| is_named(id));
    tried.extend(others.first());
    tried.into_iter().map(|id| Answer::Option(id.clone())).collect()
}
