//! Administrators' cookies: the session, and the browser in which it began. Respondents get no cookies.

use axum::http::{HeaderMap, HeaderValue, header};

/// The `__Host-` prefix makes browsers reject the cookie without TLS, from another host or for a part of the site.
const SESSION: &str = "__Host-session";
/// Sent with sign-ins only. `__Host-` would not allow a path.
const BROWSER: &str = "__Secure-browser";

/// The message that the next page shows.
const FLASH: &str = "__Host-flash";

pub(super) fn session(headers: &HeaderMap) -> Option<&str> {
    read(headers, SESSION)
}

/// Identifies a browser in which an administrator has signed in before.
pub(in crate::http) fn known_browser(headers: &HeaderMap) -> Option<&str> {
    read(headers, BROWSER)
}

pub(super) fn flash(headers: &HeaderMap) -> Option<&str> {
    read(headers, FLASH)
}

fn read<'a>(headers: &'a HeaderMap, cookie: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == cookie)
        .map(|(_, value)| value)
}

/// `SameSite=Lax` keeps visitors from other sites' links signed in. Forms from other sites are rejected by origin.
pub(super) fn set(token: &str) -> HeaderValue {
    let text = format!("{SESSION}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000");
    HeaderValue::try_from(text).expect("a token is hexadecimal")
}

/// Kept for a year. It grants no access: it keeps strangers' attempts from counting against this browser.
pub(super) fn set_browser(value: &str) -> HeaderValue {
    let text = format!("{BROWSER}={value}; Path=/admin/sign-in; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000");
    HeaderValue::try_from(text).expect("hexadecimal digits and a point")
}

/// For the page that a redirect leads to; valid for a minute.
pub(super) fn set_flash(name: &str) -> HeaderValue {
    let text = format!("{FLASH}={name}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60");
    HeaderValue::try_from(text).unwrap_or_else(|_| clear_flash())
}

/// Sent with the page that shows the message, so that a reload does not show it again.
pub(super) fn clear_flash() -> HeaderValue {
    HeaderValue::from_static("__Host-flash=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0")
}

pub(super) fn clear() -> HeaderValue {
    HeaderValue::from_static("__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; __Host-session=00ff; c=d"));
        assert_eq!(session(&headers), Some("00ff"));
        headers.insert(header::COOKIE, HeaderValue::from_static("session=00ff; x__Host-session=1"));
        assert_eq!(session(&headers), None);
    }
}
