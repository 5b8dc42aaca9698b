//! Two servers on one database, either of which may get a request.

use std::{
    future::IntoFuture,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::{service::Caller, store::KeyScope};

use crate::assessments::{answered, team_health};
use crate::rescoring::regrade;
use crate::support::{App, PASSWORD, QuizAt, code, with_second_factor};

/// The time until the other server, which has just read a quiz, accepts no new respondent of it.
async fn time_to_see(quiz: &QuizAt<'_>, other: &App, change: impl AsyncFnOnce()) -> Duration {
    let users = format!("{}/users/anonymous", quiz.url);
    let begin = async || {
        let id = other.post(&format!("{users}/genId")).await;
        if id.status != 200 {
            return false;
        }
        let body = json!({ "anon_id": id.json()["anon_id"] });
        other.post(&format!("{users}/initQuiz")).json(body).await.status == 200
    };
    assert!(begin().await);
    change().await;
    let changed = Instant::now();
    while begin().await {
        assert!(changed.elapsed() < Duration::from_secs(5), "it does not see the change");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    changed.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quiz_that_one_server_closes_or_deletes_is_so_at_the_other_within_a_second() {
    let one = App::start().await;
    let two = one.beside().await;
    let quiz = one.open_quiz().await;
    let close = async || drop(quiz.patch(json!({ "status": "closed" })).await.is(200));
    let duration = time_to_see(&quiz, &two, close).await;
    assert!(duration < Duration::from_millis(1500), "{duration:?}");
    quiz.patch(json!({ "status": "open" })).await.is(200);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let delete = async || drop(one.delete(&quiz.url).key(&one.key).await.is(200));
    let duration = time_to_see(&quiz, &two, delete).await;
    assert!(duration < Duration::from_millis(1500), "{duration:?}");
}

/// Fails unless the other server soon sees changes immediately. At first it may not be listening yet.
async fn assert_sees_at_once(one: &App, other: &App) {
    let mut duration = Duration::MAX;
    for _ in 0..6 {
        let quiz = one.open_quiz().await;
        duration =
            time_to_see(&quiz, other, async || drop(quiz.patch(json!({ "status": "closed" })).await.is(200))).await;
        if duration < Duration::from_millis(300) {
            return;
        }
    }
    panic!("it took {duration:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_listens_sees_changes_at_once_also_after_its_connection_was_ended() {
    let one = App::start_on_postgres().await;
    let two = one.beside().await;
    let service = Arc::clone(&two.service);
    tokio::spawn(async move { service.follow_changes().await });
    assert_sees_at_once(&one, &two).await;
    let end = "SELECT CAST(count(pg_terminate_backend(pid)) AS text) FROM pg_stat_activity
               WHERE datname = current_database() AND query = 'LISTEN \"quiz-answers/' || current_schema() || '\"'";
    assert_eq!(one.database.connect().await.texts(end).await, ["1"]);
    assert_sees_at_once(&one, &two).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_that_one_server_replaces_end_the_counts_that_another_one_remembers() {
    let one = App::start_on_postgres().await;
    // It treats every count as a long one.
    let two = one.beside_as(|service| service.with_long_counts(Duration::ZERO, 1_000_000)).await;
    let service = Arc::clone(&two.service);
    tokio::spawn(async move { service.follow_changes().await });
    assert_sees_at_once(&one, &two).await;
    let quiz = one.quiz(team_health()).await;
    answered(&quiz, "session-1").await;
    quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
    regrade(&quiz).await;
    let insights = format!("{}/insights?from=2020-01-01", quiz.url);
    let scores = async || two.get(&insights).key(&two.key).await.is(200).json()["ownScores"].clone();
    let before = scores().await;
    assert!(before.is_array(), "{before}");
    quiz.post("/rescore").key(&one.key).json(json!({ "version": 2, "apply": true })).await.is(200);
    let replaced = Instant::now();
    while scores().await == before {
        assert!(replaced.elapsed() < Duration::from_secs(2), "it still counts the scores of before");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_together_on_an_empty_database_share_their_secrets() {
    let (one, two) = App::two_at_once().await;
    // An id issued by one is accepted by the other.
    let quiz = one.open_quiz().await;
    let body = json!({ "anon_id": quiz.new_anon_id().await });
    two.post(&format!("{}/users/anonymous/initQuiz", quiz.url)).json(body).await.is(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_valid_at_both_servers_and_ends_at_both() {
    let one = App::start().await;
    let two = one.beside().await;
    let ana = one.administrator("ana@example.com").await;
    let at_two = || two.get("/admin").header("cookie", &ana.cookie);
    at_two().await.is(200);
    ana.post("/admin/sign-out", &[]).await.is(303);
    assert!(at_two().await.is(303).header("location").starts_with("/admin/sign-in"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_revoked_at_one_server_is_refused_at_the_other() {
    let one = App::start().await;
    let two = one.beside().await;
    let key = one.key_for(Some("acme"), KeyScope::Read).await;
    let list = || two.get("/api/v1/namespaces/acme/quizzes").key(&key);
    list().await.is(200);
    let id = key.split('_').nth(1).expect("an id");
    one.service.revoke_key(&Caller::Operator, id).await.expect("revoked");
    list().await.is(401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_the_second_factor_opens_one_session_however_many_servers_get_it() {
    let one = App::start().await;
    let two = one.beside().await;
    let ana = one.administrator("ana@example.com").await;
    let (secret, _) = with_second_factor(&ana).await;
    let code = code(&secret, 1);
    let tries = [&one, &two, &one, &two].map(|app| app.sign_in("ana@example.com", PASSWORD, &code).into_future());
    let mut statuses: Vec<u16> = join_all(tries).await.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 401, 401, 401]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_works_once_however_many_servers_it_is_sent_to() {
    let one = App::start().await;
    let two = one.beside().await;
    let link = format!("/admin/offer/{}", one.offer("ana@example.com", "acme", Role::Editor).await);
    let tries = [&one, &two, &one, &two].map(|app| app.post(&link).form(&[("password", PASSWORD)]).into_future());
    let replies = join_all(tries).await;
    let opened = replies.iter().filter(|reply| !reply.header("set-cookie").is_empty()).count();
    assert_eq!(opened, 1, "{replies:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_an_idempotency_key_has_one_effect_however_many_servers_get_it() {
    const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";
    let one = App::start().await;
    let two = one.beside().await;
    let request = |app: &App| {
        let call = app.post(QUIZZES).key(&one.key).header("idempotency-key", "order 4711");
        call.json(json!({ "name": "Check" })).into_future()
    };
    let replies = join_all((0..8).map(|number| request(if number % 2 == 0 { &one } else { &two }))).await;
    let mut made: Vec<&Vec<u8>> = Vec::new();
    for reply in &replies {
        match reply.status.as_u16() {
            201 => made.push(&reply.bytes),
            // Each server only knows its own requests in progress.
            409 => assert_eq!(reply.header("x-error-code"), "request_under_way"),
            _ => panic!("{reply:?}"),
        }
    }
    assert!(made.len() >= 2 && made.iter().all(|body| *body == made[0]), "{replies:?}");
    let list = one.get(QUIZZES).key(&one.key).await.is(200).json();
    assert_eq!(list["items"].as_array().map(Vec::len), Some(1), "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_both_servers_at_once_are_all_kept() {
    let one = App::start().await;
    let two = one.beside().await;
    let quiz = one.open_quiz().await;
    let people = join_all((0..20).map(|_| quiz.begin())).await;
    let answers = people.iter().enumerate().flat_map(|(index, user)| {
        let (one, two, url) = (&one, &two, format!("{}/users/anonymous/answers", quiz.url));
        (1..=8).map(move |number| {
            let app = if (index + number) % 2 == 0 { one } else { two };
            let body = json!({ "anon_id": user, "questionId": format!("fhn{number}"), "answer": 1 });
            app.post(&url).json(body).into_future()
        })
    });
    for reply in join_all(answers).await {
        reply.is(200);
    }
    for user in &people {
        let record = quiz.answers_of(user).await.is(200).answers();
        assert_eq!(record["qAnswers"].as_object().map(serde_json::Map::len), Some(8), "{record}");
    }
    let counts: Value = quiz.get("").key(&one.key).await.is(200).json();
    assert_eq!(counts["responses"], json!({ "started": 20, "completed": 0 }));
}

async fn exported(quiz: &QuizAt<'_>) -> String {
    quiz.post("/csvExport").key(&quiz.app.key).await.is(202);
    for _ in 0..1000 {
        let record = quiz.get("").key(&quiz.app.key).await.is(200).json();
        if record["csvExportStatus"] == "done" {
            let link = record["csvExportPath"].as_str().expect("a link");
            return link.strip_prefix("https://quiz.example").expect("an absolute link").to_owned();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the export did not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_with_one_folder_hand_out_each_others_exports() {
    let one = App::start().await;
    let two = one.beside_in_its_folder().await;
    let quiz = one.open_quiz().await;
    quiz.submitted().await;
    let path = exported(&quiz).await;
    let files = join_all([&one, &two].map(|app| app.get(&path).into_future())).await;
    let texts: Vec<String> = files.into_iter().map(|file| file.is(200).text()).collect();
    assert_eq!((texts[0].lines().count(), &texts[0]), (2, &texts[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_see_a_file_says_so() {
    let one = App::start().await;
    let two = one.beside().await;
    let ana = one.administrator("ana@example.com").await;
    let quiz = one.open_quiz().await;
    quiz.submitted().await;
    let path = exported(&quiz).await;
    // Either server may have created it.
    let (there, elsewhere) = if one.get(&path).await.status == 200 { (&one, &two) } else { (&two, &one) };
    there.get(&path).await.is(200);
    let refused = elsewhere.get(&path).await.is(503).coded("file_elsewhere");
    assert!(refused.error().contains("--export-store"), "{}", refused.error());
    assert_eq!(refused.header("retry-after"), "1");
    let page = format!("/admin/ns/acme/quizzes/{}/exports", quiz.id);
    let shown = async |app: &App| app.get(&page).header("cookie", &ana.cookie).await.is(200).text();
    assert!(shown(there).await.contains("Download ("));
    let page = shown(elsewhere).await;
    assert!(page.contains("on another server") && !page.contains("Download ("), "{page}");
}
