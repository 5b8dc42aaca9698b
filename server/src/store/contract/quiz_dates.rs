//! Quizzes that open or close at a date of their own.

use domain::{Quiz, QuizStatus, Settings, Timestamp};

use super::{TestResult, TestStore, apply, contract, endpoints::endpoint, samples::at};
use crate::store::Endpoint;

fn dated(quiz: &Quiz, opens: Option<i64>, closes: Option<i64>) -> Quiz {
    let settings = Settings {
        status: QuizStatus::Open,
        opens_at: opens.map(at),
        closes_at: closes.map(at),
        ..quiz.settings.clone()
    };
    Quiz { settings, ..quiz.clone() }
}

#[apply(contract!)]
async fn dates_of_quizzes_are_found_where_an_endpoint_listens(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let changed = quiz.updated_at.nanoseconds();
    let [before, opens, closes] = [changed + 10, changed + 20, changed + 30];
    store.update_quiz(dated(&quiz, Some(opens), Some(closes))).await?;
    let found = async |after: i64, until: i64| -> anyhow::Result<Vec<Timestamp>> {
        let found = store.quizzes_with_dates(at(after), at(until)).await?;
        assert!(found.iter().all(|(id, _)| *id == quiz.id));
        Ok(found.into_iter().map(|(_, first)| first).collect())
    };
    assert!(found(before, closes).await?.is_empty(), "none listens");
    store.put(Endpoint { created_at: at(closes), ..endpoint("two", &quiz) }).await?;
    assert!(found(before, closes).await?.is_empty(), "it was made after both dates");
    store.put(Endpoint { created_at: at(before), ..endpoint("one", &quiz) }).await?;
    assert_eq!(found(before, closes).await?, [at(before)], "once for both dates and both endpoints");
    assert_eq!(found(before, opens).await?, [at(before)]);
    assert!(found(opens, closes - 1).await?.is_empty(), "the first moment is not of the time");
    assert_eq!(found(closes - 1, closes).await?, [at(before)]);
    let later = Quiz { updated_at: at(closes), ..dated(&quiz, Some(opens), Some(closes)) };
    store.update_quiz(later).await?;
    assert!(found(before, closes).await?.is_empty(), "a change has told of them");
    Ok(())
}
