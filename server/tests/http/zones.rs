//! Days in a quiz's time zone, and times in an account's.

use serde_json::{Value, json};

use crate::support::{App, PASSWORD, Page, QuizAt};

async fn zone_of(quiz: &QuizAt<'_>) -> (Value, Value) {
    let record = quiz.get("").key(&quiz.app.key).await.is(200).json();
    (record["timeZone"].clone(), record["version"].clone())
}

#[tokio::test]
async fn the_time_zone_of_a_quiz_is_a_setting_and_no_new_version() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Check" })).await;
    assert_eq!(zone_of(&quiz).await, (json!("UTC"), json!(1)));
    for (given, stored) in [
        (json!("Europe/Madrid"), "Europe/Madrid"),
        (json!("asia/kolkata"), "Asia/Kolkata"),
        (json!(null), "UTC"),
        (json!("Etc/GMT+8"), "Etc/GMT+8"),
        (json!("UTC"), "UTC"),
    ] {
        quiz.patch(json!({ "timeZone": given })).await.is(200);
        assert_eq!(zone_of(&quiz).await, (json!(stored), json!(1)));
    }
    quiz.patch(json!({ "timeZone": "Europe/Madrid" })).await.is(200);
    for wrong in ["", "Mars/Olympus", "../etc/passwd", "+02:00", "CET CEST"] {
        let reply = quiz.patch(json!({ "timeZone": wrong })).await.invalid_at(&["timeZone"]);
        assert!(reply.text().contains("such as Europe/Madrid"), "{}", reply.text());
        let made = json!({ "name": "Check", "timeZone": wrong });
        app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(made).await.invalid_at(&["timeZone"]);
    }
    quiz.patch(json!({ "name": "Renamed" })).await.is(200);
    assert_eq!(zone_of(&quiz).await, (json!("Europe/Madrid"), json!(1)));
    let editor = app.member("editor@example.com", "acme", domain::Role::Editor).await;
    let copy = editor.post(&quiz.dashboard("duplicate"), &[]).await.is(303);
    let path = copy.header("location").split('?').next().expect("a path");
    let id = path.trim_end_matches("/edit").rsplit('/').next().expect("an id");
    let url = format!("/api/v1/namespaces/acme/quizzes/{id}");
    assert_eq!(app.get(&url).key(&app.key).await.is(200).json()["timeZone"], "Europe/Madrid", "{path}");
}

/// Nanoseconds since 1970.
fn moment(text: &str) -> i64 {
    let at: jiff::Timestamp = text.parse().expect("a moment");
    i64::try_from(at.as_nanosecond()).expect("within 64 bits")
}

/// Moves a respondent's record to these times, including the tallies.
async fn move_to(quiz: &QuizAt<'_>, user: &str, started: &str, submitted: &str) {
    let (started, submitted) = (moment(started), moment(submitted));
    let moved = format!(
        "UPDATE records SET started_at = {started}, activity_at = {submitted}, submitted_at = {submitted}
         WHERE quiz_id = '{}' AND user_id = '{user}'",
        quiz.id
    );
    let mut database = quiz.app.database.connect().await;
    database.run(moved).await;
    database
        .run(format!("DELETE FROM tallies WHERE quiz_id = '{}' AND dimension IN ('started', 'completed')", quiz.id))
        .await;
    for (dimension, moment) in [("started", "started_at"), ("completed", "submitted_at")] {
        let counted = format!(
            "INSERT INTO tallies (quiz_id, dimension, bucket, n)
             SELECT quiz_id, '{dimension}', CAST({moment} / 86400000000000 AS TEXT), count(*)
             FROM records WHERE quiz_id = '{}' GROUP BY 1, 3",
            quiz.id
        );
        database.run(counted).await;
    }
}

#[tokio::test]
async fn days_until_a_retake_are_those_of_the_quiz_also_where_clocks_change() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Again", "retryAfterDays": 1 })).await;
    let user = quiz.submitted().await;
    move_to(&quiz, &user, "2100-03-27T23:00:00Z", "2100-03-27T23:30:00Z").await;
    for (zone, from) in [
        ("UTC", "2100-03-28T00:00:00Z"),
        // It was the 28th there already, a day of 23 hours.
        ("Europe/Madrid", "2100-03-28T22:00:00Z"),
        ("Asia/Kolkata", "2100-03-28T18:30:00Z"),
        ("America/Los_Angeles", "2100-03-28T07:00:00Z"),
    ] {
        quiz.patch(json!({ "timeZone": zone })).await.is(200);
        let again = quiz.post("/users/anonymous/initQuiz").json(json!({ "anon_id": user, "retake": true }));
        again.await.fails(409, &format!("quiz may be taken again from {from}"));
    }
    let result = Page::open(&app, &format!("{}/{user}?lang=en", quiz.page())).await.is(200);
    let (text, html) = (result.text(), result.html());
    assert!(text.contains("again from 28 March 2100, 00:00 (America/Los_Angeles)."), "{text}");
    assert!(text.contains("From your answers on 27 March 2100, 16:30 (America/Los_Angeles)"), "{text}");
    assert!(html.contains("<time datetime=\"2100-03-28T07:00:00Z\">"), "{html}");
    let entry = app.get(&format!("{}/{user}?calendar=retake", quiz.page())).await.is(200).text();
    assert!(entry.contains("DTSTART;VALUE=DATE:21000328"), "{entry}");
}

