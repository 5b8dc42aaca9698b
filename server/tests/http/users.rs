//! Inviting respondents, and erasing their answers.

use serde_json::{Value, json};

use crate::support::{App, segment};

#[tokio::test]
async fn many_people_are_invited_at_once_in_order() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let people: Vec<Value> = (0..600).map(|number| json!({ "name": format!("Person {number}") })).collect();
    let made = quiz.post("/users").key(&app.key).json(json!({ "users": people })).await.is(201).json();
    let users = made["users"].as_array().expect("users");
    assert_eq!(users.len(), 600);
    for user in users {
        let id = user["id"].as_str().expect("an id");
        assert_eq!(id.as_bytes()[14], b'4', "a UUID of version 4: {id}");
        assert!(user["link"].as_str().is_some_and(|link| link.ends_with(id)));
    }
}

#[tokio::test]
async fn an_invitation_is_all_or_none() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let long = "x".repeat(513);
    for (users, places) in [
        (json!([]), &["users"][..]),
        (json!([{ "name": "Ana" }, { "name": "x".repeat(201) }]), &["users[1].name"]),
        (json!([{ "customData": long, "email": "a\0b" }]), &["users[0].email", "users[0].customData"]),
        (json!([{ "name": 5 }]), &["users[0].name"]),
        (json!("everybody"), &["users"]),
        (vec![json!({}); 1001].into(), &["users"]),
    ] {
        quiz.post("/users").key(&app.key).json(json!({ "users": users })).await.invalid_at(places);
    }
    quiz.post("/users").key(&app.key).json(json!({ "users": [{ "phone": "1" }] })).await.is(400);
    for other in [app.open_quiz().await, app.inapp_quiz().await] {
        let body = json!({ "users": [{}] });
        other.post("/users").key(&app.key).json(body).await.fails(409, "quiz does not take invited users");
    }
}

#[tokio::test]
async fn people_of_every_kind_of_quiz_can_be_erased() {
    let app = App::start().await;
    let open = app.open_quiz().await;
    let anon_id = open.submitted().await;
    let inapp = app.inapp_quiz().await;
    let session = inapp.session("söme one").await;
    let (invited, body) = (app.invited_quiz().await, json!({}));
    let (uuid, stays) = (invited.invited().await, invited.invited().await);
    let begin = |uuid: &str| invited.post(&format!("/users/invited/{uuid}/initQuiz")).json(body.clone());
    begin(&uuid).await.is(200);
    for (quiz, user) in [(&open, &anon_id), (&inapp, &session), (&invited, &uuid)] {
        let path = format!("{}/users/{}", quiz.url, segment(user));
        assert_eq!(app.delete(&path).key(&app.key).await.is(200).json(), json!({ "erased": true }));
        quiz.answers_of(user).await.fails(500, "invited user does not exist");
        assert_eq!(quiz.get("").key(&app.key).await.json()["responses"]["started"], 0);
        app.delete(&path).key(&app.key).await.fails(404, "invited user does not exist");
    }
    begin(&uuid).await.fails(404, "invited user does not exist");
    begin(&stays).await.is(200);
    for nobody in ["whoever", "4f1a2b3c-0000-4000-8000-00000000abcd"] {
        let path = format!("{}/users/{nobody}", open.url);
        app.delete(&path).key(&app.key).await.fails(404, "invited user does not exist");
    }
}

#[tokio::test]
async fn respondents_do_not_change_the_custom_data_of_their_invitation() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let people = json!({ "users": [{ "customData": "crm=9" }, {}] });
    let made = quiz.post("/users").key(&app.key).json(people).await.is(201).json();
    for (index, expected) in [(0, "crm=9"), (1, "crm=1")] {
        let id = made["users"][index]["id"].as_str().expect("an id");
        let own = json!({ "customData": "crm=1" });
        let begun = quiz.post(&format!("/users/invited/{id}/initQuiz")).json(own).await.is(200).answers();
        assert_eq!(begun["customData"], expected);
    }
}
