//! Addresses with parameters.

/// Adds parameters to an address that may have some already. Names and values hold letters, digits, `_` and `-` only.
#[must_use]
pub(crate) fn with_query(href: &str, parameters: &[(&str, &str)]) -> String {
    let mut link = href.to_owned();
    for (name, value) in parameters {
        link.push(if link.contains('?') { '&' } else { '?' });
        link.push_str(name);
        link.push('=');
        link.push_str(value);
    }
    link
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn what_an_address_carries_already_stays() {
        assert_eq!(with_query("/a", &[("q", "x"), ("lang", "es")]), "/a?q=x&lang=es");
        assert_eq!(with_query("/a?sessionId=12345", &[("q", "x")]), "/a?sessionId=12345&q=x");
    }
}
