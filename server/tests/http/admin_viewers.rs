//! A respondent's id is a link that answers in their name, so viewers of the dashboard must not see any.

use std::collections::{BTreeSet, VecDeque};

use domain::Role;
use serde_json::json;

use crate::support::{App, Person, QuizAt};

/// More pages than the lists and their respondents have.
const MOST: usize = 260;

fn hrefs(html: &str) -> impl Iterator<Item = String> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(|href| href.replace("&amp;", "&"))
}

fn people(html: &str) -> Vec<String> {
    let tags = html.split("<a ").filter_map(|rest| rest.split('>').next()).filter(|tag| tag.contains("\"person\""));
    tags.filter_map(|tag| hrefs(tag).next()).collect()
}

fn next_page(html: &str) -> String {
    let before = html.split(">Next page</a>").next().expect("a link");
    hrefs(before).last().expect("its address")
}

/// Crawls the quiz's pages from these. None may contain an id, whether in plain text or in hexadecimal.
async fn read_all(viewer: &Person<'_>, quiz: &QuizAt<'_>, from: &[&str], ids: &[String]) -> BTreeSet<String> {
    let mut waiting: VecDeque<String> = from.iter().map(|page| quiz.dashboard(page)).collect();
    let mut seen = BTreeSet::new();
    while let Some(page) = waiting.pop_front().filter(|_| seen.len() < MOST) {
        if !seen.insert(page.clone()) {
            continue;
        }
        let html = viewer.get(&page).await.is(200).text();
        for id in ids {
            // A prefix with a character that does not occur in hexadecimal text.
            for told in [id[..10].to_owned(), hex::encode(id)] {
                assert!(!html.contains(&told), "{told} on {page}: {html}");
            }
        }
        let is_read = |href: &String| {
            let path = href.split('?').next().unwrap_or_default();
            let is_list = ["/answers", "/share", "/insights/texts/words"].iter().any(|end| path.ends_with(end));
            href.starts_with(&quiz.dashboard("")) && (is_list || path.contains("/answers/"))
        };
        waiting.extend(hrefs(&html).filter(is_read));
    }
    seen
}

#[tokio::test]
async fn no_page_of_a_viewer_has_an_id() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let questions = json!([{ "id": "words", "kind": "text", "text": "Words?" }]);
    let invited = app.quiz(json!({ "name": "Invited", "anonymous": false, "questions": questions })).await;
    let users: Vec<_> =
        (0..60).map(|n| if n % 2 == 0 { json!({ "customData": "c" }) } else { json!({ "name": "Ana" }) }).collect();
    let made = invited.post("/users").key(&app.key).json(json!({ "users": users })).await.is(201).json();
    let id = |user: &serde_json::Value| user["id"].as_str().expect("an id").to_owned();
    let ids: Vec<String> = made["users"].as_array().expect("users").iter().map(id).collect();
    for id in &ids {
        invited.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
        let body = json!({ "answers": { "words": "more" } });
        invited.post(&format!("/users/{id}/answers/submit")).json(body).await.is(200);
    }
    let pages = ["", "answers", "answers?sort=oldest", "insights", "insights/texts/words", "share", "table"];
    let seen = read_all(&viewer, &invited, &pages, &ids).await;
    for part in ["cursor=", "before=", "after=", "texts/words?cursor="] {
        assert!(seen.iter().any(|page| page.contains(part)), "{part}: {seen:?}");
    }
    assert!(seen.iter().filter(|page| page.contains("/answers/")).count() > 60, "{seen:?}");

    let open = app.open_quiz().await;
    let mut anonymous = vec![open.submitted().await];
    for _ in 0..35 {
        anonymous.push(open.begin().await);
    }
    read_all(&viewer, &open, &["", "answers", "insights", "share"], &anonymous).await;
}

#[tokio::test]
async fn a_viewer_learns_no_part_of_an_id_by_a_search_or_a_made_up_place() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let mut ids = Vec::new();
    for _ in 0..51 {
        let id = quiz.invited().await;
        quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
        ids.push(id);
    }
    let (answers, share) = (quiz.dashboard("answers"), quiz.dashboard("share"));
    let part = &ids[7][9..20];
    for (person, found) in [(&editor, 1), (&viewer, 0)] {
        let html = person.get(&format!("{answers}?q={part}")).await.is(200).text();
        assert_eq!(people(&html).len(), found, "{html}");
        let html = person.get(&format!("{share}?search={part}")).await.is(200).text();
        assert_eq!(html.matches("<th scope=\"row\">").count(), found, "{html}");
    }
    for list in [&answers, &share] {
        let [own, others] = [&viewer, &editor].map(|person| person.get(list));
        let first = own.await.is(200).text();
        let place = next_page(&others.await.is(200).text());
        let made_up = viewer.get(&place).await.is(200).text();
        assert_eq!(next_page(&made_up), next_page(&first), "the list starts over");
        assert_ne!(viewer.get(&next_page(&first)).await.is(200).text(), first);
    }
}

