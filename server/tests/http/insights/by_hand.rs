//! Figures recomputed from the records of an export.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::segments::values;
use crate::support::ITEMS;

const REQUIRED: [&str; 4] = ["colour", "energy", "hours", "rank"];

pub(super) fn answer<'r>(record: &'r Value, question: &str) -> &'r Value {
    let option = &record["qAnswers"][question];
    if option.is_null() { &record["values"][question] } else { option }
}

pub(super) fn question_of(item: &'static str) -> &'static str {
    item.split('_').next().unwrap_or(item)
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stop {
    Nowhere,
    At(&'static str),
    BeforeSubmitting,
}

/// The drop-off point of a record that was never submitted: the question after the last answered one, a required
/// question without an answer, or before the submission.
pub(super) fn stop(record: &Value) -> Stop {
    if record["isCompleted"] == true || record["attempt"] != 1 {
        return Stop::Nowhere;
    }
    let is_open = |item: &&str| answer(record, item).is_null();
    let behind = ITEMS.iter().rposition(|item| !is_open(item)).map_or(0, |last| last + 1);
    let found = ITEMS[behind..].iter().chain(&REQUIRED).find(|item| is_open(item));
    found.map_or(Stop::BeforeSubmitting, |item| Stop::At(question_of(item)))
}

/// True if the respondent reached the question: every submitted record, and others up to their drop-off point.
fn came_to(record: &Value, question: &str) -> bool {
    let place = |question: &str| ITEMS.iter().position(|item| question_of(item) == question);
    match stop(record) {
        Stop::Nowhere => record["isCompleted"] == true,
        Stop::BeforeSubmitting => true,
        Stop::At(at) => {
            let behind_all = ITEMS.iter().rposition(|item| !answer(record, item).is_null());
            place(question) <= place(at) || place(question) <= behind_all
        }
    }
}

pub(super) fn count(records: &[&Value], is: impl Fn(&Value) -> bool) -> u64 {
    records.iter().filter(|record| is(record)).count() as u64
}

fn stops_agree(found: &Value, records: &[&Value], query: &str) {
    let mut stopped: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for record in records {
        match stop(record) {
            Stop::Nowhere => {}
            Stop::At(question) => *stopped.entry(Some(question)).or_default() += 1,
            Stop::BeforeSubmitting => *stopped.entry(None).or_default() += 1,
        }
    }
    let stops = found["stops"]["questions"].as_array().expect("questions").iter();
    let mut told: BTreeMap<Option<&str>, u64> =
        stops.map(|stop| (stop["questionId"].as_str(), stop["stopped"].as_u64().expect("a number"))).collect();
    told.extend(found["stops"]["beforeSubmitting"].as_u64().filter(|number| *number > 0).map(|number| (None, number)));
    assert_eq!(told, stopped, "{query}");
    for stop in found["stops"]["questions"].as_array().into_iter().flatten() {
        let question = stop["questionId"].as_str().expect("an id");
        assert_eq!(stop["reached"], count(records, |record| came_to(record, question)), "{query}: {question}");
    }
}

pub(super) fn agrees(found: &Value, records: &[&Value], crossed: Option<(&str, Option<&str>)>, query: &str) {
    let done: Vec<&Value> = records.iter().copied().filter(|record| record["isCompleted"] == true).collect();
    assert_eq!(found["started"], records.len(), "{query}");
    assert_eq!(found["completed"], done.len(), "{query}");
    times_agree(found, records, query);
    stops_agree(found, records, query);
    for question in found["questions"].as_array().expect("questions") {
        let id = question["id"].as_str().expect("an id");
        assert_eq!(question["answered"], count(&done, |record| !answer(record, id).is_null()), "{query}: {id}");
        for option in question["options"].as_array().into_iter().flatten() {
            let is_chosen = |record: &Value| match answer(record, id) {
                Value::Array(all) => all.contains(&option["id"]),
                one => *one == option["id"],
            };
            assert_eq!(option["chosen"], count(&done, is_chosen), "{query}: {id} {option}");
        }
        for range in question["ranges"].as_array().into_iter().flatten() {
            let is_within = |record: &Value| {
                let number = answer(record, id).as_f64();
                number.is_some_and(|number| {
                    range["from"].as_f64().is_some_and(|from| from <= number)
                        && range["below"].as_f64().is_none_or(|below| number < below)
                })
            };
            assert_eq!(range["count"], count(&done, is_within), "{query}: {id} {range}");
        }
        let numbers: Vec<f64> = done.iter().filter_map(|record| answer(record, id).as_f64()).collect();
        spread_agrees(question, &numbers, &format!("{query}: {id}"));
        for ranked in question["ranking"].as_array().into_iter().flatten() {
            for (rank, number) in ranked["ranks"].as_array().into_iter().flatten().enumerate() {
                assert_eq!(
                    *number,
                    count(&done, |record| answer(record, id)[rank] == ranked["id"]),
                    "{query}: {ranked}"
                );
            }
        }
        for month in question["months"].as_array().into_iter().flatten() {
            let is_of = |record: &Value| {
                answer(record, id).as_str().is_some_and(|date| Some(&date[..7]) == month["month"].as_str())
            };
            assert_eq!(month["count"], count(&done, is_of), "{query}: {month}");
        }
    }
    for scored in found["ownScores"].as_array().into_iter().flatten() {
        let score = |record: &Value| match scored["category"].as_str() {
            Some(category) => record["category_scores"][category].as_f64(),
            None => record["score"].as_f64(),
        };
        let all: Vec<f64> = done.iter().filter_map(|record| score(record)).collect();
        assert_eq!(scored["total"], all.len(), "{query}");
        spread_agrees(scored, &all, &format!("{query}: {}", scored["category"]));
        let mut sorted = all.clone();
        sorted.sort_by(f64::total_cmp);
        if let (Some(least), Some(greatest)) = (sorted.first(), sorted.last()) {
            assert_eq!((scored["least"].as_f64(), scored["greatest"].as_f64()), (Some(*least), Some(*greatest)));
            assert_eq!(scored["median"].as_f64(), Some(sorted[(sorted.len() - 1) / 2]), "{query}");
        }
        for band in scored["bands"].as_array().into_iter().flatten() {
            let id = |record: &Value| match scored["category"].as_str() {
                Some(category) => record["category_bands"][category].clone(),
                None => record["band"].clone(),
            };
            assert_eq!(band["count"], count(&done, |record| id(record) == band["id"]), "{query}: {band}");
        }
    }
    for reliability in found["reliability"].as_array().into_iter().flatten() {
        reliability_agrees(reliability, &done, query);
    }
    groups_agree(found, &done, crossed.map(|(rows, _)| rows), query);
    let cells = found["comparison"].as_array();
    let crossed = crossed.and_then(|(rows, columns)| Some((rows, columns?)));
    assert_eq!(cells.is_some(), crossed.is_some(), "{query}");
    if let Some((cells, (rows, columns))) = cells.zip(crossed) {
        let mut expected: BTreeMap<(String, String), u64> = BTreeMap::new();
        for record in &done {
            for row in values(record, rows) {
                for column in values(record, columns) {
                    *expected.entry((row.clone(), column)).or_default() += 1;
                }
            }
        }
        let cell = |cell: &Value| {
            let text = |name: &str| cell[name].as_str().expect("a text").to_owned();
            ((text("row"), text("column")), cell["count"].as_u64().expect("a count"))
        };
        assert_eq!(cells.iter().map(cell).collect::<BTreeMap<_, _>>(), expected, "{query}");
    }
}

/// Scores and bands of each group.
fn groups_agree(found: &Value, done: &[&Value], rows: Option<&str>, query: &str) {
    let groups = found["groups"].as_array();
    assert_eq!(groups.is_some(), rows.is_some(), "{query}");
    let Some((groups, rows)) = groups.zip(rows) else { return };
    let expected: BTreeSet<String> = done.iter().flat_map(|record| values(record, rows)).collect();
    let told = groups.iter().map(|group| group["row"].as_str().expect("an id").to_owned());
    assert_eq!(told.collect::<BTreeSet<_>>(), expected, "{query}");
    for group in groups {
        let is_in = |record: &&&Value| values(record, rows).iter().any(|value| group["row"] == value.as_str());
        let of_group: Vec<&Value> = done.iter().filter(is_in).copied().collect();
        let scores = group["scores"].as_array().expect("scores");
        assert!(!scores.is_empty(), "{query}");
        for told in scores {
            let category = told["category"].as_str();
            let of = category.unwrap_or_default();
            let [score, band] = [("score", "category_scores"), ("band", "category_bands")].map(|(overall, by)| {
                move |record: &Value| if category.is_some() { &record[by][of] } else { &record[overall] }.clone()
            });
            let all: Vec<f64> = of_group.iter().filter_map(|record| score(record).as_f64()).collect();
            assert_eq!(told["total"], all.len(), "{query}: {group}");
            spread_agrees(told, &all, &format!("{query}: {of} of {}", group["row"]));
            for one in told["bands"].as_array().into_iter().flatten() {
                assert_eq!(one["count"], count(&of_group, |record| band(record) == one["id"]), "{query}: {group}");
            }
        }
    }
}

fn moment(record: &Value, field: &str) -> Option<jiff::Timestamp> {
    record[field].as_str().map(|text| text.parse().expect("a moment"))
}

fn times_agree(found: &Value, records: &[&Value], query: &str) {
    let mut days: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut languages: BTreeMap<String, u64> = BTreeMap::new();
    let mut durations: Vec<i64> = Vec::new();
    for record in records {
        let started = moment(record, "startedAt").expect("a start");
        days.entry(started.strftime("%Y-%m-%d").to_string()).or_default().0 += 1;
        if let Some(submitted) = moment(record, "submittedAt") {
            days.entry(submitted.strftime("%Y-%m-%d").to_string()).or_default().1 += 1;
            *languages.entry(record["language"].as_str().expect("a language").to_owned()).or_default() += 1;
            durations.push(submitted.duration_since(started).as_secs());
        }
    }
    let number = |value: &Value, name: &str| value[name].as_u64().expect("a number");
    let text = |value: &Value, name: &str| value[name].as_str().expect("a text").to_owned();
    let all = |name: &str| found[name].as_array().expect("a list").iter();
    let told: BTreeMap<String, (u64, u64)> =
        all("days").map(|day| (text(day, "day"), (number(day, "started"), number(day, "completed")))).collect();
    assert_eq!(told, days, "{query}");
    let spoken = all("languages").map(|language| (text(language, "language"), number(language, "completed")));
    assert_eq!(spoken.filter(|(_, number)| *number > 0).collect::<BTreeMap<_, _>>(), languages, "{query}");
    durations.sort_unstable();
    let median = (!durations.is_empty()).then(|| durations[(durations.len() - 1) / 2]);
    assert_eq!(found["medianSeconds"].as_i64(), median, "{query}");
}

pub(super) fn float(count: impl TryInto<u32>) -> f64 {
    f64::from(count.try_into().ok().expect("few"))
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / float(numbers.len())
}

fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (float(numbers.len()) - 1.0)
}

fn spread_agrees(told: &Value, numbers: &[f64], what: &str) {
    let near = |name: &str, number: f64| {
        let told = told[name].as_f64().unwrap_or_else(|| panic!("{what} has no {name}"));
        assert!((told - number).abs() < 0.001, "{what}: {name} {told} is {number}");
    };
    if !numbers.is_empty() {
        near("mean", mean(numbers));
    }
    if numbers.len() > 1 {
        near("deviation", variance(numbers).sqrt());
    }
}

/// Computed from the points of each question by the definition in statistics.
fn reliability_agrees(told: &Value, done: &[&Value], query: &str) {
    let scored = ["colour", "energy", "hours"];
    let points = |record: &Value| -> Vec<f64> {
        scored.iter().filter_map(|question| record["indicator_scores"][question].as_f64()).collect()
    };
    let all: Vec<Vec<f64>> = done.iter().map(|record| points(record)).filter(|points| points.len() == 3).collect();
    assert_eq!(told["records"], all.len(), "{query}");
    if all.len() < 2 {
        return;
    }
    let item = |at: usize| -> Vec<f64> { all.iter().map(|points| points[at]).collect() };
    let sums: Vec<f64> = all.iter().map(|points| points.iter().sum()).collect();
    let near = |told: &Value, number: f64| match told.as_f64() {
        Some(told) => assert!((told - number).abs() < 1e-6, "{query}: {told} is {number}"),
        None => assert!(!number.is_finite(), "{query}: nothing is told of {number}"),
    };
    let parts: f64 = (0..3).map(|at| variance(&item(at))).sum();
    near(&told["alpha"], 1.5 * (1.0 - parts / variance(&sums)));
    for (at, told) in told["items"].as_array().expect("items").iter().enumerate() {
        assert_eq!(told["questionId"], scored[at]);
        let own = item(at);
        let rest: Vec<f64> = sums.iter().zip(&own).map(|(sum, own)| sum - own).collect();
        let together = own.iter().zip(&rest).map(|(one, other)| (one - mean(&own)) * (other - mean(&rest)));
        let covariance = together.sum::<f64>() / (float(own.len()) - 1.0);
        near(&told["itemRest"], covariance / (variance(&own) * variance(&rest)).sqrt());
    }
}
