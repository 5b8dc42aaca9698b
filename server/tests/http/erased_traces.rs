//! Traces of erased respondents: every column of every table and every exported file is searched.

use domain::{Role, Timestamp};
use serde_json::{Value, json};

use crate::{
    erased_exports::exported,
    erasing::keyless_erasure,
    support::{App, Person, QuizAt},
};

/// Columns that keep the id of an erased respondent, and the reason.
const KEEP_THE_ID: [(&str, &str); 1] =
    [("erased_records.user_id", "callers that follow the changes learn of the erasure")];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Key,
    Member,
    Retention,
    Respondent,
    /// Together with the quiz.
    Deletion,
}

const WAYS: [Way; 5] = [Way::Key, Way::Member, Way::Retention, Way::Respondent, Way::Deletion];

/// A respondent whose data is unique.
struct Gone {
    user: String,
    name: String,
    email: String,
    custom_data: String,
    texts: [String; 2],
}

impl Gone {
    fn strings(&self) -> Vec<&str> {
        let Self { user, name, email, custom_data, texts: [first, second] } = self;
        vec![user, name, email, custom_data, first, second]
    }
}

async fn quiz(app: &App, is_open: bool) -> QuizAt<'_> {
    let questions = json!([{ "id": "wish", "kind": "text", "required": false, "text": "A wish?" }]);
    app.quiz(json!({ "name": "Wishes", "anonymous": is_open, "retryAfterDays": 0, "questions": questions })).await
}

/// A respondent who answered twice.
async fn person(quiz: &QuizAt<'_>, is_open: bool, mark: &str) -> Gone {
    let (name, email) = (format!("Zaphod {mark}"), format!("zaphod-{mark}@example.org"));
    let custom_data = format!("card=zq-{mark}");
    let texts = ["first", "second"].map(|which| format!("The {which} wish of {mark}"));
    let mut begin = json!({});
    let user = if is_open {
        let anon_id = quiz.new_anon_id().await;
        begin = json!({ "anon_id": anon_id, "customData": custom_data });
        quiz.post("/users/anonymous/initQuiz").json(begin.clone()).await.is(200);
        anon_id
    } else {
        let users = json!({ "users": [{ "name": name, "email": email, "customData": custom_data }] });
        let made =
            quiz.post("/users").key(&quiz.app.key).header("idempotency-key", mark).json(users).await.is(201).json();
        let id = made["users"][0]["id"].as_str().expect("an id").to_owned();
        quiz.post(&format!("/users/invited/{id}/initQuiz")).json(begin.clone()).await.is(200);
        id
    };
    for (number, text) in texts.iter().enumerate() {
        if number > 0 {
            let way = if is_open { "anonymous".to_owned() } else { format!("invited/{user}") };
            begin["retake"] = json!(true);
            quiz.post(&format!("/users/{way}/initQuiz")).json(begin.clone()).await.is(200);
        }
        let body = json!({ "answers": { "wish": text } });
        quiz.post(&format!("/users/{user}/answers/submit")).json(body).await.is(200);
    }
    Gone { user, name, email, custom_data, texts }
}

/// Conditions that match only this respondent, as query parameters and as selections.
fn conditions(gone: &Gone) -> Vec<(&'static str, String)> {
    let Gone { user, name, email, custom_data, texts: [first, second] } = gone;
    let part = |text: &String| text.chars().skip(4).collect::<String>().to_uppercase();
    vec![
        ("user", user.clone()),
        ("q", user[4..].to_owned()),
        ("q", part(name)),
        ("q", email.clone()),
        ("q", part(custom_data)),
        ("contains", format!("wish:{}", part(first))),
        ("contains", format!("wish:{second}")),
        ("answer", format!("wish:{second}")),
        ("also", format!("wish:{second}")),
        // Words of two columns.
        ("q", format!("{custom_data} {email}")),
    ]
}

