//! Offers of a role: made by owners, accepted or declined by the administrator they name.

use axum::http::Method;
use domain::{NamespaceId, Role};
use serde_json::{Value, json};
use server::service::Caller;

use crate::support::{App, PASSWORD, Person, Reply, code, with_second_factor};

const MEMBERS: &str = "/admin/ns/acme/members";
const API: &str = "/api/v1/namespaces/acme";

#[track_caller]
fn link_of(reply: &Reply) -> String {
    let text = reply.text();
    let token = text.split("/admin/offer/").nth(1).and_then(|rest| rest.split('"').next());
    format!("/admin/offer/{}", token.unwrap_or_else(|| panic!("no link in {text}")))
}

async fn offer(person: &Person<'_>, email: &str, role: &str) -> Reply {
    person.post(MEMBERS, &[("email", email), ("role", role)]).await.is(200)
}

async fn accounts(app: &App) -> Vec<String> {
    app.database.connect().await.texts("SELECT email FROM administrators ORDER BY email").await
}

async fn offers(app: &App) -> Vec<Value> {
    let page = app.get(&format!("{API}/offers")).key(&app.key).await.is(200).json();
    page["items"].as_array().expect("items").clone()
}

#[tokio::test]
async fn a_newcomer_accepts_by_choosing_a_password() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let reply = offer(&owner, "Ana@Example.com", "viewer").await;
    let link = link_of(&reply);
    assert!(reply.text().contains("An offer for ana@example.com"), "{}", reply.text());
    let list = owner.get(MEMBERS).await.is(200).text();
    assert!(list.contains("Withdraw the offer to ana@example.com") && !list.contains("/admin/offer/"), "{list}");
    assert_eq!(accounts(&app).await, ["owner@example.com"]);

    let page = app.get(&link).await.is(200);
    for part in ["owner@example.com offers you the role <strong>Viewer</strong>", "<strong>A namespace</strong>"] {
        assert!(page.text().contains(part), "{}", page.text());
    }
    assert_eq!((page.header("cache-control"), page.header("referrer-policy")), ("no-store", "same-origin"));
    let weak = app.post(&link).form(&[("password", "ana@example.com")]).await.is(422);
    assert!(weak.text().contains("is easy to guess"), "{}", weak.text());
    app.post(&link).form(&[]).await.is(422);
    assert_eq!(accounts(&app).await, ["owner@example.com"]);

    let accepted = app.post(&link).form(&[("password", PASSWORD)]).await.is(303);
    assert_eq!(accepted.header("location"), "/admin/ns/acme?said=joined");
    let ana = app.signed_in("ana@example.com").await;
    ana.get("/admin/ns/acme").await.is(200);
    ana.get(MEMBERS).await.is(403);
    app.get(&link).await.is(404);
    app.post(&link).form(&[("password", "another long password")]).await.is(404);
    assert_eq!(offers(&app).await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_offer_does_not_tell_whose_accounts_exist() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    app.member("victim@example.com", "other", Role::Owner).await;
    app.administrator("root@example.com").await;
    let before = accounts(&app).await;
    let mut replies = Vec::new();
    for name in ["unknown", "victim", "root"] {
        let email = format!("{name}@example.com");
        let reply = offer(&owner, &email, "editor").await;
        let shown = reply.text().replace(&link_of(&reply), "LINK");
        let shown = shown.split("shown-once").nth(1).and_then(|rest| rest.split("</div>").next()).expect("a link");
        let body = json!({ "email": email, "role": "editor" });
        let mut told = app.call(Method::PUT, &format!("{API}/members")).key(&app.key).json(body).await.is(200).json();
        for (field, length) in [("link", "https://quiz.example/admin/offer/".len() + 64), ("expiresAt", 20)] {
            assert!(told[field].as_str().is_some_and(|text| text.len() >= length), "{told}");
            told[field] = json!("told");
        }
        replies.push((shown.replace(&email, "EMAIL"), told.to_string().replace(&email, "EMAIL")));
    }
    assert!(replies.iter().all(|reply| *reply == replies[0]), "{replies:#?}");
    assert_eq!(accounts(&app).await, before);
}

#[tokio::test]
async fn a_person_with_an_account_accepts_with_its_password() {
    let app = App::start().await;
    app.namespace("other").await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let link = format!("/admin/offer/{}", app.offer("ben@example.com", "acme", Role::Editor).await);
    app.get(&link).await.is(200);
    // The link does not replace the password.
    let wrong = app.post(&link).form(&[("password", "another long password")]).await.is(401);
    assert!(wrong.text().contains("The password is not right."), "{}", wrong.text());
    app.sign_in("ben@example.com", "another long password", "").await.is(401);
    ben.get("/admin/ns/acme").await.is(403);
    let accepted = app.post(&link).form(&[("password", PASSWORD)]).await.is(303);
    assert_eq!(accepted.header("location"), "/admin/ns/acme?said=joined");
    ben.get("/admin/ns/acme").await.is(200);
    app.get(&link).await.is(404);
}

