//! The share page: the link, embedding and invitations.

use axum::http::Method;
use domain::Role;
use serde_json::json;

use crate::support::{App, Call, Person, QuizAt, Reply, all_answers};

fn share(quiz: &QuizAt<'_>) -> String {
    format!("/admin/ns/{}/quizzes/{}/share", quiz.namespace, quiz.id)
}

/// Submits the first form as a browser does, with a file that may be empty.
fn give(person: &Person<'_>, quiz: &QuizAt<'_>, typed: &str, file: &[u8]) -> Call {
    let file = ("file\"; filename=\"people.csv", file);
    send(person, quiz, &[("people", typed.as_bytes()), file])
}

fn send(person: &Person<'_>, quiz: &QuizAt<'_>, fields: &[(&str, &[u8])]) -> Call {
    let mut body = Vec::new();
    for (name, content) in fields {
        let head = format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    let call = person.call(Method::POST, &format!("{}/invite", share(quiz)));
    call.body("multipart/form-data; boundary=edge", body)
}

/// The uses of the columns that a page suggests, by field.
fn suggested(page: &str) -> Vec<(String, String)> {
    let selects = page.split("<select name=\"").skip(1).map(|rest| rest.split("</select>").next().unwrap_or_default());
    let chosen = |select: &str| {
        let option = select.split("<option ").find(|option| option.contains(" selected"))?;
        Some(option.split("value=\"").nth(1)?.split('"').next()?.to_owned())
    };
    selects
        .map(|select| {
            let name = select.split('"').next().unwrap_or_default().to_owned();
            (name, chosen(select).expect("one of the options"))
        })
        .collect()
}

/// Submits the second form with these uses and ticks.
fn create(person: &Person<'_>, quiz: &QuizAt<'_>, list: &str, uses: &[(String, String)], ticks: &[&str]) -> Call {
    let mut fields = vec![("people", list.as_bytes())];
    fields.extend(uses.iter().map(|(name, value)| (name.as_str(), value.as_bytes())));
    fields.extend(["mapped", "create"].iter().chain(ticks).map(|tick| (*tick, b"yes".as_slice())));
    send(person, quiz, &fields)
}

/// Submits both forms, with the suggested columns.
async fn invite(person: &Person<'_>, quiz: &QuizAt<'_>, list: &str) -> Reply {
    let page = give(person, quiz, list, b"").await.is(200).text();
    let has_header = page
        .split("id=\"header\"")
        .nth(1)
        .is_some_and(|rest| rest.split('>').next().unwrap_or_default().contains("checked"));
    let ticks: &[&str] = if has_header { &["header"] } else { &[] };
    create(person, quiz, list, &suggested(&page), ticks).await
}

#[tokio::test]
async fn an_open_quiz_is_shared_by_its_link_and_qr_code() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let page = viewer.get(&share(&quiz)).await.is(200).text();
    assert!(page.contains(&format!("value=\"https://quiz.example/aq/acme/{}\"", quiz.id)), "{page}");
    assert!(page.contains("<svg"));
    let file = viewer.get(&format!("{}/qr.svg", share(&quiz))).await.is(200);
    assert_eq!(file.header("content-type"), "image/svg+xml");
    assert!(file.header("content-disposition").starts_with("attachment"));
    assert!(file.text().starts_with("<svg"));
    let inapp = app.inapp_quiz().await;
    for other in [&inapp, &app.invited_quiz().await] {
        viewer.get(&format!("{}/qr.svg", share(other))).await.is(404);
    }
    let ways = ["id=\"snippet\"", "/share/example\""];
    let page = viewer.get(&share(&inapp)).await.is(200).text();
    assert!(ways.iter().all(|way| page.contains(way)), "{page}");

    // Nothing links to a quiz that cannot be answered.
    for closed in [&quiz, &inapp] {
        closed.patch(json!({ "status": "closed" })).await.is(200);
        let page = viewer.get(&share(closed)).await.is(200).text();
        assert!(!ways.iter().any(|way| page.contains(way)) && !page.contains("qr-card"), "{page}");
        viewer.get(&format!("{}/qr.svg", share(closed))).await.is(404);
    }
}

