//! Series: quizzes that persons answer again on a plan.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    exports::exported,
    support::{App, Page, QuizAt, Reply, all_answers, receiver::Receiver},
    webhooks::{Webhook, documented, send, sending, to_loopback},
};

const DAILY: fn() -> Value = || json!({ "every": "P1D", "times": 30, "open": "P1D" });

fn body(kind: &str, series: Value) -> Value {
    json!({ "name": "Diary", "anonymous": false, "inapp": kind == "inapp", "series": series })
}

async fn begin(quiz: &QuizAt<'_>, user: &str) -> Reply {
    quiz.post(&format!("/users/invited/{user}/initQuiz")).key(&quiz.app.key).json(json!({ "retake": true })).await
}

fn too_early(reply: Reply) {
    let error = reply.is(409).error();
    assert!(error.starts_with("the next occasion comes on "), "{error}");
}

fn ended(reply: Reply) {
    reply.fails(409, "the series has ended for this person");
}

async fn submit(quiz: &QuizAt<'_>, user: &str) {
    let answers = json!({ "answers": all_answers() });
    quiz.post(&format!("/users/{user}/answers/submit")).json(answers).await.is(200);
}

/// Makes so many days pass for all persons of a quiz.
pub(crate) async fn pass(quiz: &QuizAt<'_>, days: i64) {
    let mut database = quiz.app.database.connect().await;
    let (id, length) = (&quiz.id, days * 86_400_000_000_000);
    for sql in [
        format!("UPDATE series SET base_day = base_day - {days}, next_at = next_at - {length} WHERE quiz_id = '{id}'"),
        format!(
            "UPDATE occasions SET due_day = due_day - {days}, opens_at = opens_at - {length},
             closes_at = closes_at - {length} WHERE quiz_id = '{id}'"
        ),
    ] {
        database.run(sql).await;
    }
}

async fn occasions(quiz: &QuizAt<'_>, query: &str) -> Vec<Value> {
    quiz.app.listed(&format!("{}/occasions{query}", quiz.url), &quiz.app.key, 2).await
}

/// Number, state and attempt of each.
async fn states(quiz: &QuizAt<'_>) -> Vec<String> {
    let of = |one: &Value| format!("{} {} {}", one["occasion"], one["state"], one["attempt"]).replace('"', "");
    occasions(quiz, "").await.iter().map(of).collect()
}

#[tokio::test]
async fn a_plan_is_a_setting_that_is_checked_and_sent_back_as_it_is() {
    let app = App::start().await;
    let plan = json!({ "every": "P1M", "until": "2030-01-31", "open": "P2W", "remind": ["P2D", "P1W"] });
    let quiz = app.quiz(body("invited", plan.clone())).await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!((&stored["series"], &stored["version"]), (&plan, &json!(1)));
    let kept = quiz.patch(json!({ "name": "Other" })).await.is(200).json();
    assert_eq!((&kept["series"], &kept["version"]), (&plan, &json!(1)));
    let removed = quiz.patch(json!({ "series": null })).await.is(200).json();
    assert_eq!(removed["series"], Value::Null);
    quiz.patch(json!({ "series": DAILY(), "retryAfterDays": 1 })).await.invalid_at(&["series", "retryAfterDays"]);
    quiz.patch(json!({ "series": DAILY() })).await.is(200);
    quiz.patch(json!({ "retryAfterDays": 1 })).await.invalid_at(&["series", "retryAfterDays"]);
    for (wrong, place) in [
        (json!({ "every": "P1D", "times": 1, "open": "P2D" }), "series.open"),
        (json!({ "every": "PT12H", "times": 1, "open": "P1D" }), "series.every"),
        (json!({ "every": "P1D", "open": "P1D" }), "series.times"),
    ] {
        quiz.patch(json!({ "series": wrong })).await.invalid_at(&[place]);
    }
    app.open_quiz().await.patch(json!({ "series": DAILY() })).await.invalid_at(&["series"]);
}

