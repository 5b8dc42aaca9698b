//! Filters of the table of answers, saved views, columns, and actions on selected rows.

use std::time::Duration;

use domain::Role;
use serde_json::{Value, json};

use crate::{
    assessments::{submitted, team_health},
    support::{App, OPTIONS, Person, QuizAt, every_kind, submit},
};

/// The respondents' paths in the table, without the view's query.
fn people(html: &str) -> Vec<String> {
    let tags = html.split("<a ").filter_map(|rest| rest.split('>').next()).filter(|tag| tag.contains("\"person\""));
    let hrefs = tags.filter_map(|tag| tag.split("href=\"").nth(1)?.split('"').next());
    hrefs
        .map(|href| href.split('?').next().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned())
        .collect()
}

pub(crate) async fn newest_export(quiz: &QuizAt<'_>) -> String {
    for _ in 0..500 {
        let list = quiz.get("/exports").key(&quiz.app.key).await.is(200).json();
        if list["items"][0]["state"] == "done" {
            let path = list["items"][0]["path"].as_str().expect("a path").to_owned();
            return quiz.app.get(path.trim_start_matches("https://quiz.example")).await.is(200).text();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("an export did not end");
}

async fn listed(person: &Person<'_>, quiz: &QuizAt<'_>, query: &str) -> Vec<String> {
    people(&person.get(&format!("{}?{query}", quiz.dashboard("answers"))).await.is(200).text())
}

#[tokio::test]
async fn a_filter_by_any_answer_score_and_text_has_an_address_and_an_export_that_agrees() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let done = quiz.submitted().await;
    let begun = quiz.begin().await;
    let answer = json!({ "anon_id": begun, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(answer).await.is(200);
    let record = quiz.whole_answers_of(&done).await.is(200).json();
    let option = record["answers"]["qAnswers"]["fhn1"].as_str().expect("an option").to_owned();
    let both = vec![begun.clone(), done.clone()];
    for (query, found) in [
        (String::new(), both.clone()),
        (format!("answer=fhn1:{option}"), vec![done.clone()]),
        ("unanswered=fhn2".to_owned(), vec![begun.clone()]),
        ("answered=fhn1".to_owned(), both),
        ("score=spend:..40".to_owned(), vec![done.clone()]),
        ("band=spend:healthy".to_owned(), vec![]),
        ("band=coping&version=1&language=en".to_owned(), vec![done.clone()]),
        ("submittedFrom=2020-01-01".to_owned(), vec![done.clone()]),
        (format!("q={}", &begun[8..20]), vec![begun.clone()]),
        ("sort=lastSubmitted".to_owned(), vec![done.clone(), begun.clone()]),
    ] {
        assert_eq!(listed(&editor, &quiz, &query).await, found, "{query}");
        let fields = [("format", "jsonl"), ("query", &query), ("columns", "table"), ("form", "programs")];
        editor.post(&quiz.dashboard("exports"), &fields).await.is(303);
        let file = newest_export(&quiz).await;
        let mut users: Vec<String> = file
            .lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).expect("JSON")["userId"].as_str().expect("an id").to_owned()
            })
            .collect();
        let mut expected = found;
        users.sort();
        expected.sort();
        assert_eq!(users, expected, "exported: {query}");
    }
    let status = app.get(&quiz.url).key(&app.key).await.is(200).json();
    assert_eq!(status["csvExportStatus"], Value::Null, "selections are no exports of all answers");
}

#[tokio::test]
async fn some_columns_of_one_month_are_exported() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let page = editor.get(&quiz.dashboard("exports")).await.is(200).text();
    let list =
        page.split("<select id=\"month\"").nth(1).and_then(|rest| rest.split("</select>").next()).expect("a list");
    let months: Vec<&str> = list.split("value=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(months.len(), 13, "any, and those of a year: {months:?}");
    for (month, rows) in [(months[1], 1), (months[12], 0), ("2020-13", 1)] {
        // A month replaces the days of the view.
        let fields = [
            ("form", "programs"),
            ("format", "csv"),
            ("query", "state=completed&from=2001-01-01&to=2090-01-31"),
            ("month", month),
            ("columns", "table"),
            ("column", "score"),
            ("column", "answer.fhn1"),
            ("column", "none"),
        ];
        editor.post(&quiz.dashboard("exports"), &fields).await.is(303);
        let file = newest_export(&quiz).await;
        let lines: Vec<&str> = file.trim_start_matches('\u{feff}').lines().collect();
        assert!(lines[0].starts_with("userId,score,") && lines[0].contains("fhn1"), "{lines:?}");
        assert_eq!(lines.len(), 1 + rows, "{month}: {lines:?}");
        assert!(lines[1..].iter().all(|line| line.starts_with(&user)), "{lines:?}");
    }
}

