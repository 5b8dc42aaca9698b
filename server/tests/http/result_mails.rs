//! Results that respondents have sent to themselves.

use std::collections::BTreeSet;

use serde_json::json;
use server::store::MailState;

use crate::{
    mail::{by, mails, send, to},
    person_mail::{settled, submit},
    support::{
        App, Page, QuizAt, all_answers,
        mail_server::{Does, MailServer, Taken},
    },
};

const ANA: &str = "ana@example.com";

/// An app that sends mail.
async fn app(server: &MailServer) -> App {
    App::start_as(by(to(server, None, None)), |http| http).await
}

async fn open_quiz(app: &App) -> QuizAt<'_> {
    app.quiz(json!({ "name": "My day", "resultByMail": true })).await
}

/// Sends the form of a result.
async fn ask<'a>(app: &'a App, url: &str, address: &str) -> Page<'a> {
    let page = Page::open(app, url).await.is(200);
    let form = page.send(&[("go", "mail"), ("address", address)]).await;
    let to = form.reply.header("location").to_owned();
    assert!(!to.contains('@') && !to.contains("%40"), "an address in an address: {to}");
    form.follow().await.is(200)
}

/// The path that a message leads to.
fn link(taken: &Taken) -> String {
    let text = taken.decoded();
    let rest = text.split("https://quiz.example/result/").nth(1).expect("a link to a result");
    let path: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_/".contains(*c)).collect();
    format!("/result/{path}")
}

fn taken(server: &MailServer, address: &str) -> Taken {
    server.taken().into_iter().find(|taken| taken.to == address).expect("it is taken")
}

/// Everything that the database has about messages.
async fn stored(app: &App) -> String {
    let mut database = app.database.connect().await;
    let of_mails = "SELECT recipient || domain || coalesce(reference, '') || coalesce(error, '') FROM mails";
    let of_results = "SELECT coalesce(sealed, '-') || coalesce(address, '-') FROM result_mails";
    [database.texts(of_mails).await, database.texts(of_results).await].concat().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_leads_to_the_result_and_holds_none_of_it() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let quiz = open_quiz(&app).await;
    let user = quiz.submitted().await;
    let url = format!("{}/{user}", quiz.page());
    let page = ask(&app, &url, ANA).await;
    assert!(page.text().contains("The message is on its way"), "{}", page.text());
    assert!(!page.html().contains("name=\"address\""), "one message a result");
    assert!(!stored(&app).await.contains("example.com"), "{}", stored(&app).await);
    let _until = send(&app);
    settled(&app).await;
    let text = taken(&server, ANA).decoded();
    assert!(text.contains("My day: your result") && text.contains("30") && !text.contains(&user), "{text}");
    let result = Page::open(&app, &link(&taken(&server, ANA))).await.is(200);
    let (html, seen) = (result.html(), result.text());
    assert!(seen.contains("A message has led to this page."), "{seen}");
    assert!(!html.contains(&user), "the id is a link that answers in the respondent’s name");
    for way in ["name=\"go\"", "erase=ask", "calendar=", "keep-title"] {
        assert!(!html.contains(way), "{way}: {html}");
    }
    let score = page.text().split("Your score is ").nth(1).map(|rest| rest[..3].to_owned());
    assert!(score.is_none_or(|score| seen.contains(&score) && !text.contains(&format!("score is {score}"))));
    // Neither the address nor what is encrypted of it.
    let stored = stored(&app).await;
    assert!(stored.contains(" -") && !stored.contains("example.com"), "{stored}");
    let again = ask_anyway(&app, &url, "other@example.com").await;
    assert!(again.text().contains("was asked for before"), "{}", again.text());
    assert_eq!(mails(&app).await.len(), 1);
    let log = app.get("/api/v1/namespaces/acme/audit").key(&app.key).await.is(200).text();
    assert!(log.contains("answers.mail_result") && !log.contains("example.com"), "{log}");
}

