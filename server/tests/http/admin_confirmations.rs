//! Actions that end, remove or discard something require confirmation: the page links to a question, which changes
//! nothing, and only the question's form acts.

use domain::Role;

use crate::support::{App, Person, QuizAt};

const ACCOUNT: &str = "/admin/account";

/// The confirmation that a page links to. The page itself must have no form for the action.
async fn question(person: &Person<'_>, page: &str, action: &str) -> String {
    let html = person.get(page).await.is(200).text();
    let forms = html.split("<form method=\"post\"").skip(1).filter_map(|form| form.split('>').next());
    for form in forms {
        assert!(!form.contains(&format!("action=\"{action}\"")), "{page} acts at once: {form}");
    }
    assert!(!html.contains("formaction"), "{page} has a button that acts at once");
    assert!(html.contains(&format!("\"{action}\"")), "{page} leads nowhere: {html}");
    let asked = person.get(action).await.is(200).text();
    assert!(asked.contains(&format!("action=\"{action}\"")) && asked.contains("No, go back"), "{asked}");
    asked
}

async fn running_export(app: &App, quiz: &QuizAt<'_>, editor: &Person<'_>) -> String {
    editor.post(&quiz.dashboard("exports"), &[("format", "csv")]).await.is(303);
    let id = quiz.get("/exports").key(&app.key).await.is(200).json()["items"][0]["id"].clone();
    for _ in 0..500 {
        let list = quiz.get("/exports").key(&app.key).await.is(200).json();
        if list["items"][0]["state"] == "done" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    // Makes it look busy on another server.
    let mut other = app.database.connect().await;
    other
        .run(format!("UPDATE jobs SET state = 'running', outcome = NULL, finished_at = NULL, due_at = {}", i64::MAX))
        .await;
    id.as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn an_export_is_cancelled_after_a_question() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let page = quiz.dashboard("exports");
    let id = running_export(&app, &quiz, &editor).await;
    let action = format!("{page}/{id}/cancel");
    let running = editor.get(&page).await.is(200).text();
    assert!(running.contains(">waiting</td>") && !running.contains("0 of 0"), "{running}");
    let asked = question(&editor, &page, &action).await;
    assert!(asked.contains("Cancel this export?"), "{asked}");
    assert!(editor.get(&page).await.text().contains("pill-running"), "asking cancels nothing");
    let reply = editor.post(&action, &[]).await.is(303);
    assert!(reply.header("location").ends_with("?said=export-cancelled"));
    assert!(editor.get(&page).await.text().contains("pill-cancelled"));
    let late = editor.get(&action).await.is(303);
    assert!(late.header("location").ends_with("?said=export-ended"), "it ended meanwhile");
    editor.get(&format!("{page}/none/cancel")).await.is(404);
}

#[tokio::test]
async fn a_saved_view_is_deleted_or_replaced_after_a_question() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    let (list, views) = (quiz.dashboard("answers"), quiz.dashboard("table/views"));
    let first = [("name", "Mine"), ("query", "state=started")];
    editor.post(&views, &first).await.is(303);
    let leads_to = |html: &str, state: &str| {
        html.contains(&format!("href=\"{list}?state={state}\" >Mine"))
            || html.contains(&format!("href=\"{list}?state={state}\">Mine"))
    };

    let second = [("name", "Mine"), ("query", "state=completed")];
    let asked = editor.post(&views, &second).await.is(200).text();
    assert!(asked.contains("Replace the view Mine?") && asked.contains("name=\"replaces\""), "{asked}");
    assert!(leads_to(&editor.get(&list).await.text(), "started"), "asking replaces nothing");
    editor.post(&views, &[second[0], second[1], ("replaces", "yes")]).await.is(303);
    assert!(leads_to(&editor.get(&list).await.text(), "completed"));
    editor.post(&views, &second).await.is(303);

    let html = editor.get(&list).await.is(200).text();
    assert!(!html.contains(&format!("<form method=\"post\" action=\"{views}/delete\"")), "{html}");
    let asked = editor.get(&format!("{views}/delete?name=Mine&query=state%3Dstarted")).await.is(200).text();
    assert!(asked.contains("Delete the view Mine?") && asked.contains("value=\"state=started\""), "{asked}");
    assert!(editor.get(&list).await.text().contains("Mine"), "asking deletes nothing");
    editor.post(&format!("{views}/delete"), &first).await.is(303);
    assert!(!editor.get(&list).await.text().contains("Mine"));
    // A forged link cannot put text into the question.
    editor.get(&format!("{views}/delete?name=Forged&query=")).await.is(303);
}

