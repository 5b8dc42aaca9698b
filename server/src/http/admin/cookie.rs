//! The session cookie of administrators. Respondents get no cookies.

use axum::http::{HeaderMap, HeaderValue, header};

/// The `__Host-` prefix makes browsers reject the cookie without TLS, from another host or for a part of the site.
const NAME: &str = "__Host-session";

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

/// `SameSite=Lax` keeps links from other sites signed in. Forms from other sites are rejected by origin.
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
