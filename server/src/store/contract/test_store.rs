//! The store under test.

use std::{ops::Deref, sync::Arc, time::Duration};

use anyhow::Context;
use domain::{AnswersRecord, Quiz, QuizId, QuizKind, Timestamp, UserId};
use futures_util::future::BoxFuture;

use super::{backend::Backend, samples};
use crate::store::{Page, RecordPlace, RecordQuery, Store, StoreError, Transaction, WorkScope};

pub(in crate::store) type TestResult = anyhow::Result<()>;

pub(super) struct TestStore {
    // Dropped before the files that it uses.
    store: Arc<Store>,
    backend: Box<dyn Backend>,
}

impl TestStore {
    pub(super) async fn open(backend: impl Backend) -> anyhow::Result<Self> {
        Ok(Self { store: backend.open().await?, backend: Box::new(backend) })
    }

    /// Runs a unit of work outside namespaces.
    pub(super) async fn transact<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.store.transact(WorkScope::Installation, work).await
    }

    /// The same data, as after a restart.
    pub(super) async fn reopened(self) -> anyhow::Result<Self> {
        let Self { store, backend } = self;
        drop(store);
        Ok(Self { store: backend.open().await?, backend })
    }

    /// The same data, opened by another server.
    pub(super) async fn beside(&self) -> anyhow::Result<Arc<Store>> {
        self.backend.open().await
    }

    /// Changes the data behind the store's back.
    pub(super) async fn execute(&self, sql: &'static str) -> TestResult {
        self.backend.execute(sql).await
    }

    /// Adds a quiz with the eight built-in questions. Different numbers give different ids.
    pub(super) async fn quiz_of(&self, kind: QuizKind, number: u8) -> anyhow::Result<Quiz> {
        let quiz = samples::quiz(kind, number);
        match self.add_namespace(samples::namespace(quiz.namespace_id.as_str())).await {
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
        self.add_quiz(quiz.clone()).await?;
        Ok(quiz)
    }

    pub(super) async fn a_quiz(&self) -> anyhow::Result<Quiz> {
        self.quiz_of(QuizKind::InApp, 1).await
    }

    /// Returns all records, or a page of those after a place, in the order of their first activity.
    pub(super) async fn records(
        &self,
        quiz: &QuizId,
        page: Page<(Timestamp, String)>,
    ) -> Result<Vec<AnswersRecord>, StoreError> {
        let after = page.after.map(|(started_at, user)| RecordPlace { rank: 0, at: started_at, user });
        let mut query = RecordQuery { after, limit: page.limit, ..RecordQuery::default() };
        let mut records = Vec::new();
        loop {
            let listed = self.list_records(quiz, &query).await?;
            query.after = listed.next(|last| RecordPlace::of(last, &query.filter, query.order));
            records.extend(listed.items);
            query.limit = page.limit.saturating_sub(u32::try_from(records.len()).unwrap_or(u32::MAX));
            if query.after.is_none() || query.limit == 0 {
                return Ok(records);
            }
        }
    }

    pub(super) async fn stored(&self, quiz: &Quiz, user: &UserId) -> anyhow::Result<AnswersRecord> {
        self.record(&quiz.id, user).await?.with_context(|| format!("the record of {user} is not there"))
    }
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Self::Target {
        &self.store
    }
}

/// Polls a condition. Fails after ten seconds.
pub(in crate::store) async fn eventually(holds: impl AsyncFn() -> anyhow::Result<bool>) -> TestResult {
    let wait = async {
        while !holds().await? {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Ok(())
    };
    tokio::time::timeout(Duration::from_secs(10), wait).await.context("it did not happen within ten seconds")?
}
