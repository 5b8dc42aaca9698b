//! Secrets that the service encrypts.

use domain::{QuizId, QuizKind, SessionSecret};

use super::{TestResult, TestStore, admins::administrator, apply, contract};
use crate::store::{Administrator, SecretOf, StoreError, Totp};

#[apply(contract!)]
async fn a_secret_comes_back_until_it_is_replaced(store: TestStore) -> TestResult {
    assert_eq!(store.installation_secret("seal").await?, None);
    let every_byte: Vec<u8> = (0..=255).collect();
    store.put_secret(of("seal"), every_byte.clone()).await?;
    store.put_secret(of("another"), vec![3]).await?;
    assert_eq!(store.installation_secret("seal").await?, Some(every_byte));
    store.put_secret(of("seal"), vec![]).await?;
    let store = store.reopened().await?;
    assert_eq!(store.installation_secret("seal").await?, Some(vec![]));
    assert_eq!(store.installation_secret("another").await?, Some(vec![3]));
    Ok(())
}

#[apply(contract!)]
async fn secrets_of_all_kinds_are_listed_and_replaced_each_alone(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let second = store.quiz_of(QuizKind::InApp, 2).await?;
    for quiz in [&quiz, &second] {
        store.set_session_secret(quiz.id.clone(), vec![1]).await?;
    }
    for name in ["ana", "ben"] {
        let totp = Some(Totp { secret: vec![2], last_step: 7 });
        store.add_administrator(Administrator { totp, ..administrator(name) }).await?;
    }
    store.add_administrator(administrator("cy")).await?;
    store.put_secret(of("seal"), vec![3]).await?;
    store.put_secret(SecretOf::Quiz(quiz.id.clone()), vec![4]).await?;
    store.put_secret(SecretOf::Administrator("ana".to_owned()), vec![5]).await?;
    let mut found = store.secrets().await?;
    found.retain(|(of, _)| !matches!(of, SecretOf::Installation(name) if name != "seal"));
    found.sort_by_key(|(of, _)| of.to_string());
    let expected = [
        (of("seal"), vec![3]),
        (SecretOf::Administrator("ana".to_owned()), vec![5]),
        (SecretOf::Administrator("ben".to_owned()), vec![2]),
        (SecretOf::Quiz(quiz.id.clone()), vec![4]),
        (SecretOf::Quiz(second.id.clone()), vec![1]),
    ];
    assert_eq!(found, expected);
    let ana = store.administrator("ana").await?.and_then(|ana| ana.totp);
    assert_eq!(ana, Some(Totp { secret: vec![5], last_step: 7 }));
    let secret = store.quiz(&quiz.id).await?.and_then(|quiz| quiz.session_secret);
    assert_eq!(secret.as_ref().map(SessionSecret::sealed), Some(&[4][..]));
    Ok(())
}

#[apply(contract!)]
async fn a_store_written_anew_has_everything(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put_secret(of("seal"), vec![3]).await?;
    store.compact().await?;
    assert_eq!(store.installation_secret("seal").await?, Some(vec![3]));
    let store = store.reopened().await?;
    assert_eq!(store.quiz(&quiz.id).await?, Some(quiz));
    Ok(())
}

fn of(name: &str) -> SecretOf {
    SecretOf::Installation(name.to_owned())
}

impl TestStore {
    async fn put_secret(&self, of: SecretOf, value: Vec<u8>) -> Result<(), StoreError> {
        self.transact(move |tx| Box::pin(async move { tx.put_secret(&of, &value).await })).await
    }

    async fn secrets(&self) -> Result<Vec<(SecretOf, Vec<u8>)>, StoreError> {
        self.transact(|tx| Box::pin(async move { tx.secrets().await })).await
    }

    async fn set_session_secret(&self, id: QuizId, sealed: Vec<u8>) -> Result<(), StoreError> {
        let secret = SessionSecret::new(sealed);
        self.transact(move |tx| Box::pin(async move { tx.set_session_secret(&id, Some(&secret)).await })).await
    }
}
