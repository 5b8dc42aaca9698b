//! The owner's own words for question pages, replacing the built-in ones or adding languages that pages do not have.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Definition, FieldCode, KindName, Language, Path, Text, values::validation::Errors};

/// In characters.
const LONGEST: usize = 300;

#[derive(Debug, Eq, PartialEq)]
pub struct PageWord {
    pub id: &'static str,
    /// The feature of a quiz that uses it.
    part: Part,
    /// Numbers and texts are named in braces.
    pub english: &'static str,
}

/// A feature of a quiz that adds texts to question pages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Part {
    Always,
    Scores,
    /// One option or several.
    Options,
    /// A text field, including one beside an option.
    Writing,
    Review,
    /// Questions in named parts.
    NamedParts,
    Feedback,
    Kind(KindName),
}

macro_rules! page_words {
    ($($part:expr => { $($id:ident $english:literal)+ })+) => {
        /// All texts, in the order in which the editor asks for them.
        pub static PAGE_WORDS: &[PageWord] =
            &[$($(PageWord { id: stringify!($id), part: $part, english: $english }),+),+];
    };
}

page_words! {
    Part::Always => {
        progress "Question {n} of {of}"
        back "Back"
        proceed "Continue"
        send_answers "Send my answers"
        skip "Skip this question"
        optional "You can skip this one."
        error_prefix "Error:"
        error_choose "Choose one answer to continue"
        saving "Saving…"
        saved "Saved"
        not_saved "You may be offline. Your answer is kept on this page; keep going."
        answers_wait "You may be offline. Your answers will be sent once you’re back."
        retry "Try now"
        refused "This answer couldn’t be saved. Reload the page to see where things stand."
        reload "Reload"
        tapping "Go on when I choose an answer"
        leave "Stop and come back later"
        own_link "To stop now and come back later, keep this link. Anyone who has it can see your answers."
        start_return "You can stop at any time. To come back, open the same link."
        copy "Copy the link"
        copied "Copied"
        copy_failed "This browser doesn’t allow copying here. Select the link and copy it."
        keep_place "Keep my place on this device for 7 days"
        not_you "Not you? Start new"
        erase "Delete my answers"
        erase_ask "To have your answers deleted, ask whoever invited you."
        contact "Contact"
        no_cookies "These pages use no cookies."
        continue_title "Continue these answers?"
        continue_text "They were begun in another tab or browser. Continue only if they’re yours."
        continue_yes "Continue"
        start_new "Start new"
        retake_under_way "You’re taking this quiz again. Your earlier result is kept."
        earlier_result "See your earlier result"
        skip_to_content "Skip to the content"
        language_label "Language"
    }
    Part::Scores => {
        finish "See my result"
        optional_score "You can skip this one, but without it there’s no overall score."
        optional_area "You can skip this one, but without it an area has no score."
        optional_some "You can skip this one. With more than {n} skipped, there’s no score."
        result_waits "You may be offline. Your result will appear once you’re back."
        finishing "Working out your result…"
    }
    Part::Options => {
        choose_one "Choose an answer"
        tell_more "Say more, if you like"
        filter "Find an answer"
        filter_shown "Answers shown:"
    }
    Part::Kind(KindName::Multiple) => {
        choose_any "Choose all that fit."
        choose_least "Choose at least {n}."
        choose_most "Choose up to {n}."
        choose_count "Choose exactly {n}."
        choose_range "Choose {min} to {max}."
        error_least "Choose at least {n} answers"
        error_most "Choose {n} answers or fewer"
        error_alone "Choose either “{option}” or other answers, not both"
    }
    Part::Writing => {
        most_characters "Up to {n} characters"
        characters_left "Characters left: {n}"
        characters_over "Characters over the limit: {n}"
        error_text "Write an answer to continue"
        error_longest "Shorten your answer to {n} characters or fewer"
        error_characters "Type the answer again: it holds a character that can’t be saved"
        error_room "Shorten your answer: there’s no room for all of it"
        error_email "Enter an email address, such as name@example.com"
        error_web "Enter a web address such as https://example.com"
        error_phone "Enter a phone number, with digits, spaces and +"
    }
    Part::Kind(KindName::Number) => {
        error_number "Enter a number between {min} and {max}"
        error_ambiguous "Do you mean {large} or {small}? Enter one of the two"
        error_whole "Enter a whole number"
        error_places "Enter a number with {n} decimal places at most"
    }
    Part::Kind(KindName::Date) => {
        day "Day"
        month "Month"
        year "Year"
        error_date "Enter a day, a month and a year that make a real date"
        error_day "Enter the day"
        error_month "Enter the month, as a number or a name"
        error_year "Enter the year with four digits, such as 1985"
        error_date_range "Enter a date between {min} and {max}"
        error_date_from "Enter a date on or after {min}"
        error_date_until "Enter a date on or before {max}"
    }
    Part::Kind(KindName::Ranking) => {
        rank_hint "Give each one a place. 1 comes first."
        rank_moves "Put these in order, your first choice on top."
        rank_moved "Now in place {n}"
        rank_own "This is my order"
        rank_ask "Put these in order, or tick “This is my order”"
        move_top "Move to the top: {option}"
        move_up "Move up: {option}"
        move_down "Move down: {option}"
        error_rank "Give each answer a place of its own"
    }
    Part::Kind(KindName::Matrix) => {
        rows_open "Rows without an answer: {n}"
        error_row "Choose an answer for “{row}”"
    }
    Part::Kind(KindName::Consent) => {
        agree "I agree"
        details "Read the details"
        error_agree "Tick the box to continue"
    }
    Part::Kind(KindName::Statement) => {
        statement "Please read"
        end "Finish"
    }
    Part::NamedParts => {
        part "Part {n} of {count}"
        time_left "About {n} minutes left"
    }
    Part::Feedback => {
        right "Right"
        not_right "Not right"
        your_answer "Your answer"
        right_answer "Right answer"
    }
    Part::Review => {
        review_title "Check your answers"
        review_text "You can still change them. After you send them, you can’t."
        review_dropped
            "Some answers you gave before won’t be sent: after your changes, their questions no longer apply to you."
        review_change "Change"
        not_answered "Not answered"
    }
}

