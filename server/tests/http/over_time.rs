//! Change and norms of scores: in the API, on the respondent's result, and in the dashboard.

use serde_json::{Value, json};

use crate::{
    exports::exported,
    exports_for_people::{cell, cells, selected},
    support::{App, Page, QuizAt},
};

/// The published example: scores of 32.5, 47.5 and 41.5, and 51 past the cut-off.
pub(crate) fn written() -> Value {
    let points = [32.5, 47.5, 41.5, 51.0];
    let options: Vec<Value> = points.iter().map(|points| json!({ "label": "O", "points": points })).collect();
    json!({
        "name": "Progress", "anonymous": false, "inapp": true, "retryAfterDays": 0, "showResults": true,
        "questions": [
            { "id": "age", "text": { "en": "Your age?", "es": "¿Su edad?" }, "options": [{ "label": "To 29" }, { "label": "From 30" }] },
            { "id": "state", "text": { "en": "How are you?", "es": "¿Qué tal?" }, "category": "mind", "options": options },
        ],
        "scoring": {
            "method": "sum", "decimals": 1,
            "change": { "better": "higher", "sd": 7.5, "reliability": 0.80, "cutoff": 50 },
            "norms": [
                { "name": "Adults", "source": "Manual, 2020", "when": { "question": "age", "is": [2] }, "mean": 50, "sd": 10 },
                { "name": "All <ages>", "source": { "en": "Survey", "es": "Encuesta" }, "percentiles": [[0, 1], [100, 99]] },
            ],
            "categories": [{ "id": "mind", "name": "Mind", "change": { "better": "lower", "percent": 21, "points": 20 } }],
        },
    })
}

async fn take(quiz: &QuizAt<'_>, age: u8, state: u8) -> Value {
    let begin = json!({ "sessionId": "session-1", "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
    let body = json!({ "sessionId": "session-1", "answers": { "age": age, "state": state } });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200).answers()
}

async fn attempts(quiz: &QuizAt<'_>, limit: usize) -> Vec<Value> {
    quiz.app.listed(&format!("{}/users/session-1/attempts", quiz.url), &quiz.app.key, limit).await
}

async fn result<'a>(app: &'a App, quiz: &QuizAt<'_>, more: &str) -> Page<'a> {
    Page::open(app, &format!("/app/acme/{}?sessionId=session-1{more}", quiz.id)).await.is(200)
}

/// As replies without a key have it.
fn without_key(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !["attempt", "scoredVersion"].contains(&name.as_str()));
            kept.map(|(name, value)| (name.clone(), without_key(value))).collect()
        }
        other => other.clone(),
    }
}

/// The fields of change and norms.
fn measures(record: &Value) -> Value {
    let names = ["change", "category_changes", "norm", "category_norms"];
    let fields = names.iter().filter_map(|name| Some(((*name).to_owned(), record.get(*name)?.clone())));
    fields.collect::<serde_json::Map<_, _>>().into()
}

#[tokio::test]
async fn each_attempt_is_judged_against_the_one_before_and_the_first() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    let norm = json!({ "name": "All <ages>", "source": "Survey", "percentile": 33 });
    assert_eq!(measures(&take(&quiz, 1, 1).await), json!({ "norm": norm }), "nothing to compare with");
    take(&quiz, 2, 2).await;
    let third = take(&quiz, 2, 3).await;

    let since = |attempt: u8, verdict: &str, numbers: [f64; 3]| {
        let [difference, rci, smallest] = numbers;
        json!({ "attempt": attempt, "scoredVersion": 1, "verdict": verdict, "difference": difference, "rci": rci, "smallest": smallest })
    };
    let of_mind = |attempt: u8, verdict: &str, difference: f64, smallest: f64| json!({ "attempt": attempt, "scoredVersion": 1, "verdict": verdict, "difference": difference, "smallest": smallest });
    let better = since(1, "better", [15.0, 3.16, 9.3]);
    let worse = of_mind(1, "worse", 15.0, 6.83);
    let second = json!({
        "change": { "previous": better, "first": better },
        "category_changes": { "mind": { "previous": worse, "first": worse } },
        "norm": { "name": "Adults", "source": "Manual, 2020", "z": -0.25, "t": 48, "percentile": 40 },
    });
    let expected = json!({
        "change": { "previous": since(2, "same", [-6.0, -1.26, 9.3]), "first": since(1, "same", [9.0, 1.9, 9.3]) },
        "category_changes": {
            "mind": { "previous": of_mind(2, "same", -6.0, 9.98), "first": of_mind(1, "worse", 9.0, 6.83) },
        },
        "norm": { "name": "Adults", "source": "Manual, 2020", "z": -0.85, "t": 42, "percentile": 19 },
    });
    let same = |one: &Value, other: &Value| assert_eq!(floats(one), floats(other));
    same(&measures(&third), &without_key(&expected));
    for limit in [1, 2, 100] {
        let all = attempts(&quiz, limit).await;
        assert_eq!(all.len(), 3);
        same(&measures(&all[0]), &expected);
        same(&measures(&all[1]), &second);
        assert_eq!(measures(&all[2]), json!({ "norm": norm }));
    }
    same(&measures(&quiz.whole_answers_of("session-1").await.is(200).answers()), &expected);
    same(&measures(&quiz.answers_of("session-1").await.is(200).answers()), &without_key(&expected));
    let of_fourth = take(&quiz, 2, 4).await;
    assert_eq!(of_fourth["change"]["previous"]["verdict"], "recovered");

    quiz.patch(json!({ "showResults": false })).await.is(200);
    assert_eq!(measures(&quiz.answers_of("session-1").await.is(200).answers()), json!({}));
    let whole = measures(&quiz.whole_answers_of("session-1").await.is(200).answers());
    assert_eq!(without_key(&whole), measures(&of_fourth));
}

