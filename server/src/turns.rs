//! Turns: a few at a time, with waiting requests taken by owner in rotation, so that an owner with many delays only its
//! own.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Maximum number of turns.
    pub(crate) at_once: usize,
    /// Maximum number of turns per owner.
    pub(crate) at_once_each: usize,
    /// Maximum number of waiting requests per owner. Further ones are refused immediately.
    pub(crate) waiting_each: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Full;

/// A handle. Clones share the turns.
pub(crate) struct Turns<K: Clone + Eq + Hash> {
    bounds: Bounds,
    state: Arc<Mutex<State<K>>>,
}

/// The right to proceed. Dropping it lets the next one proceed.
pub(crate) struct Turn<K: Clone + Eq + Hash> {
    owner: K,
    /// `None` if there is nothing to give back.
    turns: Option<Turns<K>>,
}

struct State<K: Clone + Eq + Hash> {
    held: usize,
    owners: HashMap<K, Owner<K>>,
    /// Waiting owners below their limit, longest waiting first.
    line: VecDeque<K>,
}

struct Owner<K: Clone + Eq + Hash> {
    held: usize,
    is_in_line: bool,
    waiting: VecDeque<oneshot::Sender<Turn<K>>>,
}

impl<K: Clone + Eq + Hash> Clone for Turns<K> {
    fn clone(&self) -> Self {
        Self { bounds: self.bounds, state: Arc::clone(&self.state) }
    }
}

