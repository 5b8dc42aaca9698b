//! A legible accent from any colour an administrator picks, by the contrast formula of WCAG 2.2.

use domain::Colour;

type Rgb = [u8; 3];

/// The minimum contrast of text with its background at level AA.
const LEGIBLE: f64 = 4.5;
/// The backgrounds of an accent, per scheme: the page and the cards, as in `style/tokens.css`.
const LIGHT_GROUNDS: [Rgb; 2] = [[0xfb, 0xf7, 0xf1], [0xff, 0xff, 0xff]];
const DARK_GROUNDS: [Rgb; 2] = [[0x1b, 0x17, 0x14], [0x26, 0x21, 0x1d]];

/// The accent that replaces a quiz's colour in one colour scheme.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Accent {
    /// `#rrggbb`
    pub(crate) colour: String,
    /// The background of cards, which is also the text colour of buttons.
    pub(crate) card: String,
    pub(crate) page: String,
    /// The lowest contrast with a background, 4.5 to 21.
    pub(crate) contrast: f64,
    pub(crate) is_changed: bool,
}

/// The accents for a quiz's colour in the light and dark scheme.
pub(crate) fn shown_accents(colour: &Colour) -> [Accent; 2] {
    [([0; 3], LIGHT_GROUNDS), ([255; 3], DARK_GROUNDS)].map(|(pole, grounds)| {
        let accent = legible(colour.rgb(), pole, &grounds);
        let [page, card] = grounds.map(hex);
        let contrast = grounds.into_iter().map(|ground| contrast(accent, ground)).fold(f64::MAX, f64::min);
        Accent { colour: hex(accent), card, page, contrast, is_changed: accent != colour.rgb() }
    })
}

/// The accents for a quiz's colour in the light and dark scheme, as `#rrggbb`. White is legible on the first, a dark
/// background on the second.
pub fn accents(colour: &Colour) -> [String; 2] {
    shown_accents(colour).map(|accent| accent.colour)
}

/// CSS rules that replace the default accent in the light and dark scheme. The doubled selector makes them win wherever
/// the style sheet stands: on start pages it follows them.
pub(crate) fn accent_rules(colour: &Colour) -> String {
    let [light, dark] = accents(colour);
    format!(
        ":root:root{{--accent:{light}}}@media screen and (prefers-color-scheme:dark){{:root:root{{--accent:{dark}}}}}"
    )
}

/// The colour itself if it is legible on every background, or the nearest mix with `pole` that is.
///
/// Text on top of the accent has the colour of a background, so it is legible too.
fn legible(colour: Rgb, pole: Rgb, grounds: &[Rgb]) -> Rgb {
    (0..=50_u8)
        .map(|step| mix(colour, pole, f64::from(step) / 50.0))
        .find(|mixed| grounds.iter().all(|ground| contrast(*mixed, *ground) >= LEGIBLE))
        .unwrap_or(pole)
}

/// 1 for equal colours, up to 21 for black and white.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance([r, g, b]: Rgb) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    std::array::from_fn(|i| {
        let value = f64::from(from[i]) + (f64::from(to[i]) - f64::from(from[i])) * share;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two channels, so 0 to 255"
        )]
        let channel = value.round() as u8;
        channel
    })
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_the_published_contrasts() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 0.001);
        assert!((contrast([0x77; 3], [255; 3]) - 4.48).abs() < 0.01);
    }

    #[test]
    fn every_colour_becomes_legible_in_both_schemes() {
        for channel in (0..=255_u8).step_by(15) {
            for other in (0..=255_u8).step_by(51) {
                for colour in [[channel, other, 0], [other, 0, channel], [0, channel, other], [channel, channel, other]]
                {
                    for (pole, grounds) in [([0; 3], LIGHT_GROUNDS), ([255; 3], DARK_GROUNDS)] {
                        let accent = legible(colour, pole, &grounds);
                        assert!(grounds.iter().all(|g| contrast(accent, *g) >= LEGIBLE), "{colour:?} → {accent:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_accent_says_whether_it_was_changed_and_how_well_it_is_read() {
        let [light, dark] = shown_accents(&Colour::parse("#048").expect("a colour"));
        assert_eq!((light.colour.as_str(), light.is_changed, dark.is_changed), ("#004488", false, true));
        assert!(light.contrast > 9.0 && dark.contrast >= LEGIBLE, "{light:?} {dark:?}");
        assert_eq!((light.page.as_str(), dark.card.as_str()), ("#fbf7f1", "#26211d"));
    }

    #[test]
    fn the_rules_outweigh_those_of_the_style_sheet() {
        let rules = accent_rules(&Colour::parse("#048").expect("a colour"));
        assert!(rules.starts_with(":root:root{--accent:#004488}"), "{rules}");
        assert_eq!(rules.matches(":root:root{--accent:").count(), rules.matches("--accent:").count());
    }

    #[test]
    fn a_legible_colour_is_left_alone() {
        assert_eq!(legible([0, 0x44, 0x88], [0; 3], &LIGHT_GROUNDS), [0, 0x44, 0x88]);
    }

    #[test]
    fn the_stylesheet_has_the_same_grounds() {
        let tokens = include_str!("../../style/tokens.css");
        let (light, dark) = tokens.split_once("prefers-color-scheme: dark").expect("tokens for both schemes");
        for (part, [page, card]) in [(light, LIGHT_GROUNDS), (dark, DARK_GROUNDS)] {
            assert!(part.contains(&format!("--page: {};", hex(page))), "page {}", hex(page));
            assert!(part.contains(&format!("--card: {};", hex(card))), "card {}", hex(card));
        }
    }
}