impl PageWord {
    pub fn of(id: &str) -> Option<&'static Self> {
        PAGE_WORDS.iter().find(|word| word.id == id)
    }

    pub fn placeholders(&self) -> Vec<&'static str> {
        placeholders(self.english)
    }

    fn check(&self, path: &Path, wording: &str, errors: &mut Errors) {
        let (mut held, mut found) = (self.placeholders(), placeholders(wording));
        // The page substitutes these by position.
        if self.id != "progress" {
            held.sort_unstable();
            found.sort_unstable();
        }
        let before = errors.len();
        errors.check_text(path, wording, 1, LONGEST);
        if wording.chars().any(char::is_control) {
            errors.add(path, FieldCode::WrongType("one line of text".to_owned()));
        }
        if errors.len() == before && found != held {
            errors.add(path, FieldCode::Placeholders(self.placeholders()));
        }
    }
}

fn placeholders(text: &str) -> Vec<&str> {
    text.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name)).collect()
}

pub(crate) struct PageParts {
    pub(crate) kinds: Vec<KindName>,
    /// An option has a text field beside it.
    pub(crate) has_other: bool,
    pub(crate) has_scores: bool,
    pub(crate) has_review: bool,
    pub(crate) has_parts: bool,
    pub(crate) has_feedback: bool,
}

impl PageParts {
    fn of(definition: &Definition) -> Self {
        let questions = || definition.questions.iter();
        Self {
            kinds: questions().map(|question| question.kind().name()).collect(),
            has_other: questions().any(|question| question.kind().options().iter().any(|option| option.other)),
            has_scores: definition.scoring.is_some() || questions().any(|question| question.indicator().is_some()),
            has_review: definition.review,
            has_parts: questions().any(|question| question.part.is_some()),
            has_feedback: !definition.feedback.is_none(),
        }
    }

    pub(crate) fn words(&self) -> Vec<&'static PageWord> {
        let asks = |kind: KindName| self.kinds.contains(&kind);
        let is_met = |word: &&PageWord| match word.part {
            Part::Always => true,
            Part::Scores => self.has_scores,
            Part::Options => asks(KindName::Choice) || asks(KindName::Multiple),
            Part::Writing => self.has_other || asks(KindName::Text),
            Part::Review => self.has_review,
            Part::NamedParts => self.has_parts,
            Part::Feedback => self.has_feedback,
            Part::Kind(kind) => asks(kind),
        };
        PAGE_WORDS.iter().filter(is_met).collect()
    }
}

/// The owner's words by their ids.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct OwnWords(BTreeMap<String, Text>);

impl OwnWords {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn word(&self, id: &str, language: Language, default: Language) -> Option<&str> {
        let text = self.0.get(id)?;
        let is_in = if let Text::Same(_) = text { language == default } else { text.speaks(language) };
        is_in.then(|| text.in_language(language, default))
    }