#[tokio::test]
async fn an_invited_person_answers_each_occasion_once_within_its_window() {
    let app = App::start().await;
    let quiz = app.quiz(body("invited", DAILY())).await;
    let user = quiz.invited().await;
    let first = begin(&quiz, &user).await.is(200).answers();
    assert_eq!((&first["attempt"], &first["occasion"]), (&json!(1), &json!(1)));
    assert_eq!(begin(&quiz, &user).await.is(200).answers(), first, "it is under way");
    submit(&quiz, &user).await;
    too_early(begin(&quiz, &user).await);
    let page = format!("{}/{user}?lang=en", quiz.page());
    let result = Page::open(&app, &page).await.is(200).text();
    assert!(result.contains("You can take this quiz again from"), "{result}");

    // The second is missed, the third is due.
    pass(&quiz, 2).await;
    let result = Page::open(&app, &page).await.is(200);
    result.send(&[("go", "retake")]).await.follow().await.is(200);
    let third = quiz.whole_answers_of(&user).await.is(200).answers();
    assert_eq!((&third["attempt"], &third["occasion"]), (&json!(2), &json!(3)));
    assert_eq!(states(&quiz).await, ["3 due 2", "2 missed null", "1 answered 1"]);
    submit(&quiz, &user).await;
    assert_eq!(states(&quiz).await, ["3 answered 2", "2 missed null", "1 answered 1"]);
    let attempts = quiz.get(&format!("/users/{user}/attempts")).key(&app.key).await.is(200).json();
    let of = |record: &Value| record["occasion"].clone();
    assert_eq!(attempts["items"].as_array().expect("items").iter().map(of).collect::<Vec<_>>(), [json!(3), json!(1)]);
    for (query, found) in [("occasion=3", 1), ("occasion=1", 0)] {
        let listed = app.listed(&format!("{}/answers?{query}", quiz.url), &app.key, 9).await;
        assert_eq!(listed.len(), found, "{query}");
    }
    let csv = exported(&quiz, "csv").await.text();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (names, cells) = (lines.next().expect("a header"), lines.next().expect("a row"));
    let cell = |name: &str| names.iter().position(|found| *found == name).map(|at| cells[at]);
    assert_eq!((cell("attempt"), cell("occasion")), (Some("2"), Some("3")));

    // After the last one there is no other.
    quiz.patch(json!({ "series": { "every": "P1D", "times": 3, "open": "P1D" } })).await.is(200);
    pass(&quiz, 1).await;
    ended(begin(&quiz, &user).await);
    let result = Page::open(&app, &page).await.is(200).text();
    assert!(!result.contains("again from"), "{result}");
}

#[tokio::test]
async fn who_missed_the_first_occasion_reads_when_the_next_one_comes() {
    let app = App::start().await;
    let quiz = app.quiz(body("invited", json!({ "every": "P1W", "times": 2, "open": "P1D" }))).await;
    let user = quiz.invited().await;
    pass(&quiz, 3).await;
    too_early(begin(&quiz, &user).await);
    let page = format!("{}/{user}?lang=en", quiz.page());
    let notice = Page::open(&app, &page).await.is(403).text();
    assert!(notice.contains("00:00 (UTC)"), "{notice}");
    pass(&quiz, 4).await;
    let second = begin(&quiz, &user).await.is(200).answers();
    assert_eq!((&second["attempt"], &second["occasion"]), (&json!(1), &json!(2)));
    let other = quiz.invited().await;
    begin(&quiz, &other).await.is(200);
    pass(&quiz, 20).await;
    let late = quiz.invited().await;
    pass(&quiz, 20).await;
    ended(begin(&quiz, &late).await);
    Page::open(&app, &format!("{}/{late}?lang=en", quiz.page())).await.is(410);
    // What was begun within its window may be finished after it.
    submit(&quiz, &other).await;
    assert!(states(&quiz).await.contains(&"1 answered 1".to_owned()));
}

