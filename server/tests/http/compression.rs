//! Compressed responses, as browsers request them, have the same content as plain ones.

use std::{future::IntoFuture, io::Read, time::Duration};

use axum::http::Method;
use serde_json::json;
use server::http::{admin_routes, open_paths};
use tokio::time::timeout;

use crate::support::{App, Call, QuizAt, Reply, every_kind, operations};

const BROWSER: &str = "gzip, deflate, br, zstd";
/// Time limit of a finite response, on a busy machine.
const WHOLE: Duration = Duration::from_secs(10);
/// Responses up to this size are not compressed, in bytes.
const PACKET: usize = 1400;

/// The decoded body, with varying parts masked.
fn read(reply: &Reply) -> String {
    let mut body = Vec::new();
    match reply.header("content-encoding") {
        "" => body.clone_from(&reply.bytes),
        "gzip" => _ = flate2::read::GzDecoder::new(&*reply.bytes).read_to_end(&mut body).expect("gzip"),
        "br" => brotli_decompressor::BrotliDecompress(&mut &*reply.bytes, &mut body).expect("brotli"),
        other => panic!("{other} was not asked for"),
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let policy = reply.header("content-security-policy");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next());
    nonce.map_or(body.clone(), |nonce| {
        assert!(!body.contains("nonce=") || body.contains(nonce), "a nonce of another page");
        body.replace(nonce, "NONCE")
    })
}

async fn asked(call: Call, accepted: &str) -> Reply {
    call.undocumented().header("accept-encoding", accepted).await
}

/// Requests the same in each encoding. True if it was compressed, and `None` for a response that varies or does not
/// end.
async fn is_same_compressed(name: &str, call: impl Fn() -> Call) -> Option<bool> {
    let whole = call().undocumented().into_future();
    let plain = timeout(WHOLE, whole).await.ok()?;
    let body = read(&plain);
    if read(&call().undocumented().await) != body {
        return None;
    }
    let mut is_compressed = false;
    for accepted in [BROWSER, "gzip", "br", "gzip;q=0, br;q=0", "identity"] {
        let reply = asked(call(), accepted).await;
        assert_eq!((reply.status, read(&reply)), (plain.status, body.clone()), "{name}, {accepted}");
        assert_eq!(reply.header("content-type"), plain.header("content-type"), "{name}, {accepted}");
        let encoding = reply.header("content-encoding");
        assert!(encoding.is_empty() || accepted.contains(encoding) && !accepted.contains("q=0"), "{name}: {encoding}");
        if !encoding.is_empty() {
            is_compressed = true;
            // A list that is streamed has no content length.
            let is_streamed = plain.header("content-length").is_empty();
            assert!(is_streamed || body.len() > PACKET, "{name}: {} bytes", body.len());
            for reply in [&plain, &reply] {
                assert!(reply.header("vary").contains("accept-encoding"), "{name}: {:?}", reply.headers);
            }
        }
    }
    Some(is_compressed)
}

#[tokio::test]
async fn every_reply_says_the_same_in_every_encoding() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let person = app.administrator("root@example.com").await;
    let path = |template: &str| {
        let part = |part: &str| match part {
            "{namespace}" | "{namespaceId}" => "acme".to_owned(),
            "{quiz}" | "{quizId}" => quiz.id.clone(),
            "{user}" | "{userId}" => user.clone(),
            part if part.starts_with('{') => "none".to_owned(),
            part => part.to_owned(),
        };
        template.split('/').map(part).collect::<Vec<_>>().join("/")
    };
    let mut replies = Vec::new();
    for route in admin_routes().into_iter().filter(|route| route.method == Method::GET) {
        let found = is_same_compressed(route.path, || person.get(&path(route.path))).await;
        replies.push((route.path.to_owned(), found));
    }
    for operation in operations().filter(|operation| operation.method == "get") {
        let found = is_same_compressed(operation.template, || app.get(&path(operation.template)).key(&app.key)).await;
        replies.push((operation.template.to_owned(), found));
    }
    for template in open_paths() {
        let found = is_same_compressed(template, || app.get(&path(template))).await;
        replies.push((template.to_owned(), found));
    }
    let changing: Vec<_> = replies.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| name).collect();
    assert!(changing.len() <= 12, "{changing:?}");
    let compressed = replies.iter().filter(|(_, found)| *found == Some(true)).count();
    assert!(compressed >= 40, "{compressed} of {}", replies.len());
}

