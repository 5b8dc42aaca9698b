//! Shared reports: permissions for creating and publishing them, their content, and their confidentiality.

mod readers;

use std::time::{Duration, SystemTime};

use axum::{
    body::{Body, to_bytes},
    http::{Method, Request, header},
};
use domain::{Role, Timestamp};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{App, Person, QuizAt, thread_time};

const OPTIONS: [&str; 3] = [
    "11111111-1111-4111-8111-111111111111",
    "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
];

async fn quiz(app: &App) -> QuizAt<'_> {
    let options = colours();
    app.quiz(json!({
        "name": "Colours", "language": "en", "anonymous": false, "inapp": true,
        "questions": [
            { "id": "colour", "text": "A colour?", "options": options },
            { "id": "secret", "kind": "text", "required": false, "text": "Why?" },
            { "id": "after", "text": "Really?", "showIf": { "question": "colour", "is": [OPTIONS[0]] }, "options": options }]
    }))
    .await
}

async fn answers(quiz: &QuizAt<'_>, from: usize, colours: &[usize]) {
    for (number, colour) in colours.iter().enumerate() {
        let session = format!("session-{}", from + number);
        quiz.session(&session).await;
        let mut answers = json!({ "colour": OPTIONS[*colour], "secret": "a text of mine" });
        if *colour == 0 {
            answers["after"] = json!(OPTIONS[1]);
        }
        let body = json!({ "sessionId": session, "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
}

fn colours() -> Vec<Value> {
    OPTIONS.iter().zip(["Red", "Green", "Blue"]).map(|(id, label)| json!({ "id": id, "label": label })).collect()
}

struct Shared<'a> {
    quiz: &'a QuizAt<'a>,
    owner: &'a Person<'a>,
    link: String,
}

impl<'a> Shared<'a> {
    /// An unpublished report. The owner has no other report of the quiz.
    async fn new(quiz: &'a QuizAt<'a>, owner: &'a Person<'a>, threshold: &str, tables: &[&str]) -> Self {
        let mut fields = vec![("title", "For the board"), ("days", "30"), ("threshold", threshold)];
        fields.extend(tables.iter().map(|table| ("table", *table)));
        let html = owner.post(&quiz.dashboard("insights/reports"), &fields).await.is(200).text();
        let token = html.split("/report/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        Self { quiz, owner, link: format!("/report/{token}") }
    }

    /// Presses the only publish button, and returns the dashboard's message.
    async fn publish(&self) -> String {
        let action = self.action("/publish").await;
        let reply = self.owner.post(&action, &[]).await.is(303);
        reply.header("location").split_once("?said=").map(|(_, said)| said.to_owned()).expect("a message")
    }

    async fn listed(&self) -> String {
        self.owner.get(&self.quiz.dashboard("insights/reports")).await.is(200).text()
    }

    /// The URL of the only form or link with this ending.
    async fn action(&self, end: &str) -> String {
        let listed = self.listed().await;
        let addresses = listed.split('"').filter(|part| part.starts_with("/admin/") && part.ends_with(end));
        let addresses: Vec<&str> = addresses.collect();
        assert_eq!(addresses.len(), 1, "{listed}");
        addresses[0].to_owned()
    }

    async fn page(&self) -> String {
        self.quiz.app.get(&self.link).await.is(200).text()
    }

    async fn csv(&self) -> String {
        self.quiz.app.get(&format!("{}/table-0.csv", self.link)).await.is(200).text()
    }

    /// The count, the whole and the percentage of each row of the first figure.
    async fn rows(&self) -> Vec<String> {
        let csv = self.csv().await;
        let line = |line: csv::Result<csv::StringRecord>| {
            line.expect("a line").iter().skip(1).take(3).collect::<Vec<_>>().join(",")
        };
        csv::Reader::from_reader(csv.as_bytes()).records().map(line).collect()
    }
}

async fn age(app: &App, hours: i64) {
    let age = hours * 3600 * 1_000_000_000;
    app.database.connect().await.run(format!("UPDATE records SET submitted_at = submitted_at - {age}")).await;
}

#[tokio::test]
async fn a_report_shows_what_its_owner_published_until_that_is_renewed() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour", "q.after"]).await;
    assert_eq!(report.publish().await, "report-too-early", "there are no answers");
    answers(&quiz, 0, &[1; 8]).await;
    let early = report.page().await;
    assert!(early.contains("nothing to show") && early.contains("For the board"), "{early}");
    assert!(report.listed().await.contains("Not published yet"));
    app.get(&format!("{}/table-0.csv", report.link)).await.is(404);
    assert_eq!(report.publish().await, "report-published");
    let first = report.page().await;
    assert!(first.contains("8 responses, as of") && first.contains("8 of 8 · 100 %"), "{first}");
    assert!(!first.contains("Really?") && !first.contains("a text of mine") && !first.contains("Why?"), "{first}");
    assert!(first.contains(&format!("href=\"{}/table-0.csv\"", report.link)), "{first}");
    answers(&quiz, 8, &[1; 7]).await;
    assert_eq!(report.page().await, first, "nothing moves by itself");
    assert_eq!(report.publish().await, "report-published");
    assert!(report.page().await.contains("15 of 15 · 100 %"));
    assert!(report.listed().await.contains(">Renew</button>"));
}

#[tokio::test]
async fn a_table_keeps_its_numbers_where_a_group_changed_by_few() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    answers(&quiz, 0, &[1, 1, 1, 1, 1, 1, 2]).await;
    assert_eq!(report.publish().await, "report-published");
    assert!(report.page().await.contains("Not shown: a group has fewer than 5 people."));
    assert!(report.listed().await.contains("shows nothing, because too few people were added to a group"));
    answers(&quiz, 7, &[2; 4]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["0,11,0.0", "6,11,54.5", "5,11,45.5", "0,11,0.0"]);
    // One more of blue, or one less of green, is only published among many.
    answers(&quiz, 11, &[2, 1, 1, 1, 1, 1]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["0,11,0.0", "6,11,54.5", "5,11,45.5", "0,11,0.0"], "it keeps them");
    let listed = report.listed().await;
    assert!(listed.contains("1 figure has no new numbers") && listed.contains("A colour?"), "{listed}");
    answers(&quiz, 17, &[2; 4]).await;
    app.delete(&format!("{}/users/session-0", quiz.url)).key(&app.key).await.is(200);
    answers(&quiz, 21, &[1; 4]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await[1], "6,11,54.5", "nine of green came, and one went");
    answers(&quiz, 25, &[1]).await;
    assert_eq!(report.publish().await, "report-published");
    assert_eq!(report.rows().await, ["0,25,0.0", "15,25,60.0", "10,25,40.0", "0,25,0.0"]);
    // A publication for another report is compared with what this one showed.
    answers(&quiz, 26, &[2]).await;
    let fields = [("title", "Another"), ("table", "q.colour"), ("days", "30")];
    let html = owner.post(&quiz.dashboard("insights/reports"), &fields).await.is(200).text();
    let token = html.split("/report/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let action = html.split('"').filter(|part| part.ends_with("/publish")).nth(1).expect("a button").to_owned();
    owner.post(&action, &[]).await.is(303);
    let other = app.get(&format!("/report/{token}")).await.is(200).text();
    assert!(other.contains("25 responses") && !other.contains("26 responses"), "{other}");
}

#[tokio::test]
async fn erasures_by_others_withdraw_a_report_and_those_of_respondents_do_not() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    answers(&quiz, 0, &[1; 8]).await;
    for session in ["session-b", "session-c"] {
        quiz.session(session).await;
    }
    assert_eq!(report.publish().await, "report-published");
    let shown = report.page().await;
    let file = format!("{}/table-0.csv", report.link);
    app.get(&file).await.is(200);
    let erase = async |session: &str| {
        app.delete(&format!("{}/users/{session}", quiz.url)).key(&app.key).await.is(200);
    };
    erase("session-b").await;
    assert_eq!(report.page().await, shown, "it was not submitted");
    for (by, number) in [("key", 1), ("member", 2), ("retention", 3)] {
        match by {
            "key" => erase("session-1").await,
            "member" => {
                owner.post(&quiz.dashboard("answers/session-2/erase"), &[]).await.is(303);
            }
            _ => {
                let rule = json!({ "answersDays": 90, "unfinishedDays": null });
                let set = app.call(Method::PUT, "/api/v1/namespaces/acme/retention").key(&app.key).json(rule);
                set.await.is(200);
                let later = SystemTime::now() + Duration::from_hours(91 * 24);
                let later = later.duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_nanos();
                let later = Timestamp::from_nanoseconds(i64::try_from(later).expect("before 2262"));
                app.service.apply_retention(later).await.expect("applied");
            }
        }
        assert!(report.page().await.contains("nothing to show"), "{by}");
        app.get(&file).await.is(404);
        assert!(report.listed().await.contains("Withdrawn: answers were erased"), "{by}");
        assert_eq!(report.publish().await, "report-published");
        let expected = if number == 3 { "0 of 0" } else { "8 of 8 · 100 %" };
        assert!(report.page().await.contains(expected), "of few who went nothing is told, and all is told of all");
    }
}

#[tokio::test]
async fn a_respondents_own_erasure_leaves_the_figures() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let question = json!({ "id": "colour", "text": "A colour?", "options": colours() });
    let quiz = app.quiz(json!({ "name": "Open", "respondentsMayErase": true, "questions": [question] })).await;
    let people = send(&quiz, &[1; 8]).await;
    age(&app, 25).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    assert_eq!(report.publish().await, "report-published");
    let shown = report.page().await;
    assert!(shown.contains("8 of 8 · 100 %"), "{shown}");
    app.delete(&format!("{}/users/{}", quiz.url, people[0])).await.is(200);
    quiz.whole_answers_of(&people[0]).await.fails(500, "invited user does not exist");
    assert_eq!(report.page().await, shown);
}

