//! Saving the draft: after a pause, as edits of a known revision; merging when another administrator saved first.

use std::cell::RefCell;

use domain::edit::{Conflict, Edit, Tree, merge};
use gloo_net::http::{Request, Response};
use leptos::{prelude::*, task::spawn_local};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::page;
use crate::{
    differences,
    found::Found,
    model::{Editor, Saving},
    sync::{Next, Synced},
};

/// Milliseconds without a change before the draft is saved and checked for errors.
pub(super) const PAUSE: u64 = 900;
/// Milliseconds after which changes are saved even without a pause.
const LONGEST: u64 = 3000;
/// Milliseconds after which a change is stored in the tab.
const SOON: u64 = 200;
/// Milliseconds before a failed save is retried.
const RETRY: u64 = 5000;

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
    problems: Vec<Found>,
}

/// The response to rejected edits.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

#[derive(Deserialize)]
struct Kept {
    revision: String,
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
    then: Option<Box<dyn FnOnce()>>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::new(Known::default());
}

fn known<T>(act: impl FnOnce(&mut Known) -> T) -> T {
    KNOWN.with(|cell| act(&mut cell.borrow_mut()))
}

pub(super) async fn load(base: &str) -> Option<Draft> {
    let reply = Request::get(&format!("{base}/draft")).send().await.ok()?;
    if reply.ok() { body(reply).await } else { None }
}

async fn body<T: DeserializeOwned>(reply: Response) -> Option<T> {
    serde_json::from_str(&reply.text().await.ok()?).ok()
}

pub(super) fn begin(ed: Editor, draft: &Draft) {
    known(|known| known.synced = Synced::new(draft.tree.clone(), draft.revision.clone()));
    ed.conflicts.set(draft.conflicts.clone());
    let before = page::stored(&key(ed)).and_then(|text| serde_json::from_str::<Unsaved>(&text).ok());
    if let Some(Unsaved { base, tree }) = before.filter(|before| before.base != before.tree) {
        let merged = merge(&base, &tree, &draft.tree);
        ed.tree.set(merged.tree);
        ed.conflicts.update(|conflicts| conflicts.extend(merged.conflicts));
        changed(ed, 1);
    }
    if !ed.conflicts.with_untracked(Vec::is_empty) {
        ed.saving.set(Saving::Asking);
    }
    ed.problems.set(draft.problems.clone());
}

fn key(ed: Editor) -> String {
    ed.given.with_untracked(|given| format!("unsaved {}", given.base))
}

/// Stores unsaved changes in this tab, and removes them once the server has everything.
fn keep_here(ed: Editor) {
    let unsaved = is_unsaved(ed)
        .then(|| Unsaved { base: known(|known| known.synced.tree().clone()), tree: ed.tree.get_untracked() });
    let text = unsaved.and_then(|unsaved| serde_json::to_string(&unsaved).ok());
    page::store(&key(ed), text.as_deref());
}

pub(crate) fn changed(ed: Editor, _count: usize) {
    let change = known(|known| {
        known.changes += 1;
        known.changes
    });
    let standing = ed.saving.get_untracked();
    if matches!(standing, Saving::Rest | Saving::Saved(_) | Saving::ChangedBy(_)) {
        known(|known| known.rested = standing);
        ed.saving.set(Saving::Unsaved);
    }
    once_in(SOON, 0, move || keep_here(ed));
    once_in(LONGEST, 1, move || save(ed));
    page::after(PAUSE, move || {
        if known(|known| known.changes == change) {
            ed.history.try_update_untracked(domain::edit::History::rest);
            save(ed);
        }
    });
}

/// Runs `act` after a delay, unless its timer is already running.
fn once_in(milliseconds: u64, which: usize, act: impl FnOnce() + 'static) {
    if known(|known| std::mem::replace(&mut known.is_due[which], true)) {
        return;
    }
    page::after(milliseconds, move || {
        known(|known| known.is_due[which] = false);
        act();
    });
}

pub(super) fn is_unsaved(ed: Editor) -> bool {
    known(|known| ed.tree.with_untracked(|now| known.synced.is_behind(now)))
}

/// Acts once everything is saved.
pub(super) fn then(ed: Editor, act: impl FnOnce() + 'static) {
    known(|known| known.then = Some(Box::new(act)));
    save(ed);
}

