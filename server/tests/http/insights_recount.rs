//! Every figure equals a recount from the export: over random segments, and after answers that come late, erasures, scores
//! of a newer version, and further attempts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    exports::exported,
    insights_views::{Dice, OPTIONS, every_kind, random_answers, random_records, submit},
    support::{App, QuizAt},
};

/// In the order of the quiz.
const QUESTIONS: [&str; 8] = ["colour", "several", "energy", "hours", "day", "rank", "agree", "wish"];

async fn records(quiz: &QuizAt<'_>) -> Vec<Value> {
    let lines = exported(quiz, "jsonl").await.text();
    lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn answer<'r>(record: &'r Value, question: &str) -> &'r Value {
    let option = &record["qAnswers"][question];
    if option.is_null() { &record["values"][question] } else { option }
}

/// A condition of a segment: its name and value, and what it means for a record.
type Condition = (String, Box<dyn Fn(&Value) -> bool>);

fn condition(dice: &mut Dice) -> Condition {
    match dice.roll(12) {
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
            let question = dice.pick(&QUESTIONS);
            (format!("stopped=q.{question}"), Box::new(move |record| stop(record) == Some(Some(question))))
        }
        9 => {
            let version = 1 + dice.roll(2);
            (format!("version={version}"), Box::new(move |record| record["quizVersion"] == version))
        }
        10 => {
            let attempt = 1 + dice.roll(2);
            (format!("attempt={attempt}"), Box::new(move |record| record["attempt"] == attempt))
        }
        6 => ("unanswered=agree".to_owned(), Box::new(|record| answer(record, "agree").is_null())),
        _ => ("state=completed".to_owned(), Box::new(|record| record["isCompleted"] == true)),
    }
}

/// Where someone who has never submitted stopped: at a question, or before submitting.
fn stop(record: &Value) -> Option<Option<&'static str>> {
    let is_begun = record["isCompleted"] == false && record["attempt"] == 1;
    is_begun.then(|| QUESTIONS.into_iter().find(|question| answer(record, question).is_null()))
}

fn count(records: &[&Value], is: impl Fn(&Value) -> bool) -> u64 {
    records.iter().filter(|record| is(record)).count() as u64
}

fn agrees(found: &Value, records: &[&Value], query: &str) {
    let done: Vec<&Value> = records.iter().copied().filter(|record| record["isCompleted"] == true).collect();
    assert_eq!(found["started"], records.len(), "{query}");
    assert_eq!(found["completed"], done.len(), "{query}");
    times_agree(found, records, query);
    let mut stopped: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for record in records {
        if let Some(at) = stop(record) {
            *stopped.entry(at).or_default() += 1;
        }
    }
    let stops = found["stops"]["questions"].as_array().expect("questions").iter();
    let mut told: BTreeMap<Option<&str>, u64> =
        stops.map(|stop| (stop["questionId"].as_str(), stop["stopped"].as_u64().expect("a number"))).collect();
    told.extend(found["stops"]["beforeSubmitting"].as_u64().filter(|number| *number > 0).map(|number| (None, number)));
    assert_eq!(told, stopped, "{query}");
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
    if let Some(cells) = found["comparison"].as_array() {
        let mut expected: BTreeMap<(String, String), u64> = BTreeMap::new();
        for record in &done {
            let (colour, language) = (answer(record, "colour").as_str(), record["language"].as_str());
            *expected
                .entry(colour.zip(language).map(|(one, other)| (one.to_owned(), other.to_owned())).expect("both"))
                .or_default() += 1;
        }
        let cell = |cell: &Value| {
            let text = |name: &str| cell[name].as_str().expect("a text").to_owned();
            ((text("row"), text("column")), cell["count"].as_u64().expect("a count"))
        };
        assert_eq!(cells.iter().map(cell).collect::<BTreeMap<_, _>>(), expected, "{query}");
    }
}

fn moment(record: &Value, field: &str) -> Option<jiff::Timestamp> {
    record[field].as_str().map(|text| text.parse().expect("a moment"))
}

