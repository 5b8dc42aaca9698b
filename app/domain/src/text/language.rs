//! Languages by BCP 47 tag, and the choice among the available ones.

use std::{fmt, iter, str};

use serde::{Deserialize, Serialize, Serializer};

use super::endonyms;
use crate::IdError;

/// Right-to-left scripts, and languages written in one of them unless their tag says otherwise.
const RIGHT_TO_LEFT_SCRIPTS: [&str; 9] = ["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"];
const RIGHT_TO_LEFT: [&str; 20] = [
    "ar", "arc", "ary", "arz", "azb", "ckb", "dv", "fa", "glk", "he", "ks", "lrc", "mzn", "nqo", "prs", "ps", "sd",
    "ug", "ur", "yi",
];

/// A language with its script, region and one variant, where these matter, in the usual letter case: `zh-Hant-HK`.
#[derive(Clone, Copy, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[serde(try_from = "String")]
pub struct Language([u8; Language::LONGEST]);

/// A language that pages are translated into.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PageLanguage {
    Ar,
    De,
    En,
    Es,
    Fr,
    PtBr,
}

/// A language that the built-in questions and their cards exist in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ContentLanguage {
    En,
    Es,
}

impl Language {
    pub const AR: Self = Self::of_ascii("ar");
    pub const DE: Self = Self::of_ascii("de");
    pub const EN: Self = Self::of_ascii("en");
    pub const ES: Self = Self::of_ascii("es");
    pub const FR: Self = Self::of_ascii("fr");
    pub const PT_BR: Self = Self::of_ascii("pt-BR");

    /// Those of [`PageLanguage`], English first, then by name.
    pub const OF_PAGES: [Self; 6] = [Self::EN, Self::DE, Self::ES, Self::FR, Self::PT_BR, Self::AR];

    /// Those of [`ContentLanguage`].
    pub const OF_CONTENT: [Self; 2] = [Self::EN, Self::ES];

    /// `abc-Abcd-123-abcdefgh`
    const LONGEST: usize = 21;