#[tokio::test]
async fn the_example_of_an_embedded_quiz_works_once_this_server_is_allowed() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.inapp_quiz().await;
    let page = editor.get(&share(&quiz)).await.is(200).text();
    assert!(page.contains(&format!("data-quiz=\"acme/{}\"", quiz.id)), "the snippet: {page}");
    assert!(page.contains("No origin is allowed yet"));
    let example = format!("{}/example", share(&quiz));
    let before = editor.get(&example).await.is(200).text();
    assert!(before.contains("https://quiz.example") && !before.contains("/embed.js"), "{before}");
    editor.post(&format!("{example}/allow"), &[]).await.is(303);
    let after = editor.get(&example).await.is(200).text();
    let session = after.split("data-session-id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a session");
    assert!(after.contains(&format!("data-quiz=\"acme/{}\"", quiz.id)));
    let framed = app.get(&format!("/app/acme/{}?sessionId={session}", quiz.id)).await.is(200);
    assert!(framed.header("content-security-policy").contains("frame-ancestors https://quiz.example"));
    let twice = editor.post(&format!("{example}/allow"), &[]).await.is(303);
    assert_eq!(twice.header("location"), example);
    let quiz = quiz.get("").key(&app.key).await.json();
    assert_eq!(quiz["allowedOrigins"], json!(["https://quiz.example"]));
    editor.get(&example.replace(quiz["id"].as_str().expect("an id"), &app.open_quiz().await.id)).await.is(409);
}

#[tokio::test]
async fn respondents_are_invited_by_a_typed_list_and_by_a_file() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    invite(&editor, &quiz, "Ana López, ana@example.com, branch 12\r\nBo\r\n").await.is(303);
    let file = "Correo;Nombre\ncy@example.com;Cy\n";
    let page = give(&editor, &quiz, "", file.as_bytes()).await.is(200).text();
    assert!(page.contains("Create 1 invitation<"), "{page}");
    create(&editor, &quiz, file, &suggested(&page), &["header"]).await.is(303);
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    let people: Vec<_> = list["items"].as_array().expect("items").iter().map(|item| &item["name"]).collect();
    assert_eq!(people, ["Cy", "Ana López", "Bo"], "newest first, those of one list in its order");
    assert_eq!(list["items"][1]["customData"], "branch 12");
    let page = editor.get(&share(&quiz)).await.is(200).text();
    let link = list["items"][1]["link"].as_str().expect("a link");
    assert!(page.contains(link) && page.contains("Ana López"), "{page}");
}

#[tokio::test]
async fn one_wrong_line_rejects_the_whole_list() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let long = "x".repeat(201);
    for (typed, file, words) in [
        ("Ana\n\"Bo", "", "Line 2: A quotation mark is opened here and never closed."),
        (&*format!("Ana\n{long}"), "", "Line 2: The name is 201 characters long, at most 200 are allowed"),
        ("Ana", "Bo", "not in both"),
        ("", "Ana\u{0}", "Line 1: The name"),
    ] {
        let reply = give(&editor, &quiz, typed, file.as_bytes()).await;
        assert!(reply.text().contains(words), "{words}: {}", reply.text());
        assert!(reply.text().contains(typed.lines().next().unwrap_or_default()), "what was typed is kept");
    }
    let wrong = invite(&editor, &quiz, "Ana, ana@example.com\nBo, bo at home\nCy, cy@\nDi, ANA@example.com")
        .await
        .is(422)
        .text();
    for words in ["Line 2: “bo at home”", "Line 3: “cy@”", "Line 4: ANA@example.com is on line 1 already."] {
        assert!(wrong.contains(words), "all at once, {words}: {wrong}");
    }
    let picture = give(&editor, &quiz, "", b"\xff\xd8\xff\xe0\x00\x10JFIF").await.is(422);
    assert!(picture.text().contains("not a text"), "{}", picture.text());
    assert_eq!(quiz.get("/users").key(&app.key).await.json()["items"], json!([]));
    let open = app.open_quiz().await;
    give(&editor, &open, "Ana", b"").await.is(409);
}

#[tokio::test]
async fn two_hundred_people_with_three_further_columns_are_invited_with_two_forms() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let people: Vec<String> = (1..=200).map(|n| format!("Person {n},p{n}@example.com,{n},Madrid,\"a, b\"\n")).collect();
    let list = format!("Name,E-mail,Branch,City,Plan\n{}", people.concat());
    let page = give(&editor, &quiz, "", list.as_bytes()).await.is(200).text();
    for words in ["Create 200 invitations", "Person 3"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("Branch: 1"), "left out unless chosen: {page}");
    create(&editor, &quiz, &list, &suggested_of(5), &["header"]).await.is(303);
    let page = editor.get(&share(&quiz)).await.is(200).text();
    assert!(page.contains(">200 not started</a>") && page.contains(">0 submitted</span>"), "{page}");

    // The same list again: everyone on it is invited already, until they are left out.
    let again = create(&editor, &quiz, &list, &suggested_of(5), &["header"]).await.is(422).text();
    assert!(again.contains("Line 2: p1@example.com is invited already."), "{again}");
    assert!(again.contains("Leave out the 200 lines"), "{again}");
    let longer = format!("{list}New,new@example.com,201,Roma,c\n");
    create(&editor, &quiz, &longer, &suggested_of(5), &["header", "leave-out"]).await.is(303);
    let list = quiz.get("/users?search=new@example.com").key(&app.key).await.is(200).json();
    assert_eq!(list["items"][0]["customData"], "Branch: 201; City: Roma; Plan: c");
    assert!(editor.get(&share(&quiz)).await.text().contains("201 invited"));
}

