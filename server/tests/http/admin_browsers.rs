//! Browsers in which an account has signed in before: attackers cannot lock them out, and more of them do not allow
//! more attempts.

use std::sync::Mutex;

use domain::Role;
use futures_util::future::{join, join_all};

use crate::support::{App, Call, PASSWORD, Reply};

const ANA: &str = "ana@example.com";
const BEN: &str = "ben@example.com";
const WRONG: &str = "not the password of anyone";
/// Attempts of an account from its browsers, plus one that may be refilled meanwhile.
const TRIES: usize = 11;

#[track_caller]
fn browser_of(reply: &Reply) -> String {
    let cookies = reply.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let mut named = cookies.filter(|cookie| cookie.starts_with("__Secure-browser="));
    named.next().and_then(|cookie| cookie.split(';').next()).expect("a cookie").to_owned()
}

async fn signed_in_before(app: &App, email: &str) -> String {
    browser_of(&app.sign_in(email, PASSWORD, "").await.is(303))
}

fn sign_in_from(app: &App, browser: &str, email: &str, password: &str) -> Call {
    app.sign_in(email, password, "").header("cookie", browser)
}

#[tokio::test]
async fn strangers_who_use_up_their_tries_keep_no_known_browser_out() {
    let app = App::start().await;
    app.administrator(ANA).await;
    let browser = signed_in_before(&app, ANA).await;
    while app.sign_in(ANA, WRONG, "").await.status != 429 {}
    app.sign_in(ANA, PASSWORD, "").await.is(429);
    sign_in_from(&app, &browser, ANA, PASSWORD).await.is(303);
    // It is not valid for other accounts, and a forged one for none.
    app.administrator(BEN).await;
    while app.sign_in(BEN, WRONG, "").await.status != 429 {}
    sign_in_from(&app, &browser, BEN, PASSWORD).await.is(429);
    sign_in_from(&app, &format!("{browser}0"), ANA, PASSWORD).await.is(429);
}

#[tokio::test]
async fn a_known_browser_stays_the_same_when_it_signs_in_again() {
    let app = App::start().await;
    app.administrator(ANA).await;
    let browser = signed_in_before(&app, ANA).await;
    assert_eq!(browser_of(&sign_in_from(&app, &browser, ANA, PASSWORD).await.is(303)), browser);
    assert_ne!(signed_in_before(&app, ANA).await, browser);
}

#[tokio::test]
async fn all_browsers_of_an_account_share_its_tries_and_its_place_in_line() {
    let app = App::start().await;
    app.member(ANA, "acme", Role::Viewer).await;
    app.administrator(BEN).await;
    let neighbour = signed_in_before(&app, BEN).await;
    let mut browsers = Vec::new();
    for _ in 0..8 {
        browsers.push(signed_in_before(&app, ANA).await);
        // Signing in again from the same browser does not create another one.
        let last = browsers.last().expect("a browser");
        let again = sign_in_from(&app, last, ANA, PASSWORD).await;
        assert!(again.status == 429 || browser_of(&again) == *last);
    }
    tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    let compared = Mutex::new(0);
    let tries = browsers.iter().cycle().take(64).map(|browser| async {
        let reply = sign_in_from(&app, browser, ANA, WRONG).await;
        if reply.status == 401 {
            *compared.lock().expect("no panic") += 1;
        }
    });
    let before = async {
        sign_in_from(&app, &neighbour, BEN, PASSWORD).await.is(303);
        *compared.lock().expect("no panic")
    };
    let (_, before) = join(join_all(tries), before).await;
    let compared = *compared.lock().expect("no panic");
    assert!(compared <= TRIES, "{compared} wrong passwords were compared");
    assert!(before <= 4, "{before} of them before the neighbour's");
}

#[tokio::test]
async fn a_password_change_makes_strangers_of_all_other_browsers() {
    let app = App::start().await;
    let ana = app.administrator(ANA).await;
    let before = signed_in_before(&app, ANA).await;
    let new = "another good password";
    let changed = ana.post("/admin/account/password", &[("present", PASSWORD), ("password", new)]).await.is(303);
    let here = browser_of(&changed);
    while app.sign_in(ANA, WRONG, "").await.status != 429 {}
    sign_in_from(&app, &before, ANA, new).await.is(429);
    sign_in_from(&app, &here, ANA, new).await.is(303);
}