    /// Parses a tag in any letter case. Extensions and private use are rejected.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        Self::read(text).ok_or(IdError::Language)
    }

    fn read(text: &str) -> Option<Self> {
        let are = |subtag: &str, kind: fn(&u8) -> bool| subtag.bytes().all(|byte| kind(&byte));
        let is_letters = |subtag: &str| are(subtag, u8::is_ascii_alphabetic);
        let is_variant = |subtag: &str| {
            are(subtag, u8::is_ascii_alphanumeric)
                && ((5..=8).contains(&subtag.len()) || subtag.len() == 4 && subtag.as_bytes()[0].is_ascii_digit())
        };
        let mut subtags = text.split('-').peekable();
        let language = subtags.next().filter(|tag| (2..=3).contains(&tag.len()) && is_letters(tag))?;
        let script = subtags.next_if(|subtag| subtag.len() == 4 && is_letters(subtag));
        let script = script.map(|script| script[..1].to_ascii_uppercase() + &script[1..].to_ascii_lowercase());
        let is_region = |subtag: &&str| {
            subtag.len() == 2 && is_letters(subtag) || subtag.len() == 3 && are(subtag, u8::is_ascii_digit)
        };
        let region = subtags.next_if(is_region).map(str::to_ascii_uppercase);
        let variant = subtags.next_if(|subtag| is_variant(subtag)).map(str::to_ascii_lowercase);
        let tag = [Some(language.to_ascii_lowercase()), script, region, variant];
        let tag = tag.into_iter().flatten().collect::<Vec<_>>().join("-");
        let mut bytes = [0; Self::LONGEST];
        bytes.get_mut(..tag.len())?.copy_from_slice(tag.as_bytes());
        subtags.next().is_none().then_some(Self(bytes))
    }

    /// Parses a tag, also with underscores, or the name of a common language in that language.
    pub fn written(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::read(&text.replace('_', "-")).or_else(|| Self::read(endonyms::tag(text)?))
    }

    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::LONGEST);
        str::from_utf8(&self.0[..end]).unwrap_or_default()
    }

    /// The first wanted language that is available, itself or as one it is a variety of (RFC 4647, lookup).
    pub fn lookup(wanted: &[Self], available: &[Self]) -> Option<Self> {
        let found = |range: &Self| range.ranges().find_map(|range| available.iter().find(|tag| tag.as_str() == range));
        wanted.iter().find_map(found).copied()
    }

    /// The tag, then the tag with ever fewer subtags.
    fn ranges(&self) -> impl Iterator<Item = &str> {
        let tag = self.as_str();
        iter::successors(Some(tag), |range| range.rsplit_once('-').map(|(shorter, _)| shorter))
    }

    /// The tags of an `Accept-Language` header, by descending weight. Invalid tags are skipped.
    pub fn accepted(header: &str) -> Vec<Self> {
        let choice = |item: &str| {
            let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
            Some((weight.trim().parse::<f32>().ok()?, Self::parse(tag.trim()).ok()?))
        };
        let mut choices: Vec<(f32, Self)> =
            header.split(',').filter_map(choice).filter(|(weight, _)| *weight > 0.0).collect();
        // Stable: among equal weights, the header's order is kept.
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        choices.into_iter().map(|(_, tag)| tag).collect()
    }

    /// As [`Language::lookup`], but also accepts another variety of a wanted language: `pt-BR` for `pt`.
    pub fn closest(wanted: &[Self], available: &[Self]) -> Option<Self> {
        let sibling = |wanted: &Self| available.iter().find(|other| wanted.is_sibling_of(other)).copied();
        wanted.iter().find_map(|wanted| Self::lookup(&[*wanted], available).or_else(|| sibling(wanted)))
    }

    /// True for the same language, if this one names no other script.
    fn is_sibling_of(&self, other: &Self) -> bool {
        self.primary() == other.primary() && (self.script() == other.script() || self.script().is_none())
    }

    fn primary(&self) -> &str {
        self.as_str().split('-').next().unwrap_or_default()
    }

    fn script(&self) -> Option<&str> {
        let second = self.as_str().split('-').nth(1)?;
        (second.len() == 4 && second.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(second)
    }

    /// The page language for readers of this language; English if pages have none for it.
    pub fn of_pages(&self) -> PageLanguage {
        match Self::closest(&[*self], &Self::OF_PAGES) {
            Some(Self::AR) => PageLanguage::Ar,
            Some(Self::DE) => PageLanguage::De,
            Some(Self::ES) => PageLanguage::Es,
            Some(Self::FR) => PageLanguage::Fr,
            Some(Self::PT_BR) => PageLanguage::PtBr,
            _ => PageLanguage::En,
        }
    }

    /// True if pages exist in a variety of it.
    pub fn is_of_pages(&self) -> bool {
        Self::closest(&[*self], &Self::OF_PAGES).is_some()
    }

    /// The language of a page around texts in this language: the same one if page texts in a wider language suit it.
    pub fn around(&self) -> Self {
        match Self::lookup(&[*self], &Self::OF_PAGES) {
            Some(_) => *self,
            None => self.of_pages().language(),
        }
    }

    /// The closest language of the built-in questions and cards, if they exist in a variety of it.
    pub fn closest_of_content(&self) -> Option<ContentLanguage> {
        // The common case.
        let closest = if self.is_of_content() { Some(*self) } else { Self::lookup(&[*self], &Self::OF_CONTENT) };
        match closest {
            Some(Self::EN) => Some(ContentLanguage::En),
            Some(Self::ES) => Some(ContentLanguage::Es),
            _ => None,
        }
    }

    /// The language of the built-in questions and cards for readers of this language; English if they have none for it.
    pub fn of_content(&self) -> ContentLanguage {
        self.closest_of_content().unwrap_or(ContentLanguage::En)
    }

    /// True if the built-in questions and cards exist in exactly this language.
    pub fn is_of_content(&self) -> bool {
        Self::OF_CONTENT.contains(self)
    }

    /// This language if a page around texts in `reader` is in another one; a wider language of `reader` does not count
    /// as another. If pages do not exist in `reader`, the page may be in either.
    pub fn foreign_to(self, reader: Self) -> Option<Self> {
        Some(self).filter(|language| !reader.is_of_pages() || Self::lookup(&[reader.around()], &[*language]).is_none())
    }

    /// The text direction, as a value of the `dir` attribute.
    pub fn dir(&self) -> &'static str {
        let is_right_to_left = match self.script() {
            Some(script) => RIGHT_TO_LEFT_SCRIPTS.contains(&script),
            None => RIGHT_TO_LEFT.contains(&self.primary()),
        };
        if is_right_to_left { "rtl" } else { "ltr" }
    }

    /// The language's name in itself, followed by the remaining subtags if the name is that of a wider language; the
    /// tag itself for an uncommon language.
    pub fn endonym(&self) -> String {
        let tag = self.as_str();
        let Some((range, name)) = self.ranges().find_map(|range| Some((range, endonyms::of(range)?))) else {
            return tag.to_owned();
        };
        let rest = tag[range.len()..].trim_start_matches('-');
        if rest.is_empty() { name.to_owned() } else { format!("{name} ({rest})") }
    }

    const fn of_ascii(tag: &str) -> Self {
        let mut bytes = [0; Self::LONGEST];
        let mut at = 0;
        while at < tag.len() {
            bytes[at] = tag.as_bytes()[at];
            at += 1;
        }
        Self(bytes)
    }
}

impl PageLanguage {
    pub fn language(self) -> Language {
        match self {
            Self::Ar => Language::AR,
            Self::De => Language::DE,
            Self::En => Language::EN,
            Self::Es => Language::ES,
            Self::Fr => Language::FR,
            Self::PtBr => Language::PT_BR,
        }
    }
}

impl ContentLanguage {
    pub fn language(self) -> Language {
        match self {
            Self::En => Language::EN,
            Self::Es => Language::ES,
        }
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::EN
    }
}