/// A name, an email address, and further columns.
fn suggested_of(columns: usize) -> Vec<(String, String)> {
    let uses = (0..columns).map(|column| match column {
        0 => "name",
        1 => "email",
        _ => "data",
    });
    uses.enumerate().map(|(column, used)| (format!("column{column}"), used.to_owned())).collect()
}

#[tokio::test]
async fn lists_of_other_programs_are_taken_as_they_are_saved() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    // A contact list with dozens of columns, most of them empty, as “Unicode text”.
    let head: Vec<String> = (0..90).map(|number| format!("Field {number}")).collect();
    let contacts = format!(
        "Title\tFirst Name\tLast Name\tPassword\tE-mail Address\t{}\r\n\tÉlodie\tMüller\tHunter2!\te@example.com\t{}\r\n",
        head.join("\t"),
        "\t".repeat(88),
    );
    let wide: Vec<u8> = contacts.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let page = give(&editor, &quiz, "", &wide).await.is(200).text();
    assert!(page.contains("Élodie Müller") && page.contains("Never imported"), "{page}");
    assert_eq!(page.matches("<select name=\"column").count(), 3, "the filled ones: {page}");
    assert!(!page.contains("<td class=\"prose\">Hunter2!"), "{page}");
    let mut uses = suggested(&page);
    uses.push(("column3".to_owned(), "data".to_owned()));
    create(&editor, &quiz, &contacts, &uses, &["header"]).await.is(303);
    // “CSV” from a Windows program, with undeclared encoding.
    let page = give(&editor, &quiz, "", b"sep=;\r\nNombre;Correo\r\nJos\xe9;jose@example.com\r\n").await.is(200).text();
    assert!(page.contains("José") && page.contains("Western European"), "{page}");
    let list = quiz.get("/users?search=ELODIE+mu").key(&app.key).await.is(200).json();
    assert_eq!(
        (&list["items"][0]["name"], &list["items"][0]["email"]),
        (&json!("Élodie Müller"), &json!("e@example.com"))
    );
    assert_eq!(list["items"][0]["customData"], json!(null));
}

#[tokio::test]
async fn a_column_can_be_ignored_or_become_something_else() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let uses = ["ignore", "name"].map(str::to_owned).into_iter().enumerate();
    let uses: Vec<_> = uses.map(|(column, used)| (format!("column{column}"), used)).collect();
    create(&editor, &quiz, "A-1,Ana\nB-2,Bo", &uses, &[]).await.is(303);
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    assert_eq!((&list["items"][0]["name"], &list["items"][0]["customData"]), (&json!("Ana"), &json!(null)));
}

#[tokio::test]
async fn a_link_is_revoked_restored_and_replaced() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.invited_quiz().await;
    let id = quiz.invited().await;
    let page = format!("{}/{id}", quiz.page());
    let at = |way: &str| format!("{}/invited/{id}/{way}", share(&quiz));
    for way in ["revoke", "renew"] {
        viewer.get(&at(way)).await.is(403);
        assert!(editor.get(&at(way)).await.is(200).text().contains("Ana?"));
    }
    app.get(&page).await.is(200);
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
    editor.post(&at("revoke"), &[]).await.is(303);
    app.get(&page).await.is(404);
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(404);
    quiz.post(&format!("/users/{id}/answers/submit")).json(json!({ "answers": all_answers() })).await.is(404);
    let list = editor.get(&share(&quiz)).await.is(200).text();
    assert!(list.contains("pill-revoked") && list.contains("1 revoked") && !list.contains(&page), "{list}");
    editor.post(&at("restore"), &[]).await.is(303);
    // Redirects to the first question.
    app.get(&page).await.is(303);

    // Once there are answers, the link is kept.
    let kept = editor.post(&at("renew"), &[]).await.is(303);
    assert!(kept.header("location").ends_with("said=link-kept"));
    app.get(&page).await.is(303);
    let other = quiz.invited().await;
    let renewed = editor.post(&format!("{}/invited/{other}/renew", share(&quiz)), &[]).await.is(303);
    assert!(renewed.header("location").ends_with("said=link-renewed"));
    app.get(&format!("{}/{other}", quiz.page())).await.is(404);
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    let new = list["items"][0]["link"].as_str().expect("a link").replace("https://quiz.example", "");
    app.get(&new).await.is(200);
}

