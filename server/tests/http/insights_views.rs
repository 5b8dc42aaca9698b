//! Figures of a part of the answers: each leads to the rows that it counts, and comes as a file.

use std::{collections::HashMap, ops::Range, time::Duration};

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, Person, QuizAt};

pub(crate) const OPTIONS: [&str; 3] = [
    "11111111-1111-4111-8111-111111111111",
    "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
];

/// What takes an answer of a quiz with [`every_kind`] of question, in its order.
pub(crate) const ITEMS: [&str; 11] =
    ["colour", "several", "energy", "hours", "income", "day", "rank", "agree", "grid_one", "grid_two", "wish"];

/// Asks one question of each kind, and scores three.
pub(crate) fn every_kind() -> Value {
    let options = |points: [i32; 3]| -> Vec<Value> {
        let labels = ["Red", "Green", "Blue"];
        let option = |((id, label), points): ((&str, &str), i32)| json!({ "id": id, "label": label, "points": points });
        OPTIONS.into_iter().zip(labels).zip(points).map(option).collect()
    };
    let plain: Vec<Value> =
        OPTIONS.iter().zip(["One", "Two", "Three"]).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    json!({
        "name": { "en": "Everything", "es": "Todo" }, "language": "en", "anonymous": false, "inapp": true,
        "retryAfterDays": 0,
        "questions": [
            { "id": "colour", "text": { "en": "A colour?", "es": "¿Color?" }, "category": "a", "options": options([0, 50, 100]) },
            { "id": "several", "kind": "multiple", "required": false, "text": "Several?", "options": plain },
            { "id": "energy", "kind": "scale", "text": "Energy?", "from": 1, "to": 5, "points": "linear", "category": "a" },
            { "id": "hours", "kind": "number", "text": "Hours?", "min": 0, "max": 24, "decimals": 1, "category": "a",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "income", "kind": "number", "required": false, "text": "Income?", "min": -99999, "max": 99999, "decimals": 2 },
            { "id": "day", "kind": "date", "required": false, "text": "A day?" },
            { "id": "rank", "kind": "ranking", "text": "Order?", "options": plain },
            { "id": "agree", "kind": "consent", "required": false, "text": "Agree?" },
            { "id": "grid", "kind": "matrix", "required": false, "text": "A grid?", "from": 1, "to": 3,
              "rows": [{ "id": "one", "text": "One" }, { "id": "two", "text": "Two" }] },
            { "id": "wish", "kind": "text", "required": false, "text": "A wish?" }],
        "scoring": { "method": "average", "categories": [{ "id": "a", "name": "Area" }],
                     "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" },
                               { "id": "high", "from": 60, "name": "High", "hue": "leaf" }] }
    })
}

/// A small generator, so that a failure can be had again.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.roll(of.len() as u64)).expect("small")]
    }
}

/// What a respondent answers.
pub(crate) fn random_answers(dice: &mut Dice) -> Value {
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
    if dice.roll(3) > 0 {
        // More digits than counters keep.
        let cents = format!("{}{}.{:02}", ["", "-"][usize::from(dice.roll(3) == 0)], dice.roll(99_999), dice.roll(100));
        answers["income"] = serde_json::from_str(&cents).expect("a number");
    }
    if dice.roll(2) == 0 {
        answers["several"] = if dice.roll(2) == 0 { json!([OPTIONS[0]]) } else { json!([OPTIONS[0], OPTIONS[2]]) };
    }
    if dice.roll(2) == 0 {
        answers["day"] = json!(format!("2026-0{}-1{}", 1 + dice.roll(3), dice.roll(10)));
    }
    if dice.roll(2) == 0 {
        answers["agree"] = json!(true);
    }
    for row in ["grid_one", "grid_two"] {
        if dice.roll(3) > 0 {
            answers[row] = json!(1 + dice.roll(3));
        }
    }
    if dice.roll(3) == 0 {
        answers["wish"] = json!("sun");
    }
    answers
}

pub(crate) async fn submit(quiz: &QuizAt<'_>, session: &str, answers: Value) {
    let body = json!({ "sessionId": session, "answers": answers });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
}

