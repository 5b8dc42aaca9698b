//! A quiz as releases stored it whose scores were whole numbers, in the words of both backends.

use domain::{Category, Decimal, Name, NamespaceId, Points, QuizId, QuizKind, Usage, UserId};

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

/// One more respondent of that quiz, of a release that knew a scoring of the quiz's own.
pub(in crate::store) const WITH_OWN_SCORES: &str = r#"
    INSERT INTO records (quiz_id, user_id, version, language, answers, started_at, activity_at, submitted_at, score,
        spend_score, own_scores, indicators, attempt, changed)
    VALUES ('0000000000000001', 'person 3', 1, 'en', '{}', 3, 4, 4, 555, 24,
        '{"overall":{"score":55.5},"categories":{"body":{"score":-12.5,"band":"low"},"spend":{"score":24}},"is_own":true}',
        '{}', 1, 3)"#;

/// Fails unless the store of [`AN_OLDER_QUIZ`] and [`WITH_OWN_SCORES`] shows every score that it had, and counts it.
pub(in crate::store) async fn assert_older_scores(store: &Store) -> anyhow::Result<()> {
    let quiz = QuizId::parse("0000000000000001")?;
    let shown = |record: &domain::AnswersRecord| {
        let scores = &record.submission.as_ref().expect("submitted").scores;
        assert!(scores.is_plain(), "{scores:?}");
        let categories = Category::ALL.map(|category| scores.category(category).map(Points::get));
        (record.attempt, scores.points().map(Points::get), categories)
    };
    let person = UserId::parse(QuizKind::InApp, "person 1").expect("a session");
    let attempts = store.attempts(&quiz, &person, Page { after: None, limit: 9 }).await?.items;
    assert_eq!(
        attempts.iter().map(shown).collect::<Vec<_>>(),
        [(2, Some(73), [Some(23), Some(100), Some(93), Some(75)]), (1, Some(100), [Some(100); 4])]
    );
    let by = async |filter: RecordFilter, order| -> anyhow::Result<Vec<String>> {
        let query = RecordQuery { filter, order, after: None, limit: 9 };
        Ok(store.list_records(&quiz, &query).await?.items.into_iter().map(|record| record.user.to_string()).collect())
    };
    let completed = RecordFilter { state: RecordState::Completed, ..RecordFilter::default() };
    assert_eq!(by(completed, RecordOrder::HighestScore).await?, ["person 1", "person 3", "person 2"]);
    let of = |category: &str| RecordFilter { category: Name::parse(category).ok(), ..RecordFilter::default() };
    assert_eq!(by(of("spend"), RecordOrder::HighestScore).await?, ["person 3", "person 1", "person 2"]);
    assert_eq!(by(of("plan"), RecordOrder::LowestScore).await?, ["person 2", "person 1"]);
    // The quiz, three records and a past attempt, each with a text of two characters.
    let (usage, _) = store.usage(&NamespaceId::parse("demo")?).await?;
    assert_eq!(usage, Usage { quizzes: 1, bytes: 5 * (Usage::ROW + 2) });
    let scores = Some((Decimal::whole(-13), Decimal::whole(-12)));
    assert_eq!(by(RecordFilter { scores, ..of("body") }, RecordOrder::Oldest).await?, ["person 3"]);
    Ok(())
}
