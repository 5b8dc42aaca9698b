//! Compares the clock with stored data. With a clock far ahead, all data seems to have expired, so erasing waits until
//! the clock is known to be right.

use std::{
    fmt,
    path::Path,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::Timestamp;

use crate::{
    clock,
    store::{Store, StoreError, WorkScope},
    telemetry,
};

/// Time without a server after which the clock is not trusted by itself.
const GAP: Duration = Duration::from_hours(48);
/// Interval at which a server records the moment.
const RECORD: Duration = Duration::from_hours(1);
/// Tolerance for differences between clocks.
const SKEW: Duration = Duration::from_mins(5);

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum ClockState {
    #[default]
    Right,
    /// The stored data contains a later moment.
    Behind { now: Timestamp, stored: Timestamp },
    /// More than two days past the last moment that a running server recorded, and not confirmed by an operator or
    /// administrator.
    Ahead { now: Timestamp, recorded: Timestamp },
}

impl ClockState {
    pub fn of(recorded: Timestamp, stored: Timestamp, now: Timestamp) -> Self {
        if now > later(recorded, GAP) {
            Self::Ahead { now, recorded }
        } else if stored > later(now, SKEW) {
            Self::Behind { now, stored }
        } else {
            Self::Right
        }
    }

    pub fn is_ahead(&self) -> bool {
        matches!(self, Self::Ahead { .. })
    }
}

/// Describes the problem and the remedy.
impl fmt::Display for ClockState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Right => f.write_str("the clock is right"),
            Self::Behind { now, stored } => write!(
                f,
                "the clock says {}, and something was stored at {}: set the clock, and keep it by NTP",
                clock::to_rfc3339(*now),
                clock::to_rfc3339(*stored)
            ),
            Self::Ahead { now, recorded } => write!(
                f,
                "the clock says {}, and the last moment that a running server recorded is {}: nothing is erased for its \
                 age until the system says that its clock is synchronised, or `quiz-answers clock confirm` says that it is \
                 right",
                clock::to_rfc3339(*now),
                clock::to_rfc3339(*recorded)
            ),
        }
    }
}

/// The state as a running server last saw it.
pub(crate) struct ClockWatch {
    seen: Mutex<ClockState>,
    is_synchronised: fn() -> bool,
}

impl Default for ClockWatch {
    fn default() -> Self {
        Self::asking(is_synchronised)
    }
}

impl ClockWatch {
    /// `is_synchronised` is called if the clock is too far ahead.
    pub(crate) fn asking(is_synchronised: fn() -> bool) -> Self {
        Self { seen: Mutex::default(), is_synchronised }
    }

    pub(crate) fn seen(&self) -> ClockState {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares the clock, and records the moment unless it is too far ahead. Called at the start and every minute.
    pub(crate) async fn look(&self, store: &Store) -> Result<ClockState, StoreError> {
        self.look_at(store, clock::now()).await
    }

    async fn look_at(&self, store: &Store, now: Timestamp) -> Result<ClockState, StoreError> {
        let recorded = store.recorded_moment().await?;
        let last = last_moment(store, recorded).await?.unwrap_or(now);
        let mut state = ClockState::of(last, last, now);
        if state.is_ahead() && offloaded(self.is_synchronised).await {
            state = ClockState::Right;
        }
        if state.is_ahead() && recorded.is_none() {
            // Data stored from now on has moments of this clock, and would make it look right.
            record(store, last).await?;
        }
        // A clock that is behind records nothing, so that the problem shows until it is corrected.
        if state == ClockState::Right && recorded.is_none_or(|recorded| now > later(recorded, RECORD)) {
            record(store, now).await?;
        }
        let before = std::mem::replace(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner), state);
        if state != ClockState::Right && (before == ClockState::Right || telemetry::is_news(&"the clock is wrong")) {
            tracing::warn!("{state}");
        }
        Ok(state)
    }

    /// True if expired data may be erased.
    pub(crate) async fn allows_erasing(&self, store: &Store) -> bool {
        match self.look(store).await {
            Ok(state) => !state.is_ahead(),
            // Erasing would fail as well.
            Err(_) => false,
        }
    }
}