#[tokio::test]
async fn files_have_the_numbers_of_the_page_and_nothing_else() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    answers(&quiz, 0, &[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]).await;
    assert_eq!(report.publish().await, "report-published");
    for file in ["table-0.csv", "table-0.svg"] {
        let reply = app.get(&format!("{}/{file}", report.link)).await.is(200);
        let disposition = format!("attachment; filename=\"{file}\"");
        for (name, value) in [
            ("cache-control", "no-store"),
            ("x-robots-tag", "noindex"),
            ("x-content-type-options", "nosniff"),
            ("content-disposition", &disposition),
        ] {
            assert_eq!(reply.header(name), value, "{file}");
        }
    }
    let csv = report.csv().await;
    assert!(csv.starts_with("Answer,People,Of,Percent,As of\r\nRed,0,11,0.0,\""), "{csv}");
    let svg = app.get(&format!("{}/table-0.svg", report.link)).await.is(200).text();
    assert!(svg.contains("6 of 11 · 55 %") && svg.contains("11 responses, as of "), "{svg}");
    for missing in
        ["table-1.csv", "table-00.csv", "table-0.png", "table-0.pdf", "q-after.csv", "table-0", "table-99999.csv"]
    {
        app.get(&format!("{}/{missing}", report.link)).await.is(404);
    }
    let page = app.get(&report.link).await.is(200);
    assert_eq!((page.header("cache-control"), page.header("x-content-type-options")), ("no-store", "nosniff"));
    assert!(page.header("content-security-policy").contains("script-src 'self';"), "no nonce is used twice");
}

