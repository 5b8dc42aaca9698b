//! An administrator's browser: signs in to the dashboard and keeps the session cookie.

use axum::http::Method;
use domain::{Email, NamespaceId, Role};
use server::service::{Caller, ExistingRole, GivenRole};

use super::{App, Call, Reply};

pub(crate) const PASSWORD: &str = "a long enough password";

pub(crate) struct Person<'a> {
    app: &'a App,
    pub(crate) cookie: String,
}

impl App {
    /// An administrator of all namespaces.
    pub(crate) async fn administrator(&self, email: &str) -> Person<'_> {
        let address = Email::parse(email).expect("an address");
        let made = self.service.create_administrator(&Caller::Operator, address, Some(PASSWORD)).await;
        made.expect("a new administrator");
        self.signed_in(email).await
    }

    /// A member with a role in a namespace, through an accepted offer.
    pub(crate) async fn member(&self, email: &str, namespace: &str, role: Role) -> Person<'_> {
        let token = self.offer(email, namespace, role).await;
        let reply = self.post(&format!("/admin/offer/{token}")).form(&[("password", PASSWORD)]).await.is(303);
        Person { app: self, cookie: session_of(&reply) }
    }

    /// Offers a role to an address that is not yet a member's. Returns the token of the link.
    pub(crate) async fn offer(&self, email: &str, namespace: &str, role: Role) -> String {
        let namespace = NamespaceId::parse(namespace).expect("a namespace id");
        let address = Email::parse(email).expect("an address");
        let given =
            self.service.give_role(&Caller::Operator, &namespace, address, role, ExistingRole::Keep, None).await;
        match given.expect("an offer") {
            GivenRole::Offered(_, token) => token,
            GivenRole::Member(member) => panic!("already a member: {member:?}"),
        }
    }

    pub(crate) async fn signed_in(&self, email: &str) -> Person<'_> {
        let reply = self.sign_in(email, PASSWORD, "").await.is(303);
        Person { app: self, cookie: session_of(&reply) }
    }

    pub(crate) fn sign_in(&self, email: &str, password: &str, code: &str) -> Call {
        self.post("/admin/sign-in").form(&[("email", email), ("password", password), ("code", code)])
    }
}

impl Person<'_> {
    pub(crate) fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Call {
        self.call(Method::POST, path).form(fields)
    }

    pub(crate) async fn accept(&self, token: &str) -> Reply {
        self.post(&format!("/admin/offer/{token}"), &[]).await
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call {
        self.app.call(method, path).header("cookie", &self.cookie)
    }
}

/// The cookie that the browser would send back.
fn session_of(reply: &Reply) -> String {
    let cookie = reply.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    assert!(cookie.starts_with("__Host-session=") && cookie.len() > 40, "{cookie}");
    cookie
}

/// Enables a second factor, and returns its secret and the page with the recovery codes.
pub(crate) async fn with_second_factor(person: &Person<'_>) -> (String, String) {
    let page = person.post("/admin/account/second-factor", &[]).await.is(200).text();
    let secret =
        page.split("name=\"secret\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a secret");
    let on = [("secret", secret), ("code", &code(secret, 0)), ("factor-password", PASSWORD)];
    let page = person.post("/admin/account/second-factor/on", &on).await.is(200).text();
    (secret.to_owned(), page)
}

/// The authenticator's code after this many steps.
pub(crate) fn code(secret: &str, steps: u64) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).expect("base 32");
    let totp = totp_rs::Builder::new().with_secret(secret).build().expect("a second factor");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    totp.generate(now + 30 * steps).to_string()
}