/// Of five respondents one stops, after some questions or all.
pub(crate) async fn random_records(quiz: &QuizAt<'_>, dice: &mut Dice, numbers: Range<u64>) {
    for number in numbers {
        let session = format!("session-{number}");
        let language = dice.pick(&["en", "es"]);
        let begin = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let answers = random_answers(dice);
        if dice.roll(5) != 0 {
            submit(quiz, &session, answers).await;
            continue;
        }
        let answered = usize::try_from(dice.roll(12)).expect("small");
        for question in ITEMS.into_iter().take(answered).filter(|question| !answers[question].is_null()) {
            let answer = json!({ "sessionId": session, "questionId": question, "answer": answers[question] });
            quiz.post("/users/inapp/answers").json(answer).await.is(200);
        }
    }
}

/// Links to answers with the number that each tells.
pub(crate) fn links(html: &str) -> Vec<(String, u64)> {
    let tags = html.split("<a ").skip(1).filter_map(|rest| {
        let (tag, rest) = rest.split_once('>')?;
        let href = tag.split("href=\"").nth(1)?.split('"').next()?;
        // A bar tells its number in its name, behind what it is a bar of.
        let text = match tag.split("aria-label=\"").nth(1) {
            Some(name) => name.split('"').next()?.rsplit(": ").next()?,
            None => rest.split("</a>").next()?,
        };
        let number = text.split([' ', '<']).next()?.replace(',', "").parse().ok()?;
        href.contains("/answers").then(|| (href.replace("&amp;", "&"), number))
    });
    tags.collect()
}

/// Numbers in tables that lead nowhere, and are neither nothing nor a mean.
fn numbers_without_links(html: &str) -> Vec<&str> {
    let cells = html.split("<td class=\"number\">").skip(1).filter_map(|rest| rest.split("</td>").next());
    cells.filter(|cell| cell.contains(" of ") && !cell.starts_with("0 of ") && !cell.starts_with("<a ")).collect()
}

#[tokio::test]
async fn every_number_leads_to_exactly_the_rows_that_it_counts() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(5);
    random_records(&quiz, &mut dice, 0..39).await;
    // One who answered all and did not submit.
    quiz.session("session-all").await;
    let mut answers = random_answers(&mut dice);
    for (question, answer) in [
        ("several", json!([OPTIONS[1]])),
        ("income", json!(12345.67)),
        ("grid_one", json!(1)),
        ("grid_two", json!(3)),
        ("day", json!("2026-02-03")),
        ("agree", json!(true)),
    ] {
        answers[question] = answer;
    }
    answers["wish"] = json!("rain");
    for (question, answer) in answers.as_object().expect("answers") {
        let body = json!({ "sessionId": "session-all", "questionId": question, "answer": answer });
        quiz.post("/users/inapp/answers").json(body).await.is(200);
    }
    // Some take the quiz again: one has submitted again, others are under way or have answered nothing yet.
    let mut under_way = 0;
    for number in 0..12 {
        let session = format!("session-{number}");
        let begin = json!({ "sessionId": session, "retake": true, "language": "es" });
        let retaken = quiz.post("/users/anonymous/initQuiz").key(&app.key).json(begin).await.is(200).answers();
        match (retaken["attempt"] == 2, number % 3) {
            (true, 0) => submit(&quiz, &session, random_answers(&mut dice)).await,
            (true, 1) => {
                let answer = json!({ "sessionId": session, "questionId": "colour", "answer": OPTIONS[2] });
                quiz.post("/users/inapp/answers").json(answer).await.is(200);
                under_way += 1;
            }
            (is_again, _) => under_way += u32::from(is_again),
        }
    }
    assert!(under_way > 2);
    let (mut checked, mut known) = (0, HashMap::new());
    for query in [
        "",
        "?attempts=submitted&rows=q.several&columns=q.colour",
        "?rows=q.colour&columns=q.several",
        "?language=es&rows=q.colour&columns=q.energy",
        "?answer=several:11111111-1111-4111-8111-111111111111",
        "?rows=q.rank&columns=q.day",
        "?band=high&rows=q.agree&columns=band",
        "?state=started&detail=all",
    ] {
        let html = viewer.get(&quiz.dashboard(&format!("insights{query}"))).await.is(200).text();
        assert_eq!(numbers_without_links(&html), Vec::<&str>::new(), "{query}");
        for (href, number) in links(&html) {
            if !known.contains_key(&href) {
                known.insert(href.clone(), people(&viewer, &href).await);
            }
            assert_eq!(known[&href], number, "{query}: {href}");
            checked += 1;
        }
    }
    for kind in ["stopped=q.", "%401&", "stopped=end"] {
        assert!(known.keys().any(|href| format!("{href}&").contains(kind)), "{kind}");
    }
    assert!(checked > 200, "{checked} links");
}