/// Days, times and languages.
fn times_agree(found: &Value, records: &[&Value], query: &str) {
    let mut days: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut languages: BTreeMap<String, u64> = BTreeMap::new();
    let mut took: Vec<i64> = Vec::new();
    for record in records {
        let started = moment(record, "startedAt").expect("a start");
        days.entry(started.strftime("%Y-%m-%d").to_string()).or_default().0 += 1;
        if let Some(submitted) = moment(record, "submittedAt") {
            days.entry(submitted.strftime("%Y-%m-%d").to_string()).or_default().1 += 1;
            *languages.entry(record["language"].as_str().expect("a language").to_owned()).or_default() += 1;
            took.push(submitted.duration_since(started).as_secs());
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
    took.sort_unstable();
    let median = (!took.is_empty()).then(|| took[(took.len() - 1) / 2]);
    assert_eq!(found["medianSeconds"].as_i64(), median, "{query}");
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("few"))
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

/// From the points of each question, as statistics define it.
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

/// Random segments, and everyone.
async fn check(quiz: &QuizAt<'_>, dice: &mut Dice, rounds: u32) {
    let records = records(quiz).await;
    for _ in 0..rounds {
        let conditions: Vec<Condition> = (0..dice.roll(3)).map(|_| condition(dice)).collect();
        let mut names: Vec<&str> = conditions.iter().map(|(query, _)| query.as_str()).collect();
        names.sort_unstable();
        // Two answers to one question mean either, and one of a kind is enough.
        names.dedup_by_key(|name| name.split([':']).next().unwrap_or_default().to_owned());
        names.dedup_by_key(|name| name.split('=').next().unwrap_or_default().to_owned());
        let kept: Vec<&Condition> =
            names.iter().filter_map(|name| conditions.iter().find(|(query, _)| query == name)).collect();
        let fitting: Vec<&Value> = records.iter().filter(|record| kept.iter().all(|(_, fits)| fits(record))).collect();
        let mut query = names.join("&");
        query.push_str(if dice.roll(2) == 0 { "&rows=q.colour&columns=language" } else { "&detail=all" });
        let found = quiz.get(&format!("/insights?{query}")).key(&quiz.app.key).await.is(200).json();
        agrees(&found, &fitting, &query);
        // What is remembered of a segment is right, too.
        let again = quiz.get(&format!("/insights?{query}")).key(&quiz.app.key).await.is(200).json();
        assert_eq!(again, found, "{query}");
    }
    let found = quiz.get("/insights").key(&quiz.app.key).await.is(200).json();
    agrees(&found, &records.iter().collect::<Vec<_>>(), "everyone");
    assert!(found["reliability"][0]["alpha"].is_number(), "few records are counted at once: {}", found["reliability"]);
}

#[tokio::test]
async fn every_figure_of_a_random_segment_equals_a_recount_from_the_export() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(20_261_123);
    random_records(&quiz, &mut dice, 0..60).await;
    check(&quiz, &mut dice, 15).await;

    // Answers that come late.
    let open: Vec<Value> = records(&quiz).await.into_iter().filter(|record| record["isCompleted"] == false).collect();
    for record in open.iter().take(open.len() / 2) {
        let mut answers = random_answers(&mut dice);
        for question in QUESTIONS {
            let given = answer(record, question);
            if !given.is_null() {
                answers[question] = given.clone();
            }
        }
        submit(&quiz, record["userId"].as_str().expect("an id"), answers).await;
    }
    random_records(&quiz, &mut dice, 60..100).await;
    check(&quiz, &mut dice, 10).await;

    for gone in ["session-3", "session-64", "session-65"] {
        app.delete(&format!("{}/users/{gone}", quiz.url)).key(&app.key).await.is(200);
    }
    check(&quiz, &mut dice, 10).await;

    // A newer version gives other points; those who submitted get them later.
    let mut questions = every_kind()["questions"].clone();
    questions[3]["ranges"][1]["points"] = json!(90);
    assert_eq!(quiz.patch(json!({ "questions": questions })).await.is(200).json()["version"], 2);
    random_records(&quiz, &mut dice, 100..120).await;
    check(&quiz, &mut dice, 10).await;
    let rescored =
        quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200).json();
    assert!(rescored["changed"].as_u64().is_some_and(|changed| changed > 0), "{rescored}");
    check(&quiz, &mut dice, 10).await;

    // A further attempt takes the place of the one before.
    for session in (4..30).step_by(5).map(|number| format!("session-{number}")) {
        let begin = json!({ "sessionId": session, "retake": true });
        let begun = quiz.post("/users/anonymous/initQuiz").key(&app.key).json(begin).await.is(200).answers();
        if begun["attempt"] == 2 {
            submit(&quiz, &session, random_answers(&mut dice)).await;
        }
    }
    assert!(records(&quiz).await.iter().any(|record| record["attempt"] == 2));
    check(&quiz, &mut dice, 15).await;
}
