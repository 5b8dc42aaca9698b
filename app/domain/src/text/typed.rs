//! Normalizes typed text for programs. Forms, pages and the API share it.

/// White space and invisible characters, which phones' contacts and word processors put around copied text.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text without blanks at its ends; empty if no character is visible.
pub fn clean(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The text with ASCII digits and minus signs, and without invisible characters.
pub(crate) fn plain_digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_whitespace() || !is_blank(*c)).map(|c| match c {
        // A non-breaking hyphen, a figure dash, an en dash, and minus signs.
        '\u{2010}'..='\u{2013}' | '−' | '﹣' => '-',
        // Full-width forms, as Japanese keyboards type them.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => digit(c).unwrap_or(c),
    })
}

/// A decimal digit of another script: Arabic, Persian, Devanagari, Bengali, Thai.
fn digit(c: char) -> Option<char> {
    const ZEROS: [char; 5] = ['٠', '۰', '०', '০', '๐'];
    let value = |zero: char| u32::from(c).checked_sub(u32::from(zero)).filter(|value| *value < 10);
    ZEROS.into_iter().find_map(value).and_then(|value| char::from_digit(value, 10))
}

/// A telephone number with ASCII digits and plain spaces, optionally with an extension such as `ext. 12`; `None` if it
/// has fewer than three digits or other characters.
pub(crate) fn phone(text: &str) -> Option<String> {
    let text = clean(text);
    let (mut plain, mut digits, mut extension) = (String::new(), 0, None);
    for c in plain_digits(text.strip_prefix("tel:").unwrap_or(text)) {
        match c {
            '0'..='9' => *extension.as_mut().unwrap_or(&mut digits) += 1,
            '+' | '-' | '(' | ')' | '.' | '/' => {}
            'e' | 'x' | 't' | 'E' | 'X' | 'T' | '#' if digits >= 3 => _ = extension.get_or_insert(0),
            _ if c.is_whitespace() => {}
            _ => return None,
        }
        plain.push(if c.is_whitespace() { ' ' } else { c });
    }
    (digits >= 3 && extension != Some(0)).then_some(plain)
}

/// A web address in lower case with its scheme, which respondents often omit; `None` for other text.
pub(crate) fn web_address(text: &str) -> Option<String> {
    let text = clean(text);
    let begins = |scheme: &&str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let scheme = ["https://", "http://"].into_iter().find(begins);
    let rest = &text[scheme.map_or(0, str::len)..];
    if rest.is_empty() || rest.chars().any(is_blank) {
        return None;
    }
    // Without a scheme, the text must begin with a host of at least two labels.
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#' | b':')).unwrap_or(rest.len());
    let (mut labels, mut last) = (0, "");
    for label in rest[..end].split('.') {
        let is_label = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || !byte.is_ascii());
        if label.is_empty() || !is_label {
            labels = 0;
            break;
        }
        (labels, last) = (labels + 1, label);
    }
    let is_host = labels > 1 && last.len() > 1 && !last.bytes().all(|byte| byte.is_ascii_digit());
    (scheme.is_some() || is_host).then(|| [scheme.unwrap_or("https://"), rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_visible_is_nothing() {
        for blank in ["", " \t\r\n", "\u{a0}\u{202f}", "\u{200b}\u{feff}", "\u{202a}\u{202c}", "\u{3000}\u{ad}"] {
            assert_eq!(clean(blank), "", "{blank:?}");
        }
        assert_eq!(clean("\u{202a} a\u{200d}b \u{202c}"), "a\u{200d}b");
    }

    #[test]
    fn telephone_numbers_are_taken_as_people_have_them() {
        for (typed, stored) in [
            ("٠٦٠٠١١١٢٢٢", "0600111222"),
            ("+34\u{a0}600\u{a0}111\u{a0}222", "+34 600 111 222"),
            ("\u{202a}+49 170 1234567\u{202c}", "+49 170 1234567"),
            ("(0170) 123‑45/67", "(0170) 123-45/67"),
            ("555-1234 ext. 12", "555-1234 ext. 12"),
            ("tel:+4930123", "+4930123"),
        ] {
            assert_eq!(phone(typed).as_deref(), Some(stored), "{typed:?}");
        }
        for other in ["12", "call me", "1234 Main", "e", "x123", "+34 600 111 222 at home"] {
            assert_eq!(phone(other), None, "{other}");
        }
    }

    #[test]
    fn web_addresses_need_no_scheme() {
        for (typed, stored) in [
            ("example.com", "https://example.com"),
            (" www.example.com/a?b#c\u{200b}", "https://www.example.com/a?b#c"),
            ("HTTP://Example.com", "http://Example.com"),
            ("münchen.example:8080/x", "https://münchen.example:8080/x"),
            ("https://localhost", "https://localhost"),
        ] {
            assert_eq!(web_address(typed).as_deref(), Some(stored), "{typed:?}");
        }
        for other in
            ["example", "a b.com", "https://", "3.5", "1.2.3.4", "javascript:alert(1)", "anna@example.com", ".com"]
        {
            assert_eq!(web_address(other), None, "{other}");
        }
    }
}
