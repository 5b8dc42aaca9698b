//! Localised dates, and the names of months.

use app::pages::Moment;
use domain::{Language, Quiz, Timestamp};
use jiff::Zoned;

use crate::{clock, search_text, zone};

pub(super) fn moment(at: Timestamp, quiz: &Quiz, language: Language) -> Moment {
    let (day, zoned) = written(at, quiz, language);
    let time = zoned.strftime("%H:%M").to_string();
    let text = app::words::moment(language, &day, &time, quiz.settings.time_zone.as_str());
    Moment { text, at: clock::to_rfc3339(at), is_day: false }
}

pub(super) fn day(at: Timestamp, quiz: &Quiz, language: Language) -> Moment {
    Moment { text: written(at, quiz, language).0, at: clock::to_rfc3339(at), is_day: true }
}

fn written(at: Timestamp, quiz: &Quiz, language: Language) -> (String, Zoned) {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).unwrap_or_default();
    let at = at.to_zoned(zone::zone_of(&quiz.settings));
    let month = usize::try_from(at.month()).unwrap_or_default();
    (app::words::date(language, at.day().unsigned_abs(), month, at.year()), at)
}

/// The number of a month, by its name in any language of the pages or by a unique prefix of at least three letters.
/// Accents and case are ignored.
pub(super) fn month_of(typed: &str) -> Option<usize> {
    let typed = search_text::fold(typed.trim_end_matches('.'));
    if typed.chars().count() < 3 {
        return None;
    }
    let named =
        |month: &usize| app::words::names_of_month(*month).any(|name| search_text::fold(name).starts_with(&typed));
    let mut found = (1..=12).filter(named);
    found.next().filter(|_| found.next().is_none())
}

/// The day in the quiz's time zone in calendar format: `20261120`.
pub(super) fn compact_day(at: Timestamp, quiz: &Quiz) -> String {
    clock::to_date(zone::day_of(at, &zone::zone_of(&quiz.settings))).replace('-', "")
}

/// The moment in UTC in calendar format: `20261120T235959Z`.
pub(super) fn compact_moment(at: Timestamp) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).unwrap_or_default();
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{NamespaceId, QuizId, QuizInput, QuizKind, Retention};

    use super::*;

    fn quiz(zone: &str) -> Quiz {
        let kind = QuizKind::Open;
        let mut input = QuizInput::new("Check".into(), kind, Language::EN);
        input.time_zone = Some(zone.to_owned());
        let new = input.check(|| unreachable!("the built-in questions have ids")).expect("a quiz");
        Quiz {
            id: QuizId::from_random(7),
            namespace_id: NamespaceId::parse("demo").expect("an id"),
            kind,
            settings: new.settings,
            version: 1,
            definition: Arc::new(new.definition),
            retention: Retention::default(),
            session_secret: None,
            created_at: Timestamp::default(),
            updated_at: Timestamp::default(),
        }
    }

    #[test]
    fn a_moment_is_written_as_its_language_does() {
        let at = Timestamp::from_nanoseconds(1_795_219_199_000_000_000);
        let utc = |language: Language| moment(at, &quiz("UTC"), language).text;
        assert_eq!(utc(Language::EN), "20 November 2026, 23:59 (UTC)");
        assert_eq!(utc(Language::ES), "20 de noviembre de 2026, 23:59 (UTC)");
        assert_eq!(utc(Language::parse("de-AT").expect("a tag")), "20. November 2026, 23:59 (UTC)");
        assert_eq!(utc(Language::FR), "20 novembre 2026, 23:59 (UTC)");
        assert_eq!(utc(Language::PT_BR), "20 de novembro de 2026, 23:59 (UTC)");
        assert_eq!(utc(Language::AR), "20 نوفمبر 2026، 23:59 (UTC)");
    }

    #[test]
    fn months_are_named_in_any_language_of_pages() {
        for (typed, month) in [
            ("March", Some(3)),
            ("mar", Some(3)),
            ("MÄRZ", Some(3)),
            ("marz", Some(3)),
            ("Sept.", Some(9)),
            ("fevrier", Some(2)),
            ("dez", Some(12)),
            ("يناير", Some(1)),
            ("jui", None),
            ("juil", Some(7)),
            ("ma", None),
            ("", None),
            ("Marchs", None),
        ] {
            assert_eq!(month_of(typed), month, "{typed}");
        }
    }

    #[test]
    fn days_are_those_of_the_quiz() {
        let at = Timestamp::from_nanoseconds(1_795_219_199_000_000_000);
        let madrid = quiz("Europe/Madrid");
        let Moment { text, at: machine, .. } = moment(at, &madrid, Language::EN);
        assert_eq!(
            (text.as_str(), machine.as_str()),
            ("21 November 2026, 00:59 (Europe/Madrid)", "2026-11-20T23:59:59Z")
        );
        assert_eq!(day(at, &madrid, Language::EN).text, "21 November 2026");
        assert_eq!(
            (compact_day(at, &madrid).as_str(), compact_day(at, &quiz("UTC")).as_str()),
            ("20261121", "20261120")
        );
        assert_eq!(compact_moment(at), "20261120T235959Z");
    }
}