/// The number of people in a list, on all of its pages.
async fn people(viewer: &Person<'_>, href: &str) -> u64 {
    let (mut count, mut next) = (0, Some(href.to_owned()));
    while let Some(page) = next {
        let listed = viewer.get(&page).await.is(200).text();
        let tags: Vec<&str> = listed.split("<a ").filter_map(|rest| rest.split("</a>").next()).collect();
        count += tags.iter().filter(|tag| tag.contains("\"person\"")).count() as u64;
        let further = tags.iter().find(|tag| tag.contains("Next page"));
        next = further
            .and_then(|tag| tag.split("href=\"").nth(1)?.split('"').next())
            .map(|href| href.replace("&amp;", "&"));
    }
    count
}

/// Those who stop at a matrix, and what an earlier version asked, are told too.
#[tokio::test]
async fn where_people_stop_is_told_of_matrices_and_of_earlier_versions() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let labels = ["Red", "Green", "Blue"];
    let options: Vec<Value> =
        OPTIONS.iter().zip(labels).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    let first = json!({ "id": "first", "text": "First?", "options": options });
    let matrix = json!({ "id": "grid", "kind": "matrix", "text": "A grid?", "from": 1, "to": 3,
                         "rows": [{ "id": "one", "text": "One" }, { "id": "two", "text": "Two" }] });
    let quiz = app
        .quiz(json!({ "name": "Stops", "language": "en", "anonymous": false, "inapp": true,
                      "questions": [first, matrix] }))
        .await;
    for (session, answers) in [("session-1", 0), ("session-2", 1), ("session-3", 1)] {
        quiz.session(session).await;
        if answers > 0 {
            let answer = json!({ "sessionId": session, "questionId": "first", "answer": OPTIONS[0] });
            quiz.post("/users/inapp/answers").json(answer).await.is(200);
        }
    }
    let told = json!([{ "questionId": "first", "stopped": 1, "reached": 3 }, { "questionId": "grid", "stopped": 2, "reached": 2 }]);
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(found["stops"]["questions"], told);
    quiz.patch(json!({ "questions": [first] })).await.is(200);
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(found["stops"]["questions"], told, "those who have begun continue with their version");
    let page = viewer.get(&quiz.dashboard("insights")).await.is(200).text();
    let grid = links(&page).into_iter().find(|(href, _)| href.contains("stopped=q.grid"));
    let (href, number) = grid.expect("a link");
    assert_eq!(number, 2);
    let listed = viewer.get(&href).await.is(200).text();
    assert!(listed.contains("Stopped at: ") && !listed.contains("session-1"), "{listed}");
    quiz.get("/insights?stopped=grid").key(&app.key).await.is(400);
    let found = quiz.get("/insights?stopped=q.grid").key(&app.key).await.is(200).json();
    assert_eq!((&found["started"], &found["completed"]), (&json!(2), &json!(0)));
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
    for missing in ["q-none.csv", "q-wish.csv", "q-wish.svg", "q-wish.png", "q-colour.pdf"] {
        assert_eq!(file(missing).await.is(404).header("x-error-code"), "no_such_figure", "{missing}");
    }
    let listed = quiz.get("/insights").key(&app.key).await.is(200).json();
    let ids: Vec<&str> = listed["figures"].as_array().expect("ids").iter().filter_map(Value::as_str).collect();
    for id in ["days", "score", "score-bands", "category-a", "category-a-bands", "q-day", "q-rank", "alpha"] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    assert!(!ids.contains(&"q-wish"), "{ids:?}");
    for id in ids {
        file(&format!("{id}.csv")).await.is(200);
    }
    let page = quiz.dashboard("insights");
    viewer.get(&format!("{page}/figures/days.svg")).await.is(200);
    viewer.get(&format!("{page}/figures/days.png")).await.is(200);
    viewer.get(&format!("{page}/figures/none.csv")).await.is(404);
    let wrong = viewer.get(&format!("{page}?from=never")).await.is(200).text();
    assert!(wrong.contains("There’s a problem"), "{wrong}");
    quiz.get("/insights?rows=shoes").key(&app.key).await.is(400);
}