/// Whole numbers as others are.
fn floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), floats(value))).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn other_words_compare_and_other_scoring_does_not() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    take(&quiz, 1, 1).await;
    let mut body = quiz.get("").key(&app.key).await.is(200).json();
    body["questions"][1]["text"] = json!("How do you feel?");
    body["scoring"]["categories"][0]["name"] = json!("Mood");
    body["scoring"]["bands"] = json!([{ "id": "low", "from": 0, "name": "Low", "hue": "rose" }]);
    let change = |body: &Value| json!({ "questions": body["questions"], "scoring": body["scoring"] });
    assert_eq!(quiz.patch(change(&body)).await.is(200).json()["version"], 2);
    assert_eq!(take(&quiz, 1, 2).await["change"]["previous"]["verdict"], "better");
    body["questions"][1]["options"][3]["points"] = json!(52);
    assert_eq!(quiz.patch(change(&body)).await.is(200).json()["version"], 3);
    take(&quiz, 1, 2).await;
    let third = quiz.whole_answers_of("session-1").await.is(200).answers();
    let not =
        |attempt: u8, version: u8| json!({ "attempt": attempt, "scoredVersion": version, "verdict": "not_comparable" });
    assert_eq!(third["change"], json!({ "previous": not(2, 2), "first": not(1, 1) }));
    assert_eq!(third["category_changes"]["mind"]["previous"], not(2, 2));
    assert!(third["norm"].is_object());
    let page = result(&app, &quiz, "").await.text();
    assert!(page.contains("This score can’t be compared with the one of"), "{page}");
    assert!(!page.contains("by more than chance"), "{page}");

    // Rescoring gives the earlier attempts' records the rules of the newest version.
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 3, "apply": true })).await.is(200);
    let person = app.administrator("ana@example.com").await;
    let html = person.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    assert!(html.contains("Not comparable with attempt 2, scored by version 2"), "{html}");
}

#[tokio::test]
async fn a_rescoring_gives_new_norms_to_records_whose_scores_stay() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    take(&quiz, 1, 1).await;
    let mut scoring = written()["scoring"].clone();
    scoring["norms"][1] = json!({ "name": "New", "source": "S", "mean": 30, "sd": 5 });
    quiz.patch(json!({ "scoring": scoring })).await.is(200);
    let norm = async || quiz.whole_answers_of("session-1").await.is(200).answers()["norm"]["name"].clone();
    assert_eq!(norm().await, "All <ages>");
    let rescore = async |applies: bool| {
        let body = json!({ "version": 2, "apply": applies });
        let done = quiz.post("/rescore").key(&app.key).json(body).await.is(200).json();
        (done["changed"].clone(), done["higher"].clone(), done["lower"].clone())
    };
    for applies in [false, true] {
        assert_eq!(rescore(applies).await, (json!(1), json!(0), json!(0)), "{applies}");
    }
    assert_eq!(norm().await, "New");
    assert_eq!(rescore(true).await.0, 0, "once");
    scoring["norms"] = json!([]);
    quiz.patch(json!({ "scoring": scoring })).await.is(200);
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 3, "apply": true })).await.is(200);
    assert_eq!(norm().await, Value::Null, "the norms that a version no longer has");
}