#[tokio::test]
async fn the_list_says_how_far_each_person_has_come_and_is_searched() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.invited_quiz().await;
    let users = json!([{ "name": "Ana" }, { "name": "Bo", "email": "bo@bank.example" }, { "name": "Cy" }]);
    let made = quiz.post("/users").key(&app.key).json(json!({ "users": users })).await.is(201).json();
    let ids: Vec<_> = made["users"].as_array().expect("users").iter().map(|user| user["id"].as_str()).collect();
    for (index, path) in [(0, "initQuiz"), (1, "initQuiz"), (1, "answers/submit")] {
        let id = ids[index].expect("an id");
        let user = if path == "initQuiz" { format!("invited/{id}") } else { id.to_owned() };
        let body = if path == "initQuiz" { json!({}) } else { json!({ "answers": all_answers() }) };
        quiz.post(&format!("/users/{user}/{path}")).json(body).await.is(200);
    }
    let states = |list: &serde_json::Value| -> Vec<String> {
        let items = list["items"].as_array().expect("items");
        items.iter().map(|item| format!("{} {}", item["name"], item["state"]).replace('"', "")).collect()
    };
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    assert_eq!(states(&list), ["Ana begun", "Bo submitted", "Cy invited"]);
    let found = quiz.get("/users?search=BANK").key(&app.key).await.is(200).json();
    assert_eq!(states(&found), ["Bo submitted"]);
    let first = quiz.get("/users?limit=2").key(&app.key).await.is(200).json();
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    let second = quiz.get(&format!("/users?limit=2&cursor={cursor}")).key(&app.key).await.is(200).json();
    assert_eq!(states(&second), ["Cy invited"]);
    assert_eq!(second["nextCursor"], json!(null));
    let page = viewer.get(&format!("{}?search=bo%40", share(&quiz))).await.is(200).text();
    assert!(page.contains("pill-submitted") && !page.contains("Cy"), "{page}");
    assert!(!page.contains("/invite\""), "a viewer is not offered to invite");
    for id in &ids {
        assert!(!page.contains(id.expect("an id")), "with a link, a viewer could answer as anyone: {page}");
    }
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let page = editor.get(&share(&quiz)).await.is(200).text();
    assert!(page.contains(&format!("/aq/acme/{}/{}", quiz.id, ids[0].expect("an id"))), "{page}");
}

#[tokio::test]
async fn a_long_list_goes_on_by_links_and_whole_into_the_file() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let all: Vec<String> = (1..=120).map(|number| format!("Person {number:03}")).collect();
    let typed = all.join("\n");
    invite(&editor, &quiz, &typed).await.is(303);
    let (mut path, mut seen) = (share(&quiz), Vec::new());
    loop {
        let page = editor.get(&path).await.is(200).text();
        seen.extend(page.split("<th scope=\"row\">").skip(1).map(|row| row[..10].to_owned()));
        let Some(next) = page.split("<a href=\"").find(|link| link.contains("rel=\"next\"")) else { break };
        path = next.split('"').next().unwrap_or_default().replace("&amp;", "&");
    }
    assert_eq!(seen, all);
    let file = editor.get(&format!("{}/links.csv", share(&quiz))).await.is(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<String> = file.text().lines().map(ToOwned::to_owned).collect();
    assert_eq!(lines.len(), 121);
    assert_eq!(lines[0], "name,email,customData,state,invitedAt,id,link,mail,mailedAt,reminders");
    assert!(lines[1].starts_with("Person 001,,,invited,"), "{}", lines[1]);
    assert!(lines[1].contains(&format!("https://quiz.example/aq/acme/{}/", quiz.id)), "{}", lines[1]);
}

