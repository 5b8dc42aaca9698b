//! Points of single answers.

use super::exact::Exact;
use crate::{
    Answer, Decimal, Direction, Item, Kind, Name, Numeric, OptionId, OptionPoints, OwnOption, Range, Scale,
    ScalePoints, ScoreTableVersion,
};

/// Everything about an item that decides its scores: category, weight and points, but no words.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Weighting<'d> {
    category: Option<Name>,
    weight: u16,
    /// With their points, and whether they count alone, by id.
    options: Vec<(&'d OptionId, OptionPoints, bool)>,
    scale: Option<(i32, i32, Option<&'d ScalePoints>)>,
    ranges: &'d [Range],
}

/// The rule for the points of one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) score_table: ScoreTableVersion,
    /// The chosen options of a `multiple` are taken off 100 where points are negative, and kept between 0 and 100.
    pub(crate) is_of_100: bool,
}

impl Weighting<'_> {
    /// The same of an item whose category does not matter.
    pub(crate) fn of_any_category(self) -> Self {
        Self { category: None, ..self }
    }
}

impl<'d> Item<'d> {
    pub(crate) fn weighting(&self) -> Weighting<'d> {
        let scale = if let Kind::Scale(scale) = self.kind { Some(scale) } else { None };
        let options = self.kind.options().iter().map(|option| (&option.id, option.points, option.exclusive));
        let mut options: Vec<_> = options.collect();
        options.sort_unstable_by_key(|(id, ..)| *id);
        Weighting {
            category: self.question.category(),
            weight: self.question.own().map_or(1, |own| own.weight),
            options,
            scale: scale.map(|scale| (scale.from, scale.to, scale.points.as_ref())),
            ranges: if let Kind::Number(number) = self.kind { &number.ranges } else { &[] },
        }
    }
}

impl Item<'_> {
    pub fn is_scored(&self) -> bool {
        match self.kind {
            _ if self.question.indicator().is_some() => true,
            Kind::Choice { options, .. } | Kind::Multiple { options, .. } => {
                options.iter().any(|option| option.points.given().is_some())
            }
            Kind::Scale(scale) => scale.points.is_some(),
            Kind::Number(number) => !number.ranges.is_empty(),
            _ => false,
        }
    }

    /// The points of an answer; `None` where there are none for it, or it is not scored.
    pub(crate) fn points(&self, answer: &Answer, rule: Rule) -> Option<Exact> {
        match (self.kind, answer) {
            _ if self.is_unscored(answer) => None,
            (Kind::Choice { options, .. }, Answer::Option(chosen)) => {
                let points = match self.question.indicator() {
                    Some(_) => self.question.points_of(chosen, rule.score_table).map(Decimal::from),
                    None => options.iter().find(|option| option.id == *chosen)?.points.given(),
                };
                points.map(Exact::from)
            }
            (Kind::Multiple { options, .. }, Answer::Options(chosen)) if self.is_scored() => {
                let chosen: Vec<&OwnOption> = options.iter().filter(|option| chosen.contains(&option.id)).collect();
                Some(added(options, &chosen, rule))
            }
            (Kind::Scale(scale), Answer::Number(number)) => on_scale(scale, number.as_whole()?.try_into().ok()?),
            (Kind::Number(number), Answer::Number(given)) => in_ranges(number, *given),
            _ => None,
        }
    }

    /// The least and the most points that an answer can have. `is_shown` tells of an option.
    pub(crate) fn extremes(&self, rule: Rule, is_shown: impl Fn(&OwnOption) -> bool) -> Option<(Exact, Exact)> {
        let mut all: Vec<Exact> = match self.kind {
            Kind::Choice { options, .. } => options
                .iter()
                .filter(|option| is_shown(option))
                .filter_map(|option| self.points(&Answer::Option(option.id.clone()), rule))
                .collect(),
            Kind::Scale(scale) => scale.values().filter_map(|number| on_scale(scale, number)).collect(),
            Kind::Number(number) => {
                // The first number of each range, as far as it can be given.
                let firsts = number.ranges.iter().filter_map(|range| range.below).filter(|below| *below <= number.max);
                let firsts = firsts.map(|below| below.max(number.min));
                firsts.chain([number.min]).filter_map(|first| in_ranges(number, first)).collect()
            }
            Kind::Multiple { options, .. } => {
                let (min, max) = self.kind.bounds();
                let shown: Vec<&OwnOption> = options.iter().filter(|option| is_shown(option)).collect();
                of_several(options, &shown, min, max, rule)
            }
            _ => Vec::new(),
        };
        all.sort_unstable();
        Some((*all.first()?, *all.last()?))
    }
}

fn added(options: &[OwnOption], chosen: &[&OwnOption], rule: Rule) -> Exact {
    let points = |option: &OwnOption| option.points.given().map(Exact::from).unwrap_or_default();
    let sum: Exact = chosen.iter().map(|option| points(option)).sum();
    if !rule.is_of_100 {
        return sum;
    }
    let is_from_100 = options.iter().any(|option| points(option) < Exact::ZERO);
    let is_alone = chosen.iter().any(|option| option.exclusive);
    let start = if is_from_100 && !is_alone { Exact::HUNDRED } else { Exact::ZERO };
    (start + sum).clamp(Exact::ZERO, Exact::HUNDRED)
}

/// The points of the choices among which are the worst and the best: every exclusive option alone, and the lowest and
/// the highest of the others in each number that may be chosen. Options that are not scored may make up the number.
fn of_several(options: &[OwnOption], shown: &[&OwnOption], min: usize, max: usize, rule: Rule) -> Vec<Exact> {
    let is_scored = |option: &&OwnOption| option.points != OptionPoints::NotScored;
    let (scored, unscored): (Vec<&OwnOption>, Vec<&OwnOption>) = shown.iter().copied().partition(is_scored);
    let (alone, mut others): (Vec<&OwnOption>, Vec<&OwnOption>) = scored.into_iter().partition(|o| o.exclusive);
    others.sort_by_key(|option| option.points.given().unwrap_or_default());
    let min = min.saturating_sub(unscored.iter().filter(|option| !option.exclusive).count()).max(1);
    let most = max.min(others.len());
    let mut all: Vec<Exact> = alone.into_iter().map(|option| added(options, &[option], rule)).collect();
    for count in min..=most {
        all.push(added(options, &others[..count], rule));
        all.push(added(options, &others[others.len() - count..], rule));
    }
    all
}

fn on_scale(scale: &Scale, number: i32) -> Option<Exact> {
    if !scale.values().contains(&number) {
        return None;
    }
    let (step, all) = (number - scale.from, scale.to - scale.from);
    match scale.points.as_ref()? {
        ScalePoints::Even(Direction::Linear) => Some(Exact::step(step, all)),
        ScalePoints::Even(Direction::Reversed) => Some(Exact::step(all - step, all)),
        ScalePoints::List(list) => list.get(usize::try_from(step).ok()?).map(|points| Exact::from(*points)),
    }
}

fn in_ranges(number: &Numeric, given: Decimal) -> Option<Exact> {
    let range = number.ranges.iter().find(|range| range.below.is_none_or(|below| given < below))?;
    Some(range.points.into())
}
