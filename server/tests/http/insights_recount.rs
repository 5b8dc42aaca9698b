//! Every figure equals a recount from the export: over random segments, and after answers that come late, erasures, scores
//! of a newer version, and further attempts.

use std::collections::BTreeMap;

use domain::Role;
use serde_json::{Value, json};

use crate::{
    admin_answer_views::newest_export,
    exports::exported,
    insights_views::{Dice, ITEMS, OPTIONS, every_kind, links, random_answers, random_records, submit},
    support::{App, Person, QuizAt},
};

/// Those that have to be answered.
const REQUIRED: [&str; 4] = ["colour", "energy", "hours", "rank"];

const BREAKDOWNS: [&str; 12] = [
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

async fn records(quiz: &QuizAt<'_>) -> Vec<Value> {
    read(&exported(quiz, "jsonl").await.text())
}

/// Of those who take the quiz again, the attempt before.
async fn last_submitted(quiz: &QuizAt<'_>) -> Vec<Value> {
    let selection = json!({ "format": "jsonl", "filter": { "attempts": "submitted" } });
    quiz.post("/exports").key(&quiz.app.key).json(selection).await.is(202);
    read(&newest_export(quiz).await)
}

fn read(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn answer<'r>(record: &'r Value, question: &str) -> &'r Value {
    let option = &record["qAnswers"][question];
    if option.is_null() { &record["values"][question] } else { option }
}

/// A condition of a segment: its name and value, and what it means for a record.
type Condition = (String, Box<dyn Fn(&Value) -> bool>);

