//! Text inside a `<textarea>`, which the framework does not escape.

/// Starts with a line break, because browsers drop the first one.
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
