//! Before an offer is accepted, an owner cannot find out whether its address has an account: neither by making the
//! offer, nor by opening the link and trying what it asks for.

use std::time::Instant;

use axum::http::HeaderMap;
use domain::{Email, NamespaceId, Role};
use serde_json::json;
use server::{service::Caller, store::KeyScope};

use crate::support::{App, PASSWORD, Person, Reply};

const MEMBERS: &str = "/admin/ns/acme/members";
/// Both have the same length, so that lengths do not distinguish them.
const UNKNOWN: &str = "stranger@example.com";
const KNOWN: &str = "everyone@example.com";
const WRONG: &str = "teapot ladder violin";

/// A reply without its unique parts: nonces, ids, tokens, addresses and times.
fn told(reply: &Reply, email: &str) -> (u16, Vec<(String, String)>, String) {
    let mut text = reply.text().replace(email, "EMAIL");
    for nonce in reply.text().split("nonce=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        text = text.replace(nonce, "NONCE");
    }
    // A second may pass between two attempts.
    for seconds in 1..=60 {
        text = text.replace(&format!("Wait {seconds} seconds"), "Wait a minute");
    }
    let text = masked(&text);
    let nonce =
        reply.header("content-security-policy").split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next());
    let plain = |headers: &HeaderMap| {
        let mut all: Vec<(String, String)> = headers
            .iter()
            // A second may pass between two attempts, and times have a varying number of digits.
            .filter(|(name, _)| !["x-request-id", "retry-after", "content-length"].contains(&name.as_str()))
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).replace(nonce.unwrap_or("no nonce"), "NONCE");
                (name.to_string(), masked(&value))
            })
            .collect();
        all.sort();
        all
    };
    (reply.status.as_u16(), plain(&reply.headers), text)
}

/// Masks hexadecimal ids and tokens, days and times.
fn masked(text: &str) -> String {
    let mut shown = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_hexdigit() && c != '-' && c != ':') {
        let end = word.len() - word.chars().last().filter(|c| !c.is_ascii_hexdigit()).map_or(0, char::len_utf8);
        let is_fraction = word.ends_with('Z') && word[..end].bytes().all(|byte| byte.is_ascii_digit());
        let is_id = end >= 16
            || is_fraction
            || (end >= 5 && word[..end].contains(['-', ':']) && word.starts_with(|c: char| c.is_ascii_digit()));
        shown.push_str(if is_id { "ID" } else { &word[..end] });
        shown.push_str(&word[end..]);
    }
    shown
}

async fn link_to(person: &Person<'_>, email: &str) -> String {
    let page = person.post(MEMBERS, &[("email", email), ("role", "editor")]).await.is(200).text();
    let token = page.split("/admin/offer/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    format!("/admin/offer/{token}")
}

async fn with_one_account(app: &App) -> Person<'_> {
    app.namespace("other").await;
    // Created without an attempt from this client.
    let (other, known) = (NamespaceId::parse("other").expect("an id"), Email::parse(KNOWN).expect("an address"));
    app.service.renew_member(&Caller::Operator, &other, known, PASSWORD).await.expect("a new account");
    app.member("owner@example.com", "acme", Role::Owner).await
}

#[tokio::test]
async fn an_offers_page_and_what_it_says_to_passwords_are_the_same_for_all_addresses() {
    let app = App::start().await;
    let owner = with_one_account(&app).await;
    let mut all = Vec::new();
    for email in [UNKNOWN, KNOWN] {
        let link = link_to(&owner, email).await;
        let mut replies = vec![app.get(&link).await.is(200)];
        for password in ["", "short", email, "password123"] {
            replies.push(app.post(&link).form(&[("password", password)]).await.is(422));
        }
        for (proof, code) in [("0.00", "123456"), ("no proof", "")] {
            replies.push(app.post(&link).form(&[("proof", proof), ("code", code)]).await.is(401));
        }
        // Attempts count like those of signing in, so they are limited to as many.
        while replies.last().is_none_or(|reply| reply.status != 429) {
            replies.push(app.post(&link).form(&[("password", "short")]).await);
        }
        replies.push(owner.get(MEMBERS).await.is(200));
        let offers = app.get("/api/v1/namespaces/acme/offers").key(&app.key).await.is(200);
        let id = offers.json()["items"][0]["id"].as_str().expect("an id").to_owned();
        replies.push(offers);
        let told: Vec<_> = replies.iter().map(|reply| told(reply, email)).collect();
        all.push((told, last_lines(&app, email, 1).await));
        app.delete(&format!("/api/v1/namespaces/acme/offers/{id}")).key(&app.key).await.is(200);
    }
    let (unknown, known) = (&all[0], &all[1]);
    for (unknown, known) in unknown.0.iter().zip(&known.0) {
        assert_eq!(unknown, known);
    }
    assert_eq!(unknown.0.len(), known.0.len());
    assert_eq!(unknown.1, known.1);
}

