//! Opting out of messages, and bounced messages.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    mail::{by, mails, send, to},
    person_mail::{invite, settled, write},
    support::{
        App,
        mail_server::{Does, MailServer, Taken},
    },
};

fn way_out(taken: &Taken) -> String {
    let header = taken.header("List-Unsubscribe");
    let url = header.strip_prefix('<').and_then(|url| url.strip_suffix('>')).expect("an address in angle brackets");
    url.strip_prefix("https://quiz.example").expect("an address of ours").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_end_with_a_post_and_not_by_looking() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let quiz = app.invited_quiz().await;
    let other = app.invited_quiz().await;
    invite(&quiz, &["ana", "ben"]).await;
    invite(&other, &["ana", "ben"]).await;
    write(&quiz, "invitation").await;
    settled(&app).await;
    let way = |name: &str| {
        let found = server.taken().into_iter().find(|taken| taken.to.starts_with(name)).expect("it was taken");
        way_out(&found)
    };
    let (ana, ben) = (way("ana"), way("ben"));
    for language in ["en", "ar", "de"] {
        let page = app.get(&ana).header("accept-language", language).await.is(200).text();
        assert!(page.contains(&format!("lang=\"{language}\"")) && page.contains("value=\"all\""), "{page}");
    }
    assert_eq!(write(&quiz, "reminder").await["leftOut"], json!([{ "reason": "too_soon", "people": 2 }]));
    // As mail programs post it, in both forms that the specification has.
    app.post(&ana).form(&[("List-Unsubscribe", "One-Click")]).await.is(200);
    let multipart = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    app.post(&ana).body("multipart/form-data; boundary=b", multipart).await.is(200);
    let plan = write(&quiz, "reminder").await;
    assert_eq!(
        plan["leftOut"],
        json!([{ "reason": "unsubscribed", "people": 1 }, { "reason": "too_soon", "people": 1 }])
    );
    assert_eq!(write(&other, "invitation").await["people"], 2, "another quiz goes on");
    settled(&app).await;
    app.post(&ben).form(&[("of", "all")]).await.is(200);
    let plan = write(&other, "reminder").await;
    assert_eq!(
        plan["leftOut"],
        json!([{ "reason": "unsubscribed", "people": 1 }, { "reason": "too_soon", "people": 1 }])
    );
    for wrong in [format!("{ana}A"), ana.replace(&quiz.id, &other.id), ana[..ana.len() - 3].to_owned()] {
        app.get(&wrong).await.is(404);
        app.post(&wrong).form(&[]).await.is(404);
    }
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let share = owner.get(&quiz.dashboard("share")).await.is(200).text();
    assert_eq!(share.matches("wants no messages").count(), 2, "{share}");
    let log = app.get("/api/v1/namespaces/acme/audit?limit=100").key(&app.key).await.is(200).text();
    assert_eq!(log.matches("users.opt_out").count(), 2, "the second post changed nothing: {log}");
    assert!(!log.contains("ana@example.com"), "{log}");
}

/// Opting out is checked when a message is sent, and survives the erasure of the respondent.
#[tokio::test(flavor = "multi_thread")]
async fn the_wish_holds_for_what_waits_and_after_an_erasure() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let quiz = app.invited_quiz().await;
    let first = invite(&quiz, &["ana"]).await;
    write(&quiz, "invitation").await;
    let until = send(&app);
    settled(&app).await;
    drop(until);
    let way = way_out(&server.taken()[0]);
    invite(&quiz, &["ANA"]).await;
    write(&quiz, "invitation").await;
    app.delete(&format!("{}/users/{}", quiz.url, first["ana"])).key(&app.key).await.is(200);
    app.post(&way).form(&[]).await.is(200);
    let _until = send(&app);
    settled(&app).await;
    assert_eq!(server.taken().len(), 1, "{:?}", server.taken());
    let stored = app.database.connect().await.texts("SELECT address FROM quiz_opt_outs").await;
    assert!(stored.len() == 1 && !stored[0].contains("ana"), "{stored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_back_stands_beside_the_person_who_gets_no_more() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let (quiz, other) = (app.invited_quiz().await, app.invited_quiz().await);
    invite(&quiz, &["ana"]).await;
    let body = json!({ "kind": "invitation", "remindAfterDays": [4] });
    quiz.post("/mails").key(&app.key).json(body).await.is(200);
    settled(&app).await;
    let message_id = server.taken()[0].header("Message-ID");
    let bounce = |url: &str, status: &str| {
        let body = json!({ "messageId": message_id, "status": status });
        app.post(&format!("{url}/mails/bounces")).key(&app.key).json(body)
    };
    bounce(&quiz.url, &"5".repeat(21)).await.invalid_at(&["status"]);
    for (url, status) in [(&quiz.url, "4.2.2"), (&quiz.url, ""), (&other.url, "5.1.1")] {
        assert_eq!(bounce(url, status).await.is(200).json(), json!({ "noted": false }), "{url} {status}");
    }
    assert_eq!(bounce(&quiz.url, "5.1.1").await.is(200).json(), json!({ "noted": true }));
    let mail = quiz.get("/users").key(&app.key).await.is(200).json()["items"][0]["mail"].clone();
    assert_eq!((&mail["state"], &mail["error"]), (&json!("bounced"), &json!("5.1.1")));
    let unreached = quiz.get("/users?state=unreached").key(&app.key).await.is(200).json();
    assert_eq!(unreached["items"].as_array().map(Vec::len), Some(1), "{unreached}");
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let share = owner.get(&quiz.dashboard("share?state=unreached")).await.is(200).text();
    assert!(share.contains("1 not reached by mail") && share.contains("Came back (5.1.1)"), "{share}");
    let share = owner.get(&other.dashboard("share")).await.is(200).text();
    assert!(!share.contains("not reached by mail"), "{share}");
    assert!(
        mails(&app).await.iter().all(|mail| mail.new.user.is_none() || mail.state != server::store::MailState::Queued),
        "none is planned"
    );
    let plan: Value = write(&quiz, "reminder").await;
    assert_eq!(plan["leftOut"], json!([{ "reason": "bounced", "people": 1 }]));
}