#[tokio::test]
async fn the_respondent_reads_verdict_and_norm_in_words() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    take(&quiz, 2, 1).await;
    let first = result(&app, &quiz, "").await;
    let text = first.text();
    assert!(text.contains("Adults: about 4 of 100 in this group score lower") && text.contains("Source: Manual, 2020"));
    assert!(!text.contains("chance"), "{text}");
    take(&quiz, 1, 4).await;
    let second = result(&app, &quiz, "").await;
    let (html, text) = (second.html(), second.text());
    assert!(text.contains("by more than chance would explain, and past the mark that this quiz sets."), "{text}");
    assert!(html.contains("All &lt;ages&gt;"), "{html}");
    assert!(text.contains("Mind +18.5 (worse)"), "{text}");
    let spanish = result(&app, &quiz, "&lang=es").await.text();
    for part in ["más de lo que explicaría el azar", "Fuente: Encuesta", "unas 51 de cada 100 personas"] {
        assert!(spanish.contains(part), "{part}: {spanish}");
    }
    let earlier = result(&app, &quiz, "&attempt=1").await.text();
    assert!(!earlier.contains("chance") && earlier.contains("Adults"), "{earlier}");
}

#[tokio::test]
async fn a_quiz_that_declares_neither_has_no_word_of_them() {
    let app = App::start().await;
    let mut body = written();
    let scoring = body["scoring"].as_object_mut().expect("a scoring");
    scoring.remove("change");
    scoring.remove("norms");
    scoring["categories"][0].as_object_mut().expect("a category").remove("change");
    let quiz = app.quiz(body.clone()).await;
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["scoring"], body["scoring"]);
    take(&quiz, 2, 1).await;
    assert_eq!(measures(&take(&quiz, 2, 2).await), json!({}));
    for record in attempts(&quiz, 100).await {
        assert_eq!(measures(&record), json!({}));
    }
    let page = result(&app, &quiz, "").await;
    assert!(!page.html().contains("class=\"norm\"") && !page.text().contains("chance"));
    let ana = app.administrator("ana@example.com").await;
    let person = ana.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    assert!(
        person.contains("history-line") && !person.contains("history-noise") && !person.contains("Norm"),
        "{person}"
    );
}

#[tokio::test]
async fn a_persons_page_in_the_dashboard_lists_each_attempt_with_verdict_and_norm() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    for (age, state) in [(1, 1), (2, 2), (2, 3)] {
        take(&quiz, age, state).await;
    }
    let ana = app.administrator("ana@example.com").await;
    let html = ana.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    for part in [
        "Better: +15; reliable change index 3.16; from 9.3 on it counts",
        "No reliable change: −6; reliable change index −1.26; from 9.3 on it counts",
        "No reliable change: +9; reliable change index 1.9; from 9.3 on it counts",
        "Adults: percentile 19, T 42, z −0.85 (Manual, 2020)",
        "All &lt;ages&gt;: percentile 33 (Survey)",
        "Worse: +15; from 6.83 on it counts",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[tokio::test]
async fn exports_have_verdicts_and_norms_of_the_latest_attempt() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    for (age, state) in [(1, 1), (2, 2), (2, 3)] {
        take(&quiz, age, state).await;
    }
    quiz.session("session-2").await;
    let api = quiz.whole_answers_of("session-1").await.is(200).answers();
    let lines = exported(&quiz, "jsonl").await.text();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |user: &str| lines.iter().find(|line| line["userId"] == user).expect("it is exported");
    assert_eq!((of("session-1"), measures(of("session-2"))), (&api, json!({})));

    let only = json!({ "user": ["session-1"] });
    let told = [
        ("norm", "Norm", "Adults"),
        ("norm.z", "Norm: z", "-0.85"),
        ("norm.t", "Norm: T", "42"),
        ("norm.percentile", "Norm: percentile", "19"),
        ("change.previous", "Change since the attempt before", "same"),
        ("change.previous.difference", "Difference from the attempt before", "-6"),
        ("change.first", "Change since the first attempt", "same"),
        ("change.first.difference", "Difference from the first attempt", "9"),
        ("category.mind.change.first", "Mind – Change since the first attempt", "worse"),
        ("category.mind.change.first.difference", "Mind – Difference from the first attempt", "9"),
    ];
    let programs = selected(&quiz, json!({ "filter": only })).await;
    let people = selected(&quiz, json!({ "form": "people", "filter": only })).await;
    for (name, heading, value) in told {
        assert_eq!(cell(&cells(&programs, ','), name), value, "{programs}");
        let in_words = match value {
            "same" => "No reliable change",
            "worse" => "Worse",
            other => other,
        };
        assert_eq!(cell(&cells(&people, ','), heading), in_words, "{people}");
    }
    assert!(!programs.contains("category.mind.norm"), "the category has no norms");
    let chosen = json!({ "filter": only, "columns": ["userId", "change.first"], "headings": "text" });
    assert_eq!(selected(&quiz, chosen).await.trim(), "Person,Change since the first attempt\r\nsession-1,same");
    let rows = exported(&quiz, "csv").await.text();
    assert!(rows.lines().any(|row| row.contains("session-2") && row.contains(",,,,,,,,")), "{rows}");
}

