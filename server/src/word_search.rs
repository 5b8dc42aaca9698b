//! The words of a person's texts that an index holds, and a search for beginnings of them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::search_text::fold;

/// Maximum length of a word in bytes. Longer ones are cut, in the index and in searches alike.
const LONGEST: usize = 96;
/// Maximum number of indexed words of one text. A search that examines each person finds the others.
const MOST: usize = 24;
/// Maximum number of words of a search. Further ones are left out.
const ASKED: usize = 8;

/// Words of which each has to be the beginning of one of a person's words. Never empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WordSearch {
    words: Vec<String>,
    whole: String,
}

impl WordSearch {
    /// Returns `None` for a text without a word.
    pub fn new(text: &str) -> Option<Self> {
        let folded = fold(text);
        let mut words: Vec<String> = folded
            .split_whitespace()
            .map(|word| cut(word.trim_matches(is_between_words)).to_owned())
            .filter(|word| !word.is_empty())
            .take(ASKED)
            .collect();
        // The longest one has the fewest people.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        (!words.is_empty()).then(|| Self { words, whole: text.trim().to_owned() })
    }

    /// The longest word, and the next one.
    pub fn first_two(&self) -> (&str, Option<&str>) {
        (&self.words[0], self.words.get(1).map(String::as_str))
    }

    /// The whole text as it was typed, which an id may begin with.
    pub fn whole(&self) -> &str {
        &self.whole
    }

    /// True if a person with these texts is found.
    pub fn finds<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> bool {
        let words = words_of(texts);
        self.words.iter().all(|asked| words.range(asked.clone()..).next().is_some_and(|word| word.starts_with(asked)))
    }
}

/// Returns the words of a person's texts. A word goes on to the next space, so that `ana.sol@example.com` is found by
/// its beginning at any length; so do its parts after a mark, but for the domain of an address.
pub(crate) fn words_of<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for text in texts {
        // Of custom data in JSON the values are of interest: the names are the same for all.
        let json = text.starts_with(['{', '[']).then(|| serde_json::from_str::<Value>(text).ok()).flatten();
        let of_text = json.map_or_else(|| text.to_owned(), |json| values(&json));
        words.extend(parts(&fold(&of_text)).take(MOST).map(|word| cut(word).to_owned()));
    }
    words
}

fn values(json: &Value) -> String {
    match json {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => all.iter().map(values).collect::<Vec<_>>().join(" "),
        Value::Object(all) => all.values().map(values).collect::<Vec<_>>().join(" "),
        Value::Null | Value::Bool(_) => String::new(),
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let word = word.trim_matches(is_between_words);
        let own = word.split_once('@').map_or(word, |(own, _)| own);
        let begins = own.char_indices().scan(true, |is_after_mark, (at, letter)| {
            let is_mark = is_between_words(letter);
            let begins = std::mem::replace(is_after_mark, is_mark) && !is_mark;
            Some(begins.then_some(at))
        });
        begins.flatten().map(|at| &word[at..]).collect::<Vec<_>>()
    })
}

fn is_between_words(letter: char) -> bool {
    !letter.is_alphanumeric()
}

fn cut(word: &str) -> &str {
    &word[..word.floor_char_boundary(LONGEST)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn finds(asked: &str, texts: &[&str]) -> bool {
        WordSearch::new(asked).is_some_and(|search| search.finds(texts.iter().copied()))
    }

    #[test]
    fn a_person_is_found_by_beginnings_of_words_in_any_order() {
        let ana = ["Ana-María Núñez O’Brien", "Ana.Sol+quiz@Example.com", "{\"number\":\"A-10 482\",\"of\":[7, true]}"];
        for asked in [
            "ana",
            "ANA nunez",
            "núñ ana",
            "maria",
            "brien",
            "o’brien",
            "ana.sol",
            "sol+quiz@example.com",
            "a-10",
            "10",
            "482",
            "7",
            "  Ana  ",
            "(ana)",
            "ana.sol+quiz@EXAMPLE.com",
        ] {
            assert!(finds(asked, &ana), "{asked}");
        }
        for asked in ["na", "anna", "ana lopez", "example.com", "number", "of", "true", "0482", "", " - ", "@"] {
            assert!(!finds(asked, &ana), "{asked}");
        }
    }

    #[test]
    fn long_texts_have_few_words_and_long_words_are_cut() {
        let long = "x".repeat(1000);
        let words = words_of([long.as_str()]);
        assert!(words.len() == 1 && words.iter().all(|word| word.len() == LONGEST));
        assert!(finds(&long, &[&long]));
        let many: String = (0..100).map(|number| format!("word{number} ")).collect();
        assert_eq!(words_of([many.as_str()]).len(), MOST);
    }

    proptest! {
        #[test]
        fn a_text_is_found_by_its_own_first_word(text: String) {
            let first = text.split_whitespace().next().unwrap_or_default();
            prop_assume!(!first.starts_with(['{', '[']));
            prop_assert_eq!(finds(first, &[first]), WordSearch::new(first).is_some());
        }
    }
}
