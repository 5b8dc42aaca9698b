//! Removes erased data from the log beside the database, where it stays until the log is overwritten.
//!
//! In the database itself `secure_delete` overwrites it. The log still has the old pages, so it is moved into the
//! database and truncated.

use std::{sync::Arc, time::Duration};

use tokio::sync::{Mutex, mpsc};

use super::{SqliteConnection, connection::Way, error::classify, readers::apart};
use crate::{
    store::{self, sql::sql},
    telemetry,
};

/// Time between two attempts. A long read, for example an export, blocks the log until it ends.
const AGAIN: Duration = Duration::from_secs(1);
/// Time that writers may have to wait for an attempt.
const PATIENCE: Duration = Duration::from_millis(100);

#[derive(Clone)]
pub(in crate::store) struct Scrubber {
    way: Way,
    wake: mpsc::Sender<()>,
    /// Locked during an attempt.
    at_work: Arc<Mutex<()>>,
}

impl Scrubber {
    /// Spawns the task, which exits when the last handle is dropped.
    pub(super) fn start(way: Way) -> Self {
        let (wake, mut rings) = mpsc::channel(1);
        let at_work = Arc::new(Mutex::new(()));
        let lock = Arc::downgrade(&at_work);
        let own = way.clone();
        tokio::spawn(async move {
            while rings.recv().await.is_some() {
                loop {
                    let Some(lock) = lock.upgrade() else { return };
                    let at_work = lock.lock().await;
                    let done = cut(&way).await;
                    drop(at_work);
                    drop(lock);
                    match done {
                        Ok(true) => break,
                        Err(error) if telemetry::is_news(&error) => {
                            tracing::warn!(%error, "cannot cut the log of the database; trying again");
                        }
                        Ok(false) | Err(_) => {}
                    }
                    tokio::time::sleep(AGAIN).await;
                }
            }
        });
        Self { way: own, wake, at_work }
    }

    /// Requests an attempt, unless one is requested already.
    pub(in crate::store) fn ring(&self) {
        let _ = self.wake.try_send(());
    }

    /// Rewrites the database without its free space, and truncates the log.
    pub(super) async fn compact(&self) -> store::Result<()> {
        let way = self.way.clone();
        apart(move || connect(&way)?.batch("VACUUM")).await?.map_err(classify)?;
        cut(&self.way).await.map(drop)
    }

    /// Waits for an attempt under way.
    pub(super) async fn settle(&self) {
        drop(self.at_work.lock().await);
    }
}

/// Connects to the file that the writer has open, rather than to another one in its place.
fn connect(way: &Way) -> Result<SqliteConnection, sqlx::Error> {
    way.verify()?;
    SqliteConnection::open(way)
}

/// Returns `false` while others read from the log.
async fn cut(way: &Way) -> store::Result<bool> {
    let way = way.clone();
    let cutting = apart(move || {
        let mut connection = connect(&way)?;
        connection.set_patience(PATIENCE)?;
        let outcome: Vec<(i64, i64, i64)> = connection.rows(&sql!("PRAGMA wal_checkpoint(TRUNCATE)"))?;
        Ok(outcome.first().is_some_and(|(is_busy, ..)| *is_busy == 0))
    });
    cutting.await?.map_err(classify)
}
