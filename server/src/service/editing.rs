//! The editor's use cases: a draft is a tree of the whole quiz, is changed by edits, and becomes the quiz on
//! publishing.

mod states;

use std::{fmt, str::FromStr, sync::Arc};

use domain::{
    FieldCode, FieldError, Invalid, OptionCodes, OptionId, Permission, Quiz, QuizChange, Timestamp,
    edit::{self, Depth, Edit, EditError, Merged, Tree},
};
use serde::{Deserialize, Serialize};

use super::{Caller, Conflict, DraftInput, EditorDraft, QuizPath, Service, ServiceError, early_drafts};
use crate::{
    clock,
    low_priority::{SMALL, offload},
    random,
    store::Edition,
};

#[derive(Clone, Debug)]
pub struct Editing {
    pub quiz: Arc<Quiz>,
    pub published: Arc<Tree>,
    /// The draft merged with everything published since it was begun, or the published quiz.
    pub tree: Arc<Tree>,
    /// Places that both the draft and a later publication changed. The tree has the draft's value.
    pub conflicts: Vec<edit::Conflict>,
    pub draft: Option<EditorDraft>,
    /// True if the draft cannot be read and the tree is the published quiz. The draft stays until it is discarded.
    pub is_unreadable: bool,
}

/// The state that edits refer to. It changes with each change of the draft and of the quiz.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Revision {
    draft: Option<Timestamp>,
    quiz: Timestamp,
}

/// A state of the quiz other than the draft, to compare with or to restore.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Earlier {
    /// The draft that was last changed at this moment.
    Draft(Timestamp),
    /// The questions, scoring and pages of this version.
    Version(u32),
}

#[derive(Deserialize, Serialize)]
struct Stored {
    tree: Tree,
    /// The edits from the tree back to the quiz that the draft was begun from.
    back: Vec<Edit>,
    /// The draft's last states, latest last. They distinguish a page's stale values from new input.
    #[serde(default)]
    before: Vec<Before>,
}

#[derive(Deserialize, Serialize)]
struct Before {
    at: Timestamp,
    /// The edits from the next state back to this one.
    back: Vec<Edit>,
}

impl Stored {
    fn of(draft: &EditorDraft) -> Option<Self> {
        serde_json::from_str(&draft.fields).ok()
    }

    fn written(&self) -> Result<String, ServiceError> {
        let lost = |error: serde_json::Error| ServiceError::Internal(format!("cannot write a draft: {error}"));
        let text = serde_json::to_string(self).map_err(lost)?;
        if text.len() > MOST_BYTES {
            return Err(Conflict::DraftTooLarge.into());
        }
        serde_json::from_str::<Self>(&text).map_err(lost)?;
        Ok(text)
    }

    fn at(mut self, seen: Timestamp) -> Option<Tree> {
        let since = self.before.iter().position(|before| before.at == seen)?;
        for before in self.before[since..].iter().rev() {
            self.tree.apply_all(&before.back).ok()?;
        }
        Some(self.tree)
    }
}

/// Returns the tree of a draft and the tree it was begun from, or `None` if the draft cannot be read.
fn read(draft: &EditorDraft, published: &Tree) -> Option<(Tree, Tree)> {
    if let Some(Stored { mut tree, back, .. }) = Stored::of(draft) {
        let mut base = tree.clone();
        let is_whole = base.apply_all(&back).is_ok();
        // Drafts of earlier releases have no codes, and a missing code is not a change.
        tree.take_codes(published, false);
        base.take_codes(published, false);
        return Some((tree, if is_whole { base } else { published.clone() }));
    }
    let mut tree = early_drafts::tree(&draft.fields, published)?;
    // New options get the same ids each time the draft is read.
    let mut bits = u128::from(draft.at.nanoseconds().unsigned_abs());
    tree.give_option_ids(|| {
        bits += 1 << 64;
        OptionId::from_random(bits)
    });
    Some((tree, published.clone()))
}

impl Editing {
    fn new(quiz: Arc<Quiz>, draft: Option<EditorDraft>) -> Self {
        let published = edit::of_quiz(&quiz);
        let read = draft.as_ref().map(|draft| read(draft, &published));
        let is_unreadable = read.as_ref().is_some_and(Option::is_none);
        if is_unreadable {
            tracing::error!(quiz = %quiz.id, "a draft cannot be read");
        }
        let published = Arc::new(published);
        let (tree, conflicts) = match read.flatten() {
            None => (Arc::clone(&published), Vec::new()),
            Some((tree, base)) if base == *published => (Arc::new(tree), Vec::new()),
            Some((tree, base)) => {
                let Merged { tree, conflicts } = edit::merge(&base, &tree, &published);
                (Arc::new(tree), conflicts)
            }
        };
        Self { quiz, published, tree, conflicts, draft, is_unreadable }
    }

    /// True if processing it takes more than a millisecond.
    pub fn is_large(&self) -> bool {
        is_large(&self.quiz, self.draft.as_ref())
    }

