//! Figures of a part of the answers: each equals a recount of the records, leads to them, and is right after every change.

use std::{collections::BTreeMap, ops::Range};

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, QuizAt};

const OPTIONS: [&str; 3] = [
    "11111111-1111-4111-8111-111111111111",
    "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
];

/// Asks one question of each kind, and scores three.
fn every_kind() -> Value {
    let options = |points: [i32; 3]| -> Vec<Value> {
        let labels = ["Red", "Green", "Blue"];
        let option = |((id, label), points): ((&str, &str), i32)| json!({ "id": id, "label": label, "points": points });
        OPTIONS.into_iter().zip(labels).zip(points).map(option).collect()
    };
    let plain: Vec<Value> =
        OPTIONS.iter().zip(["One", "Two", "Three"]).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    json!({
        "name": { "en": "Everything", "es": "Todo" }, "language": "en", "anonymous": false, "inapp": true,
        "questions": [
            { "id": "colour", "text": { "en": "A colour?", "es": "¿Color?" }, "category": "a", "options": options([0, 50, 100]) },
            { "id": "several", "kind": "multiple", "required": false, "text": "Several?", "options": plain },
            { "id": "energy", "kind": "scale", "text": "Energy?", "from": 1, "to": 5, "points": "linear", "category": "a" },
            { "id": "hours", "kind": "number", "text": "Hours?", "min": 0, "max": 24, "decimals": 1, "category": "a",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "day", "kind": "date", "required": false, "text": "A day?" },
            { "id": "rank", "kind": "ranking", "text": "Order?", "options": plain },
            { "id": "agree", "kind": "consent", "required": false, "text": "Agree?" },
            { "id": "wish", "kind": "text", "required": false, "text": "A wish?" }],
        "scoring": { "method": "average", "categories": [{ "id": "a", "name": "Area" }],
                     "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" },
                               { "id": "high", "from": 60, "name": "High", "hue": "leaf" }] }
    })
}

/// A small generator, so that a failure can be had again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.roll(of.len() as u64)).expect("small")]
    }
}

