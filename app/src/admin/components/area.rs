//! Text inside a `<textarea>`, whose content the framework writes as it is.

/// Begins with the line end that a browser takes away.
pub(in crate::admin) fn area_text(mut text: String) -> String {
    text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.insert(0, '\n');
    text
}

#[cfg(test)]
mod tests {
    use super::area_text;

    #[test]
    fn no_text_ends_the_field_or_becomes_an_element() {
        assert_eq!(area_text("</textarea><b>&lt;".to_owned()), "\n&lt;/textarea>&lt;b>&amp;lt;");
    }
}