    pub fn revision(&self) -> Revision {
        Revision { draft: self.draft.as_ref().map(|draft| draft.at), quiz: self.quiz.updated_at }
    }

    pub fn differences(&self) -> Vec<Edit> {
        edit::edits_between(&self.published, &self.tree)
    }

    /// The quiz after publishing. The error lists every mistake with its path.
    pub fn outcome(&self) -> Result<Quiz, Invalid> {
        let codes = OptionCodes::of(&self.quiz.definition);
        let (settings, definition) = self.change()?.apply(&self.quiz, &codes, random::option_id)?;
        let is_new = definition != *self.quiz.definition;
        let version = self.quiz.version + u32::from(is_new);
        Ok(Quiz { settings, definition: Arc::new(definition), version, ..Quiz::clone(&self.quiz) })
    }

    fn change(&self) -> Result<QuizChange, Invalid> {
        let Some(input) = edit::read(&self.tree) else {
            let problems = edit::problems(&self.tree, Depth::Full).into_iter();
            return Err(Invalid(problems.map(|problem| FieldError::new(problem.path, problem.code)).collect()));
        };
        let mut change = QuizChange::from(input).of(&self.quiz, clock::now())?;
        // The rest of a quiz may be published before its questions are written.
        let are_unwritten = self.quiz.definition.questions.is_empty();
        change.questions = change.questions.filter(|questions| !(questions.is_empty() && are_unwritten));
        Ok(change)
    }

    fn require(&self, seen: Revision) -> Result<(), Conflict> {
        if self.revision() == seen { Ok(()) } else { Err(Conflict::DraftChanged) }
    }

    fn require_readable(&self) -> Result<(), Conflict> {
        if self.is_unreadable { Err(Conflict::DraftUnreadable) } else { Ok(()) }
    }
}

fn is_large(quiz: &Quiz, draft: Option<&EditorDraft>) -> bool {
    quiz.definition.parts() > LARGE || draft.is_some_and(|draft| draft.fields.len() > SMALL)
}

impl Service {
    pub async fn editing(&self, caller: &Caller, path: &QuizPath) -> Result<Editing, ServiceError> {
        let draft = self.editor_draft(caller, path).await?;
        let quiz = self.read_quiz(path).await?;
        Ok(offload(is_large(&quiz, draft.as_ref()), move || Editing::new(quiz, draft)).await)
    }

    /// Applies edits to the draft. Fails with a conflict if they refer to another state or to a place that does not
    /// exist, and as invalid if one is nested too deep or the draft would exceed the limits of a definition. The
    /// previous state stays among the earlier drafts if another administrator wrote it, or with `keeps_replaced`.
    pub async fn edit(
        &self,
        caller: &Caller,
        path: &QuizPath,
        seen: Revision,
        edits: impl Into<Arc<[Edit]>>,
        keeps_replaced: bool,
    ) -> Result<Editing, ServiceError> {
        let editing = self.editing(caller, path).await?;
        editing.require(seen)?;
        editing.require_readable()?;
        let edits: Arc<[Edit]> = edits.into();
        let is_large = editing.is_large() || edit::are_large(&edits, SMALL);
        self.keep_tree(caller, path, editing, (is_large, keeps_replaced), move |tree| {
            tree.apply_all(&edits).map_err(refusal)?;
            tree.give_option_ids(random::option_id);
            Ok(())
        })
        .await
    }

    /// Replaces the draft with an earlier draft or version. The replaced draft stays among the earlier ones.
    pub async fn restore(
        &self,
        caller: &Caller,
        path: &QuizPath,
        seen: Revision,
        earlier: Earlier,
    ) -> Result<Editing, ServiceError> {
        let editing = self.editing(caller, path).await?;
        editing.require(seen)?;
        let tree = self.earlier_tree(caller, path, &editing, earlier).await?;
        self.keep_tree(caller, path, editing, (true, true), move |present| {
            *present = tree;
            Ok(())
        })
        .await
    }

    /// Returns the tree that a page of this revision showed, or `None` if it is no longer known.
    pub async fn seen_tree(
        &self,
        caller: &Caller,
        path: &QuizPath,
        present: &Editing,
        seen: Revision,
    ) -> Result<Option<Arc<Tree>>, ServiceError> {
        if present.revision() == seen {
            return Ok(Some(Arc::clone(&present.tree)));
        }
        let Some(at) = seen.draft else {
            return Ok(Some(Arc::clone(&present.published)).filter(|_| present.quiz.updated_at == seen.quiz));
        };
        if let Some(draft) = present.draft.clone() {
            let stored = move || {
                let stored = Stored::of(&draft)?;
                if draft.at == at { Some(stored.tree) } else { stored.at(at) }
            };
            if let Some(tree) = offload(present.is_large(), stored).await {
                return Ok(Some(Arc::new(tree)));
            }
        }
        let Some(earlier) = self.earlier_draft(caller, path, at).await? else { return Ok(None) };
        let stored = offload(earlier.fields.len() > SMALL, move || Stored::of(&earlier)).await;
        Ok(stored.map(|stored| Arc::new(stored.tree)))
    }

