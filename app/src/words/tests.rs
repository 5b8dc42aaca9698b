//! No language lacks a word or has an English one by mistake.

use domain::{Address, Language, QuizKind, Verdict};

use super::texts::{Text, Texts, addressed, texts};

/// Words that are the same in English and another language: its tag and the word's name.
const ALIKE: [(&str, &str); 8] = [
    ("es", "error_prefix"),
    ("ar", "decimal_mark"),
    ("ar", "thousands"),
    ("ar", "date"),
    ("de", "signs"),
    ("es", "signs"),
    ("fr", "signs"),
    ("pt-BR", "signs"),
];

/// Words that appear only in informally addressed texts.
const FAMILIAR: [(Language, &str); 4] = [
    (
        Language::DE,
        "du dich dir dein deine deinem deinen deiner deines bekommst bist darfst fängst füllst hast kannst magst meinst \
         möchtest musst willst antworte bring fang frag geh gib hake hallo hebe hol kopiere kürze lade mach markiere \
         öffne prüfe ruf sag schreib setze sortiere sprich suche versuch wähle warte wende",
    ),
    (
        Language::ES,
        "tú tu tus te ti contigo tuyo tuya tuyos tuyas conoces eres estás haces puedes quieres tienes tendrás vas vuelvas \
         verás contaste dejaste diste empezaste enviaste guardaste hiciste quedaste respondiste terminaste terminaras \
         ábrelo acorta avisa compártelo cópialo cuéntanos elige escribe guárdalo haz hola inténtalo marca pídelo pisas \
         ponlas recarga regresa revisa selecciona usa vuelve",
    ),
    (Language::FR, "tu te ton ta tes toi tien tienne"),
    (Language::PT_BR, "você vocês tu te teu tua teus tuas ti contigo"),
];

/// Stands for a name or a day in the samples.
const NAME: &str = "◇";

/// A word with samples for the values it may hold.
pub(super) trait Sample {
    fn sample(&self) -> String;
}

impl Sample for Text {
    fn sample(&self) -> String {
        (*self).to_owned()
    }
}

/// The thousands separator, which may be white space.
impl Sample for (Text, usize) {
    fn sample(&self) -> String {
        ["1", self.0, "000"].concat()
    }
}

impl<const N: usize> Sample for [Text; N] {
    fn sample(&self) -> String {
        self.join("\n")
    }
}

impl Sample for fn(&str) -> String {
    fn sample(&self) -> String {
        self(NAME)
    }
}

impl Sample for fn(&str, &str, &str) -> String {
    fn sample(&self) -> String {
        self(NAME, NAME, NAME)
    }
}

impl Sample for fn(usize) -> String {
    fn sample(&self) -> String {
        COUNTS.map(self).join("\n")
    }
}

impl Sample for fn(usize, usize) -> String {
    fn sample(&self) -> String {
        COUNTS.map(|count| self(count, count)).join("\n")
    }
}

impl Sample for fn(usize, bool) -> String {
    fn sample(&self) -> String {
        COUNTS.map(|count| [self(count, true), self(count, false)].join("\n")).join("\n")
    }
}

impl Sample for fn((usize, usize), (usize, usize)) -> String {
    fn sample(&self) -> String {
        let spans =
            COUNTS.iter().flat_map(|least| COUNTS.map(|most| (*least, most))).filter(|(least, most)| least <= most);
        spans.map(|span| self(span, span)).collect::<Vec<_>>().join("\n")
    }
}

impl Sample for fn(u8) -> String {
    fn sample(&self) -> String {
        self(84)
    }
}

impl Sample for fn(Verdict, &str) -> String {
    fn sample(&self) -> String {
        Verdict::ALL.map(|verdict| self(verdict, NAME)).join("\n")
    }
}

impl Sample for fn(u16) -> String {
    fn sample(&self) -> String {
        COUNTS.map(|count| self(count.try_into().expect("small"))).join("\n")
    }
}

impl Sample for fn(QuizKind) -> Text {
    fn sample(&self) -> String {
        [QuizKind::Open, QuizKind::InApp, QuizKind::Invited].map(self).join("\n")
    }
}

impl Sample for fn(&str, &str) -> String {
    fn sample(&self) -> String {
        self(NAME, NAME)
    }
}

impl Sample for fn(u8, Text, i16) -> String {
    fn sample(&self) -> String {
        [1, 20].map(|day| self(day, NAME, 2026)).join("\n")
    }
}

impl Sample for fn(&str, u8, u8) -> String {
    fn sample(&self) -> String {
        [(40, 60), (60, 60), (60, 40)].map(|(before, now)| self(NAME, before, now)).join("\n")
    }
}

/// One for each plural form that a language may have.
const COUNTS: [usize; 6] = [1, 2, 3, 11, 20, 100];

fn others() -> impl Iterator<Item = (Language, &'static Texts)> {
    let others = Language::OF_PAGES.into_iter().filter(|language| *language != Language::EN);
    others.flat_map(|language| Address::ALL.map(|address| (language, addressed(language, address))))
}

#[test]
fn each_language_has_each_word() {
    for language in Language::OF_PAGES {
        for (name, word) in texts(language).samples() {
            assert!(word.lines().all(|line| line == line.trim()) && !word.trim().is_empty(), "{language}: {name}");
        }
    }
}

#[test]
fn words_hold_the_names_that_the_english_ones_hold() {
    for (language, words) in others() {
        for ((name, english), (_, word)) in texts(Language::EN).samples().into_iter().zip(words.samples()) {
            for mark in [NAME, "#"] {
                assert_eq!(word.matches(mark).count(), english.matches(mark).count(), "{language}: {name}: {mark}");
            }
        }
    }
}

#[test]
fn nothing_is_familiar_in_a_formal_text() {
    for (language, familiar) in FAMILIAR {
        let is_familiar = |text: &str| {
            let lower = text.to_lowercase();
            let mut words = lower.split(|character: char| !character.is_alphabetic());
            words.find(|word| familiar.split_whitespace().any(|other| other == *word)).map(str::to_owned)
        };
        for (name, text) in addressed(language, Address::Formal).samples() {
            // The home page belongs to no quiz.
            if !name.starts_with("home_") {
                assert_eq!(is_familiar(&text), None, "{language}: {name}: {text}");
            }
        }
        let informal = texts(language).samples();
        let count = informal.iter().filter(|(_, text)| is_familiar(text).is_some()).count();
        assert!(language == Language::FR || count > 30, "{language}: {count} texts would be found");
    }
}

#[test]
fn no_word_was_left_in_english() {
    for (language, words) in others() {
        for ((name, english), (_, word)) in texts(Language::EN).samples().into_iter().zip(words.samples()) {
            let is_allowed = name == "product" || ALIKE.contains(&(language.as_str(), name));
            assert_eq!(word == english, is_allowed, "{language}: {name}: {word}");
        }
    }
}
