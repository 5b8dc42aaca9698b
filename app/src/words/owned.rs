//! Question pages in the words of their owner. Pages are rendered with marks in place of words. Once a page is text,
//! the marks are replaced by the owner's words, or by the page's where the owner has none, so components need not know
//! about them.

use domain::{Address, Definition, Language, PageLanguage, PageWord, QuizKind};

use super::{ar, de, de_formal, en, es, es_formal, fr, pt_br, pt_br_formal, texts::Texts};

/// A mark consists of this, the word's id, and the values that the page inserts; texts that contain one by chance stay
/// unchanged.
const OPEN: char = '\u{e000}';
const NEXT: char = '\u{e001}';
const CLOSE: char = '\u{e002}';

/// Declares the marks of words by the values they hold, and the page's own words for them.
macro_rules! marked {
    (
        texts $($text:ident)+;
        counts $($count:ident)+;
        spans $($span:ident)+;
        names $($name:ident)+;
        pairs $($pair:ident)+;
    ) => {
        /// The same texts with marks in place of words.
        const fn with_marks(base: &Texts) -> Texts {
            Texts {
                $($text: concat!("\u{e000}", stringify!($text), "\u{e002}"),)+
                $($count: |count| mark(stringify!($count), &[&count.to_string()]),)+
                $($span: |least, most| mark(stringify!($span), &[&least.to_string(), &most.to_string()]),)+
                $($name: |name| mark(stringify!($name), &[name]),)+
                $($pair: |first, second| mark(stringify!($pair), &[first, second]),)+
                agreed: "\u{e000}agree\u{e002}",
                date_field: ["\u{e000}day\u{e002}", "\u{e000}month\u{e002}", "\u{e000}year\u{e002}"],
                time_left: |minutes, is_most| {
                    mark("time_left", &[&minutes.to_string(), if is_most { "most" } else { "" }])
                },
                // The number has an element of its own.
                rows_open: "\u{e000}rows_open\u{e001}\u{e002}#\u{e000}rows_open\u{e001}\u{e001}\u{e002}",
                start_return: |kind| match kind {
                    QuizKind::InApp => "\u{e000}start_return\u{e001}inapp\u{e002}",
                    _ => "\u{e000}start_return\u{e002}",
                },
                erase_ask: |kind| match kind {
                    QuizKind::Open => "\u{e000}erase_ask\u{e001}open\u{e002}",
                    QuizKind::InApp => "\u{e000}erase_ask\u{e001}inapp\u{e002}",
                    QuizKind::Invited => "\u{e000}erase_ask\u{e002}",
                },
                ..*base
            }
        }

        /// The page's own words for a mark.
        fn of_page(texts: &Texts, id: &str, held: &[&str]) -> Option<String> {
            let held_at = |at: usize| held.get(at).copied().unwrap_or_default();
            let count_at = |at: usize| held_at(at).parse().unwrap_or_default();
            let kind = match held_at(0) {
                "open" => QuizKind::Open,
                "inapp" => QuizKind::InApp,
                _ => QuizKind::Invited,
            };
            match id {
                "day" => return Some(texts.date_field[0].to_owned()),
                "month" => return Some(texts.date_field[1].to_owned()),
                "year" => return Some(texts.date_field[2].to_owned()),
                "rows_open" => return texts.rows_open.split('#').nth(held.len().saturating_sub(1)).map(str::to_owned),
                "time_left" => return Some((texts.time_left)(count_at(0), held_at(1) == "most")),
                "start_return" => return Some((texts.start_return)(kind).to_owned()),
                "erase_ask" => return Some((texts.erase_ask)(kind).to_owned()),
                _ => {}
            }
            $(if id == stringify!($text) { return Some(texts.$text.to_owned()); })+
            $(if id == stringify!($count) { return Some((texts.$count)(count_at(0))); })+
            $(if id == stringify!($span) { return Some((texts.$span)(count_at(0), count_at(1))); })+
            $(if id == stringify!($name) { return Some((texts.$name)(held_at(0))); })+
            $(if id == stringify!($pair) { return Some((texts.$pair)(held_at(0), held_at(1))); })+
            None
        }
    };
}

marked! {
    texts
        progress back proceed send_answers skip optional error_prefix error_choose saving saved not_saved answers_wait
        retry refused reload tapping leave own_link copy copied copy_failed keep_place not_you erase contact no_cookies
        continue_title continue_text continue_yes start_new retake_under_way earlier_result skip_to_content
        language_label finish optional_score optional_area result_waits finishing choose_one tell_more filter
        filter_shown choose_any characters_left characters_over error_text error_characters error_room error_email
        error_web error_phone error_whole error_date error_day error_month error_year rank_hint rank_moves rank_moved rank_own rank_ask error_rank agree
        details error_agree statement end review_title review_text review_dropped review_change not_answered
        right not_right your_answer right_answer;
    counts optional_some
        choose_least choose_most choose_count error_least error_most most_characters error_longest error_places;
    spans choose_range part;
    names error_alone error_date_from error_date_until move_top move_up move_down error_row;
    pairs error_number error_ambiguous error_date_range;
}

fn mark(id: &str, held: &[&str]) -> String {
    let mut mark = String::from(OPEN);
    mark.push_str(id);
    for held in held {
        mark.push(NEXT);
        mark.push_str(held);
    }
    mark.push(CLOSE);
    mark
}