impl TryFrom<String> for Language {
    /// The expected value, as serde errors name it.
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::read(&text).ok_or("a language tag such as en or pt-BR")
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(text: &str) -> Language {
        Language::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn tags_come_in_the_usual_letter_case() {
        for (written, read) in [
            ("en", "en"),
            ("ES-mx", "es-MX"),
            ("zh-hant-hk", "zh-Hant-HK"),
            ("es-419", "es-419"),
            ("de-ch-1996", "de-CH-1996"),
            ("ca-VALENCIA", "ca-valencia"),
            ("abc-abcd-123-abcdefgh", "abc-Abcd-123-abcdefgh"),
        ] {
            assert_eq!(tag(written).as_str(), read);
            let json = serde_json::to_string(&tag(written)).expect("serializes");
            assert_eq!(serde_json::from_str::<Language>(&json).expect("parses"), tag(read));
        }
        for wrong in
            ["", "e", "engl", "en_US", "en-", "en--US", "x-own", "en-u-ca-gregory", "en-US-Latn", "ñu", "en-abcdefghi"]
        {
            assert!(Language::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_closest_language_that_is_wanted_most_is_chosen() {
        let lookup = |wanted: &str, available: &[&str]| {
            let available: Vec<Language> = available.iter().map(|text| tag(text)).collect();
            Language::lookup(&Language::accepted(wanted), &available).map(|tag| tag.to_string())
        };
        assert_eq!(lookup("fr, es-MX;q=0.8, en;q=0.9", &["es", "en"]).as_deref(), Some("en"));
        assert_eq!(lookup("zh-Hant-HK", &["zh", "zh-Hant"]).as_deref(), Some("zh-Hant"));
        assert_eq!(lookup("es-MX, pt", &["es", "pt"]).as_deref(), Some("es"), "a variety before another language");
        assert_eq!(lookup("es", &["es-MX"]), None, "no text is more special than asked for");
        assert_eq!(lookup("en;q=0, *;q=0.5", &["en"]), None);
    }

    #[test]
    fn the_words_are_those_of_the_closest_language() {
        for (wanted, words, around) in [
            ("es-MX", PageLanguage::Es, "es-MX"),
            ("de-AT", PageLanguage::De, "de-AT"),
            ("pt", PageLanguage::PtBr, "pt-BR"),
            ("pt-PT", PageLanguage::PtBr, "pt-BR"),
            ("ar-EG", PageLanguage::Ar, "ar-EG"),
            ("zh-Hant", PageLanguage::En, "en"),
            ("est", PageLanguage::En, "en"),
        ] {
            assert_eq!((tag(wanted).of_pages(), tag(wanted).around().as_str()), (words, around), "{wanted}");
        }
        for language in Language::OF_PAGES {
            assert_eq!(language.of_pages().language(), language);
        }
        assert_eq!(tag("est").closest_of_content(), None, "a language whose tag begins with that of another");
    }

    #[test]
    fn a_variety_is_better_than_another_language() {
        let closest = |wanted: &str, available: &[&str]| {
            let available: Vec<Language> = available.iter().map(|text| tag(text)).collect();
            Language::closest(&Language::accepted(wanted), &available).map(|tag| tag.to_string())
        };
        assert_eq!(closest("pt-PT, en;q=0.5", &["en", "pt-BR"]).as_deref(), Some("pt-BR"));
        assert_eq!(closest("fr, pt;q=0.5", &["en", "pt-BR"]).as_deref(), Some("pt-BR"));
        assert_eq!(closest("zh-Hant", &["en", "zh-Hans"]), None, "another script is hard to read");
        assert_eq!(closest("fr", &["en"]), None);
    }

    #[test]
    fn a_script_decides_the_direction() {
        for (written, direction) in
            [("ar-EG", "rtl"), ("he", "rtl"), ("uz-Arab", "rtl"), ("ar-Latn", "ltr"), ("de", "ltr"), ("zh-Hant", "ltr")]
        {
            assert_eq!(tag(written).dir(), direction, "{written}");
        }
    }

    #[test]
    fn a_language_is_read_as_people_and_programs_write_it() {
        for (written, read) in
            [("pt_BR", "pt-BR"), (" de ", "de"), ("DEUTSCH", "de"), ("español", "es"), ("العربية", "ar")]
        {
            assert_eq!(Language::written(written), Some(tag(read)), "{written}");
        }
        assert_eq!(["", "Klingonese", "en GB"].map(Language::written), [None; 3]);
    }

    #[test]
    fn languages_name_themselves() {
        for (written, name) in [
            ("de", "Deutsch"),
            ("de-AT", "Deutsch (AT)"),
            ("pt-BR", "Português (Brasil)"),
            ("zh-Hant-HK", "繁體中文 (HK)"),
            ("ar", "العربية"),
            ("tlh", "tlh"),
        ] {
            assert_eq!(tag(written).endonym(), name);
        }
    }

    #[test]
    fn a_map_by_tag_keeps_the_order_of_earlier_maps() {
        let stored = r#"{"en":"A pet?","es":"¿Mascota?"}"#;
        let texts: std::collections::BTreeMap<Language, String> = serde_json::from_str(stored).expect("parses");
        assert_eq!(serde_json::to_string(&texts).expect("serializes"), stored);
    }
}
