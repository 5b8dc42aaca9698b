//! The bounded queues of the store's workers. Each request carries a channel for its outcome.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use tokio::{
    runtime::Handle,
    sync::{
        Notify,
        mpsc::{self, error::TrySendError},
        oneshot,
    },
};

use crate::store::StoreError;

/// Maximum number of waiting requests. Further ones are refused immediately.
pub(super) const LENGTH: usize = 2048;

pub(in crate::store) struct Queue<T> {
    sender: mpsc::Sender<T>,
    worker: Arc<Worker>,
}

pub(in crate::store) struct Requests<T> {
    receiver: mpsc::Receiver<T>,
    worker: Arc<Worker>,
}

#[derive(Default)]
struct Worker {
    end: Notify,
    /// Closed when the worker exits.
    exit: Mutex<Option<oneshot::Receiver<()>>>,
}

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
    /// Spawns the worker, which exits after [`end`](Self::end), or when the last handle is dropped and the queue is
    /// empty.
    pub(in crate::store) fn start<F>(work: impl FnOnce(Requests<T>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (queue, requests, exit) = Self::new();
        let work = work(requests);
        tokio::spawn(async move {
            work.await;
            drop(exit);
        });
        queue
    }

    /// Like [`start`](Self::start), for a worker that blocks and therefore gets a thread of its own.
    pub(in crate::store) fn on_thread<F>(name: &str, work: impl FnOnce(Requests<T>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (queue, requests, exit) = Self::new();
        let (work, runtime) = (work(requests), Handle::current());
        let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
            runtime.block_on(work);
            drop(exit);
        });
        if let Err(error) = started {
            // The queue is closed, and readiness reports it.
            tracing::error!(%error, name, "cannot start a thread");
        }
        queue
    }

    fn new() -> (Self, Requests<T>, oneshot::Sender<()>) {
        let (sender, receiver) = mpsc::channel(LENGTH);
        let worker = Arc::<Worker>::default();
        let (exit, exited) = oneshot::channel();
        *worker.exit.lock().unwrap_or_else(PoisonError::into_inner) = Some(exited);
        (Self { sender, worker: Arc::clone(&worker) }, Requests { receiver, worker }, exit)
    }

    /// Refuses new requests, and returns once the worker has finished the waiting ones and exited.
    pub(in crate::store) async fn end(&self) {
        self.worker.end.notify_one();
        let exit = self.worker.exit.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(exit) = exit {
            // A worker that panicked has exited, too.
            let _ = exit.await;
        }
    }

    #[cfg(test)]
    pub(in crate::store) fn stopped() -> Self {
        Self { sender: mpsc::channel(1).0, worker: Arc::default() }
    }

    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.sender.is_closed()
    }

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
    /// Waits for requests and takes up to `limit` of them. Returns 0 once the queue is closed and empty.
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

    /// Takes waiting requests until `into` has `limit`.
    pub(in crate::store) fn take_waiting(&mut self, into: &mut Vec<T>, limit: usize) {
        while into.len() < limit
            && let Ok(request) = self.receiver.try_recv()
        {
            into.push(request);
        }
    }
}

impl<I, T> Queue<Request<I, T>> {
    /// Returns the outcome. The request is carried out even if the returned future is dropped.
    pub(in crate::store) async fn ask(&self, item: I) -> Result<T, StoreError> {
        let (request, outcome) = Request::new(item);
        self.put(request)?;
        outcome.await.map_err(|_| stopped())?
    }
}

impl<I, T> Request<I, T> {
    pub(in crate::store) fn new(item: I) -> (Self, oneshot::Receiver<Result<T, StoreError>>) {
        let (reply, outcome) = oneshot::channel();
        (Self { item, reply }, outcome)
    }

    pub(in crate::store) fn answer(self, outcome: Result<T, StoreError>) {
        // The caller may be gone. The work is done all the same.
        let _ = self.reply.send(outcome);
    }
}

pub(in crate::store) fn stopped() -> StoreError {
    StoreError::Unavailable("one of the database's workers has stopped".to_owned())
}
