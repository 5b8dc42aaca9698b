//! The forms of respondents, according to the routes of their pages.

use axum::http::Method;
use domain::OptionId;
use serde_json::{Value, json};

use super::{
    effort::Effort,
    shapes::{forms, numbered, repeated},
};
use crate::support::App;

const LIMIT: usize = 64 * 1024;
const ROUTES: &str = include_str!("../../../src/http/pages/mod.rs");

fn paths() -> impl Iterator<Item = &'static str> {
    let taking = ROUTES.lines().filter(|line| line.contains(".post("));
    taking.map(|line| line.split('"').nth(1).expect("a path beside its handlers"))
}

#[tokio::test]
async fn no_form_of_respondents_holds_up_others() {
    let app = App::start().await;
    let options: Vec<Value> = (1..=300)
        .map(
            |number| json!({ "id": OptionId::from_random(number), "label": format!("Option {number}"), "other": true }),
        )
        .collect();
    let ranked: Vec<Value> =
        options.iter().map(|option| json!({ "id": option["id"], "label": option["label"] })).collect();
    let rows: Vec<Value> = (1..=50).map(|number| json!({ "id": format!("r{number}"), "text": "Row" })).collect();
    let questions = json!([
        { "id": "several", "kind": "multiple", "text": "?", "options": options },
        { "id": "order", "kind": "ranking", "text": "?", "options": ranked },
        { "id": "grid", "kind": "matrix", "text": "?", "rows": rows, "from": 1, "to": 5 },
        { "id": "words", "kind": "text", "text": "?" },
    ]);
    let open = app.quiz(json!({ "name": "Open", "questions": questions })).await;
    let inapp = app.quiz(json!({ "name": "In-app", "anonymous": false, "inapp": true, "questions": questions })).await;
    let who = open.begin().await;
    let mut effort = Effort::of(&app.router);
    for path in paths() {
        let quiz = if path.starts_with("/app/") { &inapp } else { &open };
        let mut path = path
            .replace("{namespace}", "acme")
            .replace("{quiz}", &quiz.id)
            .replace("{user}", &who)
            .replace("{token}", "token");
        assert!(!path.contains('{'), "{path}: say what stands there");
        if path.starts_with("/app/") {
            path.push_str("?sessionId=session");
            app.post(&path).form(&[]).await;
        }
        for question in ["several", "order", "grid", "words"] {
            let given = [("question", question), ("lang", "en"), ("go", "next"), ("from", "review")];
            let names = ["question", "lang", "go", "from", "answer", "answer_other", "answer_r1"];
            let mut shapes = forms(&names, &given, LIMIT);
            let rank = |number: usize| {
                let option = OptionId::from_random(number as u128 % 300 + 1);
                format!("answer_rank_{option}={number}&answer={option}&")
            };
            let beginning = format!("question={question}&");
            shapes.push((
                "every option, again and again".to_owned(),
                format!("{beginning}{}", numbered(rank, LIMIT - 100)),
            ));
            shapes.push(("short answers".to_owned(), format!("{beginning}{}", repeated("answer=1&", LIMIT - 100))));
            for (what, body) in shapes {
                effort.send(&what, Method::POST, &path, &[], "application/x-www-form-urlencoded", body).await;
            }
        }
    }
    effort.finish(300);
}
