//! Each number on the page links to exactly the rows that it counts.

use std::collections::HashMap;

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, Dice, OPTIONS, Person, every_kind, random_answers, random_records, submit};

pub(super) fn links(html: &str) -> Vec<(String, u64)> {
    let tags = html.split("<a ").skip(1).filter_map(|rest| {
        let (tag, rest) = rest.split_once('>')?;
        let href = tag.split("href=\"").nth(1)?.split('"').next()?;
        // A bar has its number at the end of its accessible name.
        let text = match tag.split("aria-label=\"").nth(1) {
            Some(name) => name.split('"').next()?.rsplit(": ").next()?,
            None => rest.split("</a>").next()?,
        };
        let number = text.split([' ', '<']).next()?.replace(',', "").parse().ok()?;
        href.contains("/answers").then(|| (href.replace("&amp;", "&"), number))
    });
    tags.collect()
}

/// Numbers in tables without a link that are neither zero nor a mean.
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
    // A respondent who answered everything and did not submit.
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
    // Some retake the quiz: one has submitted again, others have begun or answered nothing yet.
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
        "?rows=language",
        "?language=es&rows=q.several",
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

/// Includes respondents who stop at a matrix, and questions of an earlier version.
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
    // Another question whose id has the matrix's id as a prefix.
    let size = json!({ "id": "grid_size", "kind": "text", "text": "Its size?" });
    quiz.patch(json!({ "questions": [first, size] })).await.is(200);
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(found["stops"]["questions"], told, "those who have begun continue with their version");
    let page = viewer.get(&quiz.dashboard("insights")).await.is(200).text();
    let figure = page.split("id=\"stopped-at\"").nth(1).expect("the figure");
    assert!(figure.contains("A grid? One"), "{figure}");
    let grid = links(&page).into_iter().find(|(href, _)| href.contains("stopped=q.grid"));
    let (href, number) = grid.expect("a link");
    assert_eq!(number, 2);
    let listed = viewer.get(&href).await.is(200).text();
    assert!(listed.contains("Stopped at: A grid? One") && !listed.contains("session-1"), "{listed}");
    quiz.get("/insights?stopped=grid").key(&app.key).await.is(400);
    let found = quiz.get("/insights?stopped=q.grid").key(&app.key).await.is(200).json();
    assert_eq!((&found["started"], &found["completed"]), (&json!(2), &json!(0)));
}

/// For a period of future days, the previous period has today in its middle.
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
