//! Drafts of quizzes: input is kept, valid or not, until it is saved or discarded.

use domain::{Measure, Permission, Timestamp};

use super::{Caller, Conflict, QuizPath, Service, ServiceError, quotas::require_room};
use crate::{
    clock,
    store::{Draft, Edition, StoreError, Transaction},
};

/// Number of earlier drafts kept per quiz.
const EARLIER: u32 = 10;

#[derive(Clone, Debug)]
pub struct EditorDraft {
    /// JSON in the editor's own format.
    pub fields: String,
    pub based_on: Edition,
    /// The name of its last editor.
    pub by: String,
    pub is_own: bool,
    /// Also the draft's revision.
    pub at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct ReplacedDraft {
    pub by: String,
    pub at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct DraftInput {
    /// JSON in the editor's own format.
    pub fields: String,
    pub based_on: Edition,
    /// The revision of the draft that the input was made from; `None` if there was no draft.
    pub seen: Option<Timestamp>,
    /// Keeps the replaced draft among the earlier ones, whichever administrator wrote it.
    pub keeps_replaced: bool,
}

impl Service {
    pub async fn editor_draft(&self, caller: &Caller, path: &QuizPath) -> Result<Option<EditorDraft>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        self.read_quiz(path).await?;
        match self.store.draft(&path.quiz).await? {
            Some(draft) => Ok(Some(self.told(caller, draft).await?)),
            None => Ok(None),
        }
    }

    /// Returns drafts that another administrator replaced, or that were discarded, newest first.
    pub async fn earlier_drafts(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<ReplacedDraft>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        self.read_quiz(path).await?;
        let mut earlier = Vec::new();
        for draft in self.store.earlier_drafts(&path.quiz).await? {
            earlier.push(ReplacedDraft { by: self.name_of_editor(&draft.admin_id).await?, at: draft.updated_at });
        }
        Ok(earlier)
    }

    pub async fn earlier_draft(
        &self,
        caller: &Caller,
        path: &QuizPath,
        at: Timestamp,
    ) -> Result<Option<EditorDraft>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        self.read_quiz(path).await?;
        match self.store.earlier_draft(&path.quiz, at).await? {
            Some(draft) => Ok(Some(self.told(caller, draft).await?)),
            None => Ok(None),
        }
    }

    /// Stores the input as the quiz's draft, and returns its revision. Fails with a conflict unless the current draft
    /// is the one that the input was made from.
    pub async fn keep_draft(
        &self,
        caller: &Caller,
        path: &QuizPath,
        input: DraftInput,
    ) -> Result<Timestamp, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let quota = self.quota;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let (mut updated_at, admin_id) = (clock::now(), editor(&caller));
                let present = tx.draft(&quiz.id).await?;
                let sent_before = |draft: &&Draft| (&draft.fields, draft.based_on) == (&input.fields, input.based_on);
                let again = present.as_ref().filter(sent_before).map(|draft| draft.updated_at);
                let replaced = match (require_seen(present, input.seen), again) {
                    // A repeated request, for example after reloading a refused page.
                    (Err(_), Some(kept)) => return Ok(kept),
                    (replaced, _) => replaced?,
                };
                let is_larger = replaced.as_ref().is_none_or(|draft| draft.fields.len() < input.fields.len());
                if let Some(replaced) = replaced {
                    updated_at = updated_at.max(replaced.updated_at.just_after());
                    if input.keeps_replaced || replaced.admin_id != admin_id {
                        keep_earlier(tx, &replaced).await?;
                    }
                }
                let DraftInput { fields, based_on, .. } = input;
                tx.put_draft(&Draft { quiz_id: quiz.id.clone(), fields, based_on, admin_id, updated_at }).await?;
                if is_larger {
                    require_room(tx, &caller, quota, &quiz.namespace_id, &[Measure::Bytes]).await?;
                }
                Ok(updated_at)
            })
        })
        .await
    }

    /// Adds input that was not stored as the draft to the earlier ones, once.
    pub(super) async fn keep_earlier(
        &self,
        caller: &Caller,
        path: &QuizPath,
        fields: String,
        based_on: Edition,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let known = tx.earlier_drafts(&quiz.id).await?;
                let latest = known.iter().map(|draft| draft.updated_at).max();
                let is_known = match latest {
                    Some(at) => tx.earlier_draft(&quiz.id, at).await?.is_some_and(|draft| draft.fields == fields),
                    None => false,
                };
                if !is_known {
                    let updated_at = latest.map_or_else(clock::now, |at| clock::now().max(at.just_after()));
                    let admin_id = editor(&caller);
                    keep_earlier(tx, &Draft { quiz_id: quiz.id.clone(), fields, based_on, admin_id, updated_at })
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Moves the draft, if there is one, to the earlier ones. Fails with a conflict unless it is the one that was
    /// `seen`.
    pub async fn discard_draft(
        &self,
        caller: &Caller,
        path: &QuizPath,
        seen: Option<Timestamp>,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        self.transact(caller, target.right(), path.scope(), move |tx, _| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                if let Some(discarded) = require_seen(tx.draft(&quiz.id).await?, seen)? {
                    keep_earlier(tx, &discarded).await?;
                    tx.delete_draft(&quiz.id).await?;
                }
                Ok(())
            })
        })
        .await
    }

    async fn told(&self, caller: &Caller, draft: Draft) -> Result<EditorDraft, ServiceError> {
        Ok(EditorDraft {
            by: self.name_of_editor(&draft.admin_id).await?,
            is_own: editor(caller) == draft.admin_id,
            fields: draft.fields,
            based_on: draft.based_on,
            at: draft.updated_at,
        })
    }

    async fn name_of_editor(&self, id: &str) -> Result<String, ServiceError> {
        let administrator = self.store.administrator(id).await?;
        Ok(administrator.map_or_else(|| "a former administrator".to_owned(), |one| one.name))
    }
}

/// Returns the draft if it is the one that a change was made from.
pub(super) fn require_seen(draft: Option<Draft>, seen: Option<Timestamp>) -> Result<Option<Draft>, Conflict> {
    if draft.as_ref().map(|draft| draft.updated_at) == seen { Ok(draft) } else { Err(Conflict::DraftChanged) }
}

async fn keep_earlier(tx: &mut Transaction<'_>, draft: &Draft) -> Result<(), StoreError> {
    tx.keep_earlier_draft(draft, EARLIER).await
}

fn editor(caller: &Caller) -> String {
    caller.actor().map(|actor| actor.id).unwrap_or_default()
}
