//! Synchronizes the draft with the server. It is independent of the browser, so tests exercise the code that pages run.

use domain::edit::{Change, Edit, Merged, Tree, edits_between, merge};

/// The draft as the server last confirmed it.
#[derive(Debug, Default)]
pub(crate) struct Synced {
    tree: Tree,
    pub(crate) revision: String,
    is_sending: bool,
    /// True if a conflict was resolved, which is saved even without a change.
    pub(crate) is_decided: bool,
    /// Edits of saves without a response, which may have reached the server.
    unanswered: Vec<Edit>,
}

#[derive(Debug)]
pub(crate) struct Sending {
    pub(crate) edits: Vec<Edit>,
    pub(crate) revision: String,
    pub(crate) is_decided: bool,
    /// The server's draft after it accepts the edits.
    tree: Tree,
}

#[derive(Debug)]
pub(crate) enum Next {
    Send(Box<Sending>),
    /// A save is in progress; another one follows it.
    Wait,
    Rest,
}

impl Synced {
    pub(crate) fn new(tree: Tree, revision: String) -> Self {
        Self { tree, revision, ..Self::default() }
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(crate) fn is_behind(&self, now: &Tree) -> bool {
        self.tree != *now
    }

    /// The next step for the current tree.
    pub(crate) fn next(&mut self, now: &Tree) -> Next {
        if self.is_sending {
            return Next::Wait;
        }
        let edits = edits_between(&self.tree, now);
        if edits.is_empty() && !self.is_decided {
            return Next::Rest;
        }
        self.is_sending = true;
        let (revision, is_decided) = (self.revision.clone(), self.is_decided);
        Next::Send(Box::new(Sending { edits, revision, is_decided, tree: now.clone() }))
    }

    /// The server accepted the save.
    pub(crate) fn kept(&mut self, sent: Sending, revision: String) {
        *self = Self::new(sent.tree, revision);
    }

    /// The server rejected the save.
    pub(crate) fn refused(&mut self) {
        self.is_sending = false;
    }

    /// The request or its response was lost.
    pub(crate) fn unanswered(&mut self, sent: Sending) {
        self.is_sending = false;
        for edit in sent.edits {
            if !self.unanswered.contains(&edit) {
                self.unanswered.push(edit);
            }
        }
    }

    /// Another page saved first, or an earlier save of this page arrived unnoticed: merges both changes.
    pub(crate) fn overtaken(&mut self, now: &Tree, theirs: Tree, revision: String) -> Merged {
        for edit in std::mem::take(&mut self.unanswered) {
            if is_in(&edit, &theirs) && !is_in(&edit, &self.tree) {
                // If an earlier edit of the list is missing, this one may not apply any more; it then counts as theirs.
                let _ = self.tree.apply(&edit);
            }
        }
        let merged = merge(&self.tree, now, &theirs);
        (self.tree, self.revision, self.is_sending) = (theirs, revision, false);
        merged
    }
}

/// True if a tree contains the effect of the edit.
fn is_in(edit: &Edit, tree: &Tree) -> bool {
    match &edit.change {
        Change::Set(value) => tree.get(&edit.place) == Some(value),
        Change::Insert { value, .. } => match value.get("id").and_then(|id| id.as_str()) {
            // Another page may have used the same id for a question of its own.
            Some(id) => tree.get(&edit.place.then(id)) == Some(value),
            None => tree.list(&edit.place).contains(value),
        },
        Change::Remove => tree.get(&edit.place).is_none(),
        Change::Move { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use domain::edit::{Change, Place};
    use serde_json::json;

    use super::*;
    use crate::random::Random;

    /// Seconds from the last change to the save, and from a failed save to its retry.
    const PAUSE: u32 = 1;
    const RETRY: u32 = 5;

    struct Page {
        synced: Synced,
        tree: Tree,
        offline: std::ops::Range<u32>,
        next_save: Option<u32>,
        /// In progress until this second, and whether the response will be lost.
        sending: Option<(Sending, u32, bool)>,
    }

    /// The server keeps one draft and accepts a save only with its revision.
    struct Server {
        draft: Tree,
        revision: u32,
    }

    impl Page {
        fn save(&mut self, now: u32, random: &mut Random) {
            self.next_save = None;
            if let Next::Send(sending) = self.synced.next(&self.tree) {
                self.sending = Some((*sending, now + random.below(3), random.below(20) == 0));
            }
        }

        /// The request arrives, then its response.
        fn arrive(&mut self, server: &mut Server, now: u32) {
            let Some((sent, _, is_lost)) = self.sending.take() else { return };
            if self.offline.contains(&now) {
                self.synced.unanswered(sent);
                self.next_save = Some(now + RETRY);
                return;
            }
            let is_current = sent.revision == server.revision.to_string();
            if is_current {
                server.draft.apply_all(&sent.edits).expect("edits of this revision");
                server.revision += 1;
            }
            if is_lost {
                self.synced.unanswered(sent);
                self.next_save = Some(now + RETRY);
            } else if is_current {
                self.synced.kept(sent, server.revision.to_string());
                self.next_save = self.synced.is_behind(&self.tree).then_some(now + PAUSE);
            } else {
                let merged = self.synced.overtaken(&self.tree, server.draft.clone(), server.revision.to_string());
                assert_eq!(merged.conflicts, []);
                self.tree = merged.tree;
                self.next_save = Some(now + PAUSE);
            }
        }
    }

    /// Texts that must be in the draft at the end, with their exact place, or `None` for those of added questions.
    /// question that was added.
    type Written = Vec<(Option<Place>, String)>;

    /// Each page edits its own questions; both add, move and remove.
    fn change(who: u32, now: u32, page: &mut Page, written: &mut Written, random: &mut Random) {
        let words = format!("{who} at {now}");
        let count = u32::try_from(page.tree.questions().len()).expect("few");
        let mut own = || Place::question(&format!("q{}", 2 * random.below(4) + who));
        let edit = match now % 7 {
            0 => {
                let id = Tree::free_question_id(&[&page.tree]);
                let at = random.below(count) as usize;
                Edit::insert("questions".into(), at, json!({ "id": id, "kind": "text", "text": words }))
            }
            1 => Edit::shift(own(), random.below(8) as usize),
            2 => Edit::set(own().then("help").then("en"), words.clone()),
            3 => {
                let is_mine = |(place, words): &(Option<Place>, String)| {
                    place.is_none() && words.starts_with(&format!("{who} at"))
                };
                let Some(at) = written.iter().position(is_mine) else { return };
                let (_, words) = written.remove(at);
                let questions = page.tree.items(&"questions".into());
                let place = questions.into_iter().find(|place| page.tree.text(&place.then("text")) == Some(&words));
                Edit::remove(place.expect("it was added here"))
            }
            _ => Edit::set(own().then("text"), words.clone()),
        };
        match &edit.change {
            Change::Set(_) => {
                written.retain(|(place, _)| place.as_ref() != Some(&edit.place));
                written.push((Some(edit.place.clone()), words));
            }
            Change::Insert { .. } => written.push((None, words)),
            Change::Remove | Change::Move { .. } => {}
        }
        page.tree.apply(&edit).expect("an edit of this tree");
        page.next_save = Some(now + PAUSE);
    }

    #[test]
    fn two_editors_lose_nothing_in_200_interleavings() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let question = |at: u32| json!({ "id": format!("q{at}"), "kind": "text", "text": "?" });
            let start = Tree::new(json!({ "name": "Q", "questions": (0..8).map(question).collect::<Vec<_>>() }));
            let mut server = Server { draft: start.clone(), revision: 0 };
            let page = |offline| Page {
                synced: Synced::new(start.clone(), "0".to_owned()),
                tree: start.clone(),
                offline,
                next_save: None,
                sending: None,
            };
            let away = random.below(500);
            let mut pages = [page(0..0), page(away..away + random.below(400))];
            let mut written = Written::new();
            // A clock in seconds. In the end both are online and stop writing.
            for now in 0..1100 {
                for (who, page) in (0..).zip(&mut pages) {
                    if now < 1000 && random.below(15) == 0 {
                        change(who, now, page, &mut written, &mut random);
                    }
                    if page.next_save.is_some_and(|at| at <= now) {
                        page.save(now, &mut random);
                    }
                    if page.sending.as_ref().is_some_and(|(_, until, _)| *until <= now) {
                        page.arrive(&mut server, now);
                    }
                }
            }
            for page in &pages {
                assert!(!page.synced.is_behind(&page.tree), "seed {seed}: all is saved");
            }
            let all = server.draft.value().to_string();
            for (place, words) in &written {
                let is_there =
                    place.as_ref().map_or_else(|| all.contains(words), |it| server.draft.text(it) == Some(words));
                assert!(is_there, "seed {seed}: {place:?} has {words}");
            }
            let added = written.iter().filter(|(place, _)| place.is_none()).count();
            assert_eq!(server.draft.questions().len(), 8 + added, "seed {seed}");
        }
    }
}
