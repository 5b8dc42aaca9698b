//! The content security policy of a page.

use axum::http::HeaderValue;

/// For a page whose own policy cannot be sent: it may load nothing and must not be framed.
const CLOSED: &str = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The policy as a header. A page is never sent without one.
pub(in crate::http) fn policy_header(policy: String) -> HeaderValue {
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(CLOSED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_that_cannot_be_a_header_closes_the_page() {
        assert_eq!(policy_header("default-src 'self'".to_owned()), "default-src 'self'");
        assert_eq!(policy_header("frame-ancestors https://a.example\n".to_owned()), CLOSED);
    }
}