async fn last_lines(app: &App, email: &str, number: usize) -> String {
    let log = app.get(&format!("/api/v1/namespaces/acme/audit?limit={number}")).key(&app.key).await.is(200).json();
    let lines = log["items"].as_array().expect("items").iter();
    let lines = lines.map(|line| json!([line["action"], line["subject"], line["details"], line["actor"]["name"]]));
    json!(lines.collect::<Vec<_>>()).to_string().replace(email, "EMAIL")
}

#[tokio::test]
async fn accepting_looks_the_same_and_leaves_the_same_lines() {
    let app = App::start().await;
    let owner = with_one_account(&app).await;
    let (mut replies, mut pages, mut logs) = (Vec::new(), Vec::new(), Vec::new());
    for email in [UNKNOWN, KNOWN] {
        let link = link_to(&owner, email).await;
        let accepted = app.post(&link).form(&[("password", PASSWORD)]).await.is(303);
        replies.push(told(&accepted, email));
        logs.push(last_lines(&app, email, 2).await);
        let page = owner.get(MEMBERS).await.is(200);
        let row = page.text().split("<tr").find(|row| row.contains(email)).expect("a row").to_owned();
        let signs_in = row.split("<td").nth(2).unwrap_or_default().to_owned();
        pages.push(masked(&signs_in.replace(email, "EMAIL")));
    }
    assert_eq!(replies[0], replies[1]);
    assert_eq!(logs[0], logs[1]);
    assert_eq!(pages[0], pages[1]);
}

#[tokio::test]
async fn a_password_takes_as_long_for_all_addresses() {
    // The minimum of three, since a busy machine delays one or the other.
    let mut least = [f64::MAX; 2];
    for _ in 0..3 {
        let app = App::start().await;
        let owner = with_one_account(&app).await;
        for ((email, status), least) in [(UNKNOWN, 303), (KNOWN, 401)].into_iter().zip(&mut least) {
            let link = link_to(&owner, email).await;
            let start = Instant::now();
            app.post(&link).form(&[("password", WRONG)]).await.is(status);
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    // Hashing takes tens of milliseconds, everything else less than one.
    assert!(least[1] > least[0] / 5.0 && least[0] > least[1] / 5.0, "{least:?}");
}

#[tokio::test]
async fn an_offer_that_cannot_be_accepted_refuses_all_addresses_alike() {
    let app = App::start().await;
    with_one_account(&app).await;
    for email in [UNKNOWN, KNOWN] {
        let key = app.key_for(Some("acme"), KeyScope::Admin).await;
        let body = json!({ "email": email, "role": "editor" });
        let offered = app.call(axum::http::Method::PUT, "/api/v1/namespaces/acme/members").key(&key).json(body);
        let link = offered.await.is(200).json()["link"].as_str().expect("a link").to_owned();
        let id = key.split('_').nth(1).expect("the id of a key");
        app.service.revoke_key(&Caller::Operator, id).await.expect("revoked");
        app.post(link.trim_start_matches("https://quiz.example")).form(&[("password", WRONG)]).await.is(404);
    }
    let acme = NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&Caller::Operator, &acme).await.expect("members");
    assert_eq!(members.len(), 1, "neither has come in");
}
