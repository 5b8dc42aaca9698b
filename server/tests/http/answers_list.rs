//! `GET …/quizzes/{quizId}/answers` with filter and order.

use serde_json::{Value, json};

use crate::support::{App, QuizAt, all_answers};

async fn users(quiz: &QuizAt<'_>, query: &str, limit: usize) -> Vec<String> {
    let items = quiz.app.listed(&format!("{}/answers?{query}", quiz.url), &quiz.app.key, limit).await;
    items.iter().filter_map(|record| record["userId"].as_str()).map(str::to_owned).collect()
}

/// Four respondents, in this order: 73 points, only begun, 100 points, 0 points.
async fn quiz_of_four(app: &App) -> QuizAt<'_> {
    let quiz = app.inapp_quiz().await;
    let codes = |codes: [u32; 8]| {
        let answers = codes.iter().zip(1..).map(|(code, number)| (format!("fhn{number}"), json!(code)));
        json!(answers.collect::<serde_json::Map<_, _>>())
    };
    let worst = codes([5, 5, 5, 5, 4, 6, 6, 4]);
    for (user, answers) in [
        ("coping", Some(all_answers())),
        ("begun", None),
        ("best-off", Some(codes([1; 8]))),
        ("worst-off", Some(worst)),
    ] {
        quiz.session(user).await;
        if let Some(answers) = answers {
            let body = json!({ "sessionId": user, "answers": answers });
            quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
        }
    }
    quiz
}

#[tokio::test]
async fn a_filter_and_an_order_are_kept_to_on_pages_of_any_size() {
    let app = App::start().await;
    let quiz = quiz_of_four(&app).await;
    for (query, expected) in [
        ("", &["coping", "begun", "best-off", "worst-off"][..]),
        ("sort=newest", &["worst-off", "best-off", "begun", "coping"]),
        ("sort=highest", &["best-off", "coping", "worst-off", "begun"]),
        ("sort=lowest", &["worst-off", "coping", "best-off", "begun"]),
        ("state=completed", &["coping", "best-off", "worst-off"]),
        ("state=started&sort=lowest", &["begun"]),
        ("band=vulnerable", &["worst-off"]),
        ("scoreMin=73&scoreMax=100&sort=newest", &["best-off", "coping"]),
        ("scoreMin=74&band=coping", &[]),
        ("state=started&band=coping", &[]),
        ("from=2100-01-01", &[]),
        ("to=2020-01-01", &[]),
        (
            "from=2020-01-01&to=2100-01-01&sort=newest&state=all&band=&scoreMin=",
            &["worst-off", "best-off", "begun", "coping"],
        ),
    ] {
        for limit in [2, 200] {
            assert_eq!(users(&quiz, query, limit).await, expected, "{query}, pages of {limit}");
        }
    }
}

/// Each score keeps the band that it was stored with.
#[tokio::test]
async fn a_band_is_the_one_that_a_score_was_stored_with_until_it_is_rescored() {
    let app = App::start().await;
    let scoring = |high: u32| {
        let bands = json!([{ "id": "low", "from": 0, "name": "Low", "hue": "rose" },
                           { "id": "high", "from": high, "name": "High", "hue": "leaf" }]);
        json!({ "categories": [{ "id": "all", "name": "All" }], "bands": bands })
    };
    let options =
        json!([{ "label": "A", "points": 0 }, { "label": "B", "points": 50 }, { "label": "C", "points": 100 }]);
    let question = json!({ "id": "one", "text": "One?", "category": "all", "options": options });
    let quiz =
        json!({ "name": "Bands", "anonymous": false, "inapp": true, "questions": [question], "scoring": scoring(60) });
    let quiz = app.quiz(quiz).await;
    let submit = async |user: &str, code: u32| {
        quiz.session(user).await;
        let body = json!({ "sessionId": user, "answers": { "one": code } });
        quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    };
    submit("early-50", 2).await;
    submit("early-100", 3).await;
    quiz.patch(json!({ "scoring": scoring(40) })).await.is(200);
    submit("later-50", 2).await;
    let all = quiz.get("/answers").key(&app.key).await.is(200).json();
    let bands: Vec<_> = all["items"].as_array().expect("items").iter().map(|record| record["band"].clone()).collect();
    assert_eq!(bands, ["low", "high", "high"]);
    let cases = [
        ("band=low", &["early-50"][..]),
        ("band=high", &["early-100", "later-50"]),
        ("band=high&sort=lowest", &["later-50", "early-100"]),
        ("category=all&band=high&sort=highest&scoreMax=99", &["later-50"]),
        ("band=high&scoreMin=51", &["early-100"]),
    ];
    for (query, expected) in cases {
        for limit in [1, 2, 200] {
            assert_eq!(users(&quiz, query, limit).await, expected, "{query}, pages of {limit}");
        }
    }
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200);
    assert_eq!(users(&quiz, "band=low", 2).await, [""; 0]);
    assert_eq!(users(&quiz, "band=high", 2).await, ["early-50", "early-100", "later-50"]);
}

