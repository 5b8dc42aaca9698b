//! The queues of the store's workers: bounded, and each request with a way back for its outcome.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::{
    sync::{
        Notify,
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    task::JoinHandle,
};

use crate::store::StoreError;

/// Requests that may wait; the next one is refused at once.
pub(super) const LENGTH: usize = 2048;

pub(in crate::store) struct Queue<T> {
    sender: mpsc::Sender<T>,
    worker: Arc<Worker>,
}

/// The end of a queue that its worker takes from.
pub(in crate::store) struct Requests<T> {
    receiver: mpsc::Receiver<T>,
    worker: Arc<Worker>,
}

#[derive(Default)]
struct Worker {
    /// Tells it to end.
    end: Notify,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// A request to a worker.
pub(in crate::store) struct Request<I, T> {
    pub(in crate::store) item: I,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone(), worker: Arc::clone(&self.worker) }
    }
}

impl<T> Queue<T> {
    /// Spawns the worker, which exits when it is told to [end](Self::end), or the last handle is dropped and nothing waits.
    pub(in crate::store) fn start<F>(work: impl FnOnce(Requests<T>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(LENGTH);
        let worker = Arc::<Worker>::default();
        let task = tokio::spawn(work(Requests { receiver, worker: Arc::clone(&worker) }));
        *worker.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        Self { sender, worker }
    }

    /// Refuses what comes from now on, and returns when the worker has done what was waiting, and has exited.
    pub(in crate::store) async fn end(&self) {
        self.worker.end.notify_one();
        let task = self.worker.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            // A worker that panicked has exited, too.
            let _ = task.await;
        }
    }

    /// A queue with no worker.
    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self { sender: mpsc::channel(1).0, worker: Arc::default() }
    }

    /// True once the worker has stopped.
    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.sender.is_closed()
    }

    /// Requests that no worker has taken yet.
    pub(in crate::store) fn waiting(&self) -> usize {
        self.sender.max_capacity() - self.sender.capacity()
    }

    pub(in crate::store) fn put(&self, request: T) -> Result<(), StoreError> {
        self.sender.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => stopped(),
        })
    }
}

impl<T> Requests<T> {
    /// Waits for requests and takes up to `limit` of them; 0 means that there will be no more.
    pub(in crate::store) async fn take(&mut self, into: &mut Vec<T>, limit: usize) -> usize {
        tokio::select! {
            biased;
            () = self.worker.end.notified() => {
                self.receiver.close();
                self.receiver.recv_many(into, limit).await
            }
            count = self.receiver.recv_many(into, limit) => count,
        }
    }
}

impl<I, T> Queue<Request<I, T>> {
    /// The outcome. The request is carried out even if the returned future is dropped.
    pub(in crate::store) async fn ask(&self, item: I) -> Result<T, StoreError> {
        let (request, outcome) = Request::new(item);
        self.put(request)?;
        outcome.await.map_err(|_| stopped())?
    }
}

impl<I, T> Request<I, T> {
    /// With the end at which its outcome arrives.
    pub(super) fn new(item: I) -> (Self, oneshot::Receiver<Result<T, StoreError>>) {
        let (reply, outcome) = oneshot::channel();
        (Self { item, reply }, outcome)
    }

    pub(in crate::store) fn answer(self, outcome: Result<T, StoreError>) {
        // The caller may have gone; what was done stands all the same.
        let _ = self.reply.send(outcome);
    }
}

pub(in crate::store) fn stopped() -> StoreError {
    StoreError::Unavailable("one of the database's workers has stopped".to_owned())
}
