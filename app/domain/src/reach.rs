//! Answers that can occur, found by trying the ways through a quiz that its conditions tell apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Answer, AnswerInput, Answers, Condition, Decimal, Definition, Item, Language, OptionId, item::Ask};

/// Ways that are tried before a question stays undecided.
const MOST: usize = 5_000;
/// Options of a `multiple` that conditions may name before it stays undecided: all subsets are tried.
const MOST_OPTIONS: usize = 8;

/// The ways through a quiz up to one of its questions, or through all of it.
pub(crate) struct Ways<'d> {
    definition: &'d Definition,
    /// Questions before this one count.
    until: usize,
    /// For each question that matters, what is answered where the way comes by it.
    samples: BTreeMap<usize, Vec<(Item<'d>, Vec<Option<Answer>>)>>,
    languages: Vec<String>,
    left: usize,
}

/// A way that was tried.
pub(crate) struct Way<'w> {
    pub(crate) answers: &'w Answers,
    pub(crate) language: &'w str,
    /// A statement ended the quiz before the question was reached.
    pub(crate) is_over: bool,
}

impl<'d> Ways<'d> {
    /// The ways that differ for these conditions, which stand at the question of this index (or behind all of them).
    /// `None` where there are too many to try.
    pub(crate) fn new(definition: &'d Definition, conditions: &[&'d Condition], until: usize) -> Option<Self> {
        let mut all: Vec<&Condition> = conditions.to_vec();
        let mut relevant = BTreeSet::new();
        let questions = &definition.questions[..until.min(definition.questions.len())];
        for (index, question) in questions.iter().enumerate().filter(|(_, question)| question.ends()) {
            relevant.insert(index);
            all.extend(&question.show_if);
        }
        let mut next = 0;
        while let Some(condition) = all.get(next).copied() {
            next += 1;
            let mut found = Vec::new();
            condition.each(&mut |condition| found.extend(condition.question()));
            for id in found {
                let index = questions.iter().position(|q| q.items().iter().any(|item| item.id == *id));
                let Some(index) = index.filter(|index| relevant.insert(*index)) else { continue };
                all.extend(&questions[index].show_if);
                let options = questions[index].own().map_or(&[][..], |own| own.kind.options());
                all.extend(options.iter().filter_map(|option| option.show_if.as_ref()));
            }
        }
        let mut named = Named::default();
        for condition in &all {
            condition.each(&mut |condition| named.add(condition));
        }
        let mut samples = BTreeMap::new();
        for index in relevant {
            let items = definition.questions[index].items().into_iter();
            let sampled = items.filter(|item| named.questions.contains(item.id.as_str()) || !item.beside.is_empty());
            let of_question: Option<Vec<_>> = sampled.map(|item| named.samples(&item).map(|all| (item, all))).collect();
            samples.insert(index, of_question?);
        }
        let mut languages: Vec<String> = Language::ALL.map(|language| language.as_str().to_owned()).into();
        languages.extend(named.languages.into_iter().map(str::to_owned));
        Some(Self { definition, until, samples, languages, left: MOST })
    }

    /// Visits each way; `false` where there were too many to visit all.
    pub(crate) fn each(mut self, visit: &mut impl FnMut(&Way<'_>)) -> bool {
        std::mem::take(&mut self.languages).iter().all(|language| self.go(0, 0, &mut Answers::new(), language, visit))
    }

    fn go(
        &mut self,
        index: usize,
        part: usize,
        answers: &mut Answers,
        language: &str,
        visit: &mut impl FnMut(&Way<'_>),
    ) -> bool {
        let Some((&index, sampled)) = self.samples.range(index..).next().filter(|(index, _)| **index < self.until)
        else {
            return self.arrive(answers, language, false, visit);
        };
        let question = &self.definition.questions[index];
        let is_shown = question.show_if.as_ref().is_none_or(|condition| condition.holds(answers, language));
        if part == 0 && is_shown && question.ends() {
            return self.arrive(answers, language, true, visit);
        }
        let Some((item, samples)) = sampled.get(part).cloned().filter(|_| is_shown) else {
            return self.go(index + 1, 0, answers, language, visit);
        };
        let mut shown: Vec<Option<Answer>> = Vec::new();
        for sample in samples {
            let visible =
                sample.and_then(|answer| item.visible(&answer, |condition| condition.holds(answers, language)));
            if !shown.contains(&visible) {
                shown.push(visible);
            }
        }
        if item.is_required() && shown.iter().any(Option::is_some) {
            shown.retain(Option::is_some);
        }
        for answer in shown {
            if let Some(answer) = answer {
                answers.insert(item.id.clone(), answer);
            }
            let is_done = self.go(index, part + 1, answers, language, visit);
            answers.remove(&item.id);
            if !is_done {
                return false;
            }
        }
        true
    }

    fn arrive(&mut self, answers: &Answers, language: &str, is_over: bool, visit: &mut impl FnMut(&Way<'_>)) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        visit(&Way { answers, language, is_over });
        true
    }
}

/// Questions, options, bounds and languages that conditions name.
#[derive(Default)]
struct Named<'d> {
    questions: BTreeSet<&'d str>,
    options: BTreeSet<&'d OptionId>,
    bounds: BTreeSet<Decimal>,
    languages: BTreeSet<&'d str>,
}

impl<'d> Named<'d> {
    fn add(&mut self, condition: &'d Condition) {
        self.questions.extend(condition.question().map(crate::QuestionId::as_str));
        match condition {
            Condition::Is(_, options) | Condition::Includes(_, options) => {
                self.options.extend(options.iter().filter_map(crate::OptionRef::id));
            }
            Condition::Within(_, least, most) => self.bounds.extend(least.iter().chain(most)),
            Condition::Language(tags) => self.languages.extend(tags.iter().map(String::as_str)),
            _ => {}
        }
    }

    /// Answers that the conditions can tell apart, and none where none may be given; `None` where they are too many.
    fn samples(&self, item: &Item<'_>) -> Option<Vec<Option<Answer>>> {
        let mut samples: Vec<Option<Answer>> = match &item.ask {
            Ask::BuiltIn(options) => self.choices(options.iter().map(|option| (option, false))),
            Ask::Choice(options) => self.choices(options.iter().map(|option| (&option.id, option.show_if.is_some()))),
            Ask::Multiple { options, .. } => {
                let (named, others): (Vec<_>, Vec<_>) =
                    options.iter().map(|option| &option.id).partition(|id| self.options.contains(id));
                if named.len() > MOST_OPTIONS {
                    return None;
                }
                let subset = |bits: usize| named.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
                let chosen = |bits: usize, padding: usize| {
                    let ids =
                        subset(bits).map(|(_, id)| (*id).clone()).chain(others.iter().take(padding).copied().cloned());
                    AnswerInput::List(ids.map(AnswerInput::from).collect())
                };
                (0..1 << named.len())
                    .filter_map(|bits| (0..=others.len()).find_map(|padding| item.read(&chosen(bits, padding)).ok()))
                    .map(Some)
                    .collect()
            }
            Ask::Scale(scale) => self.numbers(item, Decimal::whole(scale.from), Decimal::whole(scale.to), 0),
            Ask::Number(number) => self.numbers(item, number.min, number.max, number.decimals),
            Ask::Ranking(_) => vec![Some(Answer::Options(Vec::new()))],
            Ask::Text(_) | Ask::Date { .. } => vec![Some(Answer::Text(String::new()))],
            Ask::Consent => vec![Some(Answer::Consent)],
        };
        if !item.is_required() {
            samples.push(None);
        }
        Some(samples)
    }

    /// The options that are named or not always shown, and one of the others.
    fn choices<'o>(&self, options: impl Iterator<Item = (&'o OptionId, bool)>) -> Vec<Option<Answer>> {
        let (mut tried, others): (Vec<_>, Vec<_>) =
            options.partition(|(id, is_conditional)| *is_conditional || self.options.contains(id));
        tried.extend(others.first());
        tried.into_iter().map(|(id, _)| Some(Answer::Option(id.clone()))).collect()
    }

    /// The ends, and the numbers at each bound and right beside it.
    fn numbers(&self, item: &Item<'_>, min: Decimal, max: Decimal, places: u8) -> Vec<Option<Answer>> {
        let step = i128::from(Decimal::step(places).thousandths());
        let beside = |bound: &Decimal| {
            let floor = i128::from(bound.thousandths()).div_euclid(step) * step;
            [floor - step, floor, floor + step].map(Decimal::from_thousandths)
        };
        let numbers = self.bounds.iter().flat_map(beside).flatten().chain([min, max]);
        numbers.filter_map(|number| item.read(&AnswerInput::Number(number)).ok()).map(Some).collect()
    }
}
