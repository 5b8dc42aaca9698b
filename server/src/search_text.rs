//! Text search that ignores case, accents and letter forms. Both databases use only this, because each of them folds
//! other letters by itself.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

use crate::WordSearch;

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(from = "String", into = "String")]
pub struct SearchText {
    folded: String,
    typed: String,
}

impl SearchText {
    pub fn new(text: &str) -> Self {
        Self { folded: fold(text), typed: text.to_owned() }
    }

    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        &self.typed
    }

    pub fn is_in(&self, text: &str) -> bool {
        is_part_of(&self.folded, text)
    }
}

impl SearchText {
    /// True if the text is in one of a person's texts, or if each of its words is the beginning of one of theirs.
    pub fn is_in_any<'t, Texts: Iterator<Item = &'t str>>(&self, texts: impl Fn() -> Texts) -> bool {
        if texts().any(|text| self.is_in(text)) {
            return true;
        }
        // The words are made only where they may match, since this is asked of very many.
        self.folded.contains(char::is_whitespace)
            && self.folded.split_whitespace().all(|word| texts().any(|text| is_part_of(word, text)))
            && WordSearch::new(&self.typed).is_some_and(|search| search.finds(texts()))
    }
}

impl From<String> for SearchText {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl From<SearchText> for String {
    fn from(text: SearchText) -> Self {
        text.typed
    }
}

fn is_part_of(folded: &str, text: &str) -> bool {
    let text = if is_folded(text) { Cow::Borrowed(text) } else { Cow::Owned(fold(text)) };
    text.contains(folded)
}

/// True for texts that folding leaves as they are, such as most addresses.
pub(crate) fn is_folded(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
}

/// Returns the same text for inputs that differ only in case, in marks on letters or in letter forms.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    let small = text.nfkd().flat_map(char::to_lowercase).nfkd();
    for letter in small.filter(|letter| canonical_combining_class(*letter) == 0) {
        match letter {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            // Arabic's tatweel, which stretches the line between letters.
            'ـ' => {}
            letter => folded.push(letter),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_accents_and_forms_of_letters_do_not_count() {
        for (text, wanted) in [
            ("Élodie Müller", "ELODIE MULLER"),
            ("Élodie Müller", "élodie mü"),
            ("E\u{301}lodie", "Élodie"),
            ("Straße", "STRASSE"),
            ("STRASSE", "straß"),
            ("İstanbul Işık", "istanbul isik"),
            ("Łukasz Đorđević, Søren Œuvre", "lukasz dordevic, soren oeuvre"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
            ("Ёлка", "ЕЛКА"),
            ("مُحَمَّد", "محمد"),
            ("محـــمد", "محمد"),
            ("Ｍüller ﬁn", "muller fin"),
            ("１２３", "123"),
            ("anything", ""),
        ] {
            assert!(SearchText::new(wanted).is_in(text), "{wanted} in {text}");
        }
        for (text, wanted) in [("Müller", "Mueller"), ("Ana", "Anna"), ("", "a"), ("50%_off", "%o")] {
            assert!(!SearchText::new(wanted).is_in(text), "{wanted} in {text}");
        }
    }

    #[test]
    fn a_text_that_was_stored_in_another_form_is_folded_when_it_is_read() {
        let stored: SearchText = serde_json::from_str("\"zoé\"").expect("a text");
        assert!(stored.is_in("ZOE"));
    }
}
