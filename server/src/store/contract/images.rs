//! Pictures of quizzes.

use std::sync::Arc;

use domain::{Definition, ImageId, ImageType, Picture, Quiz, QuizKind, Size};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, quiz_id},
};
use crate::store::{ImageFile, QuizImage, StoreError};

fn image(number: u8, bytes: &[u8]) -> QuizImage {
    QuizImage {
        id: ImageId::of_digest(&[number; 32]),
        kind: [ImageType::Png, ImageType::Jpeg, ImageType::Webp][usize::from(number) % 3],
        size: Size { width: 1 + u16::from(number), height: 4096 },
        length: bytes.len() as u64,
        is_shown: false,
        created_at: at(number.into()),
    }
}

async fn add(store: &TestStore, quiz: &Quiz, number: u8, bytes: Vec<u8>) -> anyhow::Result<bool> {
    let (of, image) = (quiz.id.clone(), image(number, &bytes));
    let added: Result<bool, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.add_image(&of, &image, &bytes).await })).await;
    Ok(added?)
}

async fn delete(store: &TestStore, quiz: &Quiz, number: u8, length: usize) -> anyhow::Result<bool> {
    let (of, image) = (quiz.id.clone(), image(number, &vec![0; length]));
    let deleted: Result<bool, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.delete_image(&of, &image).await })).await;
    Ok(deleted?)
}

async fn bytes(store: &TestStore) -> anyhow::Result<u64> {
    Ok(store.usage(&namespace_id("demo")).await?.0.bytes)
}

#[apply(contract!)]
async fn pictures_come_back_as_they_were_stored_once_each(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.images(&quiz.id).await?, []);
    let every_byte: Vec<u8> = (0..=255).collect();
    let large = vec![0; 512 * 1024];
    assert!(add(&store, &quiz, 2, every_byte.clone()).await?);
    assert!(add(&store, &quiz, 1, large.clone()).await?);
    assert!(!add(&store, &quiz, 2, every_byte.clone()).await?);
    assert_eq!(store.images(&quiz.id).await?, [image(1, &large), image(2, &every_byte)]);
    let found = |number| {
        let (quiz, id) = (quiz.id.clone(), image(number, &[]).id);
        let store = &store;
        async move { store.image(&namespace_id("demo"), &quiz, &id).await }
    };
    assert_eq!(found(1).await?, Some(ImageFile { kind: ImageType::Jpeg, bytes: large }));
    assert_eq!(found(2).await?, Some(ImageFile { kind: ImageType::Webp, bytes: every_byte }));
    assert_eq!(found(3).await?, None);
    store.add_namespace(namespace("other")).await?;
    assert_eq!(store.image(&namespace_id("other"), &quiz.id, &image(1, &[]).id).await?, None);
    assert_eq!(store.image(&namespace_id("demo"), &quiz_id(9), &image(1, &[]).id).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn pictures_count_for_their_namespace_until_they_go(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let empty = bytes(&store).await?;
    for is_new in [true, false] {
        assert_eq!(add(&store, &quiz, 1, vec![7; 3000]).await?, is_new);
        assert_eq!(bytes(&store).await?, empty + 1024 + 3000);
    }
    for is_there in [true, false] {
        assert_eq!(delete(&store, &quiz, 1, 3000).await?, is_there);
        assert_eq!(bytes(&store).await?, empty);
    }
    add(&store, &quiz, 2, vec![7; 10]).await?;
    let copy = store.quiz_of(QuizKind::Open, 2).await?;
    let before = bytes(&store).await?;
    let (from, to, copied) = (quiz.id.clone(), copy.id.clone(), image(2, &[7; 10]));
    store.transact(move |tx| Box::pin(async move { tx.copy_image(&from, &to, &copied).await })).await?;
    assert_eq!(bytes(&store).await?, before + 1024 + 10);
    assert_eq!(store.images(&copy.id).await?, [QuizImage { is_shown: true, ..image(2, &[7; 10]) }]);
    store.delete_quiz(&quiz.id, at(9)).await?;
    assert_eq!(store.images(&quiz.id).await?, []);
    assert_eq!(store.images(&copy.id).await?.len(), 1);
    store.delete_quiz(&copy.id, at(9)).await?;
    assert_eq!(bytes(&store).await?, 0);
    Ok(())
}

#[apply(contract!)]
async fn a_picture_that_a_version_shows_is_noted(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in 1..=2 {
        add(&store, &quiz, number, vec![number]).await?;
    }
    let (of, shown) = (quiz.id.clone(), image(2, &[2]).id);
    store.transact(move |tx| Box::pin(async move { tx.show_image(&of, &shown).await })).await?;
    let expected = [image(1, &[1]), QuizImage { is_shown: true, ..image(2, &[2]) }];
    assert_eq!(store.images(&quiz.id).await?, expected);
    // A version keeps its pictures' properties.
    let mut definition = Definition::built_in();
    let id = image(2, &[2]).id;
    let picture = Picture { id, alt: Some("A cup".into()), decorative: false, width: Some(3), height: Some(4096) };
    definition.logo = Some(Box::new(picture.clone()));
    definition.questions[3].image = Some(Box::new(picture));
    let second = Quiz { version: 2, definition: Arc::new(definition), updated_at: at(3_000_000), ..quiz };
    store.update_quiz(second.clone()).await?;
    assert_eq!(store.quiz(&second.id).await?, Some(second));
    Ok(())
}
