//! What a server tells the service manager that started it: how far it is, and that it is at work.

use std::future;

use sd_notify::NotifyState;

use crate::service::Service;

/// Looks at the writer in the time that the watchdog waits for a beat.
const LOOKS: u32 = 4;

/// Tells systemd, if it started this process and waits to be told.
pub(super) fn tell(state: NotifyState) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "cannot tell systemd how far the server is");
    }
}

/// Beats for the watchdog, if there is one, while the writer goes round. Never ends.
///
/// To be polled by the task that accepts connections: then it beats only while that one is at work, too.
pub(super) async fn beat(service: &Service) {
    let Some(within) = sd_notify::watchdog_enabled().filter(|within| !within.is_zero()) else {
        return future::pending().await;
    };
    let (mut seen, mut is_stuck) = (service.writer_rounds(), false);
    loop {
        tokio::time::sleep(within / LOOKS).await;
        let rounds = service.writer_rounds();
        let was_stuck = std::mem::replace(&mut is_stuck, rounds.is_some() && rounds == seen);
        if !is_stuck {
            tell(NotifyState::Watchdog);
        } else if !was_stuck {
            tracing::error!("the database's writer is stuck; the service manager ends this server unless it goes on");
        }
        seen = rounds;
    }
}
