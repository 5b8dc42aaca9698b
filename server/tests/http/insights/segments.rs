//! Random segments: their URL parameters, and what they mean for a record.

use serde_json::Value;

use super::by_hand::{Stop, answer, float, question_of, stop};
use crate::support::{Dice, ITEMS, OPTIONS};

pub(super) const BREAKDOWNS: [&str; 12] = [
    "q.colour",
    "q.several",
    "q.energy",
    "q.hours",
    "q.day",
    "q.rank",
    "q.agree",
    "band",
    "band.a",
    "language",
    "version",
    "attempt",
];

/// A condition of a segment: its URL parameter, and its meaning for a record.
pub(super) type Condition = (String, Box<dyn Fn(&Value) -> bool>);

pub(super) fn condition(dice: &mut Dice) -> Condition {
    match dice.roll(19) {
        0 => {
            let language = dice.pick(&["en", "es"]);
            (format!("language={language}"), Box::new(move |record| record["language"] == language))
        }
        1 => {
            let option = dice.pick(&OPTIONS);
            (format!("answer=colour:{option}"), Box::new(move |record| answer(record, "colour") == option))
        }
        2 => {
            let option = dice.pick(&OPTIONS);
            let has = move |record: &Value| {
                answer(record, "several").as_array().is_some_and(|all| all.iter().any(|one| one == option))
            };
            (format!("answer=several:{option}"), Box::new(has))
        }
        3 => {
            let [low, high] = [0, 12].map(|least| least + u32::try_from(dice.roll(12)).expect("small"));
            let is_within = move |record: &Value| {
                let hours = answer(record, "hours").as_f64();
                hours.is_some_and(|hours| f64::from(low) <= hours && hours < f64::from(high))
            };
            (format!("answer=hours:{low}..%3C{high}"), Box::new(is_within))
        }
        4 => {
            let band = dice.pick(&["low", "high"]);
            (format!("band={band}"), Box::new(move |record| record["band"] == band))
        }
        5 => ("answered=wish".to_owned(), Box::new(|record| !answer(record, "wish").is_null())),
        7 => {
            let option = dice.pick(&OPTIONS);
            (format!("answer=rank:{option}@1"), Box::new(move |record| answer(record, "rank")[0] == option))
        }
        8 => {
            let question = question_of(dice.pick(&ITEMS));
            (format!("stopped=q.{question}"), Box::new(move |record| stop(record) == Stop::At(question)))
        }
        9 => {
            let version = 1 + dice.roll(2);
            (format!("version={version}"), Box::new(move |record| record["quizVersion"] == version))
        }
        10 => {
            let attempt = 1 + dice.roll(2);
            (format!("attempt={attempt}"), Box::new(move |record| record["attempt"] == attempt))
        }
        11 => {
            let low = 10 * dice.roll(6);
            let is_above = move |record: &Value| record["score"].as_f64().is_some_and(|score| score >= float(low));
            (format!("score=:{low}.."), Box::new(is_above))
        }
        12 => {
            let high = 10 * (4 + dice.roll(6));
            let is_below = move |record: &Value| {
                record["category_scores"]["a"].as_f64().is_some_and(|score| 20.0 <= score && score <= float(high))
            };
            (format!("score=a:20..{high}"), Box::new(is_below))
        }
        13 => {
            let band = dice.pick(&["low", "high"]);
            (format!("band=a:{band}"), Box::new(move |record| record["category_bands"]["a"] == band))
        }
        14 => {
            let [low, high] = [-99_999.5, 12_345.5];
            let is_within = move |record: &Value| {
                answer(record, "income").as_f64().is_some_and(|income| low <= income && income < high)
            };
            (format!("also=income:{low}..%3C{high}"), Box::new(is_within))
        }
        15 => (
            "contains=wish:U".to_owned(),
            Box::new(|record| answer(record, "wish").as_str().is_some_and(|wish| wish.contains('u'))),
        ),
        16 => period(dice, "startedAt", ["from", "to"]),
        17 => period(dice, "submittedAt", ["submittedFrom", "submittedTo"]),
        6 => ("unanswered=agree".to_owned(), Box::new(|record| answer(record, "agree").is_null())),
        _ => ("state=completed".to_owned(), Box::new(|record| record["isCompleted"] == true)),
    }
}

/// From a day on or up to one: yesterday, today or tomorrow.
fn period(dice: &mut Dice, field: &'static str, [from, to]: [&str; 2]) -> Condition {
    let hours = [-24, 0, 24][usize::try_from(dice.roll(3)).expect("small")];
    let day = (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(hours)).strftime("%Y-%m-%d").to_string();
    let day_of = move |record: &Value| record[field].as_str().map(|at| at[..10].to_owned());
    if dice.roll(2) == 0 {
        (format!("{from}={day}"), Box::new(move |record| day_of(record).is_some_and(|own| own >= day)))
    } else {
        (format!("{to}={day}"), Box::new(move |record| day_of(record).is_some_and(|own| own <= day)))
    }
}

/// The values of a record in a breakdown.
pub(super) fn values(record: &Value, breakdown: &str) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let one = match breakdown {
        "band" => text(&record["band"]),
        "band.a" => text(&record["category_bands"]["a"]),
        "language" => text(&record["language"]),
        "version" => text(&record["quizVersion"]),
        "attempt" => text(&record["attempt"]),
        "q.several" => {
            let chosen = answer(record, "several").as_array().cloned().unwrap_or_default();
            return chosen.iter().filter_map(text).collect();
        }
        "q.hours" => answer(record, "hours").as_f64().map(|hours| {
            let from = if hours < 5.0 {
                "0"
            } else if hours < 7.0 {
                "5"
            } else {
                "7"
            };
            from.to_owned()
        }),
        "q.day" => answer(record, "day").as_str().map(|day| day[..7].to_owned()),
        "q.rank" => text(&answer(record, "rank")[0]),
        "q.agree" => (!answer(record, "agree").is_null()).then(|| "yes".to_owned()),
        question => text(answer(record, &question[2..])),
    };
    one.into_iter().collect()
}
