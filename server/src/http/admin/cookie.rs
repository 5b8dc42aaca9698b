//! The one cookie there is: the session of an administrator. Respondents have none.

use axum::http::{HeaderMap, HeaderValue, header};

/// The prefix makes browsers refuse the cookie from another host, without TLS, or for a part of the site only.
const NAME: &str = "__Host-session";

/// The value of the session's cookie.
pub(super) fn read(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == NAME)
        .map(|(_, value)| value)
}

/// Lax, so that a link in a message opens the dashboard signed in; forms from elsewhere are refused by their origin.
pub(super) fn set(token: &str) -> HeaderValue {
    let text = format!("{NAME}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000");
    HeaderValue::try_from(text).expect("a token is hexadecimal")
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
        assert_eq!(read(&headers), Some("00ff"));
        headers.insert(header::COOKIE, HeaderValue::from_static("session=00ff; x__Host-session=1"));
        assert_eq!(read(&headers), None);
    }
}
