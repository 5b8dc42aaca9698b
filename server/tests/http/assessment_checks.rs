//! Checking a definition, beside other requests.

use std::{sync::mpsc::channel, time::Duration};

use serde_json::json;
use tokio::{
    runtime::Builder,
    task::{spawn_blocking, yield_now},
    time::timeout,
};

use crate::support::App;

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";

#[test]
fn a_definition_is_checked_away_from_the_threads_that_serve_requests() {
    let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(1).build().expect("a runtime");
    runtime.block_on(async {
        let app = App::start().await;
        let quiz = app.open_quiz().await;
        let who = quiz.begin().await;
        let questions = json!([{ "id": "fhn1" }]);
        let (release, held) = channel::<()>();
        let other_work = spawn_blocking(move || held.recv());
        let mut made = Box::pin(async {
            let body = json!({ "name": "Q", "questions": questions });
            app.post(QUIZZES).key(&app.key).json(body).await.is(201);
        });
        let mut changed = Box::pin(async {
            quiz.patch(json!({ "questions": questions })).await.is(200);
        });
        for check in [&mut made as &mut (dyn Future<Output = ()> + Unpin), &mut changed] {
            assert!(timeout(Duration::from_millis(500), check).await.is_err(), "checked by a thread that serves");
        }
        let answer = json!({ "anon_id": who, "questionId": "fhn1", "answer": 1 });
        quiz.post("/users/anonymous/answers").json(answer).await.is(200);
        quiz.patch(json!({ "name": "Settings need no check" })).await.is(200);
        drop(release);
        _ = other_work.await;
        yield_now().await;
        tokio::join!(made, changed);
    });
}
