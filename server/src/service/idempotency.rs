//! Idempotent requests: repeating one within a day returns the first reply.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{FieldCode, Invalid};
use futures_util::future::BoxFuture;
use sha2::{Digest, Sha256};

use super::{
    Caller, Conflict, Service, ServiceError,
    cipher::Cipher,
    rights::{Permitted, Right},
};
use crate::{
    clock,
    store::{KeptReply, Transaction, WorkScope},
};

const HASH: usize = 32;

#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// Hash of the caller, the route and the caller's key.
    request: [u8; HASH],
    body: [u8; HASH],
}

/// An idempotent request, and the function that makes its reply.
pub struct Idempotency<T> {
    pub key: IdempotencyKey,
    pub reply: Reply<T>,
}

type Reply<T> = Box<dyn Fn(&T) -> Result<Vec<u8>, ServiceError> + Send + Sync>;

pub enum Idempotent<T> {
    New(T),
    Repeated(Vec<u8>),
}

/// Encrypts replies, and tracks the requests in progress in this process.
pub(super) struct Replies {
    cipher: Cipher,
    in_flight: Mutex<HashSet<[u8; HASH]>>,
}

struct InFlight<'a>(&'a Replies, [u8; HASH]);

impl<T> Idempotent<T> {
    /// For a request without an idempotency key.
    pub(super) fn made(self) -> Result<T, ServiceError> {
        match self {
            Self::New(made) => Ok(made),
            Self::Repeated(_) => Err(ServiceError::Internal("a request without a key was repeated".to_owned())),
        }
    }
}

impl IdempotencyKey {
    pub fn new(caller: &Caller, route: &str, key: &str, body: &[u8]) -> Self {
        let mut request = Sha256::new();
        for part in [&caller.to_string(), route, key] {
            // The length keeps parts from running into each other.
            request.update(part.len().to_be_bytes());
            request.update(part);
        }
        Self { request: request.finalize().into(), body: Sha256::digest(body).into() }
    }
}

impl Replies {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self { cipher: Cipher::new(&key), in_flight: Mutex::default() }
    }

    fn enter(&self, request: [u8; HASH]) -> Result<InFlight<'_>, ServiceError> {
        let is_new = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner).insert(request);
        if is_new { Ok(InFlight(self, request)) } else { Err(Conflict::UnderWay.into()) }
    }

    fn seal(&self, key: &IdempotencyKey, reply: &[u8]) -> Result<Vec<u8>, ServiceError> {
        self.cipher.seal(&key.request, &[&key.body[..], reply].concat())
    }

    fn open(&self, key: &IdempotencyKey, kept: &KeptReply) -> Result<Vec<u8>, ServiceError> {
        let damaged = || ServiceError::Internal("a kept reply is damaged".to_owned());
        let text = self.cipher.open(&key.request, &kept.sealed).ok_or_else(damaged)?;
        let (body, reply) = text.split_first_chunk::<HASH>().ok_or_else(damaged)?;
        if *body == key.body {
            Ok(reply.to_vec())
        } else {
            Err(Invalid::one("Idempotency-Key", FieldCode::OtherBody).into())
        }
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

impl Service {
    /// Runs a use case in one transaction, and stores its reply in it. A repeated request is not carried out again.
    pub(super) async fn transact_once<T: Send + Sync + 'static>(
        &self,
        caller: &Caller,
        right: Right,
        scope: WorkScope,
        once: Option<Idempotency<T>>,
        work: impl for<'t> FnOnce(&'t mut Transaction<'_>, Permitted) -> BoxFuture<'t, Result<T, ServiceError>>
        + Send
        + 'static,
    ) -> Result<Idempotent<T>, ServiceError> {
        let Some(once) = once else { return self.transact(caller, right, scope, work).await.map(Idempotent::New) };
        let _in_flight = self.replies.enter(once.key.request)?;
        let replies = Arc::clone(&self.replies);
        let Idempotency { key, reply } = once;
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                let now = clock::now();
                let kept = tx.kept_reply(&key.request).await?;
                if let Some(kept) = kept.filter(|kept| now.nanoseconds() - kept.kept_at.nanoseconds() < KeptReply::KEPT)
                {
                    return replies.open(&key, &kept).map(Idempotent::Repeated);
                }
                let done = work(tx, caller).await?;
                let sealed = replies.seal(&key, &reply(&done)?)?;
                tx.keep_reply(&KeptReply { request: key.request, sealed, kept_at: now }).await?;
                Ok(Idempotent::New(done))
            })
        })
        .await
    }
}
