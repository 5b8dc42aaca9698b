//! Editions of the built-in questions' words: a version of a quiz keeps the one that it was made with.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    ContentLanguage, Indicator, Language,
    results::content::{QuestionText, questions_en, questions_es},
};

/// Names an edition of the built-in questions' words, from 1. A release that changes one of them brings another edition.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Edition(u16);

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The questions of an edition, by indicator.
struct Words {
    en: &'static [QuestionText; 8],
    es: &'static [QuestionText; 8],
}

/// All that were released, oldest first. None is ever edited: answers were given to these words, and are exported with them.
static EDITIONS: &[Words] = &[
    Words { en: &questions_en::QUESTIONS, es: &questions_es::QUESTIONS },
    #[cfg(test)]
    Words { en: &tests::QUESTIONS, es: &tests::QUESTIONS },
];

impl Edition {
    /// That of versions which name none.
    pub const FIRST: Self = Self(1);
    /// That of new versions.
    pub const LATEST: Self = Self(1);

    /// The one that a release to come will bring, for tests.
    pub const TO_COME: Self = Self(2);

    /// All that this release knows, newest first.
    pub(super) fn released() -> impl Iterator<Item = Self> {
        (Self::FIRST.0..=Self::LATEST.0).rev().map(Self)
    }

    /// A question in one language. An edition of a later release has the words of the newest that this one knows.
    pub(super) fn question(self, indicator: Indicator, language: Language) -> &'static QuestionText {
        let known = usize::from(self.0).clamp(1, EDITIONS.len());
        let Words { en, es } = &EDITIONS[known - 1];
        match language.of_content() {
            ContentLanguage::En => &en[indicator.index()],
            ContentLanguage::Es => &es[indicator.index()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Definition, Question, QuestionId, built_in_options};

    /// Words of a release to come.
    pub(super) static QUESTIONS: [QuestionText; 8] = {
        const LATER: QuestionText =
            QuestionText { text: "Later?", help: "Later.", options: &["a", "b", "c", "d", "e", "f"] };
        [LATER; 8]
    };

    fn text(definition: &Definition) -> (String, String) {
        let question: &Question = &definition.questions[0];
        let label = question.options(Language::EN, Language::EN)[0].label.clone();
        (question.text(Language::EN, Language::EN).to_owned(), label)
    }

    #[test]
    fn a_version_keeps_the_words_that_it_was_made_with() {
        let first = Definition::built_in();
        let later = first.renewed(Edition::TO_COME).expect("another edition");
        assert_ne!(text(&first), text(&later));
        assert_eq!(text(&later), ("Later?".to_owned(), "a".to_owned()));
        assert_eq!(later.renewed(Edition::TO_COME), None, "there is nothing to renew");
        assert_eq!(later.renewed(Edition::FIRST), None, "an earlier release takes nothing back");
        for definition in [first, later] {
            let stored = serde_json::to_string(&definition).expect("JSON");
            let read: Definition = serde_json::from_str(&stored).expect("a definition");
            assert_eq!(read, definition, "{stored}");
            assert_eq!(text(&read), text(&definition));
        }
    }

    #[test]
    fn own_questions_have_no_edition() {
        let id = QuestionId::parse("pet").expect("an id");
        let own = Question::choice(id, true, "A pet?".into(), Vec::new());
        assert_eq!(Definition::of(Language::EN, vec![own]).renewed(Edition::TO_COME), None);
    }

    /// A failure means that released words were edited. Give them back, and write the new ones as another edition.
    #[test]
    fn released_words_stay() {
        let released = [0xe40d_cf92_05f3_0d47_u64];
        let found = EDITIONS[..usize::from(Edition::LATEST.0)].iter().map(|Words { en, es }| {
            let questions = en.iter().chain(*es);
            let texts = questions.flat_map(|it| [it.text, it.help].into_iter().chain(it.options.iter().copied()));
            // FNV-1a, with a byte between texts that no text has.
            let bytes = texts.flat_map(|text| text.bytes().chain([0]));
            bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        });
        assert_eq!(found.collect::<Vec<_>>(), released);
    }

    #[test]
    fn every_edition_has_all_options() {
        for (indicator, edition) in
            Indicator::ALL.into_iter().flat_map(|of| [(of, Edition::FIRST), (of, Edition::LATEST)])
        {
            for language in Language::OF_CONTENT {
                let words = edition.question(indicator, language);
                assert_eq!(words.options.len(), built_in_options(indicator).len(), "{indicator:?}");
            }
        }
    }
}
