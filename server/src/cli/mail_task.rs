//! The server's task that sends mail, from its start to its end.

use std::time::Duration;

use tokio::{sync::oneshot, task::JoinHandle};

use crate::service::Service;

/// Time that messages under way have to end when the server stops.
const ENDS: Duration = Duration::from_secs(10);

/// Nothing where mail is not set up.
pub(super) struct MailTask(Option<(JoinHandle<()>, oneshot::Sender<()>)>);

impl MailTask {
    /// With `is_alone`, no other server sends from the database.
    pub(super) fn start(service: &Service, is_alone: bool) -> Self {
        let Some(sender) = service.mail_sender() else { return Self(None) };
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(sender.alone(is_alone).run(async { drop(stopped.await) }));
        Self(Some((task, stop)))
    }

    /// Lets what is being sent come to an outcome, unless that takes too long: then it is unknown.
    pub(super) async fn end(self) {
        let Some((task, stop)) = self.0 else { return };
        drop(stop);
        let abort = task.abort_handle();
        if tokio::time::timeout(ENDS, task).await.is_err() {
            abort.abort();
        }
    }
}
