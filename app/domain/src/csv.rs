//! Protects CSV against spreadsheet programs, which run a text that begins like a formula.

use std::borrow::Cow;

/// Text that a spreadsheet would take for a formula, made text again by an apostrophe before it.
pub fn guard(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_looks_like_a_formula_becomes_text() {
        for formula in ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "＝1+1", "＋1", "－1", "＠1", "=cmd|x"] {
            assert_eq!(guard(formula), format!("'{formula}"));
        }
        assert_eq!(guard("a=b"), "a=b");
    }

    proptest! {
        #[test]
        fn no_text_begins_like_a_formula(start in "[=+@\t\r＝＋－＠-]?", rest: String) {
            let text = start + &rest;
            let cell = guard(&text);
            prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']));
            prop_assert_eq!(cell.strip_prefix('\'').filter(|rest| *rest == text).unwrap_or(&cell), &text);
        }
    }
}
