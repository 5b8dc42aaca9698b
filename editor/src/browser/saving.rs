//! Saving the draft: after a pause, as edits of a known revision; merging when another administrator saved first.

use std::cell::RefCell;

use domain::edit::{Conflict, Edit, Tree, merge};
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

use super::{
    fetch::{self, Reply},
    page, with,
};
use crate::{
    differences,
    found::Found,
    model::{Editor, Saving},
    sync::{Next, Sending, Synced},
};

/// Milliseconds without a change before the draft is saved and checked for errors.
pub(super) const PAUSE: i32 = 900;
/// Milliseconds after which changes are saved even without a pause.
const LONGEST: i32 = 3000;
/// Milliseconds after which a change is stored in the tab.
const SOON: i32 = 200;
/// Milliseconds before a failed save is retried.
const RETRY: i32 = 5000;

/// The response to a request for the draft.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Draft {
    pub(super) tree: Tree,
    pub(super) revision: String,
    #[serde(default)]
    conflicts: Vec<Conflict>,
    by: Option<String>,
    #[serde(default)]
    pub(super) stale: Vec<String>,
    /// Missing in replies of the release before.
    #[serde(default)]
    pub(super) problems: Vec<Found>,
}

/// The response to rejected edits.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

#[derive(Deserialize)]
struct Kept {
    revision: String,
    #[serde(default)]
    problems: Vec<Found>,
}

#[derive(Serialize)]
struct Body<'b> {
    revision: &'b str,
    edits: &'b [Edit],
    decided: bool,
}

/// Changes stored in this tab that the server does not have.
#[derive(Deserialize, Serialize)]
struct Unsaved {
    base: Tree,
    tree: Tree,
}

#[derive(Default)]
struct Known {
    synced: Synced,
    /// Counts changes, so that of several timers only the last one acts.
    changes: u64,
    /// Timers that are running: for storing in the tab, and for the latest save.
    is_due: [bool; 2],
    /// The state before the first change.
    rested: Saving,
    /// What follows once everything is saved.
    then: Option<Box<dyn FnOnce(&Editor)>>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::new(Known::default());
}

fn known<T>(act: impl FnOnce(&mut Known) -> T) -> T {
    KNOWN.with(|cell| act(&mut cell.borrow_mut()))
}

pub(super) async fn load(base: &str) -> Option<Draft> {
    let reply = fetch::get(&format!("{base}/draft")).await.filter(|reply| reply.status == 200)?;
    serde_json::from_str(&reply.text).ok()
}

pub(super) fn begin(ed: &mut Editor, draft: Draft) {
    ed.conflicts = draft.conflicts;
    let before = page::stored(&key(ed)).and_then(|text| serde_json::from_str::<Unsaved>(&text).ok());
    let before = before.filter(|before| before.base != before.tree);
    if let Some(Unsaved { base, tree }) = &before {
        let merged = merge(base, tree, &draft.tree);
        ed.tree = merged.tree;
        ed.conflicts.extend(merged.conflicts);
    }
    known(|known| known.synced = Synced::new(draft.tree, draft.revision));
    if before.is_some() {
        changed(ed);
    }
    if !ed.conflicts.is_empty() {
        ed.saving = Saving::Asking;
    }
}

fn key(ed: &Editor) -> String {
    format!("unsaved {}", ed.given.base)
}

/// Stores unsaved changes in this tab, and removes them once the server has everything.
fn keep_here(ed: &Editor) {
    let unsaved =
        is_unsaved(ed).then(|| Unsaved { base: known(|known| known.synced.tree().clone()), tree: ed.tree.clone() });
    let text = unsaved.and_then(|unsaved| serde_json::to_string(&unsaved).ok());
    page::store(&key(ed), text.as_deref());
}

/// Makes edits, and saves them after a pause.
pub(super) fn make(ed: &mut Editor, edits: &[Edit]) {
    if !edits.is_empty() && ed.history.make(&mut ed.tree, edits).is_ok() {
        changed(ed);
    }
}

pub(super) fn changed(ed: &mut Editor) {
    let change = known(|known| {
        known.changes += 1;
        known.changes
    });
    if matches!(ed.saving, Saving::Rest | Saving::Saved(_) | Saving::ChangedBy(_)) {
        let standing = std::mem::replace(&mut ed.saving, Saving::Unsaved);
        known(|known| known.rested = standing);
    }
    once_in(SOON, 0, |ed| keep_here(ed));
    once_in(LONGEST, 1, save);
    page::after(PAUSE, move || {
        if known(|known| known.changes == change) {
            with(|ed| {
                ed.history.rest();
                save(ed);
                Some(())
            });
        }
    });
}

/// Acts after a delay, unless its timer is already running.
fn once_in(milliseconds: i32, which: usize, act: fn(&mut Editor)) {
    if known(|known| std::mem::replace(&mut known.is_due[which], true)) {
        return;
    }
    page::after(milliseconds, move || {
        known(|known| known.is_due[which] = false);
        with(|ed| {
            act(ed);
            Some(())
        });
    });
}

pub(super) fn is_unsaved(ed: &Editor) -> bool {
    known(|known| known.synced.is_behind(&ed.tree))
}

/// Acts once everything is saved.
pub(super) fn then(ed: &mut Editor, act: impl FnOnce(&Editor) + 'static) {
    known(|known| known.then = Some(Box::new(act)));
    save(ed);
}