#[tokio::test]
async fn a_person_who_signs_in_first_comes_back_to_the_offer() {
    let app = App::start().await;
    app.namespace("other").await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let link = format!("/admin/offer/{}", app.offer("ben@example.com", "acme", Role::Editor).await);
    let page = app.get(&link).await.is(200).text();
    let next = link.replace('/', "%2F");
    assert!(page.contains(&format!("href=\"/admin/sign-in?next={next}\"")), "{page}");
    let fields = [("email", "ben@example.com"), ("password", PASSWORD), ("next", &link)];
    let signed_in = app.post("/admin/sign-in").form(&fields).await.is(303);
    assert_eq!(signed_in.header("location"), link);

    let page = ben.get(&link).await.is(200).text();
    assert!(page.contains(">Accept</button>") && page.contains(">Decline…</a>"), "{page}");
    ben.get("/admin/ns/acme").await.is(403);
    ben.post(&link, &[]).await.is(303);
    ben.get("/admin/ns/acme").await.is(200);
    ben.get(&link).await.is(404);
}

#[tokio::test]
async fn a_second_factor_is_asked_for_after_the_password() {
    let app = App::start().await;
    app.namespace("other").await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let (secret, _) = with_second_factor(&ben).await;
    let link = format!("/admin/offer/{}", app.offer("ben@example.com", "acme", Role::Editor).await);
    let asked = app.post(&link).form(&[("password", PASSWORD)]).await.is(200);
    assert!(asked.header("set-cookie").is_empty(), "there is no session yet");
    ben.get("/admin/ns/acme").await.is(403);
    let proof = |page: &str| {
        let rest = page.split("name=\"proof\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        rest.unwrap_or_else(|| panic!("no proof in {page}")).to_owned()
    };
    let proven = proof(&asked.text());
    let answer =
        async |link: &str, proof: &str, code: &str| app.post(link).form(&[("proof", proof), ("code", code)]).await;
    let again = answer(&link, &proven, "000000").await.is(401);
    assert_eq!(proof(&again.text()), proven, "the code can be typed again");
    // The proof is valid only for this password, for this offer, for some minutes.
    let (until, signature) = proven.split_once('.').expect("a moment");
    let later = format!("{}.{signature}", until.parse::<u64>().expect("seconds") + 1);
    app.namespace("third").await;
    let other = format!("/admin/offer/{}", app.offer("ben@example.com", "third", Role::Editor).await);
    let fresh = code(&secret, 1);
    for (link, proof) in [(&link, later.as_str()), (&link, "0.00"), (&other, &proven)] {
        answer(link, proof, &fresh).await.is(401);
    }
    answer(&link, &proven, &fresh).await.is(303);
    ben.get("/admin/ns/acme").await.is(200);
}

#[tokio::test]
async fn an_offer_to_another_account_is_neither_shown_nor_accepted() {
    let app = App::start().await;
    app.namespace("other").await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let link = format!("/admin/offer/{}", app.offer("ana@example.com", "acme", Role::Owner).await);
    let page = ben.get(&link).await.is(200).text();
    assert!(page.contains("not for the account that you are signed in with"), "{page}");
    for told in ["ana@example.com", "A namespace", "Owner"] {
        assert!(!page.contains(told), "{told} in {page}");
    }
    ben.post(&link, &[("password", PASSWORD)]).await.is(404);
    ben.post(&format!("{link}/decline"), &[]).await.is(404);
    ben.get("/admin/ns/acme").await.is(403);
    app.get(&link).await.is(200);
}

#[tokio::test]
async fn an_administrator_of_all_namespaces_has_nothing_to_accept() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let link = format!("/admin/offer/{}", app.offer("root@example.com", "acme", Role::Viewer).await);
    let page = root.get(&link).await.is(200).text();
    assert!(page.contains("You own every namespace already") && !page.contains(">Accept</button>"), "{page}");
    root.post(&link, &[]).await.is(404);
    // Not even after signing in on the offer's page.
    let signed_in = app.post(&link).form(&[("password", PASSWORD)]).await.is(303);
    assert_eq!(signed_in.header("location"), link);
    root.post(&format!("{link}/decline"), &[]).await.is(303);
    app.get(&link).await.is(404);
}