#[tokio::test]
async fn an_offer_is_declined_after_a_question() {
    let app = App::start().await;
    app.namespace("other").await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let link = format!("/admin/offer/{}", app.offer("ben@example.com", "acme", Role::Editor).await);
    let asked = question(&ben, &link, &format!("{link}/decline")).await;
    assert!(asked.contains("Decline the offer of A namespace?"), "{asked}");
    ben.get(&link).await.is(200);
    // It belongs to another account.
    let ana = app.member("ana@example.com", "other", Role::Viewer).await;
    ana.get(&format!("{link}/decline")).await.is(404);
    app.post(&format!("{link}/decline")).await.is(401);
    ben.post(&format!("{link}/decline"), &[]).await.is(303);
    ben.get(&link).await.is(404);
    ben.post(&link, &[]).await.is(404);

    let root = app.administrator("root@example.com").await;
    let link = format!("/admin/offer/{}", app.offer("root@example.com", "acme", Role::Viewer).await);
    question(&root, &link, &format!("{link}/decline")).await;
}

#[tokio::test]
async fn browsers_are_signed_out_after_a_question() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let alone = ana.get(ACCOUNT).await.is(200).text();
    assert!(!alone.contains("Sign out everywhere else"), "there is none");
    let first = app.signed_in("ana@example.com").await;
    let second = app.signed_in("ana@example.com").await;

    let page = second.get(ACCOUNT).await.is(200).text();
    let own = page.split("This browser").next().and_then(|before| before.rsplit("<li").next()).expect("a session");
    assert!(!own.contains("Last used"), "{own}");
    let ends = |html: &str| -> Vec<String> {
        let hrefs = html.split("href=\"/admin/account/sessions/").skip(1).filter_map(|rest| rest.split('"').next());
        hrefs.filter(|href| *href != "end").map(|href| format!("/admin/account/sessions/{href}")).collect()
    };
    assert_eq!(ends(&page).len(), 3, "{page}");
    let others: Vec<String> = ends(&page)
        .into_iter()
        .filter(|href| {
            !page
                .split(&format!("href=\"{href}\""))
                .next()
                .is_some_and(|before| before.rsplit("<li").next().is_some_and(|item| item.contains("This browser")))
        })
        .collect();
    assert_eq!(others.len(), 2);
    let asked = question(&second, ACCOUNT, &others[0]).await;
    assert!(asked.contains("Sign out ") && asked.contains("Last used "), "{asked}");
    for person in [&ana, &first, &second] {
        person.get(ACCOUNT).await.is(200);
    }
    second.post(&others[0], &[]).await.is(303);
    let signed_out = [ana.get(ACCOUNT).await.status.as_u16(), first.get(ACCOUNT).await.status.as_u16()];
    assert!(signed_out.contains(&303) && signed_out.contains(&200), "{signed_out:?}");
    let late = second.get(&others[0]).await.is(303);
    assert!(late.header("location").ends_with("?said=signed-out"));

    let everywhere = "/admin/account/sessions/end";
    let asked = question(&second, ACCOUNT, everywhere).await;
    assert!(asked.contains("1 other browser is signed out"), "{asked}");
    second.post(everywhere, &[]).await.is(303);
    second.get(ACCOUNT).await.is(200);
    for person in [&ana, &first] {
        person.get(ACCOUNT).await.is(303);
    }
}

#[tokio::test]
async fn an_owner_gives_up_the_own_role_after_a_question() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let other = app.member("other@example.com", "acme", Role::Owner).await;
    let members = "/admin/ns/acme/members";
    let html = owner.get(members).await.is(200).text();
    let own = html.split("(you)").nth(1).and_then(|rest| rest.split("action=\"").nth(1)).expect("a form");
    let action = own.split('"').next().expect("an address").to_owned();
    let asked = owner.post(&action, &[("role", "viewer")]).await.is(303);
    assert_eq!(asked.header("location"), format!("{action}?role=viewer"));
    let asked = owner.get(asked.header("location")).await.is(200).text();
    assert!(asked.contains("Become a viewer yourself?") && asked.contains("name=\"confirmed\""), "{asked}");
    owner.get(members).await.is(200);
    let done = owner.post(&action, &[("role", "viewer"), ("confirmed", "yes")]).await.is(303);
    assert_eq!(done.header("location"), "/admin/ns/acme?said=role");
    owner.get(members).await.is(403);
    other.get(members).await.is(200);
}

#[tokio::test]
async fn a_password_link_is_renewed_after_a_question() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    app.member("ana@example.com", "acme", Role::Viewer).await;
    let members = "/admin/ns/acme/members";
    let html = owner.get(members).await.is(200).text();
    let link = html.split("aria-label=\"Reset password link for ana@example.com\"").next();
    let action = link.and_then(|before| before.rsplit("href=\"").next()).and_then(|rest| rest.split('"').next());
    let action = action.expect("a link").to_owned();
    let first = owner.post(&action, &[]).await.is(200).text();
    let token = |html: &str| {
        let rest = html.split("/admin/link/").nth(1).expect("a link");
        rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>()
    };
    let first = token(&first);
    let asked = question(&owner, members, &action).await;
    assert!(asked.contains("Create a reset password link for ana@example.com?"), "{asked}");
    app.get(&format!("/admin/link/{first}")).await.is(200);
    owner.post(&action, &[]).await.is(200);
    app.get(&format!("/admin/link/{first}")).await.is(404);
}