#[tokio::test]
async fn the_form_of_the_filter_leads_to_the_address_of_its_view() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let list = quiz.dashboard("answers");
    let sent =
        "filter=1&state=completed&from=&to=&add=&add=band%3Dcoping&scoreOf=plan&scoreFrom=70&scoreTo=&sort=lowest";
    let reply = viewer.get(&format!("{list}?{sent}")).await.is(303);
    assert_eq!(reply.header("location"), format!("{list}?state=completed&score=plan%3A70..&band=coping&sort=lowest"));
    let html = viewer.get(reply.header("location")).await.is(200).text();
    assert_eq!(people(&html).len(), 1);
    for part in ["Remove Completed", "Remove Planning from 70", "Remove Band: Coping", "1<span> response<"] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(html.len() < 40 * 1024, "{} bytes", html.len());
}

#[tokio::test]
async fn a_view_is_saved_by_an_editor_for_everyone_and_deleted() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    let (list, views) = (quiz.dashboard("answers"), quiz.dashboard("table/views"));
    let fields = [("name", "Not done"), ("query", "state=started&cursor=00&sort=oldest")];
    viewer.post(&views, &fields).await.is(403);
    editor.post(&views, &fields).await.is(303);
    editor.post(&views, &[("name", ""), ("query", "")]).await.is(422);
    let html = viewer.get(&list).await.is(200).text();
    assert!(html.contains(&format!("href=\"{list}?state=started&amp;sort=oldest\"")), "{html}");
    assert!(html.contains("Not done"));
    viewer.post(&format!("{views}/delete"), &fields).await.is(403);
    editor.post(&format!("{views}/delete"), &fields).await.is(303);
    assert!(!viewer.get(&list).await.is(200).text().contains("Not done"));
}

#[tokio::test]
async fn columns_are_each_administrators_own() {
    let app = App::start().await;
    let one = app.member("one@example.com", "acme", Role::Viewer).await;
    let other = app.member("other@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let (list, table) = (quiz.dashboard("answers"), quiz.dashboard("table"));
    assert!(one.get(&table).await.is(200).text().contains("answer.fhn1"));
    let fields = [
        ("column", "score"),
        ("place score", "2"),
        ("column", "answer.fhn1"),
        ("place answer.fhn1", "1"),
        ("column", "answer.gone"),
        ("query", "state=completed"),
    ];
    let reply = one.post(&table, &fields).await.is(303);
    assert_eq!(reply.header("location"), format!("{list}?state=completed"));
    let mine = one.get(&list).await.is(200).text();
    let heads = mine.split("<thead>").nth(1).and_then(|rest| rest.split("</thead>").next()).expect("heads");
    assert_eq!(heads.matches("<th ").count(), 3, "{heads}");
    assert!(heads.find("Score") > heads.find("Person"), "{heads}");
    assert!(other.get(&list).await.is(200).text().contains("Started (UTC)"));
}

#[tokio::test]
async fn chosen_rows_are_exported_or_erased_after_a_question() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let (one, two, three) = (quiz.begin().await, quiz.begin().await, quiz.submitted().await);
    let chosen = quiz.dashboard("table/chosen");
    let fields = [("user", one.as_str()), ("user", &two), ("query", "sort=oldest"), ("do", "export")];
    viewer.post(&chosen, &fields).await.is(403);
    let reply = editor.post(&chosen, &fields).await.is(303);
    assert_eq!(reply.header("location"), format!("{}?user={one}&user={two}", quiz.dashboard("exports")));
    assert!(editor.get(reply.header("location")).await.is(200).text().contains("2 responses match"));
    let nothing = editor.post(&chosen, &[("do", "erase")]).await.is(303);
    assert!(nothing.header("location").ends_with("?said=nothing-chosen"));
    let erase = [("user", one.as_str()), ("user", &two), ("query", "sort=oldest"), ("do", "erase")];
    let asked = editor.post(&chosen, &erase).await.is(200).text();
    assert!(asked.contains("Erase 2 people?") && asked.contains(&one), "{asked}");
    viewer.post(&quiz.dashboard("table/erase"), &erase).await.is(403);
    let reply = editor.post(&quiz.dashboard("table/erase"), &erase).await.is(303);
    assert!(reply.header("location").ends_with("?sort=oldest&said=erased-several"), "{}", reply.header("location"));
    assert_eq!(listed(&editor, &quiz, "").await, [three]);
}

