//! Opening and closing a quiz by hand, beside the dates that do it.

use crate::{Quiz, QuizChange, QuizStatus, Timestamp};

impl QuizChange {
    /// Opens a quiz. A date that would keep it shut is taken away, except that a draft waits for the day it is to open.
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

    /// Closes a quiz; its dates stay.
    pub fn closing() -> Self {
        Self { status: Some(QuizStatus::Closed), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{About, Definition, NamespaceId, QuizId, QuizKind, Retention, Settings};

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
                retry_after: None,
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
        let (settings, _) = change.apply(quiz, || unreachable!("no option is new")).expect("a valid change");
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
    fn a_draft_waits_for_its_day() {
        let quiz = opened(&quiz(QuizStatus::Draft, LATER, None));
        assert_eq!(quiz.status(NOW), QuizStatus::Draft);
        assert_eq!(quiz.status(Timestamp::from_nanoseconds(2000)), QuizStatus::Open);
    }

    #[test]
    fn dates_that_do_no_harm_stay() {
        let quiz = opened(&quiz(QuizStatus::Closed, BEFORE, LATER));
        assert_eq!((quiz.settings.opens_at, quiz.settings.closes_at), (BEFORE, LATER));
    }
}