/// Own bands may have the same names as the built-in ones.
#[tokio::test]
async fn own_bands_count_by_themselves() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app
        .quiz(json!({
            "name": "Bands", "language": "en", "anonymous": false, "inapp": true,
            "questions": [{ "id": "colour", "text": "A colour?", "options": [
                { "id": OPTIONS[0], "label": "Red", "points": 10 }, { "id": OPTIONS[1], "label": "Green", "points": 90 }] }],
            "scoring": { "bands": [
                { "id": "coping", "from": 0, "name": "Lower", "hue": "sky" },
                { "id": "vulnerable", "from": 50, "name": "Upper", "hue": "amber" },
                { "id": "healthy", "from": 95, "name": "Top", "hue": "leaf" }] }
        }))
        .await;
    for number in 0..12 {
        let session = quiz.session(&format!("session-{number}")).await;
        let answers = json!({ "colour": OPTIONS[usize::from(number < 5)] });
        let body = json!({ "sessionId": session, "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    let report = Shared::new(&quiz, &owner, "5", &["band"]).await;
    assert_eq!(report.publish().await, "report-published");
    let csv = report.csv().await;
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    for (row, start) in
        rows.iter().zip(["Lower,7,12,", "Upper,5,12,", "Top,0,12,", "\"No answer, or another one\",0,12,"])
    {
        assert!(row.starts_with(start), "{csv}");
    }
}

#[tokio::test]
async fn an_expired_report_is_listed_ended_or_renewed_and_makes_room() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    answers(&quiz, 0, &[1; 8]).await;
    assert_eq!(report.publish().await, "report-published");
    app.database.connect().await.run("UPDATE reports SET expires_at = 1").await;
    app.get(&report.link).await.is(404);
    assert!(report.listed().await.contains("Expired."));
    assert_eq!(report.publish().await, "report-published");
    assert!(report.page().await.contains("8 of 8 · 100 %"));
    let page = quiz.dashboard("insights/reports");
    let fields = [("title", "Another"), ("table", "q.colour"), ("days", "1")];
    for _ in 0..49 {
        owner.post(&page, &fields).await.is(200);
    }
    owner.post(&page, &fields).await.is(503);
    app.database.connect().await.run("UPDATE reports SET expires_at = 1 WHERE title = 'Another'").await;
    for _ in 0..49 {
        owner.post(&page, &fields).await.is(200);
    }
    assert_eq!(report.listed().await.matches("<tr>").count(), 1 + 50 + 49, "the oldest expired ones stay, up to fifty");
}

/// A form may name a table several times, and tables that do not exist.
#[tokio::test]
async fn a_report_keeps_each_table_of_the_quiz_once() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let mut tables = vec!["q.colour"; 1000];
    tables.extend(["q.secret", "q.none", "band"]);
    Shared::new(&quiz, &owner, "5", &tables).await;
    assert_eq!(app.database.connect().await.texts("SELECT tables FROM reports").await, ["[\"q.colour\"]"]);
}

