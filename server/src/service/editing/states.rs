//! States of a quiz besides its draft: earlier drafts, versions, and refused edits.

use std::sync::Arc;

use domain::{
    Definition, Quiz,
    edit::{self, Edit, Tree},
};

use super::{Earlier, Editing, Revision, Stored};
use crate::{
    low_priority::offload,
    service::{Caller, Missing, QuizPath, Service, ServiceError},
    store::Edition,
};

impl Service {
    /// Returns the tree of an earlier draft, merged with later publications, or of a version.
    pub async fn earlier_tree(
        &self,
        caller: &Caller,
        path: &QuizPath,
        editing: &Editing,
        earlier: Earlier,
    ) -> Result<Tree, ServiceError> {
        let (quiz, tree) = (Arc::clone(&editing.quiz), Arc::clone(&editing.tree));
        match earlier {
            Earlier::Draft(at) => {
                let earlier = self.earlier_draft(caller, path, at).await?.ok_or(Missing::Draft)?;
                let read = move || -> Result<Tree, ServiceError> {
                    let earlier = Editing::new(quiz, Some(earlier));
                    earlier.require_readable()?;
                    Ok(Arc::unwrap_or_clone(earlier.tree))
                };
                offload(true, read).await
            }
            Earlier::Version(version) => {
                let definition = self.version(caller, path, version).await?;
                let published = Arc::clone(&editing.published);
                Ok(offload(true, move || of_version(&quiz, &tree, &published, &definition)).await)
            }
        }
    }

    /// Returns the known states of the quiz, latest first: the present one, those of the draft, the published one, and
    /// earlier versions.
    pub async fn states(&self, caller: &Caller, path: &QuizPath, editing: &Editing) -> Result<Vec<Tree>, ServiceError> {
        let versions = self.versions_asked(caller, path).await?;
        let editing = editing.clone();
        let work = move || {
            let mut states = vec![Tree::clone(&editing.tree)];
            let stored = editing.draft.as_ref().and_then(Stored::of);
            if let Some(Stored { mut tree, before, .. }) = stored {
                for state in before.iter().rev() {
                    if tree.apply_all(&state.back).is_err() {
                        break;
                    }
                    states.push(tree.clone());
                }
            }
            states.push(Tree::clone(&editing.published));
            let older = versions.items.iter().filter(|(version, _)| *version < editing.quiz.version);
            let Editing { quiz, tree, published, .. } = &editing;
            states
                .extend(older.map(|(_, definition)| of_version(quiz, tree, published, &Arc::new(definition.clone()))));
            states
        };
        Ok(offload(true, work).await)
    }

    /// Stores one side of a conflict among the earlier drafts, in case the other one is chosen.
    pub async fn keep_aside(
        &self,
        caller: &Caller,
        path: &QuizPath,
        editing: &Editing,
        tree: Tree,
    ) -> Result<(), ServiceError> {
        let published = Arc::clone(&editing.published);
        let write = move || {
            let back = edit::edits_between(&tree, &published);
            Stored { tree, back, before: Vec::new() }.written()
        };
        let fields = offload(true, write).await?;
        self.keep_earlier(caller, path, fields, Edition::of(&editing.quiz)).await
    }

    /// Stores edits that came too late among the earlier drafts, if they contradict the current draft.
    pub async fn keep_refused(
        &self,
        caller: &Caller,
        path: &QuizPath,
        present: &Editing,
        seen: Revision,
        edits: Arc<[Edit]>,
    ) -> Result<(), ServiceError> {
        let Some(base) = self.seen_tree(caller, path, present, seen).await? else { return Ok(()) };
        let now = Arc::clone(&present.tree);
        let contradicts = move || {
            let mut mine = Tree::clone(&base);
            mine.apply_all(&edits).ok()?;
            edit::check_growth(&base, &mine).ok()?;
            (!edit::merge(&base, &mine, &now).conflicts.is_empty()).then_some(mine)
        };
        match offload(true, contradicts).await {
            Some(mine) => self.keep_aside(caller, path, present, mine).await,
            None => Ok(()),
        }
    }
}

/// Returns the draft with the definition of a version. Restored options get their current codes on publishing, because
/// a version of an earlier release has different ones.
fn of_version(quiz: &Quiz, draft: &Tree, published: &Tree, definition: &Arc<Definition>) -> Tree {
    let quiz = Quiz { definition: Arc::clone(definition), ..quiz.clone() };
    let (mut version, mut tree) = (edit::of_quiz(&quiz), draft.clone());
    version.take_codes(published, true);
    for field in [
        "language",
        "questions",
        "scoring",
        "start",
        "end",
        "review",
        "showResults",
        "result",
        "address",
        "words",
        "feedback",
        "image",
        "logo",
        "alerts",
    ] {
        let edit = match version.get(&field.into()) {
            Some(value) => Edit::set(field.into(), value.clone()),
            None => Edit::remove(field.into()),
        };
        // A missing field cannot be removed, and need not be.
        let _ = tree.apply(&edit);
    }
    tree
}