/// Saves immediately, or after the save in progress.
pub(super) fn save(ed: &mut Editor) {
    if !ed.conflicts.is_empty() {
        return;
    }
    keep_here(ed);
    let sending = match known(|known| known.synced.next(&ed.tree)) {
        Next::Send(sending) => sending,
        Next::Rest => {
            if ed.saving == Saving::Unsaved {
                ed.saving = known(|known| known.rested.clone());
            }
            return arrived(ed);
        }
        Next::Wait => return,
    };
    ed.saving = Saving::UnderWay;
    let address = format!("{}/draft", ed.given.base);
    spawn_local(async move {
        let body = Body { revision: &sending.revision, edits: &sending.edits, decided: sending.is_decided };
        let body = serde_json::to_string(&body).unwrap_or_default().into();
        let result = fetch::post(&address, &body, Some("application/json")).await.and_then(read);
        with(|ed| {
            answered(ed, *sending, result);
            Some(())
        });
    });
}

fn answered(ed: &mut Editor, sending: Sending, result: Option<SaveResult>) {
    match result {
        Some(SaveResult::Kept(Kept { revision, problems })) => {
            known(|known| known.synced.kept(sending, revision.clone()));
            ed.problems = problems;
            ed.given.revision = revision;
            keep_here(ed);
            ed.saving = Saving::Saved(page::time());
            page::renew_preview();
            if is_unsaved(ed) { changed(ed) } else { arrived(ed) }
        }
        Some(SaveResult::Overtaken(draft)) => overtaken(ed, *draft),
        Some(SaveResult::Refused(why)) => {
            known(|known| known.synced.refused());
            refused(ed, why);
        }
        None => {
            ed.saving = Saving::Offline(sending.edits.len());
            known(|known| known.synced.unanswered(sending));
            retry_in(RETRY);
        }
    }
}

fn retry_in(milliseconds: i32) {
    page::after(milliseconds, || {
        with(|ed| {
            save(ed);
            Some(())
        });
    });
}

fn arrived(ed: &Editor) {
    if let Some(act) = known(|known| known.then.take())
        && !is_unsaved(ed)
    {
        act(ed);
    }
}

enum SaveResult {
    Kept(Kept),
    Overtaken(Box<Draft>),
    Refused(String),
}

/// `None` for a response after which a retry may succeed.
fn read(reply: Reply) -> Option<SaveResult> {
    let why = match reply.status {
        200 => return serde_json::from_str(&reply.text).ok().map(SaveResult::Kept),
        401 => "You are signed out. Sign in in another tab, then try again.".to_owned(),
        403 | 404 => "You may not edit this quiz any more.".to_owned(),
        413 => "It is more than can be sent at once.".to_owned(),
        status @ 400..500 => {
            if let Some(draft) = serde_json::from_str::<Draft>(&reply.text).ok().filter(|_| status == 409) {
                return Some(SaveResult::Overtaken(Box::new(draft)));
            }
            serde_json::from_str::<Refusal>(&reply.text).map_or_else(
                |_| format!("The server refused it ({status})."),
                |refusal| format!("The server refused it: {}.", refusal.error),
            )
        }
        _ => return None,
    };
    Some(SaveResult::Refused(why))
}

/// Rejected changes stay in the tree, are described in words, and are sent again with the next change. A step that
/// waited for this save is given up: a later save must not take it by surprise.
fn refused(ed: &mut Editor, why: String) {
    known(|known| known.then = None);
    let lines = known(|known| differences(known.synced.tree(), &ed.tree));
    ed.saving = Saving::Refused(why, lines);
}

/// Loads the draft again, since it may have changed, and saves the differences.
pub(super) fn again(ed: &Editor) {
    let base = ed.given.base.clone();
    spawn_local(async move {
        let draft = load(&base).await;
        with(|ed| {
            match draft {
                Some(draft) if known(|known| known.synced.is_behind(&draft.tree)) => overtaken(ed, draft),
                Some(Draft { revision, .. }) => {
                    known(|known| known.synced.revision = revision);
                    save(ed);
                }
                None => save(ed),
            }
            Some(())
        });
    });
}

/// Another administrator saved first: merges both changes, and asks about fields that both changed.
fn overtaken(ed: &mut Editor, theirs: Draft) {
    let revision = theirs.revision.clone();
    let merged = known(|known| known.synced.overtaken(&ed.tree, theirs.tree, revision));
    ed.given.revision = theirs.revision;
    ed.tree = merged.tree;
    ed.problems = theirs.problems;
    ed.conflicts = merged.conflicts;
    ed.conflicts.extend(theirs.conflicts);
    let by = theirs.by.unwrap_or_else(|| "another administrator".to_owned());
    ed.saving = if ed.conflicts.is_empty() { Saving::ChangedBy(by) } else { Saving::Asking };
    keep_here(ed);
    if ed.conflicts.is_empty() {
        retry_in(PAUSE);
    } else {
        known(|known| known.then = None);
    }
}

/// Resolves a conflict in favour of one side.
pub(super) fn decide(ed: &mut Editor, at: usize, for_mine: bool) {
    if at >= ed.conflicts.len() {
        return;
    }
    let conflict = ed.conflicts.remove(at);
    known(|known| known.synced.is_decided = true);
    make(ed, &[conflict.decide(for_mine)]);
    changed(ed);
}
