//! Fields of people: declared by the owner, filled by invitations, sessions and custom data, copied into attempts.

use axum::http::Method;
use domain::Role;
use serde_json::{Value, json};
use server::store::KeyScope;

use crate::{
    exports_for_people::{cell, cells, selected},
    invited_lists::{create, invite},
    signed_sessions::{secret_of, sign_with},
    support::{App, QuizAt, Reply, all_answers},
};

fn declared() -> Value {
    json!([
        { "id": "region", "name": "Region", "type": "text" },
        { "id": "age", "type": "number" },
        { "id": "joined", "name": "Joined on", "type": "date" },
        { "id": "vip", "type": "yesNo", "fromCustomData": true },
    ])
}

async fn declaring<'a>(app: &'a App, kind: &str) -> QuizAt<'a> {
    let (anonymous, inapp) = (kind == "open", kind == "inapp");
    let retry = if kind == "open" { Value::Null } else { json!(0) };
    app.quiz(json!({
        "name": "Known", "anonymous": anonymous, "inapp": inapp, "retryAfterDays": retry, "fields": declared(),
    }))
    .await
}

async fn invited(quiz: &QuizAt<'_>, fields: Value) -> String {
    let users = json!({ "users": [{ "name": "Ana", "fields": fields }] });
    let made = quiz.post("/users").key(&quiz.app.key).json(users).await.is(201).json();
    made["users"][0]["id"].as_str().expect("an id").to_owned()
}

async fn begin(quiz: &QuizAt<'_>, id: &str) -> Value {
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200).answers()
}