#[tokio::test]
async fn offers_end_when_they_are_withdrawn_replaced_or_past_their_time() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let first = link_of(&offer(&owner, "ana@example.com", "viewer").await);
    let second = link_of(&offer(&owner, "ana@example.com", "editor").await);
    app.get(&first).await.is(404);
    app.get(&second).await.is(200);
    let open = offers(&app).await;
    assert_eq!(open.len(), 1, "{open:?}");
    assert_eq!((&open[0]["email"], &open[0]["role"]), (&json!("ana@example.com"), &json!("editor")));
    let id = open[0]["id"].as_str().expect("an id");
    let asked = owner.get(&format!("/admin/ns/acme/offers/{id}/withdraw")).await.is(200).text();
    assert!(asked.contains("Withdraw the offer to ana@example.com?"), "{asked}");
    app.get(&second).await.is(200);
    owner.post(&format!("/admin/ns/acme/offers/{id}/withdraw"), &[]).await.is(303);
    app.get(&second).await.is(404);
    app.post(&second).form(&[("password", PASSWORD)]).await.is(404);
    owner.post(&format!("/admin/ns/acme/offers/{id}/withdraw"), &[]).await.is(404);

    let third = link_of(&offer(&owner, "ana@example.com", "viewer").await);
    let id = offers(&app).await[0]["id"].as_str().expect("an id").to_owned();
    app.namespace("other").await;
    app.delete(&format!("/api/v1/namespaces/other/offers/{id}")).key(&app.key).await.is(403);
    app.delete(&format!("{API}/offers/{id}")).key(&app.key).await.is(200);
    app.get(&third).await.is(404);
    app.delete(&format!("{API}/offers/{id}")).key(&app.key).await.is(404).coded("no_such_offer");

    let fourth = link_of(&offer(&owner, "ana@example.com", "viewer").await);
    app.database.connect().await.run("UPDATE member_offers SET expires_at = 1").await;
    app.get(&fourth).await.is(404);
    app.post(&fourth).form(&[("password", PASSWORD)]).await.is(404);
    assert_eq!(offers(&app).await, Vec::<Value>::new());
    assert_eq!(accounts(&app).await, ["owner@example.com"]);
}

#[tokio::test]
async fn an_offer_ends_with_its_namespace() {
    let app = App::start().await;
    app.namespace("other").await;
    let link = format!("/admin/offer/{}", app.offer("ana@example.com", "other", Role::Owner).await);
    app.get(&link).await.is(200);
    let other = NamespaceId::parse("other").expect("a namespace id");
    app.service.delete_namespace(&Caller::Operator, &other).await.expect("deleted");
    app.get(&link).await.is(404);
    app.post(&link).form(&[("password", PASSWORD)]).await.is(404);
}

#[tokio::test]
async fn an_offer_ends_with_the_right_of_its_maker() {
    let app = App::start().await;
    app.administrator("root@example.com").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let of_owner = link_of(&offer(&owner, "ana@example.com", "owner").await);
    let key = app.key_for(Some("acme"), server::store::KeyScope::Admin).await;
    let body = json!({ "email": "ben@example.com", "role": "owner" });
    let of_key = app.call(Method::PUT, &format!("{API}/members")).key(&key).json(body).await.is(200).json();
    let of_key = of_key["link"].as_str().expect("a link").trim_start_matches("https://quiz.example").to_owned();
    let acme = NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&Caller::Operator, &acme).await.expect("members");
    let id = &members[0].administrator.id;
    app.service.change_role(&Caller::Operator, &acme, id, Role::Editor).await.expect("changed");
    let own = app.get("/api/v1/key").key(&key).await.is(200).json();
    app.service.revoke_key(&Caller::Operator, own["id"].as_str().expect("an id")).await.expect("revoked");
    for link in [&of_owner, &of_key] {
        app.post(link).form(&[("password", PASSWORD)]).await.is(404);
    }
    assert_eq!(accounts(&app).await, ["owner@example.com", "root@example.com"]);
    // Valid once its author is an owner again; the failed attempt has not used up the offer.
    app.service.change_role(&Caller::Operator, &acme, id, Role::Owner).await.expect("changed");
    app.post(&of_owner).form(&[("password", PASSWORD)]).await.is(303);
}

#[tokio::test]
async fn offers_and_their_answers_stand_in_the_audit_log() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ben = app.member("ben@example.com", "other", Role::Owner).await;
    let link = link_of(&offer(&owner, "ben@example.com", "viewer").await);
    ben.post(&format!("{link}/decline"), &[]).await.is(303);
    let link = link_of(&offer(&owner, "ben@example.com", "editor").await);
    ben.post(&link, &[]).await.is(303);
    offer(&owner, "cy@example.com", "viewer").await;
    let id = offers(&app).await[0]["id"].as_str().expect("an id").to_owned();
    app.delete(&format!("{API}/offers/{id}")).key(&app.key).await.is(200);
    let log = app.get(&format!("{API}/audit?limit=6")).key(&app.key).await.is(200).json();
    let lines: Vec<[&str; 4]> = log["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|line| {
            [&line["actor"]["name"], &line["action"], &line["subject"], &line["details"]]
                .map(|part| part.as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        lines,
        [
            ["test", "member.withdraw", "cy@example.com", "viewer"],
            ["owner@example.com", "member.offer", "cy@example.com", "viewer"],
            ["ben@example.com", "member.accept", "ben@example.com", "editor"],
            ["owner@example.com", "member.offer", "ben@example.com", "editor"],
            ["ben@example.com", "member.decline", "ben@example.com", "viewer"],
            ["owner@example.com", "member.offer", "ben@example.com", "viewer"],
        ]
    );
}
