//! Checks of alerts: their texts, and that conditions name bands and changes that the scoring has.

use std::collections::BTreeSet;

use super::bounds::BANDS;
use crate::{
    AlertRule, Band, Category, Condition, Definition, FieldCode, Name, Path, ScoreTest, Scoring,
    values::validation::Errors,
};

const NAME: usize = 200;
const HELP: usize = 2000;
const VERDICTS: [&str; 4] = ["worse", "better", "same", "recovered"];

fn path_of(at: usize) -> Path {
    Path::from("alerts").item(at)
}

/// Visits the condition of each alert with its path.
pub(super) fn each_condition(alerts: &mut [AlertRule], mut visit: impl FnMut(&Path, &mut Condition)) {
    for (at, alert) in alerts.iter_mut().enumerate() {
        visit(&path_of(at).field("when"), &mut alert.when);
    }
}

pub(super) fn check_alerts(definition: &Definition, errors: &mut Errors) {
    let mut ids = BTreeSet::new();
    for (at, alert) in definition.alerts.iter().enumerate() {
        let path = path_of(at);
        if !ids.insert(&alert.id) {
            errors.add(path.field("id"), FieldCode::NotUnique);
        }
        errors.check_wordings(path.field("name"), Some(alert.name.clone()), NAME);
        if let Some(help) = &alert.help {
            errors.check_wordings(path.field("help"), Some(help.clone()), HELP);
        }
        let path = path.field("when");
        if alert.early && !alert.is_of_answers() {
            errors.add(&path, FieldCode::NoScoreYet);
        }
        for test in alert.when.score_tests() {
            check_test(&path, test, definition.scoring.as_ref(), errors);
        }
    }
}

fn check_test(path: &Path, test: &ScoreTest, scoring: Option<&Scoring>, errors: &mut Errors) {
    let default = Scoring::default();
    let scoring = scoring.unwrap_or(&default);
    let values = test.values();
    let category = values.category();
    let own = category.and_then(|id| scoring.categories.iter().position(|category| category.id == *id));
    let is_built_in = |id: &Name| Category::ALL.iter().any(|category| category.as_str() == id.as_str());
    if !category.map_or(scoring.has_overall(), |id| own.is_some() || is_built_in(id)) {
        return errors.add(path, FieldCode::UnknownCategory(values.of.clone()));
    }
    errors.check_count(path, values.is.len(), &(1..=BANDS));
    match test {
        ScoreTest::Band(_) => {
            // Scores without bands of the owner have the built-in ones.
            let is_band = |id: &Name| match scoring.bands_of(category) {
                [] => Band::parse(id.as_str()).is_some(),
                own => own.iter().any(|band| band.id == *id),
            };
            for unknown in values.is.iter().filter(|id| !is_band(id)) {
                errors.add(path, FieldCode::UnknownBand(unknown.clone()));
            }
        }
        ScoreTest::Change(_) => {
            if scoring.change_of(category).is_none() {
                let score = Path::from("scoring");
                let score = own.map_or(score.clone(), |at| score.field("categories").item(at));
                errors.add(score.field("change"), FieldCode::Required);
            }
            if !values.is.iter().all(|name| VERDICTS.contains(&name.as_str())) {
                errors.add(path, FieldCode::NotOneOf(&VERDICTS));
            }
        }
    }
}