async fn list(quiz: &QuizAt<'_>, query: &str) -> Vec<String> {
    let found = quiz.get(&format!("/answers?{query}")).key(&quiz.app.key).await.is(200).json();
    let items = found["items"].as_array().expect("items").iter();
    items.map(|item| item["userId"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn fields_are_declared_without_a_new_version_and_shown_where_there_are_some() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(stored.get("fields"), None, "replies stay as they were");
    let changed = quiz.patch(json!({ "fields": declared() })).await.is(200).json();
    assert_eq!((&changed["fields"], &changed["version"]), (&declared(), &json!(1)));
    let kept = quiz.patch(json!({ "name": "Another" })).await.is(200).json();
    assert_eq!(kept["fields"], declared());
    for (fields, place) in [
        (json!([{ "id": "a", "type": "text" }, { "id": "a", "type": "date" }]), "fields[1].id"),
        (json!([{ "id": "a", "type": "text", "name": "" }]), "fields[0].name"),
        (json!([{ "id": "A", "type": "text" }]), "fields[0].id"),
        (json!([{ "id": "a", "type": "colour" }]), "fields[0].type"),
    ] {
        quiz.patch(json!({ "fields": fields })).await.invalid_at(&[place]);
    }
    let removed = quiz.patch(json!({ "fields": null })).await.is(200).json();
    assert_eq!(removed.get("fields"), None);
}

#[tokio::test]
async fn an_attempt_has_what_was_known_when_it_began_and_only_keys_read_it() {
    let app = App::start().await;
    let quiz = declaring(&app, "invited").await;
    let given = json!({ "region": "North", "age": 41.5, "joined": "2026-02-28", "vip": true });
    let id = invited(&quiz, given.clone()).await;
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    assert_eq!(list["items"][0]["fields"], given);
    let begun = begin(&quiz, &id).await;
    assert_eq!((begun.get("fields"), begun.get("unsignedFields")), (None, None), "without a key");
    let body = json!({ "answers": all_answers() });
    let submitted = quiz.post(&format!("/users/{id}/answers/submit")).json(body).await.is(200);
    assert!(!submitted.text().contains("North"));
    assert!(!quiz.answers_of(&id).await.is(200).text().contains("North"));
    let whole = quiz.whole_answers_of(&id).await.is(200).answers();
    assert_eq!((&whole["fields"], whole.get("unsignedFields")), (&given, None));
    let page = app.get(&format!("/aq/acme/{}/{id}", quiz.id)).await;
    assert!(!page.text().contains("North"), "respondents' pages know nothing of it");
    // A field that is removed is not copied any more; what an attempt has stays.
    quiz.patch(json!({ "fields": [{ "id": "age", "type": "number" }] })).await.is(200);
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({ "retake": true })).await.is(200);
    let attempts = quiz.get(&format!("/users/{id}/attempts")).key(&app.key).await.is(200).json();
    let fields: Vec<&Value> = attempts["items"].as_array().expect("items").iter().map(|one| &one["fields"]).collect();
    assert_eq!(fields, [&json!({ "age": 41.5 }), &given]);
    app.namespace("other").await;
    let other = app.key_for(Some("other"), KeyScope::Read).await;
    assert_eq!(quiz.get("/answers").key(&other).await.status, 403);
    quiz.app.delete(&format!("{}/users/{id}", quiz.url)).key(&app.key).await.is(200);
    let left = quiz.get("/answers").key(&app.key).await.is(200).text();
    assert!(!left.contains("North") && !quiz.get("/users").key(&app.key).await.text().contains("North"));
}

#[tokio::test]
async fn values_of_other_fields_or_types_are_refused_each_with_its_place_and_nothing_is_stored() {
    let app = App::start().await;
    let quiz = declaring(&app, "invited").await;
    let users = json!({ "users": [
        { "name": "Ana", "fields": { "region": "North" } },
        { "fields": { "regoin": "North", "age": "41", "joined": "28.2.2026", "vip": 1 } },
    ] });
    let refused = quiz.post("/users").key(&app.key).json(users).await;
    assert!(refused.text().contains("is not a field that the quiz declares"), "{}", refused.text());
    refused.invalid_at(&[
        "users[1].fields.age",
        "users[1].fields.joined",
        "users[1].fields.regoin",
        "users[1].fields.vip",
    ]);
    assert_eq!(quiz.get("/users").key(&app.key).await.json()["items"], json!([]));
    let plain = app.invited_quiz().await;
    let users = json!({ "users": [{ "fields": { "region": "North" } }] });
    plain.post("/users").key(&app.key).json(users).await.invalid_at(&["users[0].fields.region"]);
    let empty = plain.post("/users").key(&app.key).json(json!({ "users": [{ "fields": {} }] })).await.is(201).json();
    let id = empty["users"][0]["id"].as_str().expect("an id");
    begin(&plain, id).await;
    assert_eq!(plain.whole_answers_of(id).await.answers().get("fields"), None);
}

#[tokio::test]
async fn answers_are_filtered_by_fields_in_lists_exports_and_insights() {
    let app = App::start().await;
    let quiz = declaring(&app, "invited").await;
    let mut ids = Vec::new();
    for (region, age, joined) in
        [("North", 30, "2025-12-31"), ("South", 40, "2026-01-01"), ("North", 50, "2026-06-30"), ("", 60, "2026-07-01")]
    {
        let id = invited(&quiz, json!({ "region": region, "age": age, "joined": joined, "vip": age > 35 })).await;
        begin(&quiz, &id).await;
        ids.push(id);
    }
    for (query, expected) in [
        ("field=region:North", &[0, 2][..]),
        ("field=region:North&field=region:South", &[0, 1, 2]),
        ("field=region:", &[3]),
        ("field=region:north", &[]),
        ("field=age:40", &[1]),
        ("field=age:40..%3C60", &[1, 2]),
        ("field=joined:2026-01-01..%3C2026-07-01", &[1, 2]),
        ("field=vip:false", &[0]),
        ("field=vip:true&field=region:North&state=started", &[2]),
        ("field=", &[0, 1, 2, 3]),
    ] {
        let wanted: Vec<String> = expected.iter().map(|at: &usize| ids[*at].clone()).collect();
        assert_eq!(list(&quiz, query).await, wanted, "{query}");
        let insights = quiz.get(&format!("/insights?{query}")).key(&app.key).await.is(200).json();
        assert_eq!(insights["started"], json!(expected.len()), "{query}: {insights}");
    }
    let paged = quiz.get("/answers?field=region:North&limit=1").key(&app.key).await.is(200).json();
    let cursor = paged["nextCursor"].as_str().expect("a cursor");
    assert_eq!(list(&quiz, &format!("field=region:North&limit=1&cursor={cursor}")).await, [ids[2].clone()]);
    quiz.get(&format!("/answers?field=region:South&cursor={cursor}")).key(&app.key).await.is(400);
    for wrong in ["field=region", "field=no+id!:1"] {
        for list in ["answers", "insights"] {
            quiz.get(&format!("/{list}?{wrong}")).key(&app.key).await.is(400);
        }
    }
    let filter = json!({ "field": ["region:North", "region:South"] });
    let file = selected(&quiz, json!({ "filter": filter, "columns": ["userId", "field.region", "field.vip"] })).await;
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines[0], "userId,field.region,field.vip");
    assert_eq!(
        lines[1..].iter().map(|line| line.split(',').nth(1).expect("a cell")).collect::<Vec<_>>(),
        ["North", "South", "North"]
    );
}

