//! A solver for linear equations and bounds over integers: exact elimination, then mutual narrowing of bounds.

use std::collections::BTreeMap;

pub(super) type Unknown = usize;
type Terms = BTreeMap<Unknown, i128>;
/// A sum of unknowns and its value.
type Equation = (Terms, i128);

#[derive(Clone, Default)]
pub(super) struct Solver {
    /// The least and the greatest value of each unknown.
    bounds: Vec<(i128, i128)>,
    rows: Vec<Row>,
}

/// A linear combination of unknowns between `low` and `high`.
#[derive(Clone)]
struct Row {
    terms: Terms,
    low: i128,
    high: i128,
}

/// The search exceeded its limit of steps.
#[derive(Debug)]
struct NoSteps;

/// Larger than any sum that occurs.
const FAR: i128 = 1_000_000;

impl Solver {
    pub(super) fn unknown(&mut self) -> Unknown {
        self.bounds.push((-FAR, FAR));
        self.bounds.len() - 1
    }

    pub(super) fn size(&self) -> usize {
        self.bounds.len()
    }

    pub(super) fn at_least(&mut self, terms: &[(Unknown, i64)], low: i64) {
        self.row(terms, low.into(), FAR * FAR);
    }

    pub(super) fn is(&mut self, terms: &[(Unknown, i64)], sum: i64) {
        self.row(terms, sum.into(), sum.into());
    }

    fn row(&mut self, terms: &[(Unknown, i64)], low: i128, high: i128) {
        let mut sum = Terms::new();
        for (unknown, times) in terms {
            *sum.entry(*unknown).or_default() += i128::from(*times);
        }
        sum.retain(|_, times| *times != 0);
        self.rows.push(Row { terms: sum, low, high });
    }

    /// The value of each unknown that has only one.
    pub(super) fn solve(mut self) -> Vec<Option<i128>> {
        self.eliminate();
        while self.narrow().expect("the world that was published fits") {}
        self.bounds.iter().map(|(low, high)| (low == high).then_some(*low)).collect()
    }

    /// Complete, unlike [`Self::solve`]: an unknown has more than one value only if an integer solution exists for
    /// each. Returns the sought unknowns only; `None` if the search exceeds `steps`.
    pub(super) fn solve_by_trying(mut self, sought: &[Unknown], mut steps: usize) -> Option<Vec<Option<i128>>> {
        self.eliminate();
        let one = self.solution(&mut steps).ok()?.expect("the world that was published fits");
        let only = |unknown: &Unknown| {
            let value = one[*unknown];
            for (low, high) in [(-FAR, value - 1), (value + 1, FAR)] {
                let mut other = self.clone();
                let bounds = &mut other.bounds[*unknown];
                *bounds = (bounds.0.max(low), bounds.1.min(high));
                if bounds.0 <= bounds.1 && other.solution(&mut steps).ok()?.is_some() {
                    return Some(None);
                }
            }
            Some(Some(value))
        };
        sought.iter().map(only).collect()
    }

