//! The queues of the store's workers: bounded, and each request with a way back for its outcome.

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot,
};

use crate::store::StoreError;

/// Requests that may wait; the next one is refused at once.
const LENGTH: usize = 2048;

pub(super) struct Queue<T>(mpsc::Sender<T>);

/// What is asked of a worker.
pub(super) struct Request<I, T> {
    pub(super) item: I,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Queue<T> {
    /// With the end that its worker takes from. The worker ends when the last handle is dropped and the queue is empty.
    pub(super) fn new() -> (Self, mpsc::Receiver<T>) {
        let (sender, receiver) = mpsc::channel(LENGTH);
        (Self(sender), receiver)
    }

    /// A queue with no worker.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self(mpsc::channel(1).0)
    }

    /// True once the worker has stopped.
    pub(super) fn has_stopped(&self) -> bool {
        self.0.is_closed()
    }

    /// Requests that no worker has taken yet.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    pub(super) fn put(&self, request: T) -> Result<(), StoreError> {
        self.0.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => stopped(),
        })
    }
}

impl<I, T> Queue<Request<I, T>> {
    /// The outcome. The request is carried out even if the returned future is dropped.
    pub(super) async fn ask(&self, item: I) -> Result<T, StoreError> {
        let (reply, outcome) = oneshot::channel();
        self.put(Request { item, reply })?;
        outcome.await.map_err(|_| stopped())?
    }
}

impl<I, T> Request<I, T> {
    pub(super) fn answer(self, outcome: Result<T, StoreError>) {
        // The caller may have gone; what was done stands all the same.
        let _ = self.reply.send(outcome);
    }
}

pub(super) fn stopped() -> StoreError {
    StoreError::Unavailable("one of the database's workers has stopped".to_owned())
}