/// If the role is revoked while answers are counted, nothing is published.
#[tokio::test]
async fn the_permission_is_looked_at_again_when_figures_are_stored() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    app.member("keeper@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let report = Shared::new(&quiz, &owner, "5", &["q.colour"]).await;
    answers(&quiz, 0, &[1; 8]).await;
    let action = report.action("/publish").await;
    let end = report.action("/end").await;
    let page = quiz.dashboard("insights/reports");
    let create = [("title", "Another"), ("table", "q.colour"), ("days", "1")];
    for (address, fields) in [(&action, &[][..]), (&end, &[][..]), (&page, &create[..])] {
        // The write waits until the role is revoked; the request has passed the permission check before.
        let mut held = app.hold_writes().await;
        let (reply, ()) = tokio::join!(async { owner.post(address, fields).await }, async {
            tokio::time::sleep(Duration::from_millis(700)).await;
            held.run(
                "UPDATE memberships SET role = 'viewer'
                 WHERE admin_id IN (SELECT id FROM administrators WHERE email = 'owner@example.com')",
            )
            .await;
            held.run("COMMIT").await;
        });
        assert_eq!(reply.status, 403, "{address}");
        app.database.connect().await.run("UPDATE memberships SET role = 'owner'").await;
    }
    assert!(report.page().await.contains("nothing to show"));
    assert_eq!(report.listed().await.matches("<tr>").count(), 2, "one report, as before");
}