/// The state of a database whose server may not be running. Changes nothing.
pub(crate) async fn judge(store: &Store, now: Timestamp) -> Result<ClockState, StoreError> {
    // A database without any moment is a new one.
    let last = last_moment(store, store.recorded_moment().await?).await?.unwrap_or(now);
    let stored = store.newest_moment(false).await?.unwrap_or(last);
    Ok(ClockState::of(last, stored.max(last), now))
}

/// A database that no server of this release has opened has only moments of its data.
async fn last_moment(store: &Store, recorded: Option<Timestamp>) -> Result<Option<Timestamp>, StoreError> {
    if recorded.is_some() { Ok(recorded) } else { store.newest_moment(true).await }
}

/// Overwrites the last recorded moment, even with an earlier one.
pub(crate) async fn record(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.record_moment(now).await })).await
}

async fn offloaded(ask: fn() -> bool) -> bool {
    tokio::task::spawn_blocking(ask).await.unwrap_or(false)
}

/// True if the system reports it: systemd's own service by a file, and the kernel, which every other service informs,
/// by a program. False in most containers.
fn is_synchronised() -> bool {
    if Path::new("/run/systemd/timesync/synchronized").exists() {
        return true;
    }
    let mut ask = Command::new("timedatectl");
    ask.args(["show", "--property=NTPSynchronized", "--value"]).stdin(Stdio::null()).stderr(Stdio::null());
    ask.output().is_ok_and(|said| said.status.success() && said.stdout.trim_ascii() == b"yes")
}

fn later(moment: Timestamp, by: Duration) -> Timestamp {
    let by = i64::try_from(by.as_nanos()).unwrap_or(i64::MAX);
    Timestamp::from_nanoseconds(moment.nanoseconds().saturating_add(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn days(number: i64) -> Timestamp {
        Timestamp::from_nanoseconds(number * i64::try_from(DAY.as_nanos()).expect("fits"))
    }

    async fn open(folder: &tempfile::TempDir) -> Store {
        Store::open(&format!("sqlite:{}", folder.path().join("a.db").display())).await.expect("a store")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_clock_that_jumps_ahead_is_not_trusted_until_someone_says_that_it_is_right() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, watch) = (open(&folder).await, ClockWatch::asking(|| false));
        let state = async |now| watch.look_at(&store, now).await.expect("looked");
        assert_eq!(state(days(1000)).await, ClockState::Right, "a new database");
        assert_eq!(state(days(1002)).await, ClockState::Right);
        let jumped = days(1802);
        assert_eq!(state(jumped).await, ClockState::Ahead { now: jumped, recorded: days(1002) });
        assert_eq!(state(jumped).await, ClockState::Ahead { now: jumped, recorded: days(1002) }, "a second look");
        assert_eq!(watch.seen(), state(jumped).await);
        assert_eq!(state(days(1003)).await, ClockState::Right, "set right");
        record(&store, jumped).await.expect("confirmed");
        assert_eq!(state(jumped).await, ClockState::Right);
        assert_eq!(state(days(1804)).await, ClockState::Right);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_clock_that_the_system_has_synchronised_is_trusted() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        record(&store, days(1000)).await.expect("recorded");
        let (unsure, sure) = (ClockWatch::asking(|| false), ClockWatch::asking(|| true));
        assert!(unsure.look_at(&store, days(1100)).await.expect("looked").is_ahead());
        assert_eq!(sure.look_at(&store, days(1100)).await.expect("looked"), ClockState::Right);
        assert_eq!(unsure.look_at(&store, days(1101)).await.expect("looked"), ClockState::Right, "it was recorded");
    }

    #[test]
    fn what_is_stored_later_than_now_tells_of_a_clock_that_is_behind() {
        let stored = days(1000);
        let behind = ClockState::of(stored, stored, days(998));
        assert_eq!(behind, ClockState::Behind { now: days(998), stored });
        assert!(!behind.is_ahead() && behind.to_string().contains("1972-09-27"), "{behind}");
        assert_eq!(ClockState::of(stored, later(stored, SKEW), stored), ClockState::Right);
    }
}