/// Reads, searches, saves and exports data about the respondent, as an office would.
async fn work_on(quiz: &QuizAt<'_>, owner: &Person<'_>, gone: &Gone, is_open: bool) {
    let app = quiz.app;
    quiz.whole_answers_of(&gone.user).await.is(200);
    owner.get(&quiz.dashboard(&format!("answers/{}", gone.user))).await.is(200);
    for (number, (condition, value)) in conditions(gone).into_iter().enumerate() {
        // Only an id, custom data and texts are known about respondents of an open link.
        if is_open && [2, 3, 9].contains(&number) {
            continue;
        }
        let query =
            serde_urlencoded::to_string([(condition, &value), ("state", &"completed".to_owned())]).expect("a query");
        owner.get(&format!("{}?{query}", quiz.dashboard("answers"))).await.is(200);
        save(quiz, owner, &format!("View {number}"), &query).await;
        let value = if condition == "q" { json!(value) } else { json!([value]) };
        let body = json!({ "format": "jsonl", "filter": { condition: value, "state": "completed" } });
        selected(quiz, body).await;
    }
    if !is_open {
        save(quiz, owner, &format!("About {}", gone.name), "state=started").await;
    }
    exported(quiz).await;
    app.get("/api/v1/namespaces/acme/audit").key(&app.key).await.is(200);
}

async fn save(quiz: &QuizAt<'_>, owner: &Person<'_>, name: &str, query: &str) {
    let fields = [("name", name), ("query", query)];
    owner.post(&quiz.dashboard("table/views"), &fields).await.is(303);
}