static AR: Texts = with_marks(&ar::TEXTS);
static DE: Texts = with_marks(&de::TEXTS);
static DE_FORMAL: Texts = with_marks(&de_formal::TEXTS);
static EN: Texts = with_marks(&en::TEXTS);
static ES: Texts = with_marks(&es::TEXTS);
static ES_FORMAL: Texts = with_marks(&es_formal::TEXTS);
static FR: Texts = with_marks(&fr::TEXTS);
static PT_BR: Texts = with_marks(&pt_br::TEXTS);
static PT_BR_FORMAL: Texts = with_marks(&pt_br_formal::TEXTS);
/// Days and counts in a language-neutral form.
static OTHER: Texts = Texts {
    date: |day, month, year| format!("{year:04}-{month}-{day:02}"),
    months: ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"],
    rows_done: "# / #",
    ..EN
};

/// The texts of question pages with marks in place of words.
pub(crate) fn marked(language: Language, address: Address) -> &'static Texts {
    if !language.is_of_pages() {
        return &OTHER;
    }
    match (language.of_pages(), address) {
        (PageLanguage::Ar, _) => &AR,
        (PageLanguage::De, Address::Informal) => &DE,
        (PageLanguage::De, Address::Formal) => &DE_FORMAL,
        (PageLanguage::En, _) => &EN,
        (PageLanguage::Es, Address::Informal) => &ES,
        (PageLanguage::Es, Address::Formal) => &ES_FORMAL,
        (PageLanguage::Fr, _) => &FR,
        (PageLanguage::PtBr, Address::Informal) => &PT_BR,
        (PageLanguage::PtBr, Address::Formal) => &PT_BR_FORMAL,
    }
}

/// The words of a quiz's owner in one language, with the page's own as a fallback.
pub(crate) struct OwnersWords<'d> {
    pub(crate) definition: &'d Definition,
    pub(crate) language: Language,
    pub(crate) page: &'static Texts,
}

impl OwnersWords<'_> {
    /// Replaces the marks in a text by words. In HTML, the values in marks are already escaped.
    pub(crate) fn fill(&self, text: &str, is_html: bool) -> String {
        let mut parts = text.split(OPEN);
        let mut filled = String::with_capacity(text.len());
        filled.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let word = part.split_once(CLOSE).and_then(|(mark, after)| Some((self.word(mark, is_html)?, after)));
            match word {
                Some((word, after)) => filled.extend([word.as_str(), after]),
                None => {
                    filled.push(OPEN);
                    filled.push_str(part);
                }
            }
        }
        filled
    }

    /// `None` for a mark that no page has written.
    fn word(&self, mark: &str, is_html: bool) -> Option<String> {
        let mut parts = mark.split(NEXT);
        let id = parts.next().unwrap_or_default();
        let held: Vec<&str> = parts.collect();
        if mark.contains('<') {
            return None;
        }
        let Some(own) = self.definition.own_word(id, self.language) else {
            return of_page(self.page, id, &held);
        };
        let own = match is_html {
            true => own.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"),
            false => own.to_owned(),
        };
        if id == "rows_open" {
            return own.split("{n}").nth(held.len().saturating_sub(1)).map(str::to_owned);
        }
        let names = PageWord::of(id)?.placeholders();
        // Where the page inserts the number itself, it looks for this character.
        let held = |at: usize| held.get(at).copied().unwrap_or("#");
        // From left to right, so that no value is read as a name.
        let mut said = String::new();
        let mut rest = own.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            said.push_str(before);
            said.push_str(names.iter().position(|known| *known == name).map_or("", held));
            rest = after;
        }
        said.push_str(rest);
        Some(said)
    }
}

#[cfg(test)]
mod tests {
    use domain::PAGE_WORDS;

    use super::*;

    #[test]
    fn each_word_is_marked_and_english_as_pages_say_it() {
        let words = OwnersWords { definition: &Definition::built_in(), language: Language::EN, page: &en::TEXTS };
        for word in PAGE_WORDS {
            // Sample values, as a page inserts them.
            let sample = |name: &str| match name {
                "n" if ["progress", "characters_left", "characters_over", "rank_moved"].contains(&word.id) => "#",
                "of" => "#",
                "n" => "2",
                "min" => "3",
                _ => "4",
            };
            let names = word.placeholders();
            let said = names
                .iter()
                .fold(word.english.to_owned(), |said, name| said.replace(&format!("{{{name}}}"), sample(name)));
            let held: Vec<&str> = names.iter().map(|name| sample(name)).filter(|held| *held != "#").collect();
            let marked = if word.id == "rows_open" { EN.rows_open.replace('#', "2") } else { mark(word.id, &held) };
            assert_eq!(words.fill(&marked, true), said, "{}", word.id);
        }
    }

    #[test]
    fn no_text_of_a_person_is_taken_for_a_mark() {
        let words = OwnersWords { definition: &Definition::built_in(), language: Language::EN, page: &en::TEXTS };
        for text in
            ["\u{e000}", "\u{e000}skip", "\u{e000}other\u{e002}", "\u{e002}\u{e000}", "\u{e000}skip\u{e001}<b>\u{e002}"]
        {
            assert_eq!(words.fill(text, true), text);
        }
        assert_eq!(words.fill("<p>\u{e000}skip\u{e002}</p>", true), "<p>Skip this question</p>");
    }
}
