//! Readers of a report's link: what they can learn, even by answering, and the load they cause.

use super::*;

/// A reader who can also answer submits as many answers of each kind as necessary, waits for the victim, and reads the
/// report.
#[tokio::test]
async fn a_reader_who_can_answer_learns_no_single_answer() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let question = json!({ "id": "colour", "text": "A colour?", "options": colours() });
    let quiz = app.quiz(json!({ "name": "Open", "timeZone": "Asia/Kolkata", "questions": [question] })).await;
    send(&quiz, &[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    assert_eq!(report.publish().await, "report-too-early", "answers of today");
    age(&app, 25).await;
    assert_eq!(report.publish().await, "report-published");
    let before = report.page().await;
    assert!(before.contains("16 responses") && before.contains("Anyone can answer this quiz."), "{before}");
    assert_eq!(before.matches(" Asia/Kolkata").count(), 3, "published, works until, as of: {before}");
    send(&quiz, &[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]).await;
    assert_eq!(report.page().await, before, "reading changes nothing");
    send(&quiz, &[1]).await;
    assert_eq!(report.page().await, before);
    assert_eq!(report.publish().await, "report-too-early", "once a day, with answers a day old");
    assert_eq!(report.page().await, before);
    // After closing, all new answers are published together: the reader knows all but the victim's, or nothing.
    send(&quiz, &[0, 1, 2, 2]).await;
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["12,36,33.3", "12,36,33.3", "12,36,33.3", "0,36,0.0"]);
    // If it is opened briefly and closed again, nothing submitted in between is published.
    let closed = report.csv().await;
    quiz.patch(json!({ "status": "open" })).await.is(200);
    send(&quiz, &[0, 0, 0, 0, 0, 2]).await;
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    assert_eq!(report.publish().await, "report-too-early");
    assert_eq!(report.csv().await, closed);
}

/// If each respondent chooses exactly two options, the counts of all but one option reveal the last one.
#[tokio::test]
async fn options_that_tell_of_one_another_are_told_together() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app
        .quiz(json!({
            "name": "Colours", "language": "en", "anonymous": false, "inapp": true,
            "questions": [{ "id": "two", "kind": "multiple", "text": "Two?", "min": 2, "max": 2, "options": colours() }]
        }))
        .await;
    let report = Shared::new(&quiz, &owner, "5", &["q.two"]).await;
    let send = async |from: usize, pairs: &[[usize; 2]]| {
        for (number, pair) in pairs.iter().enumerate() {
            let session = format!("session-{}", from + number);
            quiz.session(&session).await;
            let body = json!({ "sessionId": session, "answers": { "two": pair.map(|at| OPTIONS[at]) } });
            quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
        }
    };
    // Twelve chose red, eleven green, and thus one blue.
    send(0, &[[0, 1]; 11]).await;
    send(11, &[[0, 2]]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["not shown,,", "not shown,,", "not shown,,"]);
    send(12, &[[0, 2], [0, 2], [0, 2], [0, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["16,21,76.2", "16,21,76.2", "10,21,47.6"]);
}

/// The minimum processor time of this thread for a request over several rounds, and the size of the response.
async fn cost(app: &App, path: &str, encoding: Option<&str>) -> (Duration, usize) {
    const REQUESTS: u32 = 40;
    let mut length = 0;
    let mut least = Duration::MAX;
    for _ in 0..15 {
        let before = thread_time();
        for _ in 0..REQUESTS {
            let mut request = Request::get(path);
            if let Some(encoding) = encoding {
                request = request.header(header::ACCEPT_ENCODING, encoding);
            }
            let request = request.body(Body::empty()).expect("a request");
            let Ok(response) = app.router.clone().oneshot(request).await;
            assert_eq!(response.status(), 200);
            length = to_bytes(response.into_body(), usize::MAX).await.expect("a body").len();
        }
        least = least.min(thread_time().saturating_sub(before) / REQUESTS);
    }
    (least, length)
}

/// A large report is served from a cache: with or without compression, it takes at most ten times the thread time of a
/// quiz's public information.
#[tokio::test]
async fn a_large_report_costs_a_reader_at_most_ten_times_a_quizs_public_information() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let question = |number: usize| {
        let options: Vec<_> =
            (0..100).map(|option| json!({ "label": format!("Option {option} of {number}") })).collect();
        json!({ "id": format!("q{number}"), "text": format!("Question {number}?"), "required": false, "options": options })
    };
    let questions: Vec<_> = (0..60).map(question).collect();
    let large = app
        .quiz(json!({ "name": "Large", "language": "en", "anonymous": false, "inapp": true, "questions": questions }))
        .await;
    let tables: Vec<String> = (0..60).map(|number| format!("q.q{number}")).collect();
    let report = Shared::new(&large, &owner, "5", &tables.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for number in 0..6 {
        let session = large.session(&format!("session-{number}")).await;
        let body = json!({ "sessionId": session, "answers": {} });
        large.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    assert_eq!(report.publish().await, "report-published");
    let small = app.open_quiz().await;
    let public = format!("{}/public", small.url);
    for encoding in [None, Some("gzip"), Some("br"), Some("gzip, deflate, br, zstd")] {
        let (report_time, length) = cost(&app, &report.link, encoding).await;
        let (public_time, _) = cost(&app, &public, encoding).await;
        assert!(length > if encoding.is_none() { 1_000_000 } else { 5_000 }, "{length} bytes");
        assert!(
            report_time <= 10 * public_time,
            "{encoding:?}: {report_time:?} for a report of {length} bytes, {public_time:?} for a quiz"
        );
    }
}