#[tokio::test]
async fn figures_and_filters_have_the_days_of_the_quiz() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let viewer = app.member("viewer@example.com", "acme", domain::Role::Viewer).await;
    // One record across each midnight.
    for (started, submitted) in [
        ("2026-03-28T22:59:59Z", "2026-03-28T23:00:01Z"),
        ("2026-03-29T21:59:59Z", "2026-03-29T22:00:01Z"),
        ("2026-03-30T06:59:59Z", "2026-03-30T07:00:01Z"),
    ] {
        let user = quiz.submitted().await;
        move_to(&quiz, &user, started, submitted).await;
    }
    let days = async |query: &str| {
        let figures = quiz.get(&format!("/insights{query}")).key(&app.key).await.is(200).json();
        let day = |day: &Value| {
            (day["day"].as_str().expect("a day").to_owned(), day["started"].clone(), day["completed"].clone())
        };
        figures["days"].as_array().expect("days").iter().map(day).collect::<Vec<_>>()
    };
    let listed = async |query: &str| {
        let list = quiz.get(&format!("/answers?{query}")).key(&app.key).await.is(200).json();
        list["items"].as_array().expect("items").len()
    };
    let told = |days: &[(&str, u64, u64)]| {
        days.iter()
            .map(|(day, started, completed)| ((*day).to_owned(), json!(started), json!(completed)))
            .collect::<Vec<_>>()
    };
    for (zone, expected, on_the_29th) in [
        ("UTC", &[("2026-03-28", 1, 1), ("2026-03-29", 1, 1), ("2026-03-30", 1, 1)][..], 1),
        ("Europe/Madrid", &[("2026-03-28", 1, 0), ("2026-03-29", 1, 1), ("2026-03-30", 1, 2)], 1),
        ("America/Los_Angeles", &[("2026-03-28", 1, 1), ("2026-03-29", 2, 1), ("2026-03-30", 0, 1)], 2),
        ("Asia/Kathmandu", &[("2026-03-29", 1, 1), ("2026-03-30", 2, 2)], 1),
    ] {
        quiz.patch(json!({ "timeZone": zone })).await.is(200);
        assert_eq!(days("").await, told(expected), "{zone}");
        assert_eq!(days("?attempts=submitted").await, told(expected), "{zone}, counted");
        assert_eq!(listed("from=2026-03-29&to=2026-03-29").await, on_the_29th, "{zone}");
        let found = viewer.get(&quiz.dashboard("answers?from=2026-03-29&to=2026-03-29")).await.is(200).text();
        assert!(found.contains(&format!("Days begin at midnight in {zone}")), "{zone}: {found}");
        let insights = viewer.get(&quiz.dashboard("insights")).await.is(200).text();
        assert!(insights.contains(&format!("By day, in {zone}.")), "{zone}: {insights}");
        let overview = viewer.get(&quiz.dashboard("")).await.is(200).text();
        assert!(overview.contains(&format!("midnight in {zone}")), "{zone}: {overview}");
    }
}

#[tokio::test]
async fn an_account_takes_the_time_zone_of_its_first_browser_and_keeps_the_one_it_chose() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    let sign_in = async |zone: &str| {
        let fields = [("email", "ana@example.com"), ("password", PASSWORD), ("zone", zone)];
        app.post("/admin/sign-in").form(&fields).undocumented().await.is(303)
    };
    let stored = async || {
        let zones = "SELECT coalesce(time_zone, 'none') FROM administrators WHERE email = 'ana@example.com'";
        app.database.connect().await.texts(zones).await
    };
    for (zone, kept) in
        [("", "none"), ("Mars/Olympus", "none"), ("asia/kolkata", "Asia/Kolkata"), ("Europe/Paris", "Asia/Kolkata")]
    {
        sign_in(zone).await;
        assert_eq!(stored().await, [kept], "after {zone}");
    }
    let ana = app.signed_in("ana@example.com").await;
    let account = ana.get("/admin/account").await.is(200).text();
    assert!(
        account.contains("value=\"Asia/Kolkata\"") && account.contains("set the time zone to Asia/Kolkata"),
        "{account}"
    );
    ana.post("/admin/account/time-zone", &[("zone", "America/Los_Angeles")]).await.is(303);
    assert_eq!(stored().await, ["America/Los_Angeles"]);
    let refused = ana.post("/admin/account/time-zone", &[("zone", "Mars/Olympus")]).await.is(422).text();
    assert!(refused.contains("id=\"zone-problem\"") && refused.contains("value=\"Mars/Olympus\""), "{refused}");
    assert_eq!(stored().await, ["America/Los_Angeles"]);
}
