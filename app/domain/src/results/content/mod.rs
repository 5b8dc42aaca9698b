//! The words of the eight built-in indicators: questions, options and recommendation cards, by language.
//!
//! Words of cards may be changed freely: they follow the release. Those of a question may not (see `Edition`), and the number
//! and order of its options neither (see `scoring`).

mod cards_en;
mod cards_es;
mod cards_es_formal;
pub(crate) mod questions_en;
pub(crate) mod questions_es;
pub(crate) mod questions_es_formal;
mod steady_en;
mod steady_es;
mod steady_es_formal;

use crate::{Address, Band, ContentLanguage, Indicator, Language};

/// One built-in question in one language; `options` are in the order of their codes, best first.
pub(crate) struct QuestionText {
    pub(crate) text: &'static str,
    /// One sentence that helps to decide, shown under the question.
    pub(crate) help: &'static str,
    pub(crate) options: &'static [&'static str],
}

/// The language of texts, and how they address respondents where it makes a difference.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    pub language: Language,
    pub address: Address,
}

impl Voice {
    fn of_content(self) -> (ContentLanguage, Address) {
        (self.language.of_content(), self.address)
    }
}

impl From<Language> for Voice {
    fn from(language: Language) -> Self {
        Self { language, address: Address::Informal }
    }
}

/// One recommendation card in one language.
pub(crate) struct CardText {
    pub(crate) title: &'static str,
    /// By band: vulnerable, coping, healthy.
    pub(crate) bands: [BandText; 3],
    /// By option code (1 to n), for answers that the text of their band would contradict or ignore.
    pub(crate) by_option: &'static [(usize, BandText)],
}

/// Stands above the steps for late bills, in the lowest band: it may leave no time for any step.
fn letter(voice: Voice) -> &'static str {
    match voice.of_content() {
        (ContentLanguage::En, _) => {
            "If you’ve had a court letter or an eviction notice, get free advice today. There’s often a deadline."
        }
        (ContentLanguage::Es, Address::Informal) => {
            "Si te llegó una carta de un juzgado o un aviso de desalojo, pide hoy ayuda gratuita: suele haber un plazo."
        }
        (ContentLanguage::Es, Address::Formal) => {
            "Si le llegó una carta de un juzgado o un aviso de desalojo, pida hoy ayuda gratuita: suele haber un plazo."
        }
    }
}

/// The part of a card that depends on the answer.
pub(crate) struct BandText {
    pub(crate) sub_title: &'static str,
    pub(crate) steps_title: &'static str,
    /// Three to five concrete steps; none of them advice to buy anything.
    pub(crate) steps: &'static [&'static str],
    /// The index of the step that sends the reader to outside help.
    pub(crate) help_step: Option<usize>,
    /// A short encouraging call to action.
    pub(crate) boost: &'static str,
}

pub(crate) fn card_title(indicator: Indicator, voice: Voice) -> &'static str {
    card(indicator, voice).title
}

/// A card has fewer texts.
pub const CARD_TEXTS: usize = 8;

/// The text for the option with this code if the card has one, or else for the band. In the lowest band some have another
/// where there is no hardship. Before it, its place among the texts of the card, which is the same in every language.
pub(crate) fn card_text(
    indicator: Indicator,
    voice: Voice,
    band: Band,
    code: Option<usize>,
    in_hardship: bool,
) -> (usize, &'static BandText) {
    let card = card(indicator, voice);
    let of_option = card.by_option.iter().zip(4..).find(|((option, _), _)| Some(*option) == code);
    let of_band = || match band {
        Band::Vulnerable if !in_hardship => steady_text(indicator, voice).map(|text| (3, text)),
        _ => None,
    };
    let of_option = of_option.map(|((_, text), place)| (place, text));
    of_option.or_else(of_band).unwrap_or((band.index(), &card.bands[band.index()]))
}

/// The line above the steps of a card.
pub(crate) fn urgent(indicator: Indicator, voice: Voice, band: Band) -> Option<&'static str> {
    let is_late = indicator == Indicator::Fhn2 && band == Band::Vulnerable;
    is_late.then(|| letter(voice))
}

fn steady_text(indicator: Indicator, voice: Voice) -> Option<&'static BandText> {
    let all = match voice.of_content() {
        (ContentLanguage::En, _) => &steady_en::CARDS,
        (ContentLanguage::Es, Address::Informal) => &steady_es::CARDS,
        (ContentLanguage::Es, Address::Formal) => &steady_es_formal::CARDS,
    };
    all.iter().find(|(of, _)| *of == indicator).map(|(_, text)| text)
}

fn card(indicator: Indicator, voice: Voice) -> &'static CardText {
    let all = match voice.of_content() {
        (ContentLanguage::En, _) => &cards_en::CARDS,
        (ContentLanguage::Es, Address::Informal) => &cards_es::CARDS,
        (ContentLanguage::Es, Address::Formal) => &cards_es_formal::CARDS,
    };
    &all[indicator.index()]
}
