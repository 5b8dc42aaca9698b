//! Recommendation cards: what to do next, most pressing need first.

use super::content::{self, Voice};
use crate::{Answer, Answers, Band, Category, Indicator, Points, Question, Scores};

/// Indicators by how soon neglect hurts, soonest first.
const URGENCY: [Indicator; 8] = [
    Indicator::Fhn2,
    Indicator::Fhn5,
    Indicator::Fhn3,
    Indicator::Fhn1,
    Indicator::Fhn7,
    Indicator::Fhn8,
    Indicator::Fhn6,
    Indicator::Fhn4,
];

/// The indicators of what is short now. The others are about later times.
const NOW: [Indicator; 4] = [Indicator::Fhn1, Indicator::Fhn2, Indicator::Fhn3, Indicator::Fhn5];

/// With a reserve worth so many points, of three months or more, money is not short.
const RESERVE: u8 = 75;

/// A card for one indicator that was answered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recommendation {
    pub indicator: Indicator,
    pub category: Category,
    pub points: Points,
    pub band: Band,
    /// 1 is the most pressing; counts up without gaps.
    pub priority: usize,
    /// True for a focus area (under 80 points), false for a strength.
    pub show_required: bool,
    pub title: &'static str,
    pub sub_title: &'static str,
    /// What may leave no time for any step.
    pub urgent: Option<&'static str>,
    pub steps_title: &'static str,
    pub steps: &'static [&'static str],
    /// The index of the step that sends the reader to outside help.
    pub help_step: Option<usize>,
    pub boost: &'static str,
    /// Which of the texts of the indicator's card these are: below [`CARD_TEXTS`](crate::CARD_TEXTS).
    pub place: usize,
}

/// The cards for these scores, ordered by need: the vulnerable band by urgency, then the coping and healthy bands by
/// points ascending, ties by urgency. `answers` are those that were scored; the texts depend on them. No card speaks of
/// hardship unless debt is in the vulnerable band, or spending or bills are and the reserve is short.
pub fn recommendations(scores: &Scores, answers: &Answers, voice: impl Into<Voice>) -> Vec<Recommendation> {
    let voice = voice.into();
    let by_urgency = URGENCY.into_iter().filter_map(|indicator| Some((indicator, scores.indicator(indicator)?)));
    let mut cards: Vec<(Indicator, Points)> = by_urgency.collect();
    let in_hardship = in_hardship(|indicator| scores.indicator(indicator));
    // The sort is stable, so ties stay in the order of urgency.
    cards.sort_by_key(|(_, points)| match points.band() {
        Band::Vulnerable => Points::MIN,
        Band::Coping | Band::Healthy => *points,
    });
    cards
        .into_iter()
        .zip(1..)
        .map(|((indicator, points), priority)| {
            let band = points.band();
            let question = Question::built_in(indicator, true);
            let code = answers.get(&question.id).and_then(Answer::option).and_then(|option| question.code_of(option));
            let (place, text) = content::card_text(indicator, voice, band, code, in_hardship);
            Recommendation {
                indicator,
                category: indicator.category(),
                points,
                band,
                priority,
                show_required: band != Band::Healthy,
                title: content::card_title(indicator, voice),
                sub_title: text.sub_title,
                urgent: content::urgent(indicator, voice, band),
                steps_title: text.steps_title,
                steps: text.steps,
                help_step: text.help_step,
                boost: text.boost,
                place,
            }
        })
        .collect()
}

/// The index of the card to begin with on a page, of cards by priority: the first focus area, but debt that weighs comes
/// before what is about later times.
pub(crate) fn first_of(cards: &[Recommendation]) -> Option<usize> {
    let first = cards.first().filter(|card| card.show_required)?;
    let debt = cards.iter().position(|card| card.indicator == Indicator::Fhn5 && card.show_required);
    Some(debt.filter(|_| !NOW.contains(&first.indicator)).unwrap_or_default())
}

/// True if outside help comes before all else: the overall score of the built-in questions is in the vulnerable band, or
/// the card to begin with asks for help before or in its first step.
pub(crate) fn needs_help(scores: &Scores, cards: &[Recommendation]) -> bool {
    let is_theirs = !scores.is_own && !cards.is_empty();
    let asks_for_help = |card: &Recommendation| card.help_step == Some(0) || card.urgent.is_some();
    is_theirs && scores.points().is_some_and(|score| score.band() == Band::Vulnerable)
        || first_of(cards).is_some_and(|first| asks_for_help(&cards[first]))
}