    /// An integer solution, if there is one: narrows, then tries the values of the unknown with the fewest.
    fn solution(&self, steps: &mut usize) -> Result<Option<Vec<i128>>, NoSteps> {
        *steps = steps.checked_sub(1).ok_or(NoSteps)?;
        let mut narrowed = self.clone();
        loop {
            match narrowed.narrow() {
                None => return Ok(None),
                Some(true) => {}
                Some(false) => break,
            }
        }
        let open =
            (0..narrowed.bounds.len()).filter(|unknown| narrowed.bounds[*unknown].0 < narrowed.bounds[*unknown].1);
        let width = |unknown: &Unknown| narrowed.bounds[*unknown].1 - narrowed.bounds[*unknown].0;
        let Some(unknown) = open.min_by_key(width) else {
            return Ok(Some(narrowed.bounds.iter().map(|(value, _)| *value).collect()));
        };
        let (low, high) = narrowed.bounds[unknown];
        for bounds in [(low, low), (low + 1, high)] {
            narrowed.bounds[unknown] = bounds;
            if let Some(found) = narrowed.solution(steps)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Adds the equations in reduced form, in which a determined unknown stands alone.
    fn eliminate(&mut self) {
        let equations = self.rows.iter().filter(|row| row.low == row.high && !row.terms.is_empty());
        let mut left: Vec<Equation> = equations.map(|row| (row.terms.clone(), row.low)).collect();
        let mut reduced: Vec<Equation> = Vec::new();
        while let Some(equation) = left.pop() {
            let Some(pivot) = equation.0.first_key_value().map(|(unknown, _)| *unknown) else { continue };
            for other in left.iter_mut().chain(&mut reduced) {
                clear(other, &equation, pivot);
            }
            reduced.push(equation);
        }
        self.rows.extend(reduced.into_iter().map(|(terms, sum)| Row { terms, low: sum, high: sum }));
    }

    /// Narrows each unknown by the bounds of the others in its row. Returns `false` once nothing changes, and `None` if
    /// there is no solution.
    fn narrow(&mut self) -> Option<bool> {
        let Self { bounds, rows } = self;
        let mut has_changed = false;
        for Row { terms, low, high } in rows {
            let ends = |unknown: usize, times: i128, bounds: &[(i128, i128)]| {
                let (least, greatest) = bounds[unknown];
                if times > 0 { (least * times, greatest * times) } else { (greatest * times, least * times) }
            };
            let (mut least, mut greatest) = (0, 0);
            for (unknown, times) in terms.iter() {
                let (from, to) = ends(*unknown, *times, bounds);
                (least, greatest) = (least + from, greatest + to);
            }
            for (unknown, times) in terms.iter() {
                let (from, to) = ends(*unknown, *times, bounds);
                let (from_others, to_others) = (least - from, greatest - to);
                // LOW - to_others <= times * unknown <= HIGH - from_others
                let (lowest, highest) = (*low - to_others, *high - from_others);
                let (lowest, highest) = if *times > 0 {
                    (ceiling(lowest, *times), highest.div_euclid(*times))
                } else {
                    (ceiling(-highest, -times), (-lowest).div_euclid(-times))
                };
                let known = &mut bounds[*unknown];
                let now = (known.0.max(lowest), known.1.min(highest));
                if now.0 > now.1 {
                    return None;
                }
                if now != *known {
                    *known = now;
                    has_changed = true;
                    let (new_from, new_to) = ends(*unknown, *times, bounds);
                    (least, greatest) = (least - from + new_from, greatest - to + new_to);
                }
            }
        }
        Some(has_changed)
    }
}

/// Eliminates the pivot of one equation from another.
fn clear(other: &mut Equation, equation: &Equation, pivot: usize) {
    let Some(has) = other.0.get(&pivot).copied() else { return };
    let by = equation.0[&pivot];
    for times in other.0.values_mut() {
        *times *= by;
    }
    for (unknown, times) in &equation.0 {
        *other.0.entry(*unknown).or_default() -= times * has;
    }
    other.0.retain(|_, times| *times != 0);
    other.1 = other.1 * by - equation.1 * has;
    let common = other.0.values().fold(other.1.abs(), |one, times| common_divisor(one, times.abs())).max(1);
    for times in other.0.values_mut() {
        *times /= common;
    }
    other.1 /= common;
}

fn common_divisor(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// Division that rounds up; the divisor is positive.
fn ceiling(number: i128, by: i128) -> i128 {
    -(-number).div_euclid(by)
}

#[test]
fn equations_and_bounds_tell_what_they_determine() {
    let mut solver = Solver::default();
    let [one, two, c, d, e] = [(); 5].map(|()| solver.unknown());
    solver.is(&[(one, 1), (two, 1)], 7);
    solver.is(&[(one, 2), (two, -1)], 2);
    for positive in [c, d, e] {
        solver.at_least(&[(positive, 1)], 0);
    }
    solver.is(&[(c, 1), (d, 1)], 4);
    solver.at_least(&[(c, 2), (e, -1)], 7);
    assert_eq!(solver.solve(), [Some(3), Some(4), Some(4), Some(0), None]);
}

/// 6a + 10b + 15c = 31: bounds decide nothing, but one of each is the only solution.
#[test]
fn trying_finds_what_bounds_leave_open() {
    let mut solver = Solver::default();
    let [a, b, c] = [(); 3].map(|()| solver.unknown());
    for positive in [a, b, c] {
        solver.at_least(&[(positive, 1)], 0);
    }
    solver.is(&[(a, 6), (b, 10), (c, 15)], 31);
    assert_eq!(solver.clone().solve(), [None, None, None]);
    assert_eq!(solver.clone().solve_by_trying(&[a, b, c], 1000), Some(vec![Some(1), Some(1), Some(1)]));
    solver.rows[3].high = 36;
    assert_eq!(solver.clone().solve_by_trying(&[a, c], 1000), Some(vec![None, None]));
    assert_eq!(solver.solve_by_trying(&[a], 1), None, "that takes more steps");
}