    pub(super) fn check(&self, errors: &mut Errors) {
        for (id, text) in &self.0 {
            let path = Path::from("words").field(id.clone());
            let Some(word) = PageWord::of(id) else {
                errors.add(path, FieldCode::UnknownWord);
                continue;
            };
            if text.wordings().next().is_none() {
                errors.add(path.clone(), FieldCode::Empty);
            }
            errors.check_languages(&path, text);
            match text {
                Text::Same(wording) => word.check(&path, wording, errors),
                Text::ByLanguage(texts) => {
                    texts.iter().for_each(|(tag, text)| word.check(&path.field(tag.to_string()), text, errors));
                }
            }
        }
    }
}

impl Definition {
    /// The owner's word in a language, or in one that it is a variety of.
    pub fn own_word(&self, id: &str, language: Language) -> Option<&str> {
        self.words.word(id, language, self.language)
    }

    /// The texts on its question pages that the owner has not given in a language.
    pub fn missing_words(&self, language: Language) -> Vec<&'static PageWord> {
        let mut words = PageParts::of(self).words();
        words.retain(|word| self.own_word(word.id, language).is_none());
        words
    }

    /// True if question pages in a language use the owner's words: some of them, or all if pages do not have the
    /// language.
    pub fn says_own_words(&self, language: Language) -> bool {
        let has_some = || self.words.0.keys().any(|id| self.own_word(id, language).is_some());
        has_some() && (language.is_of_pages() || self.missing_words(language).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(words: &serde_json::Value) -> Vec<(String, &'static str)> {
        let words: OwnWords = serde_json::from_value(words.clone()).expect("texts by word");
        let mut errors = Errors::default();
        words.check(&mut errors);
        let found = errors.finish().map_or_else(|invalid| invalid.0, |()| Vec::new());
        found.into_iter().map(|error| (error.path.to_string(), error.code.code())).collect()
    }

    #[test]
    fn ids_are_unique_and_english_words_keep_their_own_rules() {
        let all: serde_json::Map<_, _> =
            PAGE_WORDS.iter().map(|word| (word.id.to_owned(), word.english.into())).collect();
        assert_eq!(all.len(), PAGE_WORDS.len());
        assert_eq!(mistakes(&all.into()), []);
    }

    #[test]
    fn a_word_holds_what_its_page_puts_in() {
        for (id, text, code) in [
            ("progress", "質問 {n} / {of}", None),
            ("progress", "{of}問中{n}問目", Some("placeholders")),
            ("progress", "質問 {n}", Some("placeholders")),
            ("choose_range", "{max}まで、{min}から", None),
            ("choose_range", "{min} {min}", Some("placeholders")),
            ("choose_most", "{count}つまで", Some("placeholders")),
            ("skip", "とばす{", Some("placeholders")),
            ("skip", "とばす\nとばす", Some("wrong_type")),
            ("skip", " ", Some("empty")),
            ("next", "次へ", Some("unknown_word")),
        ] {
            let found = mistakes(&serde_json::json!({ (id): { "ja": text } }));
            assert_eq!(
                found,
                code.map(|code| (format!("words.{id}{}", if id == "next" { "" } else { ".ja" }), code))
                    .into_iter()
                    .collect::<Vec<_>>(),
                "{text}"
            );
        }
        let long = "あ".repeat(LONGEST + 1);
        assert_eq!(
            mistakes(&serde_json::json!({ "skip": { "ja": long } })),
            [("words.skip.ja".to_owned(), "too_long")]
        );
    }

    #[test]
    fn pages_without_words_say_those_of_the_owner_once_all_are_there() {
        let language = |tag: &str| Language::parse(tag).expect("a tag");
        let mut definition = Definition { language: language("ja"), ..Definition::built_in() };
        let needed = definition.missing_words(language("ja"));
        let has = |words: &[&PageWord], id: &str| words.iter().any(|word| word.id == id);
        assert!(has(&needed, "proceed") && has(&needed, "finish") && has(&needed, "choose_one"));
        assert!(!has(&needed, "error_number") && !has(&needed, "review_title"));
        assert!(!definition.says_own_words(language("ja")) && !definition.says_own_words(Language::DE));

        // A single text is in the default language.
        definition.words.0 = needed.iter().map(|word| (word.id.to_owned(), word.english.into())).collect();
        assert_eq!(definition.missing_words(language("ja")), Vec::<&PageWord>::new());
        assert!(definition.says_own_words(language("ja")));
        assert!(!definition.says_own_words(language("ja-JP")) && !definition.says_own_words(Language::EN));
        definition.review = true;
        assert!(!definition.says_own_words(language("ja")), "the review has words, too");

        let german = Text::ByLanguage([(Language::DE, "Los!".to_owned())].into());
        definition.words.0 = [("proceed".to_owned(), german)].into();
        assert!(definition.says_own_words(language("de-AT")) && !definition.says_own_words(language("ja")));
    }
}