async fn selected(quiz: &QuizAt<'_>, body: Value) {
    let queued = quiz.post("/exports").key(&quiz.app.key).json(body).await.is(202).json();
    assert_eq!(queued["queued"], true);
    for _ in 0..1000 {
        if exports(quiz).await[0]["state"] == "done" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("a selection did not end");
}

async fn exports(quiz: &QuizAt<'_>) -> Vec<Value> {
    quiz.get("/exports").key(&quiz.app.key).await.is(200).json()["items"].as_array().expect("items").clone()
}

async fn erase(quiz: &QuizAt<'_>, owner: &Person<'_>, gone: &Gone, way: Way) {
    let app = quiz.app;
    match way {
        Way::Key => drop(app.delete(&format!("{}/users/{}", quiz.url, gone.user)).key(&app.key).await.is(200)),
        Way::Member => {
            let page = quiz.dashboard(&format!("answers/{}/erase", gone.user));
            owner.post(&page, &[]).await.is(303);
        }
        Way::Retention => {
            let body = json!({ "answersDays": 30, "unfinishedDays": null });
            let rule = "/api/v1/namespaces/acme/retention";
            app.call(axum::http::Method::PUT, rule).key(&app.key).json(body).await.is(200);
            let at = std::time::SystemTime::now() + std::time::Duration::from_hours(31 * 24);
            let at = at.duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_nanos();
            let at = Timestamp::from_nanoseconds(i64::try_from(at).expect("before 2262"));
            app.service.apply_retention(at).await.expect("applied");
        }
        Way::Respondent => drop(keyless_erasure(quiz, &gone.user).await.is(200)),
        Way::Deletion => {
            app.delete(&quiz.url).key(&app.key).await.is(200);
            app.service.tidy().await.expect("erased");
        }
    }
}

async fn remains(app: &App, strings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut database = app.database.connect().await;
    for (column, read) in app.database.columns().await {
        for value in database.texts(read).await {
            let held = strings.iter().filter(|text| value.contains(&hex::encode(text)));
            found.extend(held.map(|text| format!("{column} has {text}")));
        }
    }
    for bytes in app.exported_files() {
        let holds = |text: &&&str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        found.extend(strings.iter().filter(holds).map(|text| format!("a file has {text}")));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_tells_of_an_erased_person_remains_in_any_column_or_file() {
    for way in WAYS {
        let app = App::start().await;
        let owner = app.member("owner@example.com", "acme", Role::Owner).await;
        let is_open = way == Way::Respondent;
        let quiz = quiz(&app, is_open).await;
        if way != Way::Retention {
            person(&quiz, is_open, "other-1").await;
        }
        let gone = person(&quiz, is_open, "zq904417").await;
        work_on(&quiz, &owner, &gone, is_open).await;
        let mut strings = gone.strings();
        if is_open {
            strings.retain(|text| *text != gone.name && *text != gone.email);
        }
        // In upper case, as searched for, and in lower case, as filters store them.
        let searched: Vec<String> =
            conditions(&gone).into_iter().map(|(_, value)| value.replace("wish:", "")).collect();
        let lower: Vec<String> = searched.iter().map(|text| text.to_lowercase()).collect();
        strings.extend(searched.iter().chain(&lower).map(String::as_str).filter(|text| text.len() > 8));
        let before = remains(&app, &strings).await;
        for column in ["records.answers", "past_attempts.answers", "answer_views.query", "jobs.parameters", "a file"] {
            assert!(before.iter().any(|found| found.starts_with(column)), "{way:?}: {column} has none: {before:?}");
        }

        erase(&quiz, &owner, &gone, way).await;
        if way == Way::Respondent {
            // Files stay available for an hour.
            let shift = "UPDATE jobs SET created_at = created_at - 3600000000000, due_at = due_at - 3600000000000,
                removed_at = removed_at - 3600000000000";
            app.database.connect().await.run(shift).await;
        }
        // The worker removes files before it creates one.
        exported(&self::quiz(&app, false).await).await;
        let after = remains(&app, &strings).await;
        // The name of a view, which administrators chose themselves.
        let is_name =
            |found: &&String| found.strip_prefix("audit_log.details has ").is_some_and(|text| gone.name.contains(text));
        let is_kept = |found: &&String| {
            let is_id = found.ends_with(&format!(" has {}", gone.user)) || found.ends_with(&gone.user[4..]);
            is_id && KEEP_THE_ID.iter().any(|(column, _)| found.starts_with(column))
        };
        let unexpected: Vec<&String> = after.iter().filter(|found| !is_kept(found) && !is_name(found)).collect();
        assert!(unexpected.is_empty(), "{way:?}: {unexpected:#?}");
        if way != Way::Deletion {
            assert!(after.iter().any(|found| is_kept(&found)), "{way:?}: the exception is none any more");
        }
    }
}

/// A search that also matches others must be kept.
#[tokio::test]
async fn views_and_conditions_that_find_others_too_stay() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = quiz(&app, false).await;
    let other = person(&quiz, false, "other-1").await;
    let gone = person(&quiz, false, "zq904417").await;
    let both = format!("state=completed&user={}&user={}", gone.user, other.user);
    let kept = [("All", "q=Zaphod"), ("Wishes", "contains=wish%3Asecond+wish"), ("Done", "state=completed")];
    for (name, query) in kept.into_iter().chain([("Both", both.as_str()), ("One", "q=zq904417")]) {
        save(&quiz, &owner, name, query).await;
    }
    for filter in [json!({ "user": [gone.user, other.user] }), json!({ "q": "Zaphod" }), json!({ "q": "zq904417" })] {
        selected(&quiz, json!({ "format": "jsonl", "filter": filter })).await;
    }
    erase(&quiz, &owner, &gone, Way::Key).await;
    let views =
        app.database.connect().await.texts("SELECT name || ': ' || query FROM answer_views ORDER BY name").await;
    let left = format!("Both: state=completed&user={}", other.user);
    assert_eq!(views, ["All: q=Zaphod", &left, "Done: state=completed", "Wishes: contains=wish%3Asecond+wish"]);
    let page = owner.get(&quiz.dashboard("exports")).await.is(200).text();
    assert!(page.contains("a respondent who was erased since") && page.contains("Zaphod"), "{page}");
    assert!(!page.contains("zq904417") && !page.contains(&gone.user), "{page}");
}

#[tokio::test]
async fn a_selection_about_an_erased_person_alone_that_is_still_queued_goes() {
    let app = App::start().await;
    let quiz = quiz(&app, false).await;
    let gone = person(&quiz, false, "zq904417").await;
    person(&quiz, false, "other-1").await;
    selected(&quiz, json!({ "format": "jsonl", "filter": { "q": "zq904417" } })).await;
    // Makes it look as if no worker had started it.
    app.database.connect().await.run("UPDATE jobs SET state = 'queued', due_at = 9000000000000000000").await;
    app.delete(&format!("{}/users/{}", quiz.url, gone.user)).key(&app.key).await.is(200);
    assert!(exports(&quiz).await.is_empty(), "without its condition it would be of all answers");
}