#[tokio::test]
async fn a_sealed_id_opens_its_person_for_viewers_and_editors_in_its_own_quiz() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let (quiz, other) = (app.open_quiz().await, app.open_quiz().await);
    let id = quiz.submitted().await;
    let sealed = people(&viewer.get(&quiz.dashboard("answers")).await.is(200).text()).remove(0);
    let again = people(&viewer.get(&quiz.dashboard("answers")).await.is(200).text()).remove(0);
    assert_eq!(again, sealed, "an address stays as it is");
    let page = viewer.get(&sealed).await.is(200).text();
    assert!(page.contains("Managing debt") && page.contains(">Person "), "{page}");
    assert!(editor.get(&sealed).await.is(200).text().contains(&format!("/answers/{id}/erase")));
    viewer.get(&sealed.replace(&quiz.id, &other.id)).await.is(404);
    editor.get(&format!("{}/{id}", quiz.dashboard("answers"))).await.is(200);
}

/// A view is saved with an editor's search term.
#[tokio::test]
async fn a_viewer_sees_no_saved_view_that_tells_an_id() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let (open, invited, inapp) = (app.open_quiz().await, app.invited_quiz().await, app.inapp_quiz().await);
    let guest = invited.invited().await;
    invited.post(&format!("/users/invited/{guest}/initQuiz")).json(json!({})).await.is(200);
    let ids = [open.submitted().await, guest, inapp.session("user-of-an-app").await];
    for (quiz, id) in [&open, &invited, &inapp].into_iter().zip(&ids) {
        let queries = [format!("q={id}"), format!("q={}", &id[..13]), format!("user={id}"), "state=started".to_owned()];
        for (number, query) in queries.iter().chain([&"q=Ana".to_owned()]).enumerate() {
            let fields = [("name", format!("View {number}")), ("query", query.clone())];
            let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
            editor.post(&quiz.dashboard("table/views"), &fields).await.is(303);
        }
        let seen = async |person: &Person<'_>| {
            let html = person.get(&quiz.dashboard("answers")).await.is(200).text();
            (0..5).map(|number| html.contains(&format!(">View {number}<"))).collect::<Vec<_>>()
        };
        assert_eq!(seen(&editor).await, [true; 5], "{id}");
        assert_eq!(seen(&viewer).await, [false, false, false, true, quiz.id != inapp.id], "{id}");
    }
}

/// An application's own ids can be guessed, such as user numbers.
#[tokio::test]
async fn a_viewer_does_not_learn_whether_an_id_exists() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let questions = json!([{ "id": "words", "kind": "text", "text": "Words?" }]);
    let quiz = json!({ "name": "In-app", "anonymous": false, "inapp": true, "questions": questions });
    let quiz = app.quiz(quiz).await;
    quiz.session("user-4711").await;
    let body = json!({ "sessionId": "user-4711", "answers": { "words": "more" } });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let pages =
        ["answers/user-4711", "answers?user=user-4711", "answers?q=user-4711", "insights/texts/words?user=user-4711"];
    for page in pages {
        let page = quiz.dashboard(page);
        let read = async |person: &Person<'_>| {
            let (known, other) = (person.get(&page).await, person.get(&page.replace("4711", "4712")).await);
            // The nonce of a page comes earlier.
            let main = |html: String| html.split("<main").nth(1).expect("a page").to_owned();
            (main(known.text()), main(other.text().replace("4712", "4711")))
        };
        let (known, other) = read(&viewer).await;
        assert_eq!(known, other, "{page}");
        let (known, other) = read(&editor).await;
        assert_ne!(known, other, "{page}");
    }

    // The name of the invitation reveals as much.
    let invited = app.invited_quiz().await;
    let users = json!({ "users": [{ "name": "Ana" }] });
    let made = invited.post("/users").key(&app.key).json(users).await.is(201).json();
    let list = invited.dashboard(&format!("answers?user={}", made["users"][0]["id"].as_str().expect("an id")));
    // Without any record, the list shows no filter.
    let other = invited.invited().await;
    invited.post(&format!("/users/invited/{other}/initQuiz")).json(json!({})).await.is(200);
    assert!(editor.get(&list).await.is(200).text().contains("Ana"));
    assert!(!viewer.get(&list).await.is(200).text().contains("Ana"));
}
