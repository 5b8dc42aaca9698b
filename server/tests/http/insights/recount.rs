//! Every figure equals a recount from the export: for random segments, and after late answers, erasures, rescoring and
//! retakes.

use domain::Role;
use serde_json::{Value, json};

use super::{
    by_hand::{agrees, answer, count, float},
    links::links,
    segments::{BREAKDOWNS, Condition, condition},
};
use crate::{
    admin_answer_views::newest_export,
    exports::exported,
    support::{App, Dice, ITEMS, OPTIONS, Person, QuizAt, every_kind, random_answers, random_records, submit},
};

async fn records(quiz: &QuizAt<'_>) -> Vec<Value> {
    read(&exported(quiz, "jsonl").await.text())
}

/// For retakes in progress, the previous attempt.
async fn last_submitted(quiz: &QuizAt<'_>) -> Vec<Value> {
    let selection = json!({ "format": "jsonl", "filter": { "attempts": "submitted" } });
    quiz.post("/exports").key(&quiz.app.key).json(selection).await.is(202);
    read(&newest_export(quiz).await)
}

fn read(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// Checks random segments, and all respondents.
async fn check(quiz: &QuizAt<'_>, viewer: &Person<'_>, dice: &mut Dice, rounds: u32) {
    let (records, last_submitted) = (records(quiz).await, last_submitted(quiz).await);
    for _ in 0..rounds {
        let conditions: Vec<Condition> = (0..dice.roll(3)).map(|_| condition(dice)).collect();
        let mut names: Vec<&str> = conditions.iter().map(|(query, _)| query.as_str()).collect();
        names.sort_unstable();
        // Two answers to one question would be combined with or; one of a kind is enough.
        names.dedup_by_key(|name| name.split([':']).next().unwrap_or_default().to_owned());
        names.dedup_by_key(|name| name.split('=').next().unwrap_or_default().to_owned());
        let kept: Vec<&Condition> =
            names.iter().filter_map(|name| conditions.iter().find(|(query, _)| query == name)).collect();
        let is_of_submitted = dice.roll(3) == 0;
        let of = if is_of_submitted { &last_submitted } else { &records };
        let fitting: Vec<&Value> = of.iter().filter(|record| kept.iter().all(|(_, fits)| fits(record))).collect();
        let mut query = names.join("&");
        query.push_str(if is_of_submitted { "&attempts=submitted" } else { "" });
        let rows = (dice.roll(3) > 0).then(|| dice.pick(&BREAKDOWNS).to_owned());
        let columns = (dice.roll(2) == 0).then(|| dice.pick(&BREAKDOWNS).to_owned());
        match &rows {
            Some(rows) => query = format!("{query}&rows={rows}"),
            None => query.push_str("&detail=all"),
        }
        // Without groups there is nothing to tell them against.
        query.push_str(&columns.iter().map(|columns| format!("&columns={columns}")).collect::<String>());
        let crossed = rows.as_deref().map(|rows| (rows, columns.as_deref()));
        let found = quiz.get(&format!("/insights?{query}")).key(&quiz.app.key).await.is(200).json();
        agrees(&found, &fitting, crossed, &query);
        // Cached figures of a segment are right, too.
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

    // Late answers.
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

    // A newer version gives other points, and submitted records are rescored later.
    let mut questions = every_kind()["questions"].clone();
    questions[3]["ranges"][1]["points"] = json!(90);
    assert_eq!(quiz.patch(json!({ "questions": questions })).await.is(200).json()["version"], 2);
    random_records(&quiz, &mut dice, 100..120).await;
    check(&quiz, &viewer, &mut dice, 10).await;
    let rescored =
        quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200).json();
    assert!(rescored["changed"].as_u64().is_some_and(|changed| changed > 0), "{rescored}");
    check(&quiz, &viewer, &mut dice, 10).await;

    // During a retake, figures over all respondents use the previous attempt.
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

/// Scores of the built-in questions, overall and by category, with their bands.
#[tokio::test]
async fn built_in_scores_equal_a_recount() {
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
    let found = quiz.get("/insights?rows=version").key(&app.key).await.is(200).json();
    let groups = found["groups"].as_array().expect("groups");
    assert_eq!((groups.len(), &groups[0]["rowLabel"]), (1, &json!("Version 1")), "{found}");
    for (told, field) in groups[0]["scores"].as_array().expect("scores").iter().zip(["score", "spend_score"]) {
        let scores: Vec<u64> = records.iter().filter_map(|record| record[field].as_u64()).collect();
        let mean = float(usize::try_from(scores.iter().sum::<u64>()).expect("a sum")) / float(scores.len());
        assert!(told["mean"].as_f64().is_some_and(|told| (told - mean).abs() < 0.001), "{told} is {mean}");
        for of_band in told["bands"].as_array().expect("bands") {
            let count = scores.iter().filter(|score| of_band["id"] == band(**score)).count();
            assert_eq!((&told["total"], &of_band["count"]), (&json!(scores.len()), &json!(count)), "{field}");
        }
    }
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
}
