//! Opening and closing a quiz manually, independent of its dates.

use crate::{Definition, FieldCode, Invalid, Quiz, QuizChange, QuizStatus, Timestamp};

impl QuizChange {
    /// Opens a quiz and removes dates that would keep it closed. The opening date of a draft is kept.
    pub fn opening(quiz: &Quiz, now: Timestamp) -> Self {
        let settings = &quiz.settings;
        let is_draft = settings.status == QuizStatus::Draft;
        Self {
            status: Some(QuizStatus::Open),
            opens_at: settings.opens_at.filter(|start| now < *start && !is_draft).map(|_| None),
            closes_at: settings.closes_at.filter(|end| *end <= now).map(|_| None),
            ..Self::default()
        }
    }

    pub fn closing() -> Self {
        Self { status: Some(QuizStatus::Closed), ..Self::default() }
    }
}

impl Quiz {
    /// Fails for a quiz that is no longer a draft and has no questions.
    pub fn check_opening(&self) -> Result<(), Invalid> {
        if self.settings.status != QuizStatus::Draft && self.definition.questions.is_empty() {
            return Err(Invalid::one("questions", FieldCode::TooFew { min: 1, max: Definition::MOST_QUESTIONS }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{About, Language, NamespaceId, OptionCodes, QuizId, QuizKind, Retention, Settings};

    const NOW: Timestamp = Timestamp::from_nanoseconds(1000);
    const BEFORE: Option<Timestamp> = Some(Timestamp::from_nanoseconds(500));
    const LATER: Option<Timestamp> = Some(Timestamp::from_nanoseconds(2000));

    fn quiz(status: QuizStatus, opens_at: Option<Timestamp>, closes_at: Option<Timestamp>) -> Quiz {
        Quiz {
            id: QuizId::from_random(1),
            namespace_id: NamespaceId::parse("demo").expect("a namespace id"),
            kind: QuizKind::Open,
            settings: Settings {
                name: "Money check".into(),
                description: None,
                primary_colour: None,
                opens_at,
                closes_at,
                closing_grace: true,
                time_zone: crate::TimeZoneName::default(),
                retry_after: None,
                series: None,
                had_series: false,
                fields: Vec::new(),
                respondents_may_erase: false,
                result_by_mail: false,
                show_progress: false,
                allowed_origins: Vec::new(),
                about: About::default(),
                status,
            },
            version: 1,
            definition: Arc::new(Definition::built_in()),
            retention: Retention::default(),
            session_secret: None,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    fn opened(quiz: &Quiz) -> Quiz {
        let change = QuizChange::opening(quiz, NOW);
        let (settings, _) = change
            .apply(quiz, &OptionCodes::of(&quiz.definition), || unreachable!("no option is new"))
            .expect("a valid change");
        Quiz { settings, ..quiz.clone() }
    }

    #[test]
    fn what_was_opened_is_open_whatever_its_dates_were() {
        for (status, opens_at, closes_at) in [
            (QuizStatus::Draft, None, None),
            (QuizStatus::Draft, BEFORE, LATER),
            (QuizStatus::Draft, None, BEFORE),
            (QuizStatus::Open, LATER, None),
            (QuizStatus::Open, None, BEFORE),
            (QuizStatus::Closed, None, BEFORE),
            (QuizStatus::Closed, LATER, None),
        ] {
            let quiz = opened(&quiz(status, opens_at, closes_at));
            assert_eq!(quiz.status(NOW), QuizStatus::Open, "{status:?} {opens_at:?} {closes_at:?}");
        }
    }

    #[test]
    fn only_a_draft_may_lack_questions() {
        for (status, is_ok) in [(QuizStatus::Draft, true), (QuizStatus::Open, false), (QuizStatus::Closed, false)] {
            let quiz = quiz(status, None, None);
            assert!(quiz.check_opening().is_ok());
            let empty = Quiz { definition: Arc::new(Definition::of(Language::EN, Vec::new())), ..quiz };
            assert_eq!(empty.check_opening().is_ok(), is_ok, "{status:?}");
        }
    }

    #[test]
    fn a_draft_waits_for_its_day() {
        let quiz = opened(&quiz(QuizStatus::Draft, LATER, None));
        assert_eq!(quiz.status(NOW), QuizStatus::Draft);
        assert_eq!(quiz.status(Timestamp::from_nanoseconds(2000)), QuizStatus::Open);
    }

    #[test]
    fn who_has_begun_may_finish_for_ten_minutes_after_the_closing_date() {
        let end = 1_000_000_000;
        let late = |seconds: i64| Timestamp::from_nanoseconds(end).later_by(seconds);
        let mut settings = quiz(QuizStatus::Open, None, Some(late(0))).settings;
        let states = |settings: &Settings| {
            [-1, 0, 599, 600].map(|at| (settings.status_at(late(at)), settings.status_for_begun(late(at))))
        };
        let (open, closed) = (QuizStatus::Open, QuizStatus::Closed);
        assert_eq!(states(&settings), [(open, open), (closed, open), (closed, open), (closed, closed)]);
        settings.closing_grace = false;
        assert_eq!(states(&settings), [(open, open), (closed, closed), (closed, closed), (closed, closed)]);
        let by_hand = quiz(QuizStatus::Closed, None, Some(late(600))).settings;
        assert_eq!(by_hand.status_for_begun(late(0)), closed);
        let last = Timestamp::from_nanoseconds(i64::MAX);
        assert_eq!(quiz(QuizStatus::Open, None, Some(last)).settings.status_for_begun(late(0)), open);
    }

    #[test]
    fn dates_that_do_no_harm_stay() {
        let quiz = opened(&quiz(QuizStatus::Closed, BEFORE, LATER));
        assert_eq!((quiz.settings.opens_at, quiz.settings.closes_at), (BEFORE, LATER));
    }
}