/// Saves immediately, or after the save in progress.
pub(super) fn save(ed: Editor) {
    if !ed.conflicts.with_untracked(Vec::is_empty) {
        return;
    }
    keep_here(ed);
    let sending = match known(|known| ed.tree.with_untracked(|now| known.synced.next(now))) {
        Next::Send(sending) => sending,
        Next::Rest => {
            if ed.saving.get_untracked() == Saving::Unsaved {
                ed.saving.set(known(|known| known.rested.clone()));
            }
            return arrived(ed);
        }
        Next::Wait => return,
    };
    ed.saving.set(Saving::UnderWay);
    let address = ed.given.with_untracked(|given| format!("{}/draft", given.base));
    spawn_local(async move {
        let body = Body { revision: &sending.revision, edits: &sending.edits, decided: sending.is_decided };
        let body = serde_json::to_string(&body).unwrap_or_default();
        let request = Request::post(&address).header("content-type", "application/json").body(body);
        let reply = match request {
            Ok(request) => request.send().await.ok(),
            Err(_) => None,
        };
        let result = match reply {
            Some(reply) => read(reply).await,
            None => None,
        };
        match result {
            Some(SaveResult::Kept(Kept { revision, problems })) => {
                ed.problems.set(problems);
                known(|known| known.synced.kept(*sending, revision.clone()));
                ed.given.update(|given| given.revision = revision);
                keep_here(ed);
                ed.saving.set(Saving::Saved(page::time()));
                page::renew_preview();
                if is_unsaved(ed) { changed(ed, 0) } else { arrived(ed) }
            }
            Some(SaveResult::Overtaken(draft)) => overtaken(ed, *draft),
            Some(SaveResult::Refused(why)) => {
                known(|known| known.synced.refused());
                refused(ed, why);
            }
            None => {
                ed.saving.set(Saving::Offline(sending.edits.len()));
                known(|known| known.synced.unanswered(*sending));
                page::after(RETRY, move || save(ed));
            }
        }
    });
}

fn arrived(ed: Editor) {
    if let Some(act) = known(|known| known.then.take())
        && !is_unsaved(ed)
    {
        act();
    }
}

enum SaveResult {
    Kept(Kept),
    Overtaken(Box<Draft>),
    Refused(String),
}

/// `None` for a response after which a retry may succeed.
async fn read(reply: Response) -> Option<SaveResult> {
    match reply.status() {
        200 => body::<Kept>(reply).await.map(SaveResult::Kept),
        401 => Some(SaveResult::Refused("You are signed out. Sign in in another tab, then try again.".to_owned())),
        403 | 404 => Some(SaveResult::Refused("You may not edit this quiz any more.".to_owned())),
        413 => Some(SaveResult::Refused("It is more than can be sent at once.".to_owned())),
        status @ 400..500 => {
            let text = reply.text().await.ok()?;
            if let Some(draft) = serde_json::from_str::<Draft>(&text).ok().filter(|_| status == 409) {
                return Some(SaveResult::Overtaken(Box::new(draft)));
            }
            let why = serde_json::from_str::<Refusal>(&text).map_or_else(
                |_| format!("The server refused it ({status})."),
                |refusal| format!("The server refused it: {}.", refusal.error),
            );
            Some(SaveResult::Refused(why))
        }
        _ => None,
    }
}

/// Rejected changes stay in the tree, are described in words, and are sent again with the next change.
fn refused(ed: Editor, why: String) {
    let lines = known(|known| ed.tree.with_untracked(|now| differences(known.synced.tree(), now)));
    ed.saving.set(Saving::Refused(why, lines));
}

/// Loads the draft again, since it may have changed, and saves the differences.
pub(super) fn again(ed: Editor) {
    let base = ed.given.with_untracked(|given| given.base.clone());
    spawn_local(async move {
        match load(&base).await {
            Some(draft) if known(|known| known.synced.is_behind(&draft.tree)) => overtaken(ed, draft),
            Some(Draft { revision, .. }) => {
                known(|known| known.synced.revision = revision);
                save(ed);
            }
            None => save(ed),
        }
    });
}

/// Another administrator saved first: merges both changes, and asks about fields that both changed.
fn overtaken(ed: Editor, theirs: Draft) {
    let revision = theirs.revision.clone();
    let merged = known(|known| ed.tree.with_untracked(|mine| known.synced.overtaken(mine, theirs.tree, revision)));
    ed.given.update(|given| given.revision = theirs.revision);
    ed.tree.set(merged.tree);
    let conflicts: Vec<Conflict> = merged.conflicts.into_iter().chain(theirs.conflicts).collect();
    let is_asking = !conflicts.is_empty();
    ed.conflicts.set(conflicts);
    let by = theirs.by.unwrap_or_else(|| "another administrator".to_owned());
    ed.saving.set(if is_asking { Saving::Asking } else { Saving::ChangedBy(by) });
    ed.problems.set(theirs.problems);
    keep_here(ed);
    if !is_asking {
        page::after(PAUSE, move || save(ed));
    }
}

/// Resolves a conflict in favour of one side.
pub(super) fn decide(ed: Editor, at: usize, for_mine: bool) {
    let mut conflicts = ed.conflicts.get_untracked();
    if at >= conflicts.len() {
        return;
    }
    let conflict = conflicts.remove(at);
    ed.conflicts.set(conflicts);
    known(|known| known.synced.is_decided = true);
    ed.make(&[conflict.decide(for_mine)]);
    changed(ed, 1);
}
