//! States of a quiz beside the draft that it has: earlier drafts and versions, and what was refused.

use std::sync::Arc;

use domain::{
    Definition, Quiz,
    edit::{self, Edit, Tree},
};

use super::{Earlier, Editing, LARGE, MOST_BYTES, Revision, Stored, unwritable};
use crate::{
    low_priority::offload,
    service::{Caller, Conflict, Missing, QuizPath, Service, ServiceError},
    store::Edition,
};

impl Service {
    /// The tree of an earlier draft, together with what was published since, or of a version.
    pub async fn earlier_tree(
        &self,
        caller: &Caller,
        path: &QuizPath,
        editing: &Editing,
        earlier: Earlier,
    ) -> Result<Tree, ServiceError> {
        Ok(match earlier {
            Earlier::Draft(at) => {
                let earlier = self.earlier_draft(caller, path, at).await?.ok_or(Missing::Draft)?;
                Editing::new(Arc::clone(&editing.quiz), Some(earlier)).tree
            }
            Earlier::Version(version) => {
                let definition = self.version(caller, path, version).await?;
                of_version(editing, &definition)
            }
        })
    }

    /// The states that the quiz went through, as far as they are known: the present one, those of the draft, what is
    /// published, and the versions before it, each older than the one before.
    pub async fn states(&self, caller: &Caller, path: &QuizPath, editing: &Editing) -> Result<Vec<Tree>, ServiceError> {
        let versions = self.versions_asked(caller, path).await?.items;
        let editing = editing.clone();
        let work = move || {
            let mut states = vec![editing.tree.clone()];
            let stored = editing.draft.as_ref().and_then(|draft| serde_json::from_str::<Stored>(&draft.fields).ok());
            if let Some(Stored { mut tree, before, .. }) = stored {
                for state in before.iter().rev() {
                    if tree.apply_all(&state.back).is_err() {
                        break;
                    }
                    states.push(tree.clone());
                }
            }
            states.push(editing.published.clone());
            let older = versions.into_iter().filter(|(version, _)| *version < editing.quiz.version);
            states.extend(older.map(|(_, definition)| of_version(&editing, &Arc::new(definition))));
            states
        };
        Ok(offload(true, work).await)
    }

    /// Puts what one side of a conflict wrote among the earlier drafts: it is decided for the other one perhaps.
    pub async fn keep_aside(
        &self,
        caller: &Caller,
        path: &QuizPath,
        editing: &Editing,
        tree: Tree,
    ) -> Result<(), ServiceError> {
        let quiz = &editing.quiz;
        let published = editing.published.clone();
        let write = move || {
            let back = edit::edits_between(&tree, &published);
            serde_json::to_string(&Stored { tree, back, before: Vec::new() }).map_err(unwritable)
        };
        let fields = offload(quiz.definition.parts() > LARGE, write).await?;
        if fields.len() > MOST_BYTES {
            return Err(Conflict::DraftTooLarge.into());
        }
        self.keep_earlier(caller, path, fields, Edition::of(quiz)).await
    }

    /// The same for edits that came too late, if they contradict what the draft has by now.
    pub async fn keep_refused(
        &self,
        caller: &Caller,
        path: &QuizPath,
        present: &Editing,
        seen: Revision,
        edits: &[Edit],
    ) -> Result<(), ServiceError> {
        let Some(base) = self.seen_tree(caller, path, present, seen).await? else { return Ok(()) };
        let mut mine = base.clone();
        if mine.apply_all(edits).is_err() || edit::merge(&base, &mine, &present.tree).conflicts.is_empty() {
            return Ok(());
        }
        self.keep_aside(caller, path, present, mine).await
    }
}

/// The draft with the definition of a version.
fn of_version(editing: &Editing, definition: &Arc<Definition>) -> Tree {
    let quiz = Quiz { definition: Arc::clone(definition), ..Quiz::clone(&editing.quiz) };
    let (version, mut tree) = (edit::of_quiz(&quiz), editing.tree.clone());
    for field in ["language", "questions", "scoring", "start", "end", "review", "showResults"] {
        let edit = match version.get(&field.into()) {
            Some(value) => Edit::set(field.into(), value.clone()),
            None => Edit::remove(field.into()),
        };
        // What is absent in both cannot be removed, and need not be.
        let _ = tree.apply(&edit);
    }
    tree
}
