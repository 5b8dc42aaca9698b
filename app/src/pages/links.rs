//! URLs with parameters, and mail links.

/// A script that records that a form of this page begins the quiz, so that the question page does not ask whether the
/// answers are this browser's. It is inlined because the button may be pressed before any file has loaded.
pub(crate) const NOTE_BEGINNING: &str =
    r#"addEventListener("submit",()=>{try{sessionStorage.begun=location.pathname}catch{}});"#;

/// Adds parameters to a URL that may have some already. Names and values may contain only letters, digits, `_` and `-`.
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

/// A mail link without a recipient.
pub(crate) fn mail_href(subject: &str, body: &str) -> String {
    format!("mailto:?subject={}&body={}", encoded(subject), encoded(&body.replace('\n', "\r\n")))
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|char: char| !char.is_ascii_alphanumeric() && !matches!(char, '-' | '.' | '_' | '~'))
    {
        let end = rest.ceil_char_boundary(at + 1);
        encoded.push_str(&rest[..at]);
        for byte in rest[at..end].bytes() {
            encoded.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
        rest = &rest[end..];
    }
    encoded + rest
}

fn digit(value: u8) -> char {
    char::from(b"0123456789ABCDEF"[usize::from(value)])
}

#[cfg(test)]
mod tests {
    use super::{mail_href, with_query};

    #[test]
    fn a_message_arrives_as_it_was_written() {
        let href = mail_href("Mi página & más", "https://a.example/x?a=1&b=2\n\nBye");
        let expected = "mailto:?subject=Mi%20p%C3%A1gina%20%26%20m%C3%A1s\
            &body=https%3A%2F%2Fa.example%2Fx%3Fa%3D1%26b%3D2%0D%0A%0D%0ABye";
        assert_eq!(href, expected);
    }

    #[test]
    fn what_an_address_carries_already_stays() {
        assert_eq!(with_query("/a", &[("q", "x"), ("lang", "es")]), "/a?q=x&lang=es");
        assert_eq!(with_query("/a?sessionId=12345", &[("q", "x")]), "/a?sessionId=12345&q=x");
    }
}