#[tokio::test]
async fn the_api_tells_labels_and_bases_of_comparisons_and_mean_ranks() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..12).await;
    let found = quiz.get("/insights?rows=q.colour&columns=language").key(&app.key).await.is(200).json();
    let cells = found["comparison"].as_array().expect("cells");
    let count = |cell: &Value, of: &str| cell[of].as_u64().expect("a count");
    for cell in cells {
        let in_row = cells.iter().filter(|other| other["row"] == cell["row"]);
        assert_eq!(in_row.map(|cell| count(cell, "count")).sum::<u64>(), count(cell, "of"), "{cell}");
        let at = OPTIONS.iter().position(|option| cell["row"] == *option).expect("an option");
        assert_eq!(cell["rowLabel"], ["Red", "Green", "Blue"][at]);
        assert_eq!(cell["columnLabel"], if cell["column"] == "en" { "English" } else { "Español" });
    }
    let questions = found["questions"].as_array().expect("questions");
    let ranking = questions.iter().find(|question| question["id"] == "rank").expect("a ranking")["ranking"].clone();
    let mut sum = 0.0;
    for option in ranking.as_array().expect("options") {
        let mean = option["meanRank"].as_f64().expect("a mean");
        assert!((1.0..=3.0).contains(&mean), "{option}");
        sum += mean;
    }
    assert!((sum - 6.0_f64).abs() < 0.01, "each ranks all three: {ranking}");
}

/// Of many records, months and ranks are counted when a file of them is wanted.
#[tokio::test]
async fn a_file_has_what_the_page_of_a_large_quiz_counts_on_request() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    for number in 0..2_000 {
        quiz.session(&format!("many-{number}")).await;
    }
    let mut answers = random_answers(&mut Dice(5));
    answers["day"] = json!("2026-02-03");
    quiz.session("session-1").await;
    submit(&quiz, "session-1", answers).await;
    let page = quiz.dashboard("insights");
    let html = viewer.get(&page).await.is(200).text();
    for words in ["Count the details", "and its files come with the details", "months and years are, once details"] {
        assert!(html.contains(words), "{words}: {html}");
    }
    let file = |name: &str| quiz.get(&format!("/insights/figures/{name}")).key(&app.key);
    for (name, text) in
        [("q-day", "2026-02,1,1,100.0\r\n"), ("q-rank", "Option,Mean rank,First"), ("alpha", "Question,")]
    {
        let csv = file(&format!("{name}.csv")).await.is(200).text();
        assert!(csv.contains(text), "{name}: {csv}");
        let csv = viewer.get(&format!("{page}/figures/{name}.csv")).await.is(200).text();
        assert!(csv.contains(text), "{name}: {csv}");
    }
    assert!(file("q-day.svg").await.is(200).text().contains("<title>2026-02: 1 of 1"));

    // Once they are counted, a view is narrowed to months and years by a choice.
    let (year, month) = ("answer=day:2026-01-01..<2026-12-32", "answer=day:2026-02-01..<2026-02-32");
    for (is, label) in [(year, "2026"), (month, "2026-02")] {
        let option = |html: &str| html.contains(&format!("value=\"{}\">{label}</option>", is.replace('<', "&lt;")));
        assert!(!option(&html), "{html}");
        let counted = viewer.get(&format!("{page}?detail=all")).await.is(200).text();
        assert!(option(&counted), "{is}: {counted}");
        let only = serde_urlencoded::to_string([("only", is)]).expect("a query");
        let narrowed = viewer.get(&format!("{page}?{only}")).await.is(200).text();
        assert!(narrowed.contains(&format!("A day?: {label}")) && option(&narrowed), "{narrowed}");
    }
    for (is, completed) in [(year, 1), (month, 1), ("answer=day:2026-03-01..<2026-03-32", 0)] {
        let (name, value) = is.split_once('=').expect("a condition");
        let query = serde_urlencoded::to_string([(name, value)]).expect("a query");
        let found = quiz.get(&format!("/insights?{query}")).key(&app.key).await.is(200).json();
        assert_eq!(found["completed"], completed, "{is}: {found}");
    }
}