#[tokio::test]
async fn an_invited_person_is_found_by_name_and_shown_between_neighbours() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let users = json!({ "users": [{ "name": "Zoé Ana" }, { "email": "bo@example.com" }, { "customData": "c" }] });
    let made = quiz.post("/users").key(&app.key).json(users).await.is(201).json();
    let mut ids = Vec::new();
    for user in made["users"].as_array().expect("users") {
        let id = user["id"].as_str().expect("an id").to_owned();
        quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
        ids.push(id);
    }
    let html = editor.get(&quiz.dashboard("answers")).await.is(200).text();
    assert!(html.contains(">Zoé Ana</a>") && html.contains(">bo@example.com</a>"), "{html}");
    assert!(html.contains(&format!(">{}</a>", &ids[2][..8])));
    assert_eq!(listed(&editor, &quiz, "q=ZO%C3%89").await, [ids[0].clone()]);
    assert_eq!(listed(&editor, &quiz, "q=bo@").await, [ids[1].clone()]);
    let person = editor.get(&format!("{}/{}?sort=oldest", quiz.dashboard("answers"), ids[1])).await.is(200).text();
    for (beside, id) in [("prev", &ids[0]), ("next", &ids[2])] {
        let link = person.split("<a ").find(|tag| tag.contains(&format!("rel=\"{beside}\""))).expect("a neighbour");
        assert!(link.contains(&format!("/answers/{id}?sort=oldest")), "{link}");
    }
}

#[tokio::test]
async fn questions_chips_and_exports_name_the_people_they_are_about() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let names = (1..=12)
        .map(|n| if n == 2 { json!({ "email": "bo@example.com" }) } else { json!({ "name": format!("P{n}") }) });
    let users = json!({ "users": names.collect::<Vec<_>>() });
    let made = quiz.post("/users").key(&app.key).json(users).await.is(201).json();
    let mut ids = Vec::new();
    for user in made["users"].as_array().expect("users") {
        let id = user["id"].as_str().expect("an id").to_owned();
        quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
        ids.push(id);
    }
    let asked = editor.get(&format!("{}/{}/erase", quiz.dashboard("answers"), ids[1])).await.is(200).text();
    assert!(asked.contains("<strong>bo@example.com</strong>"), "{asked}");
    let mut erase = vec![("do", "erase")];
    erase.extend(ids.iter().map(|id| ("user", id.as_str())));
    let asked = editor.post(&quiz.dashboard("table/chosen"), &erase).await.is(200).text();
    assert!(asked.contains("P1, bo@example.com, P3, ") && asked.contains("P10 and 2 more."), "{asked}");
    let asked = editor.post(&quiz.dashboard("table/chosen"), &erase[..3]).await.is(200).text();
    assert!(asked.contains(">P1, bo@example.com. Their answers"), "{asked}");

    let query = format!("user={}&user={}", ids[0], ids[1]);
    let html = editor.get(&format!("{}?{query}", quiz.dashboard("answers"))).await.is(200).text();
    assert!(html.contains("Person: P1") && html.contains("Person: bo@example.com"), "{html}");
    editor.post(&quiz.dashboard("exports"), &[("format", "csv"), ("query", &query)]).await.is(303);
    newest_export(&quiz).await;
    let html = editor.get(&quiz.dashboard("exports")).await.is(200).text();
    assert!(html.contains("Person: P1, Person: bo@example.com"), "{html}");
}