/// Few savings or plans alone are no hardship, and neither is a costly year with a good reserve.
fn in_hardship(points: impl Fn(Indicator) -> Option<Points>) -> bool {
    let is_low = |indicator| points(indicator).is_some_and(|points| points.band() == Band::Vulnerable);
    let is_short = points(Indicator::Fhn3).is_some_and(|points| points.get() < RESERVE);
    is_low(Indicator::Fhn5) || is_short && (is_low(Indicator::Fhn1) || is_low(Indicator::Fhn2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Definition, Language, ScoreTableVersion, built_in_options};

    /// Answers to all eight questions, by option codes.
    fn answers(codes: [usize; 8]) -> Answers {
        Indicator::ALL
            .into_iter()
            .zip(codes)
            .map(|(indicator, code)| (indicator.question_id(), built_in_options(indicator)[code - 1].clone().into()))
            .collect()
    }

    fn cards(codes: [usize; 8], language: Language) -> Vec<Recommendation> {
        let answers = answers(codes);
        recommendations(&Scores::of(&Definition::built_in(), &answers), &answers, language)
    }

    fn card(codes: [usize; 8], indicator: Indicator, language: Language) -> Recommendation {
        cards(codes, language)
            .into_iter()
            .find(|card| card.indicator == indicator)
            .expect("every indicator is answered")
    }

    fn order(codes: [usize; 8]) -> Vec<&'static str> {
        cards(codes, Language::EN).iter().map(|card| card.indicator.as_str()).collect()
    }

    const ALL_CODES: [std::ops::RangeInclusive<usize>; 8] = [1..=5, 1..=5, 1..=5, 1..=5, 1..=4, 1..=6, 1..=6, 1..=5];

    #[test]
    fn the_vulnerable_band_comes_by_urgency_and_the_others_by_points() {
        // 0 25 | 40 50 | 60 75 | 85 100
        assert_eq!(order([5, 3, 4, 3, 2, 3, 2, 1]), ["fhn3", "fhn1", "fhn2", "fhn4", "fhn6", "fhn7", "fhn5", "fhn8"]);
        let worst = ["fhn2", "fhn5", "fhn3", "fhn1", "fhn7", "fhn8", "fhn6", "fhn4"];
        assert_eq!(order([5, 5, 5, 5, 4, 6, 6, 5]), worst);
        assert_eq!(order([1; 8]), worst, "ties in the healthy band");
    }

    #[test]
    fn late_bills_and_debt_come_before_an_unknown_credit_score() {
        // Savings for weeks, few bills paid on time, too much debt, credit score unknown, no insurance.
        assert_eq!(order([3, 4, 4, 3, 4, 6, 6, 4])[..3], ["fhn2", "fhn5", "fhn3"]);
    }

    #[test]
    fn a_card_says_nothing_that_its_answer_denies() {
        for (indicator, code, denied) in [
            (Indicator::Fhn5, 1, ["If you owe", "handle what you owe", "each debt"]),
            (Indicator::Fhn6, 6, ["is low", "low right now", "recover"]),
            (Indicator::Fhn7, 6, ["your insurance", "You may have no cover", "lapses"]),
        ] {
            let mut codes = [1; 8];
            codes[indicator.index()] = code;
            let told = card(codes, indicator, Language::EN);
            let text = [told.sub_title, told.boost].into_iter().chain(told.steps.iter().copied()).collect::<String>();
            for part in denied {
                assert!(!text.contains(part), "{indicator:?} {code} says {part:?}");
            }
        }
    }

    #[test]
    fn options_with_a_truth_of_their_own_have_a_text_of_their_own_in_every_language() {
        for language in Language::OF_CONTENT {
            for (indicator, code, other) in [(Indicator::Fhn5, 1, 2), (Indicator::Fhn6, 6, 5), (Indicator::Fhn7, 6, 5)]
            {
                let mut codes = [1; 8];
                codes[indicator.index()] = code;
                let own = card(codes, indicator, language);
                codes[indicator.index()] = other;
                let of_the_band = card(codes, indicator, language);
                assert_eq!((own.band, own.title), (of_the_band.band, of_the_band.title));
                assert_ne!((own.sub_title, own.steps), (of_the_band.sub_title, of_the_band.steps));
            }
        }
    }

    #[test]
    fn formal_texts_say_the_same_without_familiar_words() {
        let familiar = ["tú", "tu", "tus", "te", "ti", "contigo", "tienes", "puedes", "quieres", "haz", "pon", "anota"];
        let [informal, formal] =
            [crate::Address::Informal, crate::Address::Formal].map(|address| Voice { language: Language::ES, address });
        for indicator in Indicator::ALL {
            for band in [Band::Vulnerable, Band::Coping, Band::Healthy] {
                for (code, in_hardship) in (0..=6).flat_map(|code| [(code, false), (code, true)]) {
                    let text = |voice| content::card_text(indicator, voice, band, Some(code), in_hardship);
                    let ((place, plain), (other, polite)) = (text(informal), text(formal));
                    assert_eq!(
                        (place, plain.steps.len(), plain.help_step),
                        (other, polite.steps.len(), polite.help_step),
                        "{indicator:?} {band:?} {code}"
                    );
                    let texts =
                        [polite.sub_title, polite.steps_title, polite.boost, content::card_title(indicator, formal)];
                    for text in texts.iter().chain(polite.steps).chain(&content::urgent(indicator, formal, band)) {
                        let lower = text.to_lowercase();
                        let mut words = lower.split(|c: char| !c.is_alphabetic());
                        assert!(!words.any(|word| familiar.contains(&word)), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_place_of_a_text_names_it_in_its_language() {
        for language in Language::OF_CONTENT {
            for indicator in Indicator::ALL {
                let mut texts: [Option<(&str, &str)>; crate::CARD_TEXTS] = [None; crate::CARD_TEXTS];
                for band in [Band::Vulnerable, Band::Coping, Band::Healthy] {
                    for (code, in_hardship) in (0..=6).flat_map(|code| [(code, false), (code, true)]) {
                        let (place, text) =
                            content::card_text(indicator, language.into(), band, Some(code), in_hardship);
                        let found = (text.sub_title, text.boost);
                        assert_eq!(*texts[place].get_or_insert(found), found, "{indicator:?} {language} {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_option_has_three_to_five_steps_in_every_language() {
        for language in Language::OF_CONTENT {
            for (indicator, codes) in Indicator::ALL.into_iter().zip(ALL_CODES) {
                for (code, other) in codes.flat_map(|code| [(code, 1), (code, 5)]) {
                    // In hardship, too: the others spend more than they have, and have nothing in reserve.
                    let mut all = [1; 8];
                    (all[0], all[2]) = (other, other);
                    all[indicator.index()] = code;
                    let card = card(all, indicator, language);
                    assert!((3..=5).contains(&card.steps.len()), "{indicator:?} {code} {language}");
                    assert!(
                        card.help_step.is_none_or(|step| step < card.steps.len()),
                        "{indicator:?} {code} {language}"
                    );
                    let texts = [card.title, card.sub_title, card.steps_title, card.boost];
                    assert!(texts.iter().chain(card.steps).all(|text| !text.trim().is_empty()));
                }
            }
        }
    }

    #[test]
    fn every_language_sends_readers_to_outside_help_at_the_same_cards() {
        let sends = |codes, language| -> Vec<(Indicator, bool)> {
            cards(codes, language).iter().map(|card| (card.indicator, card.help_step.is_some())).collect()
        };
        let steady = [1, 1, 5, 5, 1, 5, 5, 5];
        for codes in [[1; 8], [3; 8], steady, [5, 5, 5, 5, 4, 5, 5, 5], [5, 5, 5, 5, 4, 6, 6, 5]] {
            assert_eq!(sends(codes, Language::EN), sends(codes, Language::ES));
        }
        assert!([[1; 8], steady].iter().all(|codes| sends(*codes, Language::EN).iter().all(|(_, sends)| !sends)));
        let worst = sends([5, 5, 5, 5, 4, 6, 6, 5], Language::EN);
        assert!(worst.starts_with(&[(Indicator::Fhn2, true), (Indicator::Fhn5, true), (Indicator::Fhn3, true)]));
    }

    /// Advice for respondents who are short of money.
    const OF_HARDSHIP: [(Language, &[&str]); 2] = [
        (
            Language::EN,
            &[
                "food bank",
                "payment plan",
                "each day brings enough",
                "nothing to spare",
                "today takes all",
                "If you’re behind",
                "can’t keep up the payments",
                "lower payments or a pause",
                "If you can’t pay",
            ],
        ),
        (
            Language::ES,
            &[
                "banco de alimentos",
                "plan de pagos",
                "cada día ya trae bastante",
                "con lo justo",
                "se lleva todo el dinero",
                "Si tienes atrasos",
                "cuotas más bajas o una pausa",
                "Si no puedes pagar",
            ],
        ),
    ];

    #[test]
    fn of_all_combinations_of_answers_only_those_in_hardship_read_of_it() {
        for (language, phrases) in OF_HARDSHIP {
            // By indicator, code and hardship. The texts depend on nothing else, which the test below shows.
            let texts = Indicator::ALL.map(|indicator| {
                let codes = 1..=built_in_options(indicator).len();
                let of_code = |code| {
                    let points = ScoreTableVersion::LATEST.points(indicator, code).expect("points of every option");
                    let text = |in_hardship| {
                        let (_, text) =
                            content::card_text(indicator, language.into(), points.band(), Some(code), in_hardship);
                        let around = [text.sub_title, text.steps_title, text.boost];
                        around.iter().chain(text.steps).copied().collect::<String>()
                    };
                    (points, [false, true].map(text))
                };
                codes.map(of_code).collect::<Vec<_>>()
            });
            for phrase in phrases {
                let is_there = texts.iter().flatten().any(|(_, [_, hard])| hard.contains(phrase));
                assert!(is_there, "no card says {phrase:?}");
            }
            let speaks = |text: &String| phrases.iter().any(|phrase| text.contains(phrase));
            let told = texts.map(|codes| {
                codes.iter().map(|(points, text)| (*points, text.each_ref().map(speaks))).collect::<Vec<_>>()
            });
            let combinations: usize = told.iter().map(Vec::len).product();
            assert_eq!(combinations, 450_000);
            let (mut shares, mut all) = ([0; 8], 0);
            for number in 0..combinations {
                let mut left = number;
                let of_answers = told.each_ref().map(|codes| {
                    let answer = codes[left % codes.len()];
                    left /= codes.len();
                    answer
                });
                let points = |indicator: Indicator| of_answers[indicator.index()].0;
                let [spending, bills, reserve, debt] =
                    [Indicator::Fhn1, Indicator::Fhn2, Indicator::Fhn3, Indicator::Fhn5].map(|i| points(i).get());
                let is_hard = debt < 40 || (spending < 40 || bills < 40) && reserve < 75;
                let found = usize::from(in_hardship(|indicator| Some(points(indicator))));
                assert!(is_hard || !of_answers.iter().any(|(_, speaks)| speaks[found]), "{of_answers:?}");
                let each = shares.iter_mut().zip(of_answers);
                each.for_each(|(share, (_, speaks))| *share += usize::from(speaks[found]));
                all += usize::from(is_hard);
            }
            #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
            let percent = |count: usize| count as f64 * 100.0 / combinations as f64;
            println!("{language}: {:.1}% of all combinations of answers are in hardship", percent(all));
            for (indicator, share) in Indicator::ALL.into_iter().zip(shares) {
                println!("  {:.1}% read the text of hardship of {}", percent(share), indicator.as_str());
            }
            assert_eq!(all, 242_100);
        }
    }

    #[test]
    fn low_savings_or_confidence_alone_lead_to_a_step_without_hardship() {
        for (indicator, code, step) in [
            (Indicator::Fhn1, 4, "Note the three biggest costs"),
            (Indicator::Fhn2, 4, "List any bills that are late"),
            (Indicator::Fhn3, 4, "Choose a small amount"),
            (Indicator::Fhn4, 4, "Write down one thing"),
            (Indicator::Fhn6, 5, "Find out who keeps"),
            (Indicator::Fhn7, 4, "Look at each policy"),
            (Indicator::Fhn8, 3, "List the costs"),
        ] {
            let mut codes = [1; 8];
            codes[indicator.index()] = code;
            let steady = card(codes, indicator, Language::EN);
            assert!(steady.steps[0].starts_with(step), "{indicator:?}: {:?}", steady.steps);
            assert_eq!(card(codes, indicator, Language::EN).place, 3);
            (codes[0], codes[2]) = (4, codes[2].max(4));
            assert_ne!(card(codes, indicator, Language::EN).place, 3, "more went out, and nothing is left");
        }
    }

    #[test]
    fn no_first_step_is_for_some_of_its_readers_only() {
        let conditions = [(Language::EN, ["If ", "When "]), (Language::ES, ["Si ", "Cuando "])];
        for (language, words) in conditions {
            for (indicator, codes) in Indicator::ALL.into_iter().zip(ALL_CODES) {
                for (code, in_hardship) in codes.flat_map(|code| [(code, false), (code, true)]) {
                    let points = ScoreTableVersion::LATEST.points(indicator, code).expect("points of every option");
                    let (_, text) =
                        content::card_text(indicator, language.into(), points.band(), Some(code), in_hardship);
                    assert!(!words.iter().any(|word| text.steps[0].starts_with(word)), "{}", text.steps[0]);
                }
            }
        }
    }

    #[test]
    fn a_costly_year_with_a_good_reserve_and_no_debt_is_no_hardship() {
        let codes = [4, 1, 1, 4, 1, 3, 1, 3];
        for language in Language::OF_CONTENT {
            let phrases = OF_HARDSHIP.iter().find(|(of, _)| *of == language).expect("phrases").1;
            for card in cards(codes, language) {
                let all = [&[card.sub_title, card.boost], card.steps].concat().concat();
                assert!(!phrases.iter().any(|phrase| all.contains(phrase)), "{all}");
            }
        }
    }

    #[test]
    fn a_letter_from_a_court_stands_above_the_steps_for_late_bills() {
        for (codes, is_urgent) in [([1, 4, 5, 1, 1, 1, 1, 1], true), ([1, 4, 1, 1, 1, 1, 1, 1], true), ([1; 8], false)]
        {
            for language in Language::OF_CONTENT {
                let cards = cards(codes, language);
                assert_eq!(cards[0].urgent.is_some(), is_urgent);
                assert!(cards[1..].iter().all(|card| card.urgent.is_none()));
                let scores = Scores::of(&Definition::built_in(), &answers(codes));
                assert_eq!(needs_help(&scores, &cards), is_urgent);
            }
        }
    }

    #[test]
    fn debt_that_weighs_comes_before_aims_for_later() {
        let first = |codes| {
            let cards = cards(codes, Language::EN);
            first_of(&cards).map(|first| cards[first].indicator)
        };
        let codes = [2, 1, 2, 4, 3, 4, 3, 2];
        assert_eq!(first(codes), Some(Indicator::Fhn5));
        assert_eq!(order(codes)[0], "fhn4", "the order of the API is the published one");
        assert_eq!(first([2, 1, 2, 4, 2, 4, 3, 2]), Some(Indicator::Fhn4), "debt that can be handled does not lead");
        assert_eq!(first([2, 4, 2, 4, 3, 4, 3, 2]), Some(Indicator::Fhn2), "late bills do");
        assert_eq!(first([1; 8]), None);
    }

    #[test]
    fn titles_are_the_fixed_ones() {
        let mut cards = cards([1; 8], Language::EN);
        cards.sort_by_key(|card| card.indicator);
        let titles: Vec<&str> = cards.iter().map(|card| card.title).collect();
        assert_eq!(
            titles,
            [
                "Spending and earning",
                "Paying bills on time",
                "Saving for a rainy day",
                "Saving for the long term",
                "Managing debt",
                "Building credit",
                "Getting insured",
                "Planning ahead",
            ]
        );
    }

    proptest! {
        #[test]
        fn the_texts_follow_from_the_answer_the_band_and_hardship(codes in ALL_CODES) {
            for card in cards(codes, Language::EN) {
                let code = codes[card.indicator.index()];
                let is_hard = codes[4] > 3 || (codes[0] > 3 || codes[1] > 3) && codes[2] > 2;
                let (_, text) = content::card_text(card.indicator, Language::EN.into(), card.band, Some(code), is_hard);
                prop_assert_eq!((card.sub_title, card.steps), (text.sub_title, text.steps));
                prop_assert_eq!((card.steps_title, card.boost, card.help_step), (text.steps_title, text.boost, text.help_step));
            }
        }

        #[test]
        fn every_card_stands_before_those_of_less_need(codes in ALL_CODES) {
            let cards = cards(codes, Language::EN);
            prop_assert_eq!(cards.iter().map(|card| card.priority).collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
            let urgency = |card: &Recommendation| URGENCY.iter().position(|indicator| *indicator == card.indicator);
            for pair in cards.windows(2) {
                let (first, second) = (&pair[0], &pair[1]);
                prop_assert!(first.band <= second.band);
                prop_assert!(first.show_required >= second.show_required);
                if first.band == second.band {
                    let is_by_points = first.band != Band::Vulnerable && first.points != second.points;
                    let is_in_order =
                        if is_by_points { first.points < second.points } else { urgency(first) < urgency(second) };
                    prop_assert!(is_in_order, "{:?} before {:?}", first, second);
                }
            }
        }
    }
}
