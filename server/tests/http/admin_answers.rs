//! The dashboard's pages about answers: the table, a respondent and the insights.

use domain::{Permission, Role};
use serde_json::json;
use server::{
    service::Caller,
    store::{AuditFilter, Page},
};

use crate::support::{App, QuizAt, segment};

fn admin(quiz: &QuizAt<'_>, rest: &str) -> String {
    format!("/admin/ns/{}/quizzes/{}{rest}", quiz.namespace, quiz.id)
}

fn people(html: &str) -> Vec<String> {
    let tags = html.split("<a ").filter_map(|rest| rest.split('>').next()).filter(|tag| tag.contains("\"person\""));
    tags.filter_map(|tag| tag.split("href=\"").nth(1)?.split('"').next()).map(str::to_owned).collect()
}

fn link(html: &str, text: &str) -> Option<String> {
    let before = html.split(&format!(">{text}</a>")).next().filter(|before| before.len() < html.len())?;
    let href = before.rsplit("href=\"").next()?.split('"').next()?;
    Some(href.replace("&amp;", "&"))
}

#[tokio::test]
async fn the_table_is_narrowed_ordered_and_paged_by_its_address() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    for _ in 0..50 {
        quiz.begin().await;
    }
    let all = viewer.get(&admin(&quiz, "/answers")).await.is(200).text();
    assert_eq!(people(&all).len(), 30);
    assert!(all.len() < 40 * 1024, "{} bytes", all.len());
    assert!(all.contains("51<span> responses"));
    let next = link(&all, "Next page").expect("there is more");
    let rest = viewer.get(&next).await.is(200).text();
    assert_eq!(people(&rest).len(), 21);
    let last = viewer.get(people(&rest).last().expect("a person")).await.is(200).text();
    assert!(last.contains("Completed"), "who began first comes last: {last}");
    let back = link(&rest, "Previous page").expect("a way back");
    let first = viewer.get(&back).await.is(200).text();
    assert_eq!(people(&first), people(&all), "the page before is the one that led here");
    assert_eq!(link(&first, "Previous page"), None);
    assert_eq!(link(&first, "Next page"), Some(next.clone()));
    for (query, found) in [
        ("?state=completed", 1),
        ("?band=coping&sort=highest", 1),
        ("?band=healthy", 0),
        ("?state=&from=2020-01-01&to=2100-01-01&scoreMin=73&scoreMax=73&band=&sort=lowest", 1),
        ("?from=2100-01-01", 0),
    ] {
        let html = viewer.get(&admin(&quiz, &format!("/answers{query}"))).await.is(200).text();
        assert_eq!(people(&html).len(), found, "{query}");
    }
    let wrong = viewer.get(&admin(&quiz, "/answers?scoreMin=x")).await.is(200).text();
    assert!(wrong.contains("Score from must be 0 to 100."));
    // A cursor from another list restarts this one.
    let other = format!("{next}&state=started");
    assert_eq!(people(&viewer.get(&other).await.is(200).text()).len(), 30);
}

#[tokio::test]
async fn a_page_that_is_narrowed_stays_narrowed_on_the_next() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    for _ in 0..51 {
        quiz.begin().await;
    }
    quiz.submitted().await;
    let html = viewer.get(&admin(&quiz, "/answers?state=started&sort=oldest")).await.is(200).text();
    let next = link(&html, "Next page").expect("there is more");
    assert_eq!(people(&viewer.get(&next).await.is(200).text()).len(), 21);
}

#[tokio::test]
async fn reading_one_person_is_written_down_and_listing_is_not() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let person = quiz.submitted().await;
    let list = viewer.get(&admin(&quiz, "/answers")).await.is(200).text();
    let html = viewer.get(&people(&list)[0]).await.is(200).text();
    assert!(html.contains("73") && html.contains("Managing debt"), "score and cards");
    assert!(!html.contains("/erase"), "a viewer is not offered to erase");
    let page = Page { after: None, limit: 100 };
    let log = app.service.audit_log(&Caller::Operator, &AuditFilter::default(), page).await.expect("the log");
    let read: Vec<_> = log.iter().filter(|entry| entry.event.action == "answers.read").collect();
    assert!(
        matches!(read[..], [entry] if entry.event.subject.as_deref() == Some(&*person)
        && entry.event.actor.name == "viewer@example.com"),
        "{read:?}"
    );
}

#[tokio::test]
async fn an_editor_erases_after_a_question_and_a_viewer_never() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let odd = "a user/of mine?".replace('/', "-");
    quiz.session(&odd).await;
    let path = admin(&quiz, &format!("/answers/{}", segment(&odd)));
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    viewer.get(&format!("{path}/erase")).await.is(403);
    viewer.post(&format!("{path}/erase"), &[]).await.is(403);
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    assert!(Role::Editor.allows(Permission::Edit));
    assert!(editor.get(&path).await.is(200).text().contains(&format!("{path}/erase")));
    assert!(editor.get(&format!("{path}/erase")).await.is(200).text().contains("Erase this person?"));
    quiz.whole_answers_of(&odd).await.is(200);
    let reply = editor.post(&format!("{path}/erase"), &[]).await.is(303);
    assert_eq!(reply.header("location"), format!("{}?said=erased", admin(&quiz, "/answers")));
    editor.get(&path).await.is(404);
    let html = editor.get(reply.header("location")).await.is(200).text();
    assert!(html.contains("No answers yet"), "{html}");
}

#[tokio::test]
async fn the_figures_of_a_quiz_are_drawn() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let path = admin(&quiz, "/insights");
    assert!(viewer.get(&path).await.is(200).text().contains("No figures yet"));
    quiz.submitted().await;
    let stopped = quiz.begin().await;
    let answer = json!({ "anon_id": stopped, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(answer).await.is(200);
    let html = viewer.get(&path).await.is(200).text();
    for part in ["Completion rate</dt><dd>50 %", "Median 73", "Where people stop", "Not submitted: 1."] {
        assert!(html.contains(part), "{part}");
    }
}

#[tokio::test]
async fn missing_respondents_get_an_error_page() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    for path in [
        admin(&quiz, "/answers/nobody"),
        "/admin/ns/acme/quizzes/0000000000000000/answers".to_owned(),
        "/admin/ns/acme/quizzes/0000000000000000/insights".to_owned(),
    ] {
        assert!(viewer.get(&path).await.is(404).text().contains("Not found"), "{path}");
    }
}
