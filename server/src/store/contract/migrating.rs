//! A quiz as releases stored it whose scores were whole numbers, in the words of both backends.

use domain::{Category, Points, QuizId, QuizKind, UserId};

use crate::store::{Page, RecordFilter, RecordOrder, RecordQuery, RecordState, Store};

/// A respondent with two attempts, and one of whose scores some are absent.
pub(in crate::store) const AN_OLDER_QUIZ: &str = r#"
    INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
    INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
    VALUES ('0000000000000001', 'demo', 'inapp', '{}', 1, 0, 0);
    INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, submitted_at, score,
        spend_score, save_score, borrow_score, plan_score, indicators, attempt, changed)
    VALUES ('0000000000000001', 'person 1', 1, 'en', '{}', 1, 2, 2, 73, 23, 100, 93, 75, '{"fhn1":25}', 2, 1),
        ('0000000000000001', 'person 2', 1, 'en', '{}', 2, 3, 3, NULL, 0, NULL, 1, 2, '{}', 1, 2);
    INSERT INTO past_attempts (quiz_id, user_id, attempt, version, language, answers, started_at, activity_at,
        submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators)
    VALUES ('0000000000000001', 'person 1', 1, 1, 'en', '{}', 0, 1, 1, 100, 100, 100, 100, 100, '{"fhn1":100}')"#;

/// Fails unless the store of [`AN_OLDER_QUIZ`] shows every score that it had.
pub(in crate::store) async fn assert_older_scores(store: &dyn Store) -> anyhow::Result<()> {
    let quiz = QuizId::parse("0000000000000001")?;
    let shown = |record: &domain::AnswersRecord| {
        let scores = &record.submission.as_ref().expect("submitted").scores;
        assert!(scores.is_plain(), "{scores:?}");
        let categories = Category::ALL.map(|category| scores.category(category).map(Points::get));
        (record.attempt, scores.points().map(Points::get), categories)
    };
    let person = UserId::parse(QuizKind::InApp, "person 1").expect("a session");
    let attempts = store.attempts(&quiz, &person, Page { after: None, limit: 9 }).await?;
    assert_eq!(
        attempts.iter().map(shown).collect::<Vec<_>>(),
        [(2, Some(73), [Some(23), Some(100), Some(93), Some(75)]), (1, Some(100), [Some(100); 4])]
    );
    let filter = RecordFilter { state: RecordState::Completed, ..RecordFilter::default() };
    let query = RecordQuery { filter, order: RecordOrder::HighestScore, after: None, limit: 9 };
    let listed = store.list_records(&quiz, &query).await?;
    assert_eq!(
        listed.iter().map(shown).collect::<Vec<_>>(),
        [(2, Some(73), [Some(23), Some(100), Some(93), Some(75)]), (1, None, [Some(0), None, Some(1), Some(2)])]
    );
    Ok(())
}
