//! An endpoint's own headers, for example `Authorization`.

use std::collections::HashSet;

use axum::http::{HeaderName, HeaderValue};

const MOST: usize = 10;
const LONGEST: usize = 1000;
/// Set by the sender.
const TAKEN: [&str; 10] = [
    "host",
    "content-length",
    "content-type",
    "transfer-encoding",
    "connection",
    "user-agent",
    "te",
    "trailer",
    "upgrade",
    "expect",
];

/// The error is worded to follow "must be".
pub fn check_headers<'h>(headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> Result<(), String> {
    let mut names = HashSet::new();
    for (name, value) in headers {
        let name = name.to_ascii_lowercase();
        let is_name = name.len() <= LONGEST && HeaderName::try_from(&name).is_ok();
        if !is_name || TAKEN.contains(&&*name) || name.starts_with("webhook-") {
            return Err(format!("names of headers that are not set by the sender, unlike {name:?}"));
        }
        if value.len() > LONGEST || HeaderValue::from_str(value).is_err() {
            return Err(format!("values of at most {LONGEST} visible ASCII characters, unlike that of {name}"));
        }
        if !names.insert(name) || names.len() > MOST {
            return Err(format!("at most {MOST} headers of different names"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_the_sender_sets_are_refused() {
        assert_eq!(check_headers([("Authorization", "Bearer a"), ("x-tenant", "")]), Ok(()));
        for wrong in [
            ("Host", "a"),
            ("webhook-id", "a"),
            ("Content-Type", "a"),
            ("a b", "c"),
            ("", "a"),
            ("x", "a\nb"),
            ("x", "é\u{7f}"),
        ] {
            assert!(check_headers([wrong]).is_err(), "{wrong:?}");
        }
        assert!(check_headers([("a", "1"), ("A", "2")]).is_err());
        let many: Vec<String> = (0..=MOST).map(|number| format!("x-{number}")).collect();
        assert!(check_headers(many.iter().map(|name| (name.as_str(), "1"))).is_err());
        assert!(check_headers(many[1..].iter().map(|name| (name.as_str(), "1"))).is_ok());
    }
}
