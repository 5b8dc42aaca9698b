//! Protects CSV against formula injection in spreadsheet programs.

use std::borrow::Cow;

/// Puts an apostrophe before each character that a spreadsheet program would take for the start of a formula: at the
/// start of the cell, and after each character that separates cells in some locale. Quotes do not protect: a program
/// that splits the cell there takes them as its own.
pub fn guard(text: &str) -> Cow<'_, str> {
    let (mut guarded, mut copied, mut starts_cell) = (String::new(), 0, true);
    for (at, character) in text.char_indices() {
        if starts_cell && starts_formula(character) {
            guarded.push_str(&text[copied..at]);
            guarded.push('\'');
            copied = at;
        }
        starts_cell = matches!(character, ';' | '\t' | '\r' | '\n') || (starts_cell && at > 0 && character == '"');
    }
    if guarded.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(guarded + &text[copied..]) }
}

/// Includes the full-width forms.
fn starts_formula(character: char) -> bool {
    matches!(character, '=' | '+' | '-' | '@' | '\t' | '\r' | '＝' | '＋' | '－' | '＠')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_formula_becomes_text_in_every_cell_that_a_program_may_see() {
        for formula in ["=1+1", "+1", "-1", "@sum", "\t a", "\ra", "＝1+1", "＋1", "－1", "＠1", "=cmd|x"] {
            assert_eq!(guard(formula), format!("'{formula}"));
            assert_eq!(guard(&format!("x;{formula}")), format!("x;'{formula}"));
            assert_eq!(guard(&format!("x\n{formula}")), format!("x\n'{formula}"));
        }
        assert_eq!(guard("x\t=1;;-2"), "x\t'=1;;'-2");
        assert_eq!(guard("x;\"=1+1;y"), "x;\"'=1+1;y");
        assert_eq!(guard("x\t\"\"@a"), "x\t\"\"'@a");
        for text in ["a=b", "a; =b", "", "a\r\nb", "\"=\"", "a\"=b"] {
            assert_eq!(guard(text), text);
        }
    }

    proptest! {
        #[test]
        fn no_cell_starts_a_formula_and_no_other_character_changes(text in "(?s)[=+@\t\r\n;a'\"＝-]{0,12}") {
            let cell = guard(&text);
            let mut cells = cell.split([';', '\t', '\r', '\n']);
            prop_assert!(!cells.next().unwrap_or_default().starts_with(starts_formula), "{cell:?}");
            prop_assert!(cells.all(|cell| !cell.trim_start_matches('"').starts_with(starts_formula)), "{cell:?}");
            let without = |text: &str| text.replace('\'', "");
            prop_assert_eq!(without(&cell), without(&text));
        }
    }
}