    /// Moves the draft, if there is one, to the earlier ones.
    pub async fn discard(&self, caller: &Caller, path: &QuizPath, seen: Revision) -> Result<(), ServiceError> {
        self.discard_draft(caller, path, seen.draft).await
    }

    /// Stores the draft after a change. A large change is computed on a low-priority thread.
    async fn keep_tree(
        &self,
        caller: &Caller,
        path: &QuizPath,
        editing: Editing,
        (is_large, keeps_replaced): (bool, bool),
        change: impl FnOnce(&mut Tree) -> Result<(), ServiceError> + Send + 'static,
    ) -> Result<Editing, ServiceError> {
        let Editing { quiz, published, tree: shown, draft, .. } = editing;
        let seen = draft.as_ref().map(|draft| draft.at);
        let work = move || {
            let mut tree = Tree::clone(&shown);
            change(&mut tree)?;
            edit::check_growth(&shown, &tree)?;
            let before = draft.map(|draft| before(&draft, &shown, &tree)).unwrap_or_default();
            let back = edit::edits_between(&tree, &published);
            Stored { tree, back, before }.written()
        };
        let fields = offload(is_large, work).await?;
        let input = DraftInput { fields, based_on: Edition::of(&quiz), seen, keeps_replaced };
        self.keep_draft(caller, path, input).await?;
        self.editing(caller, path).await
    }

    /// Publishes the draft, if there is one, and opens the quiz if `opens`.
    pub async fn publish(
        &self,
        caller: &Caller,
        path: &QuizPath,
        seen: Revision,
        opens: bool,
    ) -> Result<Quiz, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let editing = self.editing(caller, path).await?;
        editing.require(seen)?;
        editing.require_readable()?;
        if !editing.conflicts.is_empty() {
            return Err(Conflict::Changed.into());
        }
        let draft = editing.draft.as_ref().map(|draft| draft.at);
        let quiz = Arc::clone(&editing.quiz);
        let mut change = match draft {
            Some(_) => offload(editing.is_large(), move || editing.change()).await?,
            None => QuizChange::default(),
        };
        if opens {
            let QuizChange { status, opens_at, closes_at, .. } = QuizChange::opening(&quiz, clock::now());
            change.status = status;
            change.opens_at = opens_at.or(change.opens_at);
            change.closes_at = closes_at.or(change.closes_at);
        } else if draft.is_none() {
            return Ok(Quiz::clone(&quiz));
        }
        let expected = move |old: &Quiz| {
            if old.updated_at == quiz.updated_at { Ok(Some(change.clone())) } else { Err(Conflict::Changed.into()) }
        };
        self.change_quiz_by(caller, path, draft, expected).await.map(|(quiz, _)| quiz)
    }
}

/// Number of questions and options that take a few milliseconds to read.
const LARGE: usize = 500;
/// Size limit of a stored draft: a definition may have a mebibyte, and may differ completely from the published one.
const MOST_BYTES: usize = 2 * 1024 * 1024 + 64 * 1024;

/// Maximum number of previous states in a draft: as many as editors save in a minute or two of writing.
const BEFORE: usize = 50;
const BEFORE_BYTES: usize = 16 * 1024;

fn before(draft: &EditorDraft, shown: &Tree, next: &Tree) -> Vec<Before> {
    let mut all = Stored::of(draft).map(|stored| stored.before).unwrap_or_default();
    all.push(Before { at: draft.at, back: edit::edits_between(next, shown) });
    let mut room = BEFORE_BYTES;
    let fitting = all.iter().rev().take(BEFORE).take_while(|before| {
        let bytes = serde_json::to_string(before).map_or(usize::MAX, |text| text.len());
        let fits = bytes <= room;
        room = room.saturating_sub(bytes);
        fits
    });
    let kept = fitting.count();
    all.split_off(all.len() - kept)
}

/// An edit whose place does not exist was made of another draft.
fn refusal(error: EditError) -> ServiceError {
    match error {
        EditError::TooDeep(place) => {
            FieldError::new(place.to_string().as_str(), FieldCode::TooDeep { max: Tree::DEEPEST }).into()
        }
        EditError::Absent(_) | EditError::NotAList(_) | EditError::OutOfRange(_) => Conflict::DraftChanged.into(),
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draft = self.draft.map_or(0, Timestamp::nanoseconds);
        write!(f, "{draft}-{}", self.quiz.nanoseconds())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct NoRevision;

impl FromStr for Revision {
    type Err = NoRevision;

    fn from_str(text: &str) -> Result<Self, NoRevision> {
        let (draft, quiz) = text.split_once('-').ok_or(NoRevision)?;
        let number = |text: &str| text.parse().map(Timestamp::from_nanoseconds).map_err(|_| NoRevision);
        let draft = Some(number(draft)?).filter(|at| at.nanoseconds() != 0);
        Ok(Self { draft, quiz: number(quiz)? })
    }
}