#[tokio::test]
async fn results_over_time_are_drawn_and_listed_where_the_quiz_shows_them() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    take(&quiz, 1, 1).await;
    quiz.patch(json!({ "showProgress": true })).await.is(200);
    assert!(!result(&app, &quiz, "").await.html().contains("history-dot"), "there is nothing to compare with");
    for state in [2, 3] {
        take(&quiz, 2, state).await;
    }
    let page = result(&app, &quiz, "").await;
    let (html, text) = (page.html(), page.text());
    // The overall score, and that of the category.
    let drawn =
        ["history-dot", "history-line", "history-noise"].map(|class| html.matches(&format!("class=\"{class}")).count());
    assert_eq!(drawn, [6, 4, 2], "{html}");
    for part in ["Results over time", "Each area", "+15 (better)", "+9 (about the same)", "+9 (worse)", "may be chance"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let spanish = result(&app, &quiz, "&lang=es").await.text();
    assert!(
        spanish.contains("Resultados a lo largo del tiempo") && spanish.contains("+9 (más o menos igual)"),
        "{spanish}"
    );
    assert!(!result(&app, &quiz, "&attempt=1").await.html().contains("history-dot"), "an earlier result");

    let mut body = quiz.get("").key(&app.key).await.is(200).json();
    body["questions"][1]["options"][3]["points"] = json!(52);
    quiz.patch(json!({ "questions": body["questions"] })).await.is(200);
    take(&quiz, 2, 4).await;
    let broken = result(&app, &quiz, "").await;
    assert_eq!(broken.html().matches("class=\"history-line").count(), 4, "no line leads to the new score");
    assert!(broken.text().contains("Worked out in another way than those before"), "{}", broken.text());

    let ana = app.administrator("ana@example.com").await;
    let person = ana.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    assert_eq!(person.matches("class=\"history-dot").count(), 8, "{person}");
    // Also while the next attempt is under way.
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": "session-1", "retake": true })).await.is(200);
    let person = ana.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    assert_eq!(person.matches("class=\"history-dot").count(), 8, "{person}");
    for (of, name) in [("overall", "Overall score"), ("mind", "Mind")] {
        assert!(person.contains(&format!("href=\"?svg={of}\"")), "{person}");
        let file = ana.get(&quiz.dashboard(&format!("answers/session-1?svg={of}"))).await.is(200);
        assert_eq!(file.header("content-type"), "image/svg+xml");
        let svg = file.text();
        assert!(svg.starts_with("<svg xmlns=") && svg.contains(name) && svg.matches("<circle").count() == 4, "{svg}");
    }
    for none in ["body", "unknown", ""] {
        ana.get(&quiz.dashboard(&format!("answers/session-1?svg={none}"))).await.is(404);
    }
    quiz.patch(json!({ "showProgress": false })).await.is(200);
    assert!(!result(&app, &quiz, "").await.html().contains("history-dot"));
}

#[tokio::test]
async fn a_benchmark_tells_how_many_others_scored_lower_from_thirty_on() {
    let app = App::start().await;
    let mut body = written();
    body["scoring"]["benchmark"] = json!(true);
    let quiz = app.quiz(body.clone()).await;
    let take = async |session: &str, state: u8| {
        quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": session })).await.is(200);
        let answers = json!({ "sessionId": session, "answers": { "age": 1, "state": state } });
        quiz.post("/users/inapp/answers/submit").json(answers).await.is(200);
    };
    let told = async |session: &str| {
        let page = Page::open(&app, &format!("/app/acme/{}?sessionId={session}", quiz.id)).await.is(200);
        page.text().matches("other people who answered scored lower").count()
    };
    // Scores of 32.5, 47.5, 41.5 and 51: ten of each of the first three.
    for number in 0..30_u8 {
        take(&format!("other-{number}"), number % 3 + 1).await;
    }
    assert_eq!(told("other-1").await, 0, "twenty-nine others are too few");
    take("session-1", 2).await;
    // The count serves for an hour; a version of its own is counted anew.
    body["scoring"]["decimals"] = json!(0);
    quiz.patch(json!({ "scoring": body["scoring"] })).await.is(200);
    body["scoring"]["decimals"] = json!(1);
    quiz.patch(json!({ "scoring": body["scoring"] })).await.is(200);
    take("session-2", 2).await;
    let page = Page::open(&app, &format!("/app/acme/{}?sessionId=session-2", quiz.id)).await.is(200);
    assert!(page.text().contains("About 65% of the 31 other people who answered scored lower."), "{}", page.text());
    assert_eq!(told("session-2").await, 1, "the overall score alone");
    let record = quiz.whole_answers_of("session-2").await.is(200).text();
    assert!(!record.contains("benchmark"), "{record}");
}
