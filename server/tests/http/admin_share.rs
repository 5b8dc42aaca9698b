//! The share page: the link, embedding, and the list of invited people.

use domain::Role;
use serde_json::json;

use crate::{
    invited_lists::{create, invite, suggested_of},
    support::{App, QuizAt, all_answers},
};

pub(crate) fn share(quiz: &QuizAt<'_>) -> String {
    format!("/admin/ns/{}/quizzes/{}/share", quiz.namespace, quiz.id)
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