/// Of a period of days to come, the one before has today in its middle.
#[tokio::test]
async fn the_period_before_is_told_and_leads_to_its_rows() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..12).await;
    let day = |days: i64| {
        let at = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * days);
        at.strftime("%Y-%m-%d").to_string()
    };
    let (query, first) = (format!("?from={}&to={}", day(4), day(10)), day(-3));
    let everyone = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(everyone.get("before"), None);
    let found = quiz.get(&format!("/insights{query}")).key(&app.key).await.is(200).json();
    assert_eq!((&found["started"], &found["before"]["started"]), (&json!(0), &json!(12)));
    assert_eq!(found["before"]["completed"], everyone["completed"]);
    let page = viewer.get(&quiz.dashboard(&format!("insights{query}"))).await.is(200).text();
    let before: Vec<(String, u64)> = links(&page).into_iter().filter(|(href, _)| href.contains(&first)).collect();
    assert_eq!(before.len(), 2, "who began and who submitted: {page}");
    for (href, number) in before {
        assert_eq!(people(&viewer, &href).await, number, "{href}");
    }
    let printed = page.split("<p class=\"printed\">").nth(1).and_then(|rest| rest.split('<').next());
    assert!(printed.is_some_and(|text| text.contains(", as of ") && text.ends_with(" UTC")), "{printed:?}");
}

#[tokio::test]
async fn texts_are_read_and_searched_in_a_view() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(9);
    for (session, language, wish) in
        [("session-1", "en", "More SUN, please"), ("session-2", "es", "más sol"), ("session-3", "en", "<b>rain</b>")]
    {
        let begin = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let mut answers = random_answers(&mut dice);
        answers["wish"] = json!(wish);
        submit(&quiz, session, answers).await;
    }
    let insights = quiz.dashboard("insights");
    let page = editor.get(&format!("{insights}?language=en")).await.is(200).text();
    let path = format!("{insights}/texts/wish");
    assert!(page.contains(&format!("href=\"{path}?language=en\"")), "{page}");
    let all = editor.get(&path).await.is(200).text();
    for text in ["A wish?", "3 texts", "More SUN, please", "más sol", "&lt;b&gt;rain"] {
        assert!(all.contains(text), "{text}: {all}");
    }
    let english = editor.get(&format!("{path}?language=en")).await.is(200).text();
    assert!(english.contains("2 texts") && !english.contains("más sol"), "{english}");
    let found = editor.get(&format!("{path}?language=en&find=sun")).await.is(200).text();
    assert!(found.contains("1 text<") && found.contains("More SUN") && !found.contains("rain"), "{found}");
    assert!(found.contains("name=\"language\" value=\"en\""), "a search stays in the view: {found}");
    let rows = found.split("href=\"").filter_map(|rest| rest.split('"').next()).find(|href| href.contains("contains="));
    let rows = editor.get(&rows.expect("a link").replace("&amp;", "&")).await.is(200).text();
    assert!(rows.contains("session-1") && !rows.contains("session-3") && rows.contains("contains “sun”"), "{rows}");
    assert!(editor.get(&format!("{path}?find=snow")).await.is(200).text().contains("No matching texts"));
    editor.get(&format!("{insights}/texts/colour")).await.is(404);
    editor.get(&format!("{insights}/texts/none")).await.is(404);
}

/// Every count of this server is a long one.
#[tokio::test]
async fn a_long_count_serves_after_late_answers_and_not_after_erasures_and_other_scores() {
    let app = App::start_as(|service| service.with_long_counts(Duration::ZERO, 1_000_000), |http| http).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(7);
    random_records(&quiz, &mut dice, 0..20).await;
    let found = async || quiz.get("/insights?language=en").key(&app.key).await.is(200).json();
    let page = async || viewer.get(&quiz.dashboard("insights?language=en")).await.is(200).text();
    let first = found().await;
    assert!(first["countedAt"].is_null() && !page().await.contains("As of "), "{first}");
    random_records(&quiz, &mut dice, 20..40).await;
    let late = found().await;
    assert!(late["countedAt"].is_string() && page().await.contains("As of "), "{late}");
    assert_eq!((&late["started"], &late["ownScores"]), (&first["started"], &first["ownScores"]));
    let mut questions = every_kind()["questions"].clone();
    questions[3]["ranges"][1]["points"] = json!(90);
    quiz.patch(json!({ "questions": questions })).await.is(200);
    let before = found().await;
    assert!(before["countedAt"].is_null() && before["started"] != first["started"], "a version has counts of its own");
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200);
    let after = found().await;
    assert!(after["countedAt"].is_null() && after["ownScores"] != before["ownScores"], "{after}");
    app.delete(&format!("{}/users/session-3", quiz.url)).key(&app.key).await.is(200);
    app.delete(&format!("{}/users/session-4", quiz.url)).key(&app.key).await.is(200);
    app.delete(&format!("{}/users/session-5", quiz.url)).key(&app.key).await.is(200);
    let erased = found().await;
    assert!(erased["countedAt"].is_null() && erased["started"] != after["started"], "{erased}");
}
