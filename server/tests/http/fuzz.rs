//! Arbitrary input to the answering operations never causes a 5xx or an undocumented response.

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

use crate::support::{App, QuizAt, segment};

/// Arbitrary JSON, neither deep nor wide.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

/// Usually a value that is nearly valid.
fn value_near(good: Vec<Value>) -> impl Strategy<Value = Value> {
    prop_oneof![4 => prop::sample::select(good), 1 => any_json()]
}

/// A body with some of the operations' known fields.
fn any_body(users: Vec<Value>) -> impl Strategy<Value = Value> {
    let codes = || vec![json!(1), json!(2), json!(9), json!("074f8ed0-95a2-51c7-81a4-cf6ce5d497ec"), json!("1")];
    let questions = || vec![json!("fhn1"), json!("fhn8"), json!("fhn9"), json!("")];
    let answers = prop::collection::btree_map("fhn[1-9]|[a-z\0'\"$.]{0,4}", value_near(codes()), 0..9)
        .prop_map(|map| map.into_iter().collect::<Map<_, _>>().into());
    let field = prop_oneof![
        8 => (Just("anon_id".to_owned()), value_near(users.clone())),
        4 => (Just("sessionId".to_owned()), value_near(users)),
        4 => (Just("questionId".to_owned()), value_near(questions())),
        4 => (Just("answer".to_owned()), value_near(codes())),
        4 => (Just("answers".to_owned()), answers),
        2 => (Just("language".to_owned()), value_near(vec![json!("en"), json!("es"), Value::Null])),
        2 => (Just("customData".to_owned()), any::<String>().prop_map(Value::from)),
        1 => (any::<String>(), any_json()),
    ];
    let object = prop::collection::vec(field, 0..6).prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into());
    prop_oneof![9 => object, 1 => any_json()]
}

fn any_path() -> impl Strategy<Value = String> {
    let user = prop_oneof![
        Just("anonymous".to_owned()),
        Just("inapp".to_owned()),
        Just("session".to_owned()),
        any::<String>().prop_filter_map("a segment holds something", |text| {
            (!text.is_empty() && text != "." && text != "..").then(|| segment(&text))
        }),
    ];
    let operation = prop::sample::select(vec!["initQuiz", "answers", "answers/submit"]);
    let prefix = prop::sample::select(vec!["", "", "", "inapp/", "invited/"]);
    (prefix, user, operation).prop_map(|(prefix, user, operation)| format!("/users/{prefix}{user}/{operation}"))
}

#[test]
fn no_body_makes_the_answering_operations_fail() {
    let runtime = Runtime::new().expect("a runtime");
    let app = runtime.block_on(App::start());
    let quizzes = runtime.block_on(async { [app.open_quiz().await, app.inapp_quiz().await, app.invited_quiz().await] });
    let users = runtime.block_on(async {
        quizzes[1].session("session").await;
        vec![json!(quizzes[0].begin().await), json!(quizzes[0].submitted().await), json!("session"), json!("abc")]
    });
    let strategy = (0..quizzes.len(), any_path(), any_body(users));
    let config = Config { failure_persistence: None, cases: 1500, ..Config::default() };
    let outcome = TestRunner::new(config)
        .run(&strategy, |(quiz, path, body)| runtime.block_on(send(&quizzes[quiz], &path, body.clone())));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

async fn send(quiz: &QuizAt<'_>, path: &str, body: Value) -> Result<(), TestCaseError> {
    let reply = quiz.post(path).json(body).await;
    prop_assert!(!reply.status.is_server_error(), "{path}: {} {}", reply.status, reply.text());
    Ok(())
}

#[test]
fn no_bytes_make_a_reader_of_bodies_fail() {
    let runtime = Runtime::new().expect("a runtime");
    let app = runtime.block_on(App::start());
    let quiz = runtime.block_on(app.open_quiz());
    let config = Config { failure_persistence: None, ..Config::default() };
    let strategy = prop::collection::vec(any::<u8>(), 0..200);
    let outcome = TestRunner::new(config).run(&strategy, |bytes| {
        let call = quiz.post("/users/anonymous/initQuiz").body("application/json", bytes);
        let status = runtime.block_on(async { call.await }).status;
        prop_assert!(status.is_client_error(), "{status}");
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