async fn begun(quiz: &QuizAt<'_>, count: usize) -> Vec<String> {
    let mut users = Vec::new();
    for _ in 0..count {
        users.push(quiz.begin().await);
    }
    users
}

#[tokio::test]
async fn a_page_that_was_compressed_for_one_respondent_is_each_ones_own() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let users = begun(&quiz, 4).await;
    let answer = json!({ "anon_id": users[3], "questionId": "fhn1", "answer": 2 });
    quiz.post("/users/anonymous/answers").json(answer).await.is(200);
    for (question, users) in [("fhn1", &users[..]), ("fhn2", &users[3..])] {
        for user in users {
            let address = format!("{}/{user}?q={question}", quiz.page());
            let plain = app.get(&address).await.is(200);
            for _ in 0..2 {
                let reply = asked(app.get(&address), BROWSER).await.is(200);
                assert_eq!(reply.header("content-encoding"), "gzip");
                assert_eq!(read(&reply), read(&plain), "{user} {question}");
                assert!(reply.bytes.len() < plain.bytes.len() / 3, "{} bytes", reply.bytes.len());
            }
            assert!(read(&plain).contains(user.as_str()));
        }
    }
}

#[tokio::test]
async fn pages_of_large_quizzes_and_of_odd_sessions_are_their_own() {
    let app = App::start().await;
    let choice = |number: usize| {
        let labels = (0..20).map(|label| json!({ "label": format!("Option {label} of {number}") }));
        json!({ "id": format!("q{number}"), "text": "Which?", "options": labels.collect::<Vec<_>>() })
    };
    let choices: Vec<_> = (0..60).map(choice).collect();
    let large = json!({ "name": "Large", "inapp": true, "anonymous": false, "questions": choices });
    for (body, question) in [(every_kind(), "colour"), (large, "q0")] {
        let quiz = app.quiz(body).await;
        for session in ["visitor-1234567", "visitor-7654321", "abcde", "type=\"radio\"", "é&<b>'", "checked-checked"] {
            quiz.session(session).await;
            for data in ["", "customer-77", "customer-78", "x", "<&\">", "visitor-1234567"] {
                let query = [("sessionId", session), ("customData", data), ("q", question)];
                let query = serde_urlencoded::to_string(query).expect("a query");
                let address = format!("/app/acme/{}?{query}", quiz.id);
                let plain = app.get(&address).await.is(200);
                for accepted in [BROWSER, BROWSER, "br"] {
                    let reply = asked(app.get(&address), accepted).await.is(200);
                    assert_ne!(reply.header("content-encoding"), "");
                    assert!(read(&reply) == read(&plain), "{session} {data} {question}, {accepted}");
                }
            }
        }
    }
}

#[tokio::test]
async fn what_has_no_body_or_is_small_goes_as_it_is() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.begin().await;
    let page = format!("{}/{user}?q=fhn1", quiz.page());
    for accepted in [BROWSER, "br", "identity"] {
        let whole = asked(app.get(&page), accepted).await.is(200);
        let head = asked(app.call(Method::HEAD, &page), accepted).await.is(200);
        assert_eq!(head.bytes.len(), 0);
        for name in ["content-encoding", "content-type", "vary"] {
            assert_eq!(head.header(name), whole.header(name), "{accepted}");
        }
    }
    let answer = json!({ "anon_id": user, "questionId": "fhn1", "answer": 2 });
    let reply = asked(quiz.post("/users/anonymous/answers").json(answer), BROWSER).await.is(200);
    assert_eq!(reply.header("content-encoding"), "");
    assert!(reply.text().contains("fhn1"), "{}", reply.text());
}
