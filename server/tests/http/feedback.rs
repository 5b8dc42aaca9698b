//! Quizzes with immediate feedback on answers: by form, through the API, and against retries.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt};

fn course() -> Value {
    json!({
        "name": { "en": "Course", "es": "Curso" },
        "feedback": "at_once",
        "questions": [
            { "id": "capital", "text": { "en": "The capital?", "es": "¿La capital?" },
              "explanation": { "en": "Since 1561 & after.", "es": "Desde 1561." },
              "options": [{ "label": "Seville", "points": 0 }, { "label": "Madrid", "points": 1 }] },
            { "id": "kilometres", "kind": "number", "text": "How far?", "min": 0, "max": 999_999, "unit": "km",
              "ranges": [{ "below": 100_500, "points": 0 }, { "below": 101_100, "points": 1 }, { "points": 0 }] },
            { "id": "opinion", "kind": "text", "text": "What do you think?", "required": false },
            { "id": "rivers", "kind": "multiple", "text": "Which are rivers?", "required": false,
              "options": [{ "label": "Ebro", "points": 1 }, { "label": "Teide", "points": 0 },
                          { "label": "Duero", "points": 1 }] },
        ],
        "scoring": { "method": "sum", "allowMissing": 1 },
    })
}

async fn begun<'a>(app: &'a App, quiz: &QuizAt<'_>) -> Page<'a> {
    Page::open(app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200)
}

fn onward(page: &Page<'_>) -> String {
    let html = page.html();
    let link = html.split("<a ").find(|link| link.contains("class=\"button\"")).expect("a link on");
    let href = link.split_once("href=\"").expect("an address").1.split_once('"').expect("its end").0;
    href.replace("&amp;", "&")
}

