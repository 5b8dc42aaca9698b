//! Pages that are updated by server-sent events: how many there may be, and when they end.

use std::sync::Arc;

use tokio::sync::watch;

use crate::turns::{Bounds, Turn, Turns};

/// Maximum number of live pages per administrator.
const EACH: usize = 5;
/// Maximum number of live pages of all administrators.
const ALL: usize = 200;

/// Further pages are not live and show news only when reloaded.
pub(in crate::http) struct LivePages {
    places: Turns<String>,
    stop: watch::Sender<bool>,
}

pub(super) struct LivePlace {
    _turn: Turn<String>,
    stop: watch::Receiver<bool>,
}

impl Default for LivePages {
    fn default() -> Self {
        let bounds = Bounds { at_once: ALL, at_once_each: EACH, waiting_each: 1 };
        Self { places: Turns::new(bounds), stop: watch::Sender::new(false) }
    }
}

impl LivePages {
    /// Returns `None` if the limit is reached, or the server stops.
    pub(super) fn admit(self: &Arc<Self>, account: &str) -> Option<LivePlace> {
        let stop = self.stop.subscribe();
        if *stop.borrow() {
            return None;
        }
        let turn = self.places.take_now(account.to_owned())?;
        Some(LivePlace { _turn: turn, stop })
    }

    /// Ends all of them, so that the server can stop.
    pub(in crate::http) fn end(&self) {
        self.stop.send_replace(true);
    }
}

impl LivePlace {
    pub(super) async fn ended(&mut self) {
        let _ = self.stop.wait_for(|is_stopping| *is_stopping).await;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn places_are_bounded_by_account_and_altogether_and_given_back() {
        let pages = Arc::new(LivePages::default());
        let mine: Vec<_> = (0..EACH).map(|_| pages.admit("ana").expect("a place")).collect();
        assert!(pages.admit("ana").is_none());
        let others: Vec<_> = (EACH..ALL).map(|number| pages.admit(&format!("{number}")).expect("a place")).collect();
        assert!(pages.admit("bo").is_none());
        drop(mine);
        assert!(pages.admit("ana").is_some() && pages.admit("bo").is_some());
        drop(others);
    }

    #[tokio::test]
    async fn stopping_ends_those_that_are_followed_and_admits_no_more() {
        let pages = Arc::new(LivePages::default());
        let mut place = pages.admit("ana").expect("a place");
        assert!(place.ended().now_or_never().is_none());
        pages.end();
        place.ended().await;
        assert!(pages.admit("ana").is_none());
    }
}