fn condition(dice: &mut Dice) -> Condition {
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

/// From a day on, or up to one: yesterday, today or tomorrow.
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

/// The question that an item is a part of.
fn question_of(item: &'static str) -> &'static str {
    item.split('_').next().unwrap_or(item)
}

#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Nowhere,
    At(&'static str),
    BeforeSubmitting,
}

/// Where someone who has never submitted stopped: at the question after the last one answered, at a required one that was
/// left open, or before submitting.
fn stop(record: &Value) -> Stop {
    if record["isCompleted"] == true || record["attempt"] != 1 {
        return Stop::Nowhere;
    }
    let is_open = |item: &&str| answer(record, item).is_null();
    let behind = ITEMS.iter().rposition(|item| !is_open(item)).map_or(0, |last| last + 1);
    let found = ITEMS[behind..].iter().chain(&REQUIRED).find(|item| is_open(item));
    found.map_or(Stop::BeforeSubmitting, |item| Stop::At(question_of(item)))
}

/// True for those who came to a question: all who submitted, and the others up to where they stopped.
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

/// The values by which a record is told from others.
fn values(record: &Value, breakdown: &str) -> Vec<String> {
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

fn count(records: &[&Value], is: impl Fn(&Value) -> bool) -> u64 {
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

fn agrees(found: &Value, records: &[&Value], crossed: Option<(&str, &str)>, query: &str) {
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
    let cells = found["comparison"].as_array();
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

fn moment(record: &Value, field: &str) -> Option<jiff::Timestamp> {
    record[field].as_str().map(|text| text.parse().expect("a moment"))
}

/// Days, times and languages.
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

fn float(count: impl TryInto<u32>) -> f64 {
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
async fn check(quiz: &QuizAt<'_>, viewer: &Person<'_>, dice: &mut Dice, rounds: u32) {
    let (records, last_submitted) = (records(quiz).await, last_submitted(quiz).await);
    for _ in 0..rounds {
        let conditions: Vec<Condition> = (0..dice.roll(3)).map(|_| condition(dice)).collect();
        let mut names: Vec<&str> = conditions.iter().map(|(query, _)| query.as_str()).collect();
        names.sort_unstable();
        // Two answers to one question mean either, and one of a kind is enough.
        names.dedup_by_key(|name| name.split([':']).next().unwrap_or_default().to_owned());
        names.dedup_by_key(|name| name.split('=').next().unwrap_or_default().to_owned());
        let kept: Vec<&Condition> =
            names.iter().filter_map(|name| conditions.iter().find(|(query, _)| query == name)).collect();
        let is_of_submitted = dice.roll(3) == 0;
        let of = if is_of_submitted { &last_submitted } else { &records };
        let fitting: Vec<&Value> = of.iter().filter(|record| kept.iter().all(|(_, fits)| fits(record))).collect();
        let mut query = names.join("&");
        query.push_str(if is_of_submitted { "&attempts=submitted" } else { "" });
        let crossed =
            (dice.roll(2) == 0).then(|| (dice.pick(&BREAKDOWNS).to_owned(), dice.pick(&BREAKDOWNS).to_owned()));
        match &crossed {
            Some((rows, columns)) => query = format!("{query}&rows={rows}&columns={columns}"),
            None => query.push_str("&detail=all"),
        }
        let crossed = crossed.as_ref().map(|(rows, columns)| (rows.as_str(), columns.as_str()));
        let found = quiz.get(&format!("/insights?{query}")).key(&quiz.app.key).await.is(200).json();
        agrees(&found, &fitting, crossed, &query);
        // What is remembered of a segment is right, too.
        let again = quiz.get(&format!("/insights?{query}")).key(&quiz.app.key).await.is(200).json();
        assert_eq!(again, found, "{query}");
    }
    let everyone: Vec<&Value> = last_submitted.iter().collect();
    let found = quiz.get("/insights").key(&quiz.app.key).await.is(200).json();
    agrees(&found, &everyone, None, "everyone");
    assert!(found["reliability"][0]["alpha"].is_number(), "few records are counted at once: {}", found["reliability"]);
    let page = viewer.get(&quiz.dashboard("insights")).await.is(200).text();
    let done = count(&everyone, |record| record["isCompleted"] == true);
    let numbers: Vec<u64> = links(&page).into_iter().map(|(_, number)| number).take(2).collect();
    assert_eq!(numbers, [everyone.len() as u64, done], "the page's first numbers");
}

#[tokio::test]
async fn every_figure_of_a_random_segment_equals_a_recount_from_the_export() {
    recount(20_261_123).await;
}

#[tokio::test]
async fn every_figure_of_other_segments_equals_a_recount_too() {
    recount(7).await;
}

async fn recount(seed: u64) {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(seed);
    random_records(&quiz, &mut dice, 0..60).await;
    check(&quiz, &viewer, &mut dice, 15).await;

    // Answers that come late.
    let open: Vec<Value> = records(&quiz).await.into_iter().filter(|record| record["isCompleted"] == false).collect();
    for record in open.iter().take(open.len() / 2) {
        let mut answers = random_answers(&mut dice);
        for item in ITEMS {
            let given = answer(record, item);
            if !given.is_null() {
                answers[item] = given.clone();
            }
        }
        submit(&quiz, record["userId"].as_str().expect("an id"), answers).await;
    }
    random_records(&quiz, &mut dice, 60..100).await;
    check(&quiz, &viewer, &mut dice, 10).await;

    for gone in ["session-3", "session-64", "session-65"] {
        app.delete(&format!("{}/users/{gone}", quiz.url)).key(&app.key).await.is(200);
    }
    check(&quiz, &viewer, &mut dice, 10).await;

    // A newer version gives other points; those who submitted get them later.
    let mut questions = every_kind()["questions"].clone();
    questions[3]["ranges"][1]["points"] = json!(90);
    assert_eq!(quiz.patch(json!({ "questions": questions })).await.is(200).json()["version"], 2);
    random_records(&quiz, &mut dice, 100..120).await;
    check(&quiz, &viewer, &mut dice, 10).await;
    let rescored =
        quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200).json();
    assert!(rescored["changed"].as_u64().is_some_and(|changed| changed > 0), "{rescored}");
    check(&quiz, &viewer, &mut dice, 10).await;

    // While a further attempt is under way, figures of everyone have the one before.
    let mut again = Vec::new();
    for session in (4..40).step_by(4).map(|number| format!("session-{number}")) {
        let begin = json!({ "sessionId": session, "retake": true });
        let retaken = quiz.post("/users/anonymous/initQuiz").key(&app.key).json(begin).await.is(200).answers();
        if retaken["attempt"] == 2 {
            let answer = json!({ "sessionId": session, "questionId": "colour", "answer": dice.pick(&OPTIONS) });
            quiz.post("/users/inapp/answers").json(answer).await.is(200);
            again.push(session);
        }
    }
    let [under_way, before] = [records(&quiz).await, last_submitted(&quiz).await]
        .map(|records| records.iter().filter(|record| record["isCompleted"] == true).count());
    assert_eq!((under_way + again.len(), again.len() > 2), (before, true));
    check(&quiz, &viewer, &mut dice, 15).await;
    for session in &again[..again.len() / 2] {
        submit(&quiz, session, random_answers(&mut dice)).await;
    }
    check(&quiz, &viewer, &mut dice, 15).await;
    app.delete(&format!("{}/users/{}", quiz.url, again[again.len() - 1])).key(&app.key).await.is(200);
    check(&quiz, &viewer, &mut dice, 5).await;
}

/// Scores of the built-in questions, overall and by category, and their bands.
#[tokio::test]
async fn built_in_scores_and_the_period_before_equal_a_recount() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let mut dice = Dice(11);
    for session in (0..40).map(|number| format!("session-{number:02}")) {
        quiz.session(&session).await;
        if dice.roll(5) > 0 {
            let answers: serde_json::Map<String, Value> =
                (1..=8).map(|number| (format!("fhn{number}"), json!(1 + dice.roll(3)))).collect();
            submit(&quiz, &session, answers.into()).await;
        }
    }
    let records = records(&quiz).await;
    let band = |score: u64| {
        if score < 40 {
            "vulnerable"
        } else if score < 80 {
            "coping"
        } else {
            "healthy"
        }
    };
    let agrees = |told: &Value, field: &str, fitting: &[&Value], query: &str| {
        let mut scores: Vec<u64> = fitting.iter().filter_map(|record| record[field].as_u64()).collect();
        scores.sort_unstable();
        assert_eq!(told["total"], scores.len(), "{query}: {field}");
        assert_eq!(told["median"].as_u64(), (!scores.is_empty()).then(|| scores[(scores.len() - 1) / 2]), "{query}");
        for (score, told) in told["counts"].as_array().expect("counts").iter().enumerate() {
            assert_eq!(*told, scores.iter().filter(|own| **own == score as u64).count(), "{query}: {field} {score}");
        }
        for name in ["vulnerable", "coping", "healthy"] {
            let count = scores.iter().filter(|score| band(**score) == name).count();
            assert_eq!(told["bands"][name], count, "{query}: {field} {name}");
        }
    };
    for query in ["", "?band=coping", "?band=spend:healthy", "?state=completed"] {
        let fits = |record: &&Value| match query {
            "?band=coping" => record["score"].as_u64().is_some_and(|score| band(score) == "coping"),
            "?band=spend:healthy" => record["spend_score"].as_u64().is_some_and(|score| band(score) == "healthy"),
            _ => true,
        };
        let fitting: Vec<&Value> = records.iter().filter(fits).collect();
        let found = quiz.get(&format!("/insights{query}")).key(&app.key).await.is(200).json();
        agrees(&found["score"], "score", &fitting, query);
        for category in ["spend", "save", "borrow", "plan"] {
            agrees(&found["categories"][category], &format!("{category}_score"), &fitting, query);
        }
    }
    // Everyone began in the days before tomorrow.
    let day = |days: i64| {
        let at = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * days);
        at.strftime("%Y-%m-%d").to_string()
    };
    let query = format!("/insights?from={}&to={}", day(1), day(2));
    let found = quiz.get(&query).key(&app.key).await.is(200).json();
    assert_eq!((&found["started"], &found["before"]["started"]), (&json!(0), &json!(40)), "{found}");
    assert_eq!(found["before"]["completed"], records.iter().filter(|record| record["isCompleted"] == true).count());
}