#[tokio::test]
async fn each_answer_is_told_to_be_right_or_not_and_stands() {
    let app = App::start().await;
    let quiz = app.quiz(course()).await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    assert!(
        start.text().contains("Once you’re told whether an answer is right, it stays as it is."),
        "{}",
        start.text()
    );
    let first = begun(&app, &quiz).await;
    // None of these can be part of an id.
    for early in ["Since", "101099", "101,099", "kilometres", "Duero", "Right answer", "respondent_bg"] {
        assert!(!first.html().contains(early), "{early} is told before the answer");
    }
    let user = first.user();
    let wrong = first.choose(1).await.is(200);
    let text = wrong.text();
    for part in ["The capital?", "Not right", "Seville Your answer", "Madrid Right answer", "Since 1561 & after."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(wrong.options().is_empty() && !wrong.html().contains("name=\"answer\""), "no second try");
    // A form that was left open in another tab changes nothing.
    let again = first.choose(2).await.is(200);
    assert!(again.text().contains("Not right"), "{}", again.text());

    let far = Page::open(&app, &onward(&wrong)).await.is(200);
    assert_eq!(far.question().as_deref(), Some("kilometres"));
    let right = far.send(&[("answer", "100,505")]).await.follow().await.is(200);
    for part in ["Right", "Your answer100,505\u{a0}km", "Right answer100,500 – 101,099\u{a0}km"] {
        assert!(right.text().contains(part), "{part}: {}", right.text());
    }
    assert!(!right.text().contains("Not right"), "{}", right.text());
    // There is no feedback without a right answer, nor without an answer.
    let opinion = Page::open(&app, &onward(&right)).await.is(200);
    let rivers = opinion.send(&[("answer", "Fine")]).await.follow().await.is(200);
    assert_eq!(rivers.question().as_deref(), Some("rivers"));
    let changed = Page::open(&app, &onward(&right)).await.is(200);
    assert_eq!(changed.question().as_deref(), Some("opinion"), "what is not told may be changed");
    let result = rivers.send(&[("go", "skip")]).await.follow().await.is(200);
    assert_eq!(quiz.whole_answers_of(&user).await.is(200).answers()["isCompleted"], json!(true), "{}", result.text());
}

#[tokio::test]
async fn what_is_told_last_leads_to_the_result_in_the_language_of_the_page() {
    let app = App::start().await;
    let mut body = course();
    body["questions"].as_array_mut().expect("questions").truncate(1);
    let quiz = app.quiz(body).await;
    let start = Page::open(&app, &format!("{}?lang=es", quiz.page())).await.is(200);
    let first = start.send(&[]).await.follow().await.is(200);
    let user = first.user();
    let told = first.choose(2).await.is(200);
    let text = told.text();
    for part in ["¿La capital?", "Correcto", "Madrid Tu respuesta Respuesta correcta", "Desde 1561."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(quiz.whole_answers_of(&user).await.is(200).answers()["isCompleted"], json!(false));
    let result = told.send(&[("go", "send")]).await.follow().await.is(200);
    let record = quiz.whole_answers_of(&user).await.is(200).answers();
    assert_eq!((&record["isCompleted"], &record["score"]), (&json!(true), &json!(1)), "{}", result.text());
}

#[tokio::test]
async fn clients_are_told_with_the_answer_alone_and_cannot_change_it() {
    let app = App::start().await;
    let quiz = app.quiz(course()).await;
    let public = quiz.get("/public").await.is(200).json();
    assert_eq!(public["feedback"], "at_once");
    assert!(!public.to_string().contains("1561"), "{public}");
    let whole = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(whole["questions"][0]["explanation"]["es"], "Desde 1561.");
    let ids = |question: usize| -> Vec<Value> {
        let options = whole["questions"][question]["options"].as_array().expect("options");
        options.iter().map(|option| option["id"].clone()).collect()
    };
    let anon_id = quiz.begin().await;
    let save = async |question: &str, answer: Value| {
        let body = json!({ "anon_id": anon_id, "questionId": question, "answer": answer });
        quiz.post("/users/anonymous/answers").json(body).await
    };
    // Of several concurrent attempts, one counts.
    let tries = join_all((0..8).map(|number| save("capital", json!(number % 2 + 1)))).await;
    let told: Vec<Value> =
        tries.iter().filter(|reply| reply.status == 200).map(|reply| reply.json()["feedback"].clone()).collect();
    assert!(!told.is_empty() && told.iter().all(|other| *other == told[0]), "{told:?}");
    assert!(
        tries.iter().filter(|reply| reply.status != 200).all(|reply| reply.header("x-error-code") == "answer_stands")
    );
    assert_eq!(
        (&told[0]["rightOptions"], &told[0]["explanation"]),
        (&json!([ids(0)[1]]), &json!("Since 1561 & after."))
    );
    let chosen = if told[0]["isRight"] == json!(true) { 2 } else { 1 };
    save("capital", json!(chosen)).await.is(200);
    save("capital", json!(3 - chosen)).await.is(409);

    let rivers = save("rivers", json!([3, 1])).await.is(200).json();
    save("rivers", Value::Null).await.is(409);
    assert_eq!(rivers["feedback"]["isRight"], json!(true));
    assert_eq!(rivers["feedback"]["rightOptions"], json!([ids(3)[0], ids(3)[2]]));
    let far = save("kilometres", json!(101_100)).await.is(200).json();
    assert_eq!(far["feedback"]["isRight"], json!(false));
    assert_eq!(far["feedback"]["rightNumbers"], json!([[100_500, 101_099]]));
    assert_eq!(save("opinion", json!("Fine")).await.is(200).json().get("feedback"), None);
    save("opinion", json!("Better")).await.is(200);

    let submit = async |answers: Value| {
        let body = json!({ "anon_id": anon_id, "answers": answers });
        quiz.post("/users/anonymous/answers/submit").json(body).await
    };
    submit(json!({ "capital": 3 - chosen })).await.is(409);
    submit(json!({ "rivers": null })).await.is(409);
    submit(json!({ "capital": chosen, "opinion": "Best" })).await.is(200);
}

#[tokio::test]
async fn what_stands_cannot_be_looked_through_once_more() {
    let app = App::start().await;
    let mut body = course();
    body["review"] = json!(true);
    let refused = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(body).await.is(422).json();
    assert_eq!(refused["details"][0]["code"], "answers_stand", "{refused}");
    assert_eq!(refused["details"][0]["path"], "review", "{refused}");
}
