//! Writing to invited respondents from the dashboard.

use domain::Role;

use crate::{
    mail::{by, mails, send, to},
    person_mail::{invite, settled},
    support::{
        App,
        mail_server::{Does, MailServer},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_writes_tries_and_sends_from_one_form() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    invite(&quiz, &["ana", "ben"]).await;
    let share = owner.get(&quiz.dashboard("share")).await.is(200).text();
    assert!(share.contains("share/write?kind=invitation") && share.contains("share/write?kind=reminder"), "{share}");
    let page = owner.get(&quiz.dashboard("share/write?kind=invitation")).await.is(200).text();
    for text in [
        "2 people get it.",
        "Send to 2 people",
        "Invited: your personal link",
        "Hello Name of ana,",
        "To ben@example.com",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let form = |go: &'static str, body: &'static str| {
        let fields =
            [("kind", "invitation"), ("language", "en"), ("subject", "Please {name}"), ("body", body), ("go", go)];
        owner.post(&quiz.dashboard("share/write"), &fields)
    };
    let page = form("send", " ").await.is(422).text();
    assert!(page.contains("Enter some text.") && page.contains("value=\"Please {name}\""), "{page}");
    assert!(mails(&app).await.iter().all(|mail| mail.new.quiz.is_none()));
    form("try", "Our words.").await.is(303);
    settled(&app).await;
    let of_quiz =
        || server.taken().into_iter().filter(|taken| taken.header("Subject").starts_with("Please")).collect::<Vec<_>>();
    let trial = of_quiz();
    assert_eq!(trial.iter().map(|taken| taken.to.as_str()).collect::<Vec<_>>(), ["owner@example.com"]);
    let text = trial[0].decoded();
    assert!(text.contains("Our words.") && text.contains("/preview") && !text.contains("/aq/acme/"), "{text}");
    assert!(trial[0].header("List-Unsubscribe").is_empty(), "{text}");
    let fields = [
        ("kind", "invitation"),
        ("language", "en"),
        ("subject", "Please {name}"),
        ("body", "Our words."),
        ("go", "send"),
        ("remind", "4 10"),
    ];
    owner.post(&quiz.dashboard("share/write"), &fields).await.is(303);
    settled(&app).await;
    assert_eq!(of_quiz().len(), 3);
    let share = owner.get(&quiz.dashboard("share")).await.is(200).text();
    assert_eq!(share.matches(">Sent ").count(), 2, "{share}");
    let coming = owner.get(&quiz.dashboard("share/messages?state=queued")).await.is(200).text();
    assert_eq!(coming.matches("<td>Reminder</td>").count(), 4, "{coming}");
    owner.post(&quiz.dashboard("share/messages/cancel"), &[]).await.is(303);
    let coming = owner.get(&quiz.dashboard("share/messages?state=queued")).await.is(200).text();
    assert!(coming.contains("No messages"), "{coming}");
    let csv = owner.get(&quiz.dashboard("share/links.csv")).await.is(200).text();
    assert!(csv.lines().nth(1).is_some_and(|line| line.contains(",sent,") && line.ends_with(",0")), "{csv}");
}

#[tokio::test]
async fn without_mail_the_page_says_what_would_be_there() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    invite(&quiz, &["ana"]).await;
    let share = owner.get(&quiz.dashboard("share")).await.is(200).text();
    assert!(!share.contains("share/write"), "{share}");
    let page = owner.get(&quiz.dashboard("share/write")).await.is(200).text();
    assert!(page.contains("This server sends no mail.") && !page.contains("value=\"send\""), "{page}");
    quiz.post("/mails").key(&app.key).json(serde_json::json!({ "kind": "invitation" })).await.is(409).coded("no_mail");
    let open = app.open_quiz().await;
    owner.get(&open.dashboard("share/write")).await.is(409);
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    viewer.get(&quiz.dashboard("share/write")).await.is(403);
}