impl<K: Clone + Eq + Hash> Turns<K> {
    pub(crate) fn new(bounds: Bounds) -> Self {
        let state = State { held: 0, owners: HashMap::new(), line: VecDeque::new() };
        Self { bounds, state: Arc::new(Mutex::new(state)) }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Waits for a turn. A caller that stops waiting is skipped.
    pub(crate) async fn take(&self, owner: K) -> Result<Turn<K>, Full> {
        self.ask(owner, self.bounds.waiting_each)?.await.map_err(|_| Full)
    }

    /// Like [`take`](Self::take), without a limit on waiting requests. Never returns `None` while the turns exist.
    pub(crate) async fn wait(&self, owner: K) -> Option<Turn<K>> {
        self.ask(owner, usize::MAX).ok()?.await.ok()
    }

    /// Returns a turn if one is free.
    pub(crate) fn take_now(&self, owner: K) -> Option<Turn<K>> {
        self.ask(owner, self.bounds.waiting_each).ok()?.try_recv().ok()
    }

    fn ask(&self, owner: K, most: usize) -> Result<oneshot::Receiver<Turn<K>>, Full> {
        let mut state = self.lock();
        let entry = state.owners.entry(owner.clone()).or_insert_with(Owner::new);
        // Checking all of them each time would take quadratic time.
        if entry.waiting.len() >= most || entry.waiting.len().is_power_of_two() {
            entry.waiting.retain(|waiting| !waiting.is_closed());
        }
        if entry.waiting.len() >= most {
            return Err(Full);
        }
        let (grant, granted) = oneshot::channel();
        entry.waiting.push_back(grant);
        self.put_in_line(&mut state, owner);
        self.grant(&mut state);
        Ok(granted)
    }

    pub(crate) fn waiting(&self) -> usize {
        let open = |owner: &Owner<K>| owner.waiting.iter().filter(|waiting| !waiting.is_closed()).count();
        self.lock().owners.values().map(open).sum()
    }

    fn lock(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An owner that neither waits nor holds a turn is forgotten.
    fn put_in_line(&self, state: &mut State<K>, key: K) {
        let Some(owner) = state.owners.get_mut(&key) else { return };
        if owner.is_in_line {
            return;
        }
        if owner.waiting.is_empty() {
            if owner.held == 0 {
                state.owners.remove(&key);
            }
        } else if owner.held < self.bounds.at_once_each {
            owner.is_in_line = true;
            state.line.push_back(key);
        }
    }

    fn grant(&self, state: &mut State<K>) {
        while state.held < self.bounds.at_once
            && let Some(key) = state.line.pop_front()
        {
            let Some(owner) = state.owners.get_mut(&key) else { continue };
            owner.is_in_line = false;
            while let Some(waiting) = owner.waiting.pop_front() {
                // A caller that leaves after this drops the turn, which gives it back.
                match waiting.send(Turn { owner: key.clone(), turns: Some(self.clone()) }) {
                    Ok(()) => {
                        owner.held += 1;
                        state.held += 1;
                        break;
                    }
                    Err(mut turn) => turn.turns = None,
                }
            }
            self.put_in_line(state, key);
        }
    }
}

impl<K: Clone + Eq + Hash> Owner<K> {
    fn new() -> Self {
        Self { held: 0, is_in_line: false, waiting: VecDeque::new() }
    }
}

impl<K: Clone + Eq + Hash> Drop for Turn<K> {
    fn drop(&mut self) {
        let Some(turns) = self.turns.take() else { return };
        let mut state = turns.lock();
        state.held -= 1;
        if let Some(owner) = state.owners.get_mut(&self.owner) {
            owner.held -= 1;
        }
        turns.put_in_line(&mut state, self.owner.clone());
        turns.grant(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, future::join_all};

    use super::*;

    const ONE: Bounds = Bounds { at_once: 1, at_once_each: 1, waiting_each: 3 };

    #[tokio::test]
    async fn one_who_waits_alone_goes_before_the_second_of_another() {
        let turns = Turns::new(ONE);
        let held = turns.take("busy").await.expect("free");
        let mut waiting: Vec<_> =
            ["busy", "busy", "busy", "quiet"].map(|owner| Box::pin(turns.take(owner))).into_iter().collect();
        assert!(waiting.iter_mut().all(|waiting| waiting.now_or_never().is_none()));
        drop(held);
        let mut order = Vec::new();
        for _ in 0..4 {
            let (place, turn) = waiting
                .iter_mut()
                .enumerate()
                .find_map(|(place, waiting)| waiting.now_or_never().map(|turn| (place, turn)))
                .expect("one goes");
            order.push(turn.expect("a turn").owner);
            drop(waiting.remove(place));
        }
        assert_eq!(order, ["quiet", "busy", "busy", "busy"]);
        assert!(turns.lock().owners.is_empty(), "nothing is kept of those who went");
    }

    #[tokio::test]
    async fn one_owner_takes_no_more_than_its_share() {
        let turns = Turns::new(Bounds { at_once: 3, at_once_each: 2, waiting_each: 9 });
        let held = join_all([turns.take("busy"), turns.take("busy")]).await;
        assert!(held.iter().all(Result::is_ok));
        let mut third = Box::pin(turns.take("busy"));
        assert!((&mut third).now_or_never().is_none());
        assert!(turns.take("quiet").now_or_never().is_some());
        drop(held);
        assert!(third.now_or_never().is_some());
    }

    #[tokio::test]
    async fn past_the_bound_an_owner_is_refused_and_others_are_not() {
        let turns = Turns::new(ONE);
        let _held = turns.take("busy").await;
        let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(turns.take("busy"))).collect();
        assert!(waiting.iter_mut().all(|waiting| waiting.now_or_never().is_none()));
        assert!(matches!(turns.take("busy").await, Err(Full)));
        assert!(turns.take("quiet").now_or_never().is_none());
        waiting.pop();
        assert!(turns.take("busy").now_or_never().is_none(), "one that left makes room");
    }

    #[tokio::test]
    async fn a_turn_that_its_caller_did_not_wait_for_goes_to_the_next() {
        let turns = Turns::new(ONE);
        let held = turns.take(1).await;
        let mut gone = Box::pin(turns.take(2));
        let mut granted = Box::pin(turns.take(3));
        let mut last = Box::pin(turns.take(4));
        for waiting in [&mut gone, &mut granted, &mut last] {
            assert!(waiting.now_or_never().is_none());
        }
        drop(gone);
        drop(held);
        // It already has its turn, and leaves before it knows.
        drop(granted);
        assert!(last.now_or_never().is_some());
        assert_eq!(turns.lock().held, 0);
        assert!(turns.lock().owners.is_empty());
    }
}