#[tokio::test]
async fn a_band_is_the_one_that_the_rows_show_until_they_are_scored_again() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.quiz(team_health()).await;
    submitted(&quiz, "session-1").await;
    let mut scoring = team_health()["scoring"].clone();
    scoring["bands"][1]["from"] = json!(70);
    assert_eq!(quiz.patch(json!({ "scoring": scoring })).await.is(200).json()["version"], 2);
    let found = async |band: &str| {
        let rows = listed(&editor, &quiz, &format!("band={band}")).await.len();
        let figures = quiz.get(&format!("/insights?band={band}")).key(&app.key).await.is(200).json();
        assert_eq!(figures["started"], rows, "{band}: {figures}");
        rows
    };
    assert!(editor.get(&quiz.dashboard("answers")).await.is(200).text().contains("Fine"));
    assert_eq!((found("fine").await, found("low").await), (1, 0));
    editor.post(&quiz.dashboard("rescore"), &[("version", "2")]).await.is(303);
    assert_eq!((found("fine").await, found("low").await), (0, 1));
}

#[tokio::test]
async fn the_api_exports_a_selection_and_leaves_the_export_of_all_answers_alone() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let done = quiz.submitted().await;
    quiz.begin().await;
    let body = json!({
        "filter": { "band": ["coping"], "timeZone": "UTC", "from": "2020-01-01" },
        "columns": ["userId", "score", "fhn1.label"],
        "headings": "text",
    });
    let queued = quiz.post("/exports").key(&app.key).json(body).await.is(202).json();
    assert_eq!(queued["queued"], true);
    let file = newest_export(&quiz).await;
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines.len(), 2, "{file}");
    assert!(lines[0].starts_with("Person,Score,") && lines[1].starts_with(&format!("{done},73,")), "{file}");
    let list = quiz.get("/exports").key(&app.key).await.is(200).json();
    assert_eq!((&list["items"][0]["id"], &list["items"][0]["isSelection"]), (&queued["exportId"], &json!(true)));
    assert_eq!(app.get(&quiz.url).key(&app.key).await.is(200).json()["csvExportStatus"], Value::Null);
    for wrong in [
        json!({ "columns": ["none"] }),
        json!({ "filter": { "band": ["rich"] } }),
        json!({ "filter": { "timeZone": "Mars/Olympus" } }),
    ] {
        quiz.post("/exports").key(&app.key).json(wrong).await.is(422);
    }
    quiz.post("/exports").json(json!({})).await.is(401);
}

#[tokio::test]
async fn answers_that_are_typed_are_filtered_by_a_question_and_a_value() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.quiz(every_kind()).await;
    for (session, hours, wish) in [("first", 6.5, "More Sun"), ("second", 8.0, "rain")] {
        let answers = json!({
            "colour": OPTIONS[0], "energy": 3, "hours": hours, "rank": OPTIONS, "day": "2026-02-10", "wish": wish,
        });
        quiz.session(session).await;
        submit(&quiz, session, answers).await;
    }
    let list = quiz.dashboard("answers");
    let html = editor.get(&list).await.is(200).text();
    for question in ["hours", "day", "wish"] {
        assert!(html.contains(&format!("<option value=\"{question}\">")), "{question}: {html}");
    }
    assert!(html.contains("name=\"value\""), "{html}");
    for (fields, address, found) in [
        ("pick=hours&value=6.50", "answer=hours%3A6.50", vec!["first"]),
        ("pick=hours&value=7..%3C9", "answer=hours%3A7..%3C9", vec!["second"]),
        ("pick=day&value=2026-02-10", "answer=day%3A2026-02-10", vec!["second", "first"]),
        ("pick=wish&value=sun", "contains=wish%3Asun", vec!["first"]),
    ] {
        let sent = editor.get(&format!("{list}?filter=1&add=&{fields}")).await.is(303);
        assert_eq!(sent.header("location"), format!("{list}?{address}"));
        assert_eq!(listed(&editor, &quiz, address).await, found, "{fields}");
    }
    let sent = editor.get(&format!("{list}?filter=1&pick=day&value=")).await.is(303);
    assert_eq!(sent.header("location"), format!("{list}?pick=day"));
    let picked = editor.get(sent.header("location")).await.is(200).text();
    assert!(picked.contains("id=\"value\" name=\"value\" type=\"date\""), "{picked}");
    for (wrong, message) in [
        ("pick=hours&value=many", "Answer must be a number."),
        ("pick=day&value=soon", "Answer must be a date written YYYY-MM-DD."),
        ("value=6", "Question is required."),
    ] {
        let html = editor.get(&format!("{list}?filter=1&{wrong}")).await.is(200).text();
        assert!(html.contains(message), "{wrong}: {html}");
    }
}
