//! Undo and redo.

use std::collections::VecDeque;

use super::{Change, Edit, EditError, Place, Tree};

const STEPS: usize = 100;

/// The last steps, each of one or more edits.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// For each step, the edits that undo it.
    done: VecDeque<Vec<Edit>>,
    undone: Vec<Vec<Edit>>,
    /// The place being typed in. Further edits at or below it are merged into the last step.
    typed: Option<Place>,
}

impl History {
    /// Applies a step. Typing in one place is one step until [`History::rest`].
    pub fn make(&mut self, tree: &mut Tree, edits: &[Edit]) -> Result<(), EditError> {
        let back = tree.apply_all(edits)?;
        self.undone.clear();
        let typed = if let [Edit { place, change: Change::Set(_) }] = edits { Some(place.clone()) } else { None };
        // The first letter of a translation turns a single text into one by language; further letters are edits inside
        // that.
        let is_more = |typed: &Place| self.typed.as_ref().is_some_and(|before| typed.is_within(before));
        if typed.as_ref().is_some_and(is_more) {
            return Ok(());
        }
        self.typed = typed;
        self.done.push_back(back);
        if self.done.len() > STEPS {
            self.done.pop_front();
        }
        Ok(())
    }

    /// Ends the current typing step.
    pub fn rest(&mut self) {
        self.typed = None;
    }

    pub fn undo(&mut self, tree: &mut Tree) -> Option<Vec<Edit>> {
        self.rest();
        let edits = self.done.pop_back()?;
        self.undone.push(tree.apply_all(&edits).ok()?);
        Some(edits)
    }

    pub fn redo(&mut self, tree: &mut Tree) -> Option<Vec<Edit>> {
        self.rest();
        let edits = self.undone.pop()?;
        self.done.push_back(tree.apply_all(&edits).ok()?);
        Some(edits)
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}