#[tokio::test]
async fn insights_compare_by_a_field() {
    let app = App::start().await;
    let quiz = declaring(&app, "invited").await;
    for (region, vip) in [("North", true), ("North", false), ("South", true), ("", true)] {
        let id = invited(&quiz, json!({ "region": region, "vip": vip, "joined": "2026-02-28" })).await;
        begin(&quiz, &id).await;
        let body = json!({ "answers": all_answers() });
        quiz.post(&format!("/users/{id}/answers/submit")).json(body).await.is(200);
    }
    let compared = async |rows: &str, columns: &str| {
        let url = format!("/insights?rows={rows}&columns={columns}");
        let found = quiz.get(&url).key(&app.key).await.is(200).json();
        let cells = found["comparison"].as_array().expect("cells").clone();
        cells.iter().map(|cell| format!("{} {} {}", cell["row"], cell["column"], cell["count"])).collect::<Vec<_>>()
    };
    let expected = [r#""North" "false" 1"#, r#""North" "true" 1"#, r#""South" "true" 1"#];
    assert_eq!(compared("field.region", "field.vip").await, expected);
    assert_eq!(compared("field.joined", "band").await, [r#""2026-02" "coping" 4"#]);
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let page = editor.get(&quiz.dashboard("insights?rows=field.region&columns=field.vip")).await.is(200).text();
    assert!(page.contains("Region – vip") && page.contains("field=region%3ANorth"), "{page}");
    quiz.get("/insights?rows=field.age&columns=band").key(&app.key).await.is(400);
}

#[tokio::test]
async fn exports_have_columns_of_fields_for_programs_and_for_people() {
    let app = App::start().await;
    let quiz = declaring(&app, "invited").await;
    let id = invited(&quiz, json!({ "region": "=North", "age": 41.5, "joined": "2026-02-28", "vip": false })).await;
    begin(&quiz, &id).await;
    let file = selected(&quiz, json!({})).await;
    let found = cells(&file, ',');
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    let at = names.iter().position(|name| *name == "customData").expect("custom data");
    assert_eq!(names[at + 1..at + 5], ["field.region", "field.age", "field.joined", "field.vip"]);
    assert_eq!(cell(&found, "field.region"), "'=North", "a formula is guarded");
    assert_eq!(cell(&found, "field.vip"), "false");
    let people = selected(&quiz, json!({ "form": "people" })).await;
    let found = cells(&people, ',');
    for (heading, told) in [("Region", "'=North"), ("age", "41.5"), ("Joined on", "2026-02-28"), ("vip", "no")] {
        assert_eq!(cell(&found, heading), told);
    }
    let lines = selected(&quiz, json!({ "format": "jsonl" })).await;
    let line: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line, quiz.whole_answers_of(&id).await.answers(), "as the API has it");
    assert_eq!(line["fields"]["age"], 41.5);
}

#[tokio::test]
async fn a_signed_session_fills_fields_and_may_have_no_others() {
    let app = App::start().await;
    let quiz = declaring(&app, "inapp").await;
    let secret = secret_of(&quiz).await;
    let begin = async |more: Value| -> Reply {
        let session = sign_with(&secret, "session-77", more, 1);
        quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": session, "customData": "vip=no" })).await
    };
    for (fields, words) in [
        (json!({ "regoin": "x" }), "fields.regoin is not a field that the quiz declares"),
        (json!({ "age": "x" }), "fields.age must be a number"),
        (json!("region"), "fields must be an object"),
    ] {
        let refused = begin(json!({ "fields": fields })).await.is(403);
        assert!(refused.text().contains(words), "{words}: {}", refused.text());
    }
    let begun =
        begin(json!({ "fields": { "region": "South" }, "customData": "{\"vip\":true,\"region\":\"x\"}" })).await;
    assert_eq!(begun.is(200).answers().get("fields"), None);
    let whole = quiz.whole_answers_of("session-77").await.is(200).answers();
    assert_eq!((&whole["fields"], whole.get("unsignedFields")), (&json!({ "region": "South", "vip": true }), None));
    // The field is removed while the application still sends it: respondents who have begun come back.
    quiz.patch(json!({ "fields": [] })).await.is(200);
    begin(json!({ "fields": { "region": "South" } })).await.is(200);
    quiz.patch(json!({ "fields": declared() })).await.is(200);
    let session = sign_with(&secret, "session-77", json!({}), 1);
    let submit = json!({ "sessionId": session, "answers": all_answers() });
    quiz.post("/users/inapp/answers/submit").json(submit).await.is(200);
    let retake = json!({ "sessionId": session, "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(retake).await.is(200);
    let whole = quiz.whole_answers_of("session-77").await.answers();
    assert_eq!((&whole["attempt"], &whole["fields"]["region"]), (&json!(2), &json!("South")), "those of before");
}

#[tokio::test]
async fn custom_data_fills_the_fields_that_allow_it_and_is_marked_where_respondents_write_it() {
    let app = App::start().await;
    let quiz = declaring(&app, "inapp").await;
    for (custom, fields, unsigned) in [
        ("vip=1&region=North", json!({ "vip": true }), json!(["vip"])),
        ("{\"vip\":false}", json!({ "vip": false }), json!(["vip"])),
        ("{\"vip\":\"ja\"}", json!({ "vip": true }), json!(["vip"])),
        ("vip=perhaps", Value::Null, Value::Null),
        ("vip", Value::Null, Value::Null),
        ("{\"vip\":", Value::Null, Value::Null),
    ] {
        let session = format!("of-{}", hex::encode(custom));
        let body = json!({ "sessionId": session, "customData": custom });
        quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
        let whole = quiz.whole_answers_of(&session).await.is(200).answers();
        assert_eq!((&whole["fields"], &whole["unsignedFields"]), (&fields, &unsigned), "{custom}");
    }
    let quiz = declaring(&app, "invited").await;
    let users = json!({ "users": [{ "customData": "vip=yes" }] });
    let made = quiz.post("/users").key(&app.key).json(users).await.is(201).json();
    let id = made["users"][0]["id"].as_str().expect("an id");
    begin(&quiz, id).await;
    let whole = quiz.whole_answers_of(id).await.answers();
    assert_eq!((&whole["fields"], whole.get("unsignedFields")), (&json!({ "vip": true }), None), "the owner's words");
}

#[tokio::test]
async fn a_further_attempt_has_what_custom_data_filled_and_nothing_that_was_taken_away() {
    let app = App::start().await;
    let quiz = declaring(&app, "inapp").await;
    let begin = async |more: Value| {
        let mut body = json!({ "sessionId": "session-5" });
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
        let submit = json!({ "sessionId": "session-5", "answers": all_answers() });
        quiz.post("/users/inapp/answers/submit").json(submit).await.is(200);
        quiz.whole_answers_of("session-5").await.is(200).answers()
    };
    begin(json!({ "customData": "vip=1" })).await;
    let second = begin(json!({ "retake": true })).await;
    assert_eq!((&second["attempt"], &second["fields"]), (&json!(2), &json!({ "vip": true })));
    assert_eq!(second["unsignedFields"], json!(["vip"]));
    quiz.patch(json!({ "fields": [] })).await.is(200);
    let third = begin(json!({ "retake": true })).await;
    assert_eq!((&third["attempt"], third.get("fields")), (&json!(3), None), "{third}");
    let of_text = json!([{ "id": "vip", "type": "text", "fromCustomData": true }]);
    quiz.patch(json!({ "fields": of_text })).await.is(200);
    let fourth = begin(json!({ "retake": true })).await;
    assert_eq!(fourth["fields"], json!({ "vip": "1" }), "as the field reads it now");
}

#[tokio::test]
async fn a_saved_view_by_the_field_of_one_person_goes_with_the_person() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = declaring(&app, "invited").await;
    let mut ids = Vec::new();
    for region in ["Alone", "Shared", "Shared"] {
        let id = invited(&quiz, json!({ "region": region })).await;
        begin(&quiz, &id).await;
        ids.push(id);
    }
    for region in ["Alone", "Shared"] {
        let view = [("name", region), ("query", &format!("field=region:{region}"))];
        editor.post(&quiz.dashboard("table/views"), &view).await.is(303);
    }
    let erase = async |id: &str| {
        app.call(Method::DELETE, &format!("{}/users/{id}", quiz.url)).key(&app.key).await.is(200);
        let page = editor.get(&quiz.dashboard("answers")).await.is(200).text();
        ["Alone", "Shared"].map(|name| page.contains(&format!(">{name}<")))
    };
    assert_eq!(erase(&ids[1]).await, [true, true]);
    assert_eq!(erase(&ids[0]).await, [false, true]);
}

#[tokio::test]
async fn owners_declare_fields_in_the_dashboard_without_scripts() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.invited_quiz().await;
    let page = quiz.dashboard("share/fields");
    viewer.get(&page).await.is(403);
    viewer.post(&page, &[("do", "add"), ("name", "Region"), ("type", "text")]).await.is(403);
    assert!(editor.get(&quiz.dashboard("share")).await.is(200).text().contains("/share/fields\""));
    let add = |fields: &[(&'static str, &'static str)]| editor.post(&page, &[&[("do", "add")], fields].concat());
    add(&[("name", "Région"), ("id", ""), ("type", "text")]).await.is(303);
    add(&[("name", ""), ("id", "age"), ("type", "number"), ("custom", "yes")]).await.is(303);
    for (fields, words) in [
        (&[("name", "Twice"), ("id", "age"), ("type", "text")][..], "The id is used twice."),
        (&[("name", "Odd"), ("id", "Odd Id"), ("type", "text")], "The id "),
        (&[("name", ""), ("id", ""), ("type", "text")], "The name is required."),
        (&[("name", "Odd"), ("id", ""), ("type", "colour")], "must be text, number, date or yesNo"),
    ] {
        let refused = add(fields).await.is(422).text();
        assert!(refused.contains(words), "{words}: {refused}");
    }
    let stored = async || quiz.get("").key(&app.key).await.is(200).json()["fields"].clone();
    let expected = json!([
        { "id": "region", "name": "Région", "type": "text" },
        { "id": "age", "type": "number", "fromCustomData": true },
    ]);
    assert_eq!(stored().await, expected);
    let html = editor.get(&page).await.is(200).text();
    assert!(html.contains("name=\"name.region\"") && html.contains("value=\"Région\""), "{html}");
    let keep = [("do", "keep"), ("name.region", "Where"), ("name.age", "age"), ("remove", "gone")];
    editor.post(&page, &keep).await.is(303);
    assert_eq!(stored().await[0]["name"], "Where");
    assert_eq!(stored().await[1].get("name"), None, "the id serves");
    editor.post(&page, &[("do", "keep"), ("remove", "region")]).await.is(303);
    assert_eq!(stored().await, json!([{ "id": "age", "type": "number", "fromCustomData": true }]));
}

#[tokio::test]
async fn columns_of_a_list_fill_fields_and_become_new_ones() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    quiz.patch(json!({ "fields": [{ "id": "age", "type": "number" }] })).await.is(200);
    let list = "Name,Age,Joined\nAna,\"41,5\",2026-02-28\nBo,7,\n";
    let wrong = invite(&editor, &quiz, &list.replace('7', "old")).await.is(422).text();
    assert!(wrong.contains("Line 3: age must be a number: “old”."), "{wrong}");
    let uses = [("column0", "name"), ("column1", "field.age"), ("column2", "declare")];
    let uses = uses.map(|(name, value)| (name.to_owned(), value.to_owned()));
    create(&editor, &quiz, list, &uses, &["header"]).await.is(303);
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    let expected = json!([{ "id": "age", "type": "number" }, { "id": "joined", "name": "Joined", "type": "date" }]);
    assert_eq!((&stored["fields"], &stored["version"]), (&expected, &json!(1)));
    let people = quiz.get("/users").key(&app.key).await.is(200).json();
    assert_eq!(people["items"][0]["fields"], json!({ "age": 41.5, "joined": "2026-02-28" }));
    assert_eq!(people["items"][1]["fields"], json!({ "age": 7 }));
    let share = editor.get(&quiz.dashboard("share")).await.is(200).text();
    assert!(share.contains("age: 41.5; Joined: 2026-02-28"), "{share}");
    let links = editor.get(&quiz.dashboard("share/links.csv")).await.is(200).text();
    assert!(links.contains("customData,field.age,field.joined,state,"), "{links}");
    assert!(links.contains("Ana,,,41.5,2026-02-28,invited,"), "{links}");
}

#[tokio::test]
async fn the_dashboard_lists_filters_and_shows_fields_to_those_who_see_custom_data() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    app.namespace("other").await;
    let stranger = app.member("stranger@example.com", "other", Role::Owner).await;
    let quiz = declaring(&app, "invited").await;
    for (region, vip) in [("Nordwest", true), ("Suedost", false)] {
        let id = invited(&quiz, json!({ "region": region, "vip": vip })).await;
        begin(&quiz, &id).await;
    }
    let columns = [("column", "state"), ("column", "field.region"), ("column", "field.vip")];
    let answers = quiz.dashboard("answers");
    for person in [&editor, &viewer] {
        person.post(&quiz.dashboard("table"), &columns).await.is(303);
        let html = person.get(&answers).await.is(200).text();
        assert!(html.contains("Region") && html.contains("Nordwest") && html.contains("Suedost"), "{html}");
        let form = person.get(&format!("{answers}?filter=1&fieldOf=vip&fieldIs=Ja")).await.is(303);
        assert!(form.header("location").ends_with("?field=vip%3Atrue"), "{}", form.header("location"));
        let html = person.get(&format!("{answers}?field=vip%3Atrue")).await.is(200).text();
        assert!(html.contains("Nordwest") && !html.contains("Suedost"), "{html}");
        assert!(html.contains("Remove vip: yes"), "{html}");
    }
    let found = editor.get(&format!("{answers}?q=nordw")).await.is(200).text();
    assert!(found.contains("Nordwest") && !found.contains("Suedost"), "{found}");
    let id = list(&quiz, "field=region:Nordwest").await.remove(0);
    let page = editor.get(&quiz.dashboard(&format!("answers/{id}"))).await.is(200).text();
    assert!(page.contains("<dt>Region</dt><dd>Nordwest</dd>") && page.contains("<dt>vip</dt><dd>yes</dd>"), "{page}");
    stranger.get(&answers).await.is(403);
    stranger.get(&quiz.dashboard("share/fields")).await.is(403);
    let plain = app.invited_quiz().await;
    let html = editor.get(&plain.dashboard("answers")).await.is(200).text();
    assert!(!html.contains("fieldOf"), "nothing where none is declared");
}