#[tokio::test]
async fn a_cursor_holds_for_its_own_list_only() {
    let app = App::start().await;
    let quiz = quiz_of_four(&app).await;
    let page = quiz.get("/answers?limit=1&sort=newest").key(&app.key).await.is(200).json();
    let cursor = page["nextCursor"].as_str().expect("there is more");
    quiz.get(&format!("/answers?limit=3&sort=newest&cursor={cursor}")).key(&app.key).await.is(200);
    for other in ["", "sort=oldest", "sort=newest&state=completed", "sort=newest&band=coping"] {
        let path = format!("/answers?limit=1&{other}&cursor={cursor}");
        quiz.get(&path).key(&app.key).await.fails(400, "cursor is not one that this service gave out");
    }
}

#[tokio::test]
async fn a_filter_that_makes_no_sense_is_refused_by_name() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (query, message) in [
        ("state=done", "state must be all, started or completed"),
        ("from=1.1.2026", "from must be a day such as 2026-11-20"),
        ("to=2026-02-30", "to must be a day such as 2026-11-20"),
        ("scoreMin=-1", "scoreMin must be 0 to 100"),
        ("scoreMax=101", "scoreMax must be 0 to 100"),
        ("band=rich", "band must be vulnerable, coping or healthy"),
        ("sort=name", "sort must be oldest, newest, highest, lowest, firstSubmitted or lastSubmitted"),
    ] {
        quiz.get(&format!("/answers?{query}")).key(&app.key).await.fails(400, message);
    }
}

/// The items after a cursor, and the next cursor.
async fn changes(quiz: &QuizAt<'_>, since: &str, limit: usize) -> (Vec<Value>, String) {
    let path = format!("/answers?updatedSince={since}&limit={limit}");
    let page = quiz.get(&path).key(&quiz.app.key).await.is(200).json();
    let items = page["items"].as_array().expect("items").clone();
    (items, page["nextCursor"].as_str().expect("a cursor on every page").to_owned())
}

#[tokio::test]
async fn a_copy_is_kept_in_step_by_what_changed() {
    let app = App::start().await;
    let quiz = quiz_of_four(&app).await;
    let users = |items: &[Value]| items.iter().map(|record| record["userId"].clone()).collect::<Vec<_>>();
    let (first, next) = changes(&quiz, "0", 3).await;
    assert_eq!(users(&first), ["coping", "begun", "best-off"]);
    let (second, next) = changes(&quiz, &next, 3).await;
    assert_eq!(users(&second), ["worst-off"]);
    let (nothing, same) = changes(&quiz, &next, 3).await;
    assert_eq!((nothing, &same), (vec![], &next));

    let answer = json!({ "sessionId": "begun", "questionId": "fhn1", "answer": 2 });
    quiz.post("/users/inapp/answers").json(answer).await.is(200);
    app.delete(&format!("{}/users/coping", quiz.url)).key(&app.key).await.is(200);
    let (changed, next) = changes(&quiz, &next, 200).await;
    assert_eq!(changed.len(), 2);
    assert_eq!(changed[0], quiz.whole_answers_of("begun").await.answers());
    assert_eq!(changed[1], json!({ "id": format!("{}-coping", quiz.id), "erased": true }));
    assert_eq!(changes(&quiz, &next, 200).await.0, Vec::<Value>::new());
}

#[tokio::test]
async fn a_place_among_the_changes_is_of_one_quiz_and_stands_alone() {
    let app = App::start().await;
    let (quiz, other) = (quiz_of_four(&app).await, app.inapp_quiz().await);
    let (_, next) = changes(&quiz, "0", 1).await;
    let cursor = quiz.get("/answers?limit=1").key(&app.key).await.json()["nextCursor"].clone();
    let cursor = cursor.as_str().expect("there is more");
    for (quiz, since) in [(&other, next.as_str()), (&quiz, cursor), (&quiz, "1"), (&quiz, "2026-01-01")] {
        let reply = quiz.get(&format!("/answers?updatedSince={since}")).key(&app.key).await.is(400);
        assert_eq!(reply.header("x-error-code"), "foreign_cursor");
        assert!(reply.error().starts_with("updatedSince "), "{}", reply.error());
    }
    for more in ["sort=newest", "state=started", &format!("cursor={cursor}")] {
        let reply = quiz.get(&format!("/answers?updatedSince={next}&{more}")).key(&app.key).await.is(400);
        assert_eq!(reply.header("x-error-code"), "not_combined");
    }
    // An empty parameter counts as absent, as in a form.
    quiz.get(&format!("/answers?updatedSince={next}&sort=&cursor=")).key(&app.key).await.is(200);
}