/// The same where the page has no form any more.
async fn ask_anyway<'a>(app: &'a App, url: &str, address: &str) -> Page<'a> {
    let reply = app.post(url).form(&[("go", "mail"), ("address", address)]).await.is(303);
    Page::open(app, reply.header("location")).await.is(200)
}

#[tokio::test]
async fn only_quizzes_that_allow_it_on_servers_that_can_have_the_form() {
    let server = MailServer::start(|_, _| Does::Take);
    let (with_mail, without) = (app(&server).await, App::start().await);
    for (app, allows, has_form) in [(&with_mail, true, true), (&with_mail, false, false), (&without, true, false)] {
        let quiz = app.quiz(json!({ "name": "A", "resultByMail": allows })).await;
        let url = format!("{}/{}", quiz.page(), quiz.submitted().await);
        for language in ["en", "ar", "de", "es", "fr", "pt-BR"] {
            let page = Page::open(app, &format!("{url}?lang={language}")).await.is(200);
            assert_eq!(page.html().contains("id=\"send-address\""), has_form, "{allows} {language}");
        }
        if !has_form {
            ask_anyway(app, &url, ANA).await;
            assert!(mails(app).await.is_empty());
        }
        assert_eq!(quiz.get("").key(&app.key).await.json()["resultByMail"], allows);
        quiz.patch(json!({ "resultByMail": !allows })).await.is(200);
        assert_eq!(quiz.get("").key(&app.key).await.json()["resultByMail"], !allows);
    }
}

#[tokio::test]
async fn an_address_gets_three_a_day_and_a_result_is_sent_once() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let (quiz, other) = (open_quiz(&app).await, open_quiz(&app).await);
    let url = format!("{}/{}", quiz.page(), quiz.submitted().await);
    let page = ask(&app, &url, "ana at example").await;
    assert!(page.text().contains("That is not an e-mail address") && page.html().contains("aria-invalid"));
    // Two tabs.
    let form = [("go", "mail"), ("address", " Ana@Example.com ")];
    let (one, two) = tokio::join!(app.post(&url).form(&form), app.post(&url).form(&form));
    let outcomes: BTreeSet<_> = [one, two].map(|reply| reply.header("location").contains("mailed=sent")).into();
    assert_eq!(outcomes, BTreeSet::from([false, true]));
    for quiz in [&quiz, &other] {
        let url = format!("{}/{}", quiz.page(), quiz.submitted().await);
        assert!(ask(&app, &url, ANA).await.text().contains("on its way"));
    }
    let url = format!("{}/{}", other.page(), other.submitted().await);
    let page = ask(&app, &url, ANA).await;
    assert!(page.text().contains("No message can be sent at the moment"), "{}", page.text());
    assert!(ask(&app, &url, "ben@example.com").await.text().contains("on its way"), "another address");
    assert_eq!(mails(&app).await.len(), 4);
}

