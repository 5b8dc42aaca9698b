//! Checks of change and norms, which stand at the overall score and at categories alike.

use super::bounds::{NORMS, PERCENTILES};
use crate::{ChangeRule, Decimal, FieldCode, Norm, OwnCategory, Path, Scoring, values::validation::Errors};

const NAME: usize = 200;
const SOURCE: usize = 1000;
/// Of a standard deviation, and of the smallest change that counts.
const MOST: Decimal = Decimal::whole(1_000_000);

/// All places that may have norms, to be changed.
pub(super) fn norms_of(scoring: &mut Scoring) -> impl Iterator<Item = (Path, &mut Norm)> {
    let Scoring { norms, categories, .. } = scoring;
    let of_categories = categories.iter_mut().enumerate();
    let of_categories = of_categories.map(|(at, OwnCategory { norms, .. })| (category_path(at), norms));
    std::iter::once((Path::from("scoring"), norms)).chain(of_categories).flat_map(|(path, norms)| {
        norms.iter_mut().enumerate().map(move |(at, norm)| (path.field("norms").item(at), norm))
    })
}

/// Names the lists of norms that are too long.
pub(super) fn check_sizes(scoring: &Scoring, errors: &mut Errors) {
    each(scoring, |path, _, norms| {
        errors.check_count(path.field("norms"), norms.len(), &(0..=NORMS));
        for (at, norm) in norms.iter().enumerate() {
            errors.check_count(
                path.field("norms").item(at).field("percentiles"),
                norm.percentiles.len(),
                &(0..=PERCENTILES),
            );
        }
    });
}

pub(super) fn check_measures(scoring: &Scoring, errors: &mut Errors) {
    each(scoring, |path, change, norms| {
        if let Some(change) = change {
            check_change(&path.field("change"), change, errors);
        }
        for (at, norm) in norms.iter().enumerate() {
            check_norm(&path.field("norms").item(at), norm, errors);
        }
    });
}

fn each<'s>(scoring: &'s Scoring, mut visit: impl FnMut(&Path, Option<&'s ChangeRule>, &'s [Norm])) {
    visit(&Path::from("scoring"), scoring.change.as_ref(), &scoring.norms);
    for (at, category) in scoring.categories.iter().enumerate() {
        visit(&category_path(at), category.change.as_ref(), &category.norms);
    }
}

fn category_path(at: usize) -> Path {
    Path::from("scoring").field("categories").item(at)
}

fn check_change(path: &Path, change: &ChangeRule, errors: &mut Errors) {
    let ChangeRule { sd, reliability, points, percent, .. } = *change;
    let (is_reliable, is_sized) = (sd.is_some() && reliability.is_some(), points.or(percent).is_some());
    if is_reliable == is_sized || is_reliable != sd.or(reliability).is_some() {
        errors.add(path, FieldCode::NotOneOf(&["sd and reliability", "points", "percent"]));
    }
    let least = Decimal::step(3);
    for (field, number, min, max) in [
        ("sd", sd, least, MOST),
        ("reliability", reliability, Decimal::ZERO, Decimal::whole(1).before(3)),
        ("points", points, least, MOST),
        ("percent", percent, least, MOST),
    ] {
        check_number(path.field(field), number, min, max, errors);
    }
}

fn check_norm(path: &Path, norm: &Norm, errors: &mut Errors) {
    errors.check_wordings(path.field("name"), Some(norm.name.clone()), NAME);
    errors.check_wordings(path.field("source"), Some(norm.source.clone()), SOURCE);
    let is_table = !norm.percentiles.is_empty();
    if [norm.mean.is_some(), norm.sd.is_some()] != [!is_table; 2] {
        errors.add(path, FieldCode::NotOneOf(&["mean and sd", "percentiles"]));
    }
    check_number(path.field("sd"), norm.sd, Decimal::step(3), MOST, errors);
    let path = path.field("percentiles");
    let mut before = None;
    for (at, (score, percentile)) in norm.percentiles.iter().enumerate() {
        check_number(path.item(at).item(1), Some(*percentile), Decimal::ZERO, Decimal::whole(100), errors);
        if before.is_some_and(|(least, lowest)| *score <= least || *percentile < lowest) {
            errors.add(path.item(at), FieldCode::NotAscending);
        }
        before = Some((*score, *percentile));
    }
}

fn check_number(path: Path, number: Option<Decimal>, min: Decimal, max: Decimal, errors: &mut Errors) {
    if number.is_some_and(|number| number < min || number > max) {
        errors.add(path, FieldCode::NotBetween { min, max });
    }
}