async fn random_records(quiz: &QuizAt<'_>, dice: &mut Dice, numbers: Range<u64>) {
    for number in numbers {
        let session = format!("session-{number}");
        let language = dice.pick(&["en", "es"]);
        let begin = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        if dice.roll(5) == 0 {
            continue;
        }
        let mut order = OPTIONS.to_vec();
        let by = usize::try_from(dice.roll(3)).expect("small");
        order.rotate_left(by);
        let tenths = dice.roll(241);
        let mut answers = json!({
            "colour": dice.pick(&OPTIONS),
            "energy": 1 + dice.roll(5),
            "hours": serde_json::from_str::<Value>(&format!("{}.{}", tenths / 10, tenths % 10)).expect("a number"),
            "rank": order,
        });
        if dice.roll(2) == 0 {
            answers["several"] = if dice.roll(2) == 0 { json!([OPTIONS[0]]) } else { json!([OPTIONS[0], OPTIONS[2]]) };
        }
        if dice.roll(2) == 0 {
            answers["day"] = json!(format!("2026-0{}-1{}", 1 + dice.roll(3), dice.roll(10)));
        }
        if dice.roll(2) == 0 {
            answers["agree"] = json!(true);
        }
        if dice.roll(3) == 0 {
            answers["wish"] = json!("sun");
        }
        let body = json!({ "sessionId": session, "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
}

async fn records(quiz: &QuizAt<'_>) -> Vec<Value> {
    let page = quiz.get("/answers?limit=200").key(&quiz.app.key).await.is(200).json();
    assert!(page["nextCursor"].is_null(), "all records are on one page");
    page["items"].as_array().expect("records").clone()
}

fn answer<'r>(record: &'r Value, question: &str) -> &'r Value {
    let option = &record["qAnswers"][question];
    if option.is_null() { &record["values"][question] } else { option }
}

/// A condition of a segment: its name and value, and what it means for a record.
type Condition = (String, Box<dyn Fn(&Value) -> bool>);

fn condition(dice: &mut Dice) -> Condition {
    match dice.roll(8) {
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
        6 => ("unanswered=agree".to_owned(), Box::new(|record| answer(record, "agree").is_null())),
        _ => ("state=completed".to_owned(), Box::new(|record| record["isCompleted"] == true)),
    }
}

fn count(records: &[&Value], is: impl Fn(&Value) -> bool) -> u64 {
    records.iter().filter(|record| is(record)).count() as u64
}

fn agrees(found: &Value, records: &[&Value], query: &str) {
    let done: Vec<&Value> = records.iter().copied().filter(|record| record["isCompleted"] == true).collect();
    assert_eq!(found["started"], records.len(), "{query}");
    assert_eq!(found["completed"], done.len(), "{query}");
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
        if !all.is_empty() {
            let mean = all.iter().sum::<f64>() / f64::from(u32::try_from(all.len()).expect("few"));
            assert!((scored["mean"].as_f64().expect("a mean") - mean).abs() < 0.001, "{query}: {scored} {mean}");
        }
        for band in scored["bands"].as_array().into_iter().flatten() {
            let id = |record: &Value| match scored["category"].as_str() {
                Some(category) => record["category_bands"][category].clone(),
                None => record["band"].clone(),
            };
            assert_eq!(band["count"], count(&done, |record| id(record) == band["id"]), "{query}: {band}");
        }
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

#[tokio::test]
async fn every_figure_of_a_random_segment_equals_a_recount_of_the_records() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(20_261_123);
    random_records(&quiz, &mut dice, 0..60).await;
    for round in 0..40 {
        if round == 20 {
            // What is remembered of the segments before is not right any more.
            random_records(&quiz, &mut dice, 60..130).await;
            for gone in ["session-3", "session-64"] {
                app.delete(&format!("{}/users/{gone}", quiz.url)).key(&app.key).await.is(200);
            }
        }
        let records = records(&quiz).await;
        let conditions: Vec<Condition> = (0..dice.roll(3)).map(|_| condition(&mut dice)).collect();
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
        let found = quiz.get(&format!("/insights?{query}")).key(&app.key).await.is(200).json();
        agrees(&found, &fitting, &query);
    }
    let everyone = records(&quiz).await;
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    agrees(&found, &everyone.iter().collect::<Vec<_>>(), "everyone");
    assert!(found["reliability"][0]["alpha"].is_number(), "few records are counted at once: {}", found["reliability"]);
}

/// Links to answers with the number that each tells.
fn links(html: &str) -> Vec<(String, u64)> {
    let tags = html.split("<a href=\"").skip(1).filter_map(|rest| {
        let (href, rest) = rest.split_once('"')?;
        let text = rest.split_once('>')?.1.split("</a>").next()?;
        let number = text.split(" of ").next()?.replace(',', "").parse().ok()?;
        href.contains("/answers").then(|| (href.replace("&amp;", "&"), number))
    });
    tags.collect()
}

#[tokio::test]
async fn every_number_leads_to_exactly_the_rows_that_it_counts() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..40).await;
    let mut checked = 0;
    for query in
        ["", "?language=es&rows=q.colour&columns=q.energy", "?answer=several:11111111-1111-4111-8111-111111111111"]
    {
        let html = viewer.get(&quiz.dashboard(&format!("insights{query}"))).await.is(200).text();
        for (href, number) in links(&html) {
            let listed = viewer.get(&href).await.is(200).text();
            let tags = listed.split("<a ").filter_map(|rest| rest.split('>').next());
            let people = tags.filter(|tag| tag.contains("\"person\"")).count();
            assert_eq!(people as u64, number, "{href}");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} links");
}

#[tokio::test]
async fn figures_come_as_files_and_a_view_that_cannot_be_is_named() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..12).await;
    let file = |name: &str| quiz.get(&format!("/insights/figures/{name}")).key(&app.key);
    let csv = file("q-colour.csv").await.is(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.text().starts_with("Answer,People,Of,Percent\r\nRed,"), "{}", csv.text());
    let svg = file("q-energy.svg?language=es").await.is(200);
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert!(svg.text().starts_with("<svg xmlns="));
    let png = file("q-energy.png").await.is(200);
    assert_eq!(png.header("content-type"), "image/png");
    assert!(png.bytes.starts_with(b"\x89PNG"));
    for missing in ["q-none.csv", "q-wish.svg", "q-wish.png", "q-colour.pdf"] {
        assert_eq!(file(missing).await.is(404).header("x-error-code"), "no_such_figure", "{missing}");
    }
    let page = quiz.dashboard("insights");
    viewer.get(&format!("{page}/figures/days.svg")).await.is(200);
    viewer.get(&format!("{page}/figures/days.png")).await.is(200);
    viewer.get(&format!("{page}/figures/none.csv")).await.is(404);
    let wrong = viewer.get(&format!("{page}?from=never")).await.is(200).text();
    assert!(wrong.contains("There's a problem"), "{wrong}");
    quiz.get("/insights?rows=shoes").key(&app.key).await.is(400);
}
