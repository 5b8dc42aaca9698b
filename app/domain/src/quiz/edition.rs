//! Editions of the built-in questions' words. A quiz version keeps the edition that it was created with.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    Address, ContentLanguage, Indicator, Language,
    results::content::{QuestionText, questions_en, questions_es, questions_es_formal},
};

/// The number of an edition of the built-in questions' words, from 1. A release that changes any of them adds an
/// edition. Each edition exists in both forms of address.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Edition(u16);

/// Offset of an edition's number in the formal address.
const FORMAL: u16 = 1000;

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The questions of an edition, by indicator.
struct Words {
    en: &'static [QuestionText; 8],
    es: &'static [QuestionText; 8],
    es_formal: &'static [QuestionText; 8],
}

/// All released editions, oldest first. None is ever edited: answers were given to these words and are exported with
/// them.
static EDITIONS: &[Words] = &[
    Words { en: &questions_en::QUESTIONS, es: &questions_es::QUESTIONS, es_formal: &questions_es_formal::QUESTIONS },
    #[cfg(test)]
    Words { en: &tests::QUESTIONS, es: &tests::QUESTIONS, es_formal: &tests::QUESTIONS },
];

impl Edition {
    /// The edition of versions that name none.
    pub const FIRST: Self = Self(1);
    pub const LATEST: Self = Self(1);

    /// A future edition, for tests.
    pub const TO_COME: Self = Self(2);

    /// All editions of this release in both addresses, newest first.
    pub(super) fn released() -> impl Iterator<Item = Self> {
        (Self::FIRST.0..=Self::LATEST.0).rev().flat_map(|number| Self(number).stored()).map(Self)
    }

    /// True if this edition is older, in either address.
    pub(super) fn is_before(self, other: Self) -> bool {
        self.number() < other.number()
    }

    pub(super) fn in_address(self, address: Address) -> Self {
        Self(self.number() + if address == Address::Formal { FORMAL } else { 0 })
    }

    pub(super) fn address(self) -> Address {
        if self.0 >= FORMAL { Address::Formal } else { Address::Informal }
    }

    /// The numbers that stored questions have in each address.
    pub fn stored(self) -> [u16; 2] {
        [self.number(), self.number() + FORMAL]
    }

    fn number(self) -> u16 {
        self.0 % FORMAL
    }

    /// A question in one language. For an edition newer than this release, the newest known words.
    pub(super) fn question(self, indicator: Indicator, language: Language) -> &'static QuestionText {
        let known = usize::from(self.number()).clamp(1, EDITIONS.len());
        let Words { en, es, es_formal } = &EDITIONS[known - 1];
        let words = match (language.of_content(), self.address()) {
            (ContentLanguage::En, _) => en,
            (ContentLanguage::Es, Address::Informal) => es,
            (ContentLanguage::Es, Address::Formal) => es_formal,
        };
        &words[indicator.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Definition, Question, QuestionId, built_in_options};

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
    fn questions_keep_their_address_in_later_words() {
        let mut formal = Definition { address: Address::Formal, ..Definition::built_in() };
        let mut errors = crate::values::validation::Errors::default();
        formal.check(crate::quiz::possible_answers::STEPS, &mut errors);
        assert_eq!(errors.len(), 0);
        let ask = |definition: &Definition| definition.questions[0].text(Language::ES, Language::ES).to_owned();
        assert!(ask(&formal).contains("¿gastó"), "{}", ask(&formal));
        let stored = serde_json::to_string(&formal).expect("JSON");
        let read: Definition = serde_json::from_str(&stored).expect("a definition");
        assert_eq!((ask(&read), &read), (ask(&formal), &formal));
        let later = formal.renewed(Edition::TO_COME).expect("another edition");
        assert_eq!(later.questions[0].edition(), Some(Edition(1002)));
        assert_eq!(later.renewed(Edition::TO_COME), None);
        // As stored before forms of address existed.
        let mut informal = Definition { address: Address::Informal, ..formal };
        informal.check(crate::quiz::possible_answers::STEPS, &mut errors);
        assert!(
            ask(&informal).contains("¿gastaste")
                && !serde_json::to_string(&informal).expect("JSON").contains("edition")
        );
    }

    #[test]
    fn own_questions_have_no_edition() {
        let id = QuestionId::parse("pet").expect("an id");
        let own = Question::choice(id, true, "A pet?".into(), Vec::new());
        assert_eq!(Definition::of(Language::EN, vec![own]).renewed(Edition::TO_COME), None);
    }

    /// A failure means that released words were edited. Restore them and add the new ones as another edition.
    #[test]
    fn released_words_stay() {
        let released = [0xf02b_be4b_c774_6629_u64];
        let found = EDITIONS[..usize::from(Edition::LATEST.0)].iter().map(|Words { en, es, es_formal }| {
            let questions = en.iter().chain(*es).chain(*es_formal);
            let texts = questions.flat_map(|it| [it.text, it.help].into_iter().chain(it.options.iter().copied()));
            // FNV-1a, with a separator byte that no text contains.
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