#[tokio::test]
async fn an_in_app_series_begins_with_the_first_attempt() {
    let app = App::start().await;
    let quiz = app.quiz(body("inapp", DAILY())).await;
    let session = async |rest: &str, body: Value| quiz.post(rest).key(&app.key).json(body).await;
    let begin =
        async || session("/users/anonymous/initQuiz", json!({ "sessionId": "session-1", "retake": true })).await;
    assert_eq!(states(&quiz).await, [""; 0]);
    assert_eq!(begin().await.is(200).answers()["occasion"], 1);
    let answers = json!({ "sessionId": "session-1", "answers": all_answers() });
    session("/users/inapp/answers/submit", answers).await.is(200);
    too_early(begin().await);
    let one = occasions(&quiz, "").await.remove(0);
    assert_eq!((&one["userId"], one.get("link"), &one["state"]), (&json!("session-1"), None, &json!("answered")));
    pass(&quiz, 1).await;
    let second = begin().await.is(200).answers();
    assert_eq!((&second["attempt"], &second["occasion"]), (&json!(2), &json!(2)));
    // Sessions of before the series join it when they come again.
    let old = app.quiz(json!({ "name": "Old", "anonymous": false, "inapp": true })).await;
    old.session("session-2").await;
    old.patch(json!({ "series": DAILY() })).await.is(200);
    let answers = json!({ "sessionId": "session-2", "answers": all_answers() });
    old.post("/users/inapp/answers/submit").json(answers).await.is(200);
    let again = json!({ "sessionId": "session-2", "retake": true });
    let next = old.post("/users/anonymous/initQuiz").key(&app.key).json(again).await.is(200).answers();
    assert_eq!((&next["attempt"], &next["occasion"]), (&json!(2), &json!(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_at_once_begin_one_attempt_of_an_occasion() {
    let app = App::start().await;
    let beside = app.beside().await;
    let quiz = app.quiz(body("invited", DAILY())).await;
    let user = quiz.invited().await;
    for (attempt, occasion) in [(1, 1), (2, 2)] {
        let url = format!("{}/users/invited/{user}/initQuiz", quiz.url);
        let calls = (0..8).map(|number| {
            let server = if number % 2 == 0 { &app } else { &beside };
            server.post(&url).key(&app.key).json(json!({ "retake": true }))
        });
        for reply in join_all(calls.map(async |call| call.await)).await {
            let record = reply.is(200).answers();
            assert_eq!((&record["attempt"], &record["occasion"]), (&json!(attempt), &json!(occasion)));
        }
        submit(&quiz, &user).await;
        pass(&quiz, 1).await;
    }
    assert_eq!(states(&quiz).await, ["2 answered 2", "1 answered 1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_is_told_once_with_the_link_by_two_servers() {
    let (app, receiver) = (App::start_as(to_loopback, |http| http).await, Receiver::start().await);
    let beside = app.beside_as(to_loopback).await;
    send(&app);
    send(&beside);
    Webhook::new(&app, &receiver, json!({ "events": ["occasion.due"] })).await;
    let plan = json!({ "every": "P1W", "times": 9, "open": "P5D", "remind": ["P2D"] });
    let quiz = app.quiz(body("invited", plan)).await;
    let user = quiz.invited().await;
    for (number, days) in [(1, 2), (2, 5), (3, 7), (4, 0)] {
        receiver.wait_for(number).await;
        pass(&quiz, days).await;
    }
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    let mut told = Vec::new();
    for event in receiver.received() {
        let event = event.json();
        documented("occasion.due", &event);
        assert_eq!(event["data"]["userId"], json!(user));
        told.push((event["data"]["occasion"].clone(), event["data"]["reminder"].clone()));
    }
    told.sort_by_key(|(occasion, reminder)| (occasion.as_u64(), reminder.as_u64()));
    let none = Value::Null;
    let expected = [(json!(1), none.clone()), (json!(1), json!(1)), (json!(2), none.clone()), (json!(3), none)];
    assert_eq!(told, expected);
    let listed = occasions(&quiz, "").await;
    let link = listed[0]["link"].as_str().expect("a link");
    assert!(link.ends_with(&format!("/aq/acme/{}/{user}", quiz.id)), "{link}");
    assert_eq!(occasions(&quiz, "?state=missed").await.len(), 2);
    assert_eq!(occasions(&quiz, "?state=due").await.len(), 1);
    quiz.get("/occasions?state=gone").key(&app.key).await.is(400);
}

/// Those who were invited before are asked from then on.
#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_comes_later_begins_with_its_day_and_a_changed_one_changes_what_is_to_come() {
    let app = sending().await;
    let receiver = Receiver::start().await;
    Webhook::new(&app, &receiver, json!({ "events": ["occasion.due"] })).await;
    let quiz = app.quiz(json!({ "name": "Later", "anonymous": false })).await;
    let user = quiz.invited().await;
    begin(&quiz, &user).await.is(200);
    submit(&quiz, &user).await;
    quiz.patch(json!({ "series": { "every": "P28D", "times": 9, "open": "P7D" } })).await.is(200);
    receiver.wait_for(1).await;
    pass(&quiz, 14).await;
    quiz.patch(json!({ "series": { "every": "P7D", "times": 9, "open": "P7D" } })).await.is(200);
    // Counted from the first: the third week of it has just begun, and the second one is no miss.
    receiver.wait_for(2).await;
    assert_eq!(states(&quiz).await, ["2 due null", "1 missed null"]);
    let second = begin(&quiz, &user).await.is(200).answers();
    assert_eq!((&second["attempt"], &second["occasion"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn the_page_of_occasions_counts_them_by_number_and_names_those_behind_each_count() {
    let app = App::start().await;
    let quiz = app.quiz(body("invited", DAILY())).await;
    let people = json!({ "users": [{ "name": "Ana" }, { "name": "Ben" }, { "name": "Cy" }] });
    let invited = quiz.post("/users").key(&app.key).json(people).await.is(201).json();
    let ids: Vec<&str> = (0..3).map(|at| invited["users"][at]["id"].as_str().expect("an id")).collect();
    for id in &ids {
        begin(&quiz, id).await.is(200);
    }
    for id in &ids[..2] {
        submit(&quiz, id).await;
    }
    pass(&quiz, 1).await;
    begin(&quiz, ids[0]).await.is(200);
    let ana = app.member("ana@example.com", "acme", domain::Role::Viewer).await;
    let insights = ana.get(&quiz.dashboard("insights")).await.is(200).text();
    assert!(insights.contains("/insights/occasions\""), "{insights}");
    let page = ana.get(&quiz.dashboard("insights/occasions")).await.is(200).text();
    for (occasion, state, is_there) in [(1, "answered", true), (1, "missed", true), (1, "due", false), (2, "due", true)]
    {
        let href = format!("?occasion={occasion}&amp;state={state}#listed");
        assert_eq!(page.contains(&href), is_there, "{href}: {page}");
    }
    assert!(page.contains("Occasion 1, answered: 2") && page.contains("Occasion 1, missed: 1"), "{page}");
    assert!(page.contains("insights?occasion=1&amp;attempts=each"), "{page}");
    let bea = app.member("bea@example.com", "acme", domain::Role::Editor).await;
    let listed =
        async |query: &str| bea.get(&quiz.dashboard(&format!("insights/occasions?{query}"))).await.is(200).text();
    let answered = listed("occasion=1&state=answered").await;
    assert!(answered.contains(">Ana<") && answered.contains(">Ben<") && !answered.contains(">Cy<"), "{answered}");
    let missed = listed("occasion=1&state=missed").await;
    assert!(!missed.contains(">Ana<") && missed.contains(">Cy<"), "{missed}");
    for none in ["occasion=0&state=missed", "occasion=x&state=missed", "occasion=1&state=other", "state=missed"] {
        assert!(!listed(none).await.contains("id=\"listed\""), "{none}");
    }
    let counted = quiz.get("/insights/occasions").key(&app.key).await.is(200).json()["occasions"].clone();
    let of = |one: &Value| ["occasion", "due", "answered", "missed", "stopped"].map(|name| one[name].as_u64());
    let counted: Vec<_> = counted.as_array().expect("occasions").iter().map(of).collect();
    assert_eq!(counted, [[2, 1, 0, 0, 0], [1, 0, 2, 1, 0]].map(|of| of.map(Some)));
    let earlier = listed("before=2").await;
    assert!(earlier.contains("Occasion 1, answered: 2") && !earlier.contains("Occasion 2, due"), "{earlier}");
    assert_eq!(occasions(&quiz, "?occasion=1").await.len(), 3);
    assert_eq!(occasions(&quiz, "?occasion=1&state=missed").await.len(), 1);
    quiz.get("/occasions?occasion=0").key(&app.key).await.is(400);
    let other = app.inapp_quiz().await;
    assert!(!ana.get(&other.dashboard("insights")).await.is(200).text().contains("insights/occasions"));
    assert!(ana.get(&other.dashboard("insights/occasions")).await.is(200).text().contains("No occasions yet"));
}