#[tokio::test]
async fn owners_make_and_end_reports_and_others_do_not() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = quiz(&app).await;
    let page = quiz.dashboard("insights/reports");
    editor.get(&page).await.is(403);
    let refused = owner.post(&page, &[("title", ""), ("days", "0"), ("threshold", "4")]).await.is(422).text();
    for problem in ["Enter a title", "Choose at least one", "from 1 to 366", "from 5 to 1000"] {
        assert!(refused.contains(problem), "{problem}: {refused}");
    }
    let report = Shared::new(&quiz, &owner, "10", &["q.colour"]).await;
    let link = &report.link;
    let listed = report.listed().await;
    assert!(listed.contains("For the board") && !listed.contains("q.after"), "{listed}");
    // Ending it requires confirmation.
    let action = &report.action("/end").await;
    assert!(!listed.contains(&format!("action=\"{action}\"")), "{listed}");
    let asked = owner.get(action).await.is(200).text();
    assert!(asked.contains("End the report For the board?"), "{asked}");
    app.get(link).await.is(200);
    editor.get(action).await.is(403);
    editor.post(&report.action("/publish").await, &[]).await.is(403);
    owner.post(&report.action("/publish").await.replace("/publish", "0/publish"), &[]).await.is(404);
    owner.get(&action.replace("/end", "0/end")).await.is(404);
    owner.post(action, &[]).await.is(303);
    let (page, file) = (app.get(link).await.is(404), app.get(&format!("{link}/table-0.csv")).await.is(404));
    let heading =
        |reply: &str| reply.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).map(str::to_owned);
    assert_eq!(heading(&page.text()), heading(&file.text()));
    app.get("/report/none").await.is(404);
}

/// A quiz with a version that asks an additional question, and a version that asks another one conditionally.
#[tokio::test]
async fn what_some_version_asks_of_some_only_is_in_no_report() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app).await;
    let page = quiz.dashboard("insights/reports");
    assert!(owner.get(&page).await.is(200).text().contains("value=\"q.colour\""));
    let labels = ["Red", "Green", "Blue"];
    let options: Vec<_> = OPTIONS.iter().zip(labels).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    let publish = async |show_if: Option<serde_json::Value>| {
        let mut late = json!({ "id": "late", "text": "Late?", "options": options });
        if let Some(show_if) = show_if {
            late["showIf"] = show_if;
        }
        let questions = json!([{ "id": "colour", "text": "A colour?", "options": options }, late]);
        quiz.patch(json!({ "questions": questions })).await.is(200);
    };
    publish(None).await;
    assert!(owner.get(&page).await.is(200).text().contains("value=\"q.late\""), "a later version asks everyone");
    publish(Some(json!({ "question": "colour", "is": [OPTIONS[0]] }))).await;
    assert!(!owner.get(&page).await.is(200).text().contains("value=\"q.late\""));
    publish(None).await;
    let html = owner.get(&page).await.is(200).text();
    assert!(html.contains("value=\"q.colour\"") && !html.contains("value=\"q.late\""), "{html}");
}

/// Submits answers to an open quiz, and returns the respondents' ids.
async fn send(quiz: &QuizAt<'_>, colours: &[usize]) -> Vec<String> {
    let mut people = Vec::new();
    for colour in colours {
        let person = quiz.begin().await;
        let body = json!({ "anon_id": person, "answers": { "colour": OPTIONS[*colour] } });
        quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
        people.push(person);
    }
    people
}
