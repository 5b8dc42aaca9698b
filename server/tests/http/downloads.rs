//! Links to exported files expire with the permission of the caller they were given to.

use std::time::Duration;

use domain::{NamespaceId, Role};
use server::{service::Caller, store::KeyScope};

use crate::support::{App, Person, QuizAt};

async fn link_of(person: &Person<'_>, quiz: &QuizAt<'_>) -> String {
    for _ in 0..500 {
        let page = person.get(&quiz.dashboard("exports")).await.is(200).text();
        if let Some(rest) = page.split("/api/v1/exports/").nth(1) {
            let link = rest.split('"').next().expect("an address").replace("&amp;", "&");
            return format!("/api/v1/exports/{link}");
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no link");
}

#[tokio::test]
async fn a_link_ends_with_the_role_of_the_person_who_has_it() {
    let app = App::start().await;
    app.namespace("other").await;
    let keeper = app.member("keeper@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    ana.accept(&app.offer("ana@example.com", "other", Role::Owner).await).await.is(303);
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    ana.post(&quiz.dashboard("exports"), &[("format", "csv")]).await.is(303);
    let (hers, keepers) = (link_of(&ana, &quiz).await, link_of(&keeper, &quiz).await);
    app.get(&hers).await.is(200);
    let acme = NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&Caller::Operator, &acme).await.expect("members");
    let id = &members.iter().find(|member| member.role == Role::Editor).expect("ana").administrator.id;
    for role in [Role::Viewer, Role::Editor] {
        app.service.change_role(&Caller::Operator, &acme, id, role).await.expect("changed");
        app.get(&hers).await.is(if role == Role::Editor { 200 } else { 403 });
    }
    app.service.remove_member(&Caller::Operator, &acme, id).await.expect("removed");
    app.get(&hers).await.fails(403, "the download link is not valid or has expired").coded("invalid_link");
    // The account still exists elsewhere, and the file is available to others.
    ana.get("/admin/ns/other").await.is(200);
    app.get(&keepers).await.is(200);
}

#[tokio::test]
async fn a_link_that_a_key_was_told_ends_with_the_key() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let key = app.key_for(Some("acme"), KeyScope::Export).await;
    quiz.post("/csvExport").key(&key).await.is(202);
    let link = async |key: &str| loop {
        let path = quiz.get("").key(key).await.is(200).json()["csvExportPath"].clone();
        if let Some(path) = path.as_str() {
            return path.trim_start_matches("https://quiz.example").to_owned();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    let (its, others) = (link(&key).await, link(&app.key).await);
    app.get(&its).await.is(200);
    let id = key.split('_').nth(1).expect("the id of a key");
    app.service.revoke_key(&Caller::Operator, id).await.expect("revoked");
    app.get(&its).await.is(403);
    app.get(&others).await.is(200);
}
