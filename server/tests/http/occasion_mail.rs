//! Messages about occasions of series: one for all that are due for an address on a day, by whichever server.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    mail::{by, mails, send, to},
    person_mail::{invite, settled, submit, write},
    series::pass,
    support::{
        App, Page, QuizAt,
        mail_server::{Does, MailServer, Taken},
    },
    webhooks,
};

fn daily(name: &str) -> Value {
    let series = json!({ "every": "P1D", "times": 30, "open": "P1D", "mail": true });
    json!({ "name": name, "anonymous": false, "series": series })
}

/// Waits until so many messages wait, and lets their moment come.
async fn come(app: &App, number: usize) {
    let queued = async || mails(app).await.iter().filter(|mail| mail.state == server::store::MailState::Queued).count();
    for _ in 0..200 {
        if queued().await == number {
            app.database.connect().await.run("UPDATE mails SET due_at = at WHERE state = 'queued'").await;
            return settled(app).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{:?}", mails(app).await);
}

/// Lets a day pass for the persons of these quizzes, and for what they were sent.
async fn next_day(quizzes: &[&QuizAt<'_>]) {
    let mut database = quizzes[0].app.database.connect().await;
    for (table, column) in [("invitations", "mailed_at"), ("mails", "ended_at")] {
        database.run(format!("UPDATE {table} SET {column} = {column} - 86400000000000")).await;
    }
    for quiz in quizzes {
        pass(quiz, 1).await;
    }
}

fn path(url: &str) -> String {
    url.strip_prefix("https://quiz.example").expect("an address of ours").to_owned()
}

fn way_out(taken: &Taken) -> String {
    let header = taken.header("List-Unsubscribe");
    path(header.strip_prefix('<').and_then(|url| url.strip_suffix('>')).expect("an address in angle brackets"))
}

fn to_person<'t>(taken: &'t [Taken], name: &str) -> Vec<&'t Taken> {
    taken.iter().filter(|taken| taken.to == format!("{name}@example.com")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_send_all_that_is_due_for_an_address_as_one_message() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let beside = app.beside_as(by(to(&server, None, None))).await;
    let (_until, _until_too) = (send(&app), send(&beside));
    webhooks::send(&app);
    webhooks::send(&beside);
    let (diary, mood) = (app.quiz(daily("Diary")).await, app.quiz(daily("Mood")).await);
    let people = invite(&diary, &["ana", "ben", "cy"]).await;
    let again = invite(&mood, &["ana"]).await;
    come(&app, 4).await;

    let taken = server.taken();
    assert_eq!(taken.len(), 3, "{taken:?}");
    let (ana, ben) = (to_person(&taken, "ana")[0], to_person(&taken, "ben")[0]);
    let text = ana.decoded();
    let links = [(&diary, &people["ana"]), (&mood, &again["ana"])]
        .map(|(quiz, id)| format!("https://quiz.example/aq/acme/{}/{id}", quiz.id));
    for part in ["Hello Name of ana,", "Diary", "Mood", "Last day: ", &links[0], &links[1]] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(ana.header("Subject"), "Several questionnaires to answer");
    assert_eq!(ben.header("Subject"), "Diary: time to answer");
    assert!(ben.decoded().contains(people["ben"].as_str()) && !ben.decoded().contains(people["ana"].as_str()));
    for message in [ana, ben] {
        assert_eq!(message.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    }
    Page::open(&app, &path(&links[0])).await.is(200);
    for (quiz, count) in [(&diary, 3), (&mood, 1)] {
        let listed = app.listed(&format!("{}/mails", quiz.url), &app.key, 100).await;
        assert_eq!(listed.len(), count);
        assert!(listed.iter().all(|mail| mail["kind"] == "occasion" && mail["state"] == "accepted"), "{listed:?}");
    }
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let page = owner.get(&diary.dashboard("share/messages")).await.is(200).text();
    assert_eq!(page.matches("Occasion").count(), 3, "{page}");
    let body = json!({ "kind": "occasion" });
    diary.post("/mails").key(&app.key).json(body).await.invalid_at(&["kind"]);
    let plan = write(&diary, "invitation").await;
    assert_eq!(plan["leftOut"], json!([{ "reason": "invited_before", "people": 3 }]), "they have their links");

    // The message about two quizzes ends all of the namespace, that about one the quiz's.
    let (all, one) = (way_out(ana), way_out(ben));
    let page = app.get(&all).await.is(200).text();
    assert!(page.contains("value=\"all\"") && !page.contains("value=\"quiz\""), "{page}");
    let spanish = Page::open(&app, &format!("{all}&lang=es")).await.is(200).html().clone();
    assert!(spanish.contains("value=\"all\"") && !spanish.contains("value=\"quiz\""), "{spanish}");
    assert!(page.contains("?of=all&amp;lang=es"), "{page}");
    assert!(app.get(&one).await.is(200).text().contains("value=\"quiz\""));
    next_day(&[&diary, &mood]).await;
    let text =
        json!({ "kind": "occasion", "language": "en", "subject": "Day of {quiz}", "body": "{name}: by {closes}" });
    app.call(axum::http::Method::PUT, &format!("{}/mailTexts", diary.url)).key(&app.key).json(text).await.is(200);
    for way in [&all, &one] {
        app.post(way).form(&[("List-Unsubscribe", "One-Click")]).await.is(200);
    }
    come(&app, 4).await;
    let taken = server.taken();
    assert_eq!(taken.len(), 4, "{taken:?}");
    let second = to_person(&taken, "cy")[1];
    assert_eq!(second.header("Subject"), "Day of Diary", "the owner's words");
    assert!(second.decoded().contains("Name of cy: by "), "{}", second.decoded());
    for (quiz, ended) in [(&diary, 2), (&mood, 1)] {
        let cancelled = app.listed(&format!("{}/mails?state=cancelled", quiz.url), &app.key, 100).await;
        assert_eq!(cancelled.len(), ended);
        assert!(cancelled.iter().all(|mail| mail["error"] == "the person wants no messages"), "{cancelled:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_answered_gets_none_and_a_message_that_came_back_ends_them() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let (diary, mood) = (app.quiz(daily("Diary")).await, app.quiz(daily("Mood")).await);
    let people = invite(&diary, &["ana", "ben"]).await;
    invite(&mood, &["ana", "ben"]).await;
    webhooks::send(&app);
    for _ in 0..200 {
        if mails(&app).await.len() == 4 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    submit(&diary, &people["ana"]).await;
    come(&app, 4).await;
    let taken = server.taken();
    assert_eq!(taken.len(), 2, "{taken:?}");
    assert_eq!(to_person(&taken, "ana")[0].header("Subject"), "Mood: time to answer");
    let ben = to_person(&taken, "ben")[0];
    let body = json!({ "messageId": ben.header("Message-ID"), "status": "5.1.1" });
    let url = [&diary, &mood].map(|quiz| format!("{}/mails/bounces", quiz.url));
    let mut noted = 0;
    for url in &url {
        let reply = app.post(url).key(&app.key).json(body.clone()).await.is(200).json();
        noted += usize::from(reply["noted"] == true);
    }
    assert_eq!(noted, 1, "by the id of one of the messages");
    for quiz in [&diary, &mood] {
        let unreached = quiz.get("/users?state=unreached").key(&app.key).await.is(200).json();
        assert_eq!(unreached["items"].as_array().map(Vec::len), Some(1), "{unreached}");
    }
    next_day(&[&diary, &mood]).await;
    come(&app, 4).await;
    let taken = server.taken();
    assert_eq!((taken.len(), to_person(&taken, "ana").len()), (3, 2), "{taken:?}");
}

#[tokio::test]
async fn mail_is_for_invited_persons() {
    let app = App::start().await;
    let quiz = app.quiz(daily("Diary")).await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(stored["series"]["mail"], json!(true));
    let inapp = app.quiz(json!({ "name": "Diary", "anonymous": false, "inapp": true })).await;
    inapp.patch(json!({ "series": stored["series"] })).await.invalid_at(&["series.mail"]);
    let without = json!({ "every": "P1D", "times": 30, "open": "P1D", "mail": false });
    let kept = quiz.patch(json!({ "series": without })).await.is(200).json();
    assert_eq!(kept["series"], json!({ "every": "P1D", "times": 30, "open": "P1D" }), "as it was without the field");
}