#[tokio::test]
async fn each_total_leads_to_its_people_and_to_their_links() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    invite(&editor, &quiz, "Ana\nBea\nCleo\nDora").await.is(303);
    let listed = quiz.get("/users").key(&app.key).await.json();
    let id = |name: &str| {
        let found = listed["items"].as_array().into_iter().flatten().find(|one| one["name"] == name);
        found.and_then(|one| one["id"].as_str()).expect("an invited person").to_owned()
    };
    for name in ["Bea", "Cleo"] {
        quiz.post(&format!("/users/invited/{}/initQuiz", id(name))).json(json!({})).await.is(200);
    }
    let body = json!({ "answers": all_answers() });
    quiz.post(&format!("/users/{}/answers/submit", id("Cleo"))).json(body).await.is(200);
    editor.post(&format!("{}/invited/{}/revoke", share(&quiz), id("Dora")), &[]).await.is(303);

    for (total, state, people) in [
        ("2 not started", "invited", vec!["Ana", "Dora"]),
        ("1 started", "begun", vec!["Bea"]),
        ("1 submitted", "submitted", vec!["Cleo"]),
        ("1 revoked", "revoked", vec!["Dora"]),
    ] {
        let page = editor.get(&share(&quiz)).await.is(200).text();
        let href = format!("{}?state={state}", share(&quiz));
        assert!(page.contains(&format!("<a href=\"{href}\">{total}</a>")), "{total}: {page}");
        let page = editor.get(&href).await.is(200).text();
        let rows: Vec<&str> = page.split("<th scope=\"row\">").skip(1).collect();
        assert_eq!(rows.len(), people.len(), "{total}: {page}");
        let links = format!("{}/links.csv?state={state}", share(&quiz));
        assert!(page.contains(&links), "{total}: {page}");
        let file = editor.get(&links).await.is(200).text();
        let names: Vec<&str> = file.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(names, people, "{total}: {file}");
        let found = quiz.get(&format!("/users?state={state}")).key(&app.key).await.is(200).json();
        let found: Vec<&str> =
            found["items"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(found, people, "{total}");
    }
    let searched = editor.get(&format!("{}?state=invited&search=dora", share(&quiz))).await.is(200).text();
    assert!(searched.contains("name=\"state\" value=\"invited\""), "a search stays in its group: {searched}");
    assert_eq!(searched.matches("<th scope=\"row\">").count(), 1);
    quiz.get("/users?state=late").key(&app.key).await.is(400);
}

#[tokio::test]
async fn a_search_for_answers_names_an_invited_person_without_any() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    invite(&editor, &quiz, "Ana López,ana@x.example\nBo,bo@x.example").await.is(303);
    let listed = quiz.get("/users").key(&app.key).await.json();
    let bo = listed["items"][1]["id"].as_str().expect("an id").to_owned();
    quiz.post(&format!("/users/invited/{bo}/initQuiz")).json(json!({})).await.is(200);
    let answers = share(&quiz).replace("/share", "/answers");
    for person in [&editor, &viewer] {
        let page = person.get(&format!("{answers}?q=lopez")).await.is(200).text();
        assert!(page.contains("Ana López is invited and has not started."), "{page}");
        assert!(page.contains("/share?search=lopez&amp;state=invited"), "{page}");
        let page = person.get(&format!("{answers}?q=nowhere")).await.is(200).text();
        assert!(page.contains("No matching responses"), "{page}");
    }
}

#[tokio::test]
async fn no_cell_of_the_file_is_a_formula() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let uses = suggested_of(3);
    create(&editor, &quiz, "=HYPERLINK(1);;+1", &uses, &[]).await.is(303);
    let file = editor.get(&format!("{}/links.csv", share(&quiz))).await.is(200).text();
    assert!(file.contains("\r\n'=HYPERLINK(1),,'+1,"), "{file}");
}

#[tokio::test]
async fn an_invitation_is_taken_back_with_its_answers_after_a_question() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let id = quiz.invited().await;
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
    let at = format!("{}/invited/{id}/remove", share(&quiz));
    assert!(editor.get(&at).await.is(200).text().contains("Remove Ana?"));
    editor.post(&at, &[]).await.is(303);
    app.get(&format!("{}/{id}", quiz.page())).await.is(404);
    assert_eq!(quiz.get("/users").key(&app.key).await.json()["items"], json!([]));
    editor.get(&at).await.is(404);
}

#[tokio::test]
async fn a_list_says_the_language_of_each_person() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let list = "Name,E-mail,Sprache\nAna,ana@example.com,pt_BR\nBo,bo@example.com,Deutsch\nCy,cy@example.com,";
    let page = give(&owner, &quiz, &format!("{list}\nDi,di@example.com,Klingonese"), b"").await.is(200).text();
    assert!(page.contains("Line 5") && page.contains("“Klingonese” is not a language"), "{page}");
    invite(&owner, &quiz, list).await.is(303);
    let users = quiz.get("/users").key(&app.key).await.is(200).json();
    let mut languages: Vec<String> = users["items"]
        .as_array()
        .expect("users")
        .iter()
        .map(|user| format!("{} {}", user["name"], user["language"]))
        .collect();
    languages.sort();
    assert_eq!(languages, ["\"Ana\" \"pt-BR\"", "\"Bo\" \"de\"", "\"Cy\" null"]);
}