/// Strangers begin and erase as often as they like.
#[tokio::test]
async fn erasing_lifts_no_limit() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let quiz = open_quiz(&app).await;
    for number in 1..=5 {
        let user = quiz.submitted().await;
        let address = format!("ana+{number}@example.com");
        let page = ask(&app, &format!("{}/{user}", quiz.page()), &address).await;
        assert_eq!(page.text().contains("on its way"), number <= 3, "{number}");
        app.delete(&format!("{}/users/{user}", quiz.url)).key(&app.key).await.is(200);
        let left = app.database.connect().await.texts("SELECT user_id FROM result_mails").await.join(" ");
        assert!(!left.contains(&user), "{left}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_shows_no_later_record_of_the_same_session() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let _until = send(&app);
    let quiz = app.quiz(json!({ "name": "C", "anonymous": false, "inapp": true, "resultByMail": true })).await;
    let take = async || {
        quiz.session("member-7").await;
        let body = json!({ "sessionId": "member-7", "answers": all_answers() });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    };
    take().await;
    ask(&app, &format!("/app/acme/{}?sessionId=member-7", quiz.id), ANA).await;
    settled(&app).await;
    let link = link(&taken(&server, ANA));
    app.get(&link).await.is(200);
    app.delete(&format!("{}/users/member-7", quiz.url)).key(&app.key).await.is(200);
    take().await;
    app.get(&link).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_attempt_has_a_link_of_its_own_that_shows_no_other() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let _until = send(&app);
    let body = json!({ "name": "D", "anonymous": false, "inapp": true, "resultByMail": true, "retryAfterDays": 0,
        "questions": [{ "id": "one", "kind": "scale", "text": "?", "from": 1, "to": 9 }] });
    let quiz = app.quiz(body).await;
    let url = format!("/app/acme/{}?sessionId=member-7", quiz.id);
    let mut links = Vec::new();
    for (answer, address) in [(3, "first@example.com"), (8, "second@example.com")] {
        let begin = json!({ "sessionId": "member-7", "retake": true });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let body = json!({ "sessionId": "member-7", "answers": { "one": answer } });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
        assert!(ask(&app, &url, address).await.text().contains("on its way"), "{address}");
        settled(&app).await;
        links.push((link(&taken(&server, address)), answer));
    }
    for (link, answer) in links {
        let page = Page::open(&app, &link).await.is(200).html();
        assert!(page.contains(&format!("<!>{answer}<!></dd>")) && !page.contains("attempt="), "{answer}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_not_sent_once_the_quiz_allows_it_no_more() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let quiz = open_quiz(&app).await;
    ask(&app, &format!("{}/{}", quiz.page(), quiz.submitted().await), ANA).await;
    quiz.patch(json!({ "resultByMail": false })).await.is(200);
    let _until = send(&app);
    settled(&app).await;
    assert_eq!(mails(&app).await[0].state, MailState::Cancelled);
    assert!(server.taken().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_ends_with_its_time_the_respondent_and_the_invitation() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let _until = send(&app);
    let open = open_quiz(&app).await;
    let quiz = app.quiz(json!({ "name": "B", "anonymous": false, "inapp": false, "resultByMail": true })).await;
    let invited = quiz.invited().await;
    submit(&quiz, &invited).await;
    let user = open.submitted().await;
    ask(&app, &format!("{}/{user}", open.page()), ANA).await;
    ask(&app, &format!("{}/{invited}", quiz.page()), "ben@example.com").await;
    settled(&app).await;
    let (of_open, of_invited) = (link(&taken(&server, ANA)), link(&taken(&server, "ben@example.com")));
    for path in [&of_open, &of_invited] {
        app.get(path).await.is(200);
    }
    let token = of_open.rsplit('/').next().expect("a token");
    for wrong in [format!("/result/acme/{}/{token}", quiz.id), format!("{of_open}00"), of_open[..30].to_owned()] {
        app.get(&wrong).await.is(404);
    }
    app.delete(&format!("{}/users/{user}", open.url)).key(&app.key).await.is(200);
    app.get(&of_open).await.is(404);
    app.get(&of_invited).await.is(200);
    app.database.connect().await.run("UPDATE invitations SET revoked_at = 1").await;
    app.get(&of_invited).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_an_erased_respondent_is_not_sent_and_an_old_link_leads_nowhere() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = app(&server).await;
    let quiz = open_quiz(&app).await;
    let (erased, stays) = (quiz.submitted().await, quiz.submitted().await);
    ask(&app, &format!("{}/{erased}", quiz.page()), ANA).await;
    ask(&app, &format!("{}/{stays}", quiz.page()), "ben@example.com").await;
    app.delete(&format!("{}/users/{erased}", quiz.url)).key(&app.key).await.is(200);
    app.database.connect().await.run("UPDATE mails SET at = at - 2592000000000001, due_at = 1").await;
    let _until = send(&app);
    settled(&app).await;
    let states: BTreeSet<_> = mails(&app).await.into_iter().map(|mail| mail.state.as_str()).collect();
    assert_eq!(states, [MailState::Accepted, MailState::Cancelled].map(MailState::as_str).into());
    let to: Vec<_> = server.taken().into_iter().map(|taken| taken.to).collect();
    assert_eq!(to, ["ben@example.com"]);
    app.get(&link(&taken(&server, "ben@example.com"))).await.is(404);
}
