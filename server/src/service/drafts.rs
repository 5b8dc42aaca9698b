//! A quiz being edited: input is kept, valid or not, until it is saved or discarded.

use domain::{Measure, Permission, Timestamp};

use super::{Caller, Conflict, QuizPath, Service, ServiceError, quotas::require_room, root::permitted_quiz};
use crate::{clock, store::Draft};

/// Time in nanoseconds that a draft belongs to its last editor, so that two editors do not overwrite each other.
const HELD: i64 = 60 * 1_000_000_000;

/// An edit that is not saved yet.
#[derive(Clone, Debug)]
pub struct EditorDraft {
    /// JSON in the editor's own form.
    pub fields: String,
    /// The quiz's `updated_at` when the draft was begun.
    pub based_on: Timestamp,
    /// The name of its last editor.
    pub by: String,
    pub is_own: bool,
    pub at: Timestamp,
}

impl Service {
    pub async fn editor_draft(&self, caller: &Caller, path: &QuizPath) -> Result<Option<EditorDraft>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        self.read_quiz(path).await?;
        let Some(draft) = self.store.draft(&path.quiz).await? else { return Ok(None) };
        let administrator = self.store.administrator(&draft.admin_id).await?;
        Ok(Some(EditorDraft {
            by: administrator.map_or_else(|| "somebody who has left".to_owned(), |one| one.name),
            is_own: editor(caller) == draft.admin_id,
            fields: draft.fields,
            based_on: draft.based_on,
            at: draft.updated_at,
        }))
    }

    /// Keeps what is being edited in the place of what was kept before. A conflict when another administrator changed
    /// the draft within the last minute, and it is not the one that the caller has `seen`.
    pub async fn keep_draft(
        &self,
        caller: &Caller,
        path: &QuizPath,
        fields: String,
        based_on: Timestamp,
        seen: Option<Timestamp>,
    ) -> Result<(), ServiceError> {
        let input = (caller.clone(), path.clone(), fields, based_on, seen, self.quota);
        self.transact(path.scope(), input, |(caller, path, fields, based_on, seen, quota), tx| {
            Box::pin(async move {
                let (caller, quiz) = permitted_quiz(tx, caller, Permission::Edit, path).await?;
                let (now, admin_id) = (clock::now(), editor(&caller));
                let other = tx.draft(&quiz.id).await?;
                let is_larger = other.as_ref().is_none_or(|draft| draft.fields.len() < fields.len());
                let other = other.filter(|draft| draft.admin_id != admin_id && *seen != Some(draft.updated_at));
                if other.is_some_and(|other| now.nanoseconds().saturating_sub(other.updated_at.nanoseconds()) < HELD) {
                    return Err(Conflict::BeingEdited.into());
                }
                let (fields, based_on) = (fields.clone(), *based_on);
                tx.put_draft(&Draft { quiz_id: quiz.id, fields, based_on, admin_id, updated_at: now }).await?;
                if is_larger {
                    require_room(tx, &caller, *quota, &path.namespace, &[Measure::Bytes]).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Forgets what was kept, if anything was.
    pub async fn discard_draft(&self, caller: &Caller, path: &QuizPath) -> Result<(), ServiceError> {
        self.transact(path.scope(), (caller.clone(), path.clone()), |(caller, path), tx| {
            Box::pin(async move {
                let (_, quiz) = permitted_quiz(tx, caller, Permission::Edit, path).await?;
                Ok(tx.delete_draft(&quiz.id).await?)
            })
        })
        .await
    }
}

fn editor(caller: &Caller) -> String {
    caller.actor().map(|actor| actor.id).unwrap_or_default()
}
