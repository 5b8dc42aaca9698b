//! Limits the requests per second from one address and with one key, and reports the rest in headers.

use std::{
    fmt::Write,
    hash::Hash,
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, request::Parts},
    response::{IntoResponse, Response},
};
use domain::NamespaceId;
use governor::{
    Quota, RateLimiter, clock::Clock, clock::DefaultClock, middleware::StateInformationMiddleware,
    state::keyed::DefaultKeyedStateStore,
};

use super::{auth, guard::is_api};
use crate::http::{
    pages,
    reply::error::{ApiError, RequestError},
    request::client,
    state::Http,
};
use crate::{client_prefix::client_prefix, service::Caller};

/// Interval at which inactive clients are forgotten.
const SWEEP: Duration = Duration::from_mins(1);
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// A limit for each of many clients, which `K` identifies.
pub struct RateLimit<K: Clone + Eq + Hash> {
    limiter: Arc<RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>>,
    per_second: NonZeroU32,
    at_once: NonZeroU32,
    name: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The client's state within the limits that apply to its request.
#[derive(Clone, Default)]
pub(in crate::http) struct LimitStates(Arc<Mutex<Vec<LimitState>>>);

struct LimitState {
    name: &'static str,
    per_second: u32,
    at_once: u32,
    left: u32,
}

impl RateLimit<IpAddr> {
    /// Allows `per_second` requests from one address, and as many in a burst.
    pub fn by_address(per_second: NonZeroU32) -> Self {
        Self::new("address", per_second, per_second)
    }
}

/// Limits of requests with keys: of each key, and of all keys of a namespace together.
pub struct KeyLimits {
    keys: RateLimit<String>,
    /// Keys for all namespaces share one more limit.
    namespaces: RateLimit<Option<NamespaceId>>,
}

impl KeyLimits {
    /// The keys of a namespace together may do as much as this many keys.
    pub const KEYS: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

    /// Allows `per_second` requests with one key, and bursts of `at_once`.
    pub fn new(per_second: NonZeroU32, at_once: NonZeroU32) -> Self {
        let all = |number: NonZeroU32| number.saturating_mul(Self::KEYS);
        Self {
            keys: RateLimit::new("key", per_second, at_once),
            namespaces: RateLimit::new("namespace", all(per_second), all(at_once)),
        }
    }
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static> RateLimit<K> {
    fn new(name: &'static str, per_second: NonZeroU32, at_once: NonZeroU32) -> Self {
        let quota = Quota::per_second(per_second).allow_burst(at_once);
        let limiter = Arc::new(RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>());
        let weak = Arc::downgrade(&limiter);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                match weak.upgrade() {
                    Some(limiter) => limiter.retain_recent(),
                    None => return,
                }
            }
        });
        Self { limiter, per_second, at_once, name }
    }

    /// The error is the number of seconds to wait, at least one.
    fn admit(&self, client: &K, states: &LimitStates) -> Result<(), u64> {
        let admitted = self.limiter.check_key(client);
        let left = admitted.as_ref().map_or(0, governor::middleware::StateSnapshot::remaining_burst_capacity);
        let mut states = states.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (per_second, at_once) = (self.per_second.get(), self.at_once.get());
        states.push(LimitState { name: self.name, per_second, at_once, left });
        admitted.map(drop).map_err(|refused| refused.wait_time_from(self.limiter.clock().now()).as_secs() + 1)
    }
}

impl LimitState {
    /// Seconds in which this many requests are forgotten, at least one.
    fn seconds_for(&self, requests: u32) -> u32 {
        requests.div_ceil(self.per_second).max(1)
    }
}

impl LimitStates {
    /// In the format of the IETF's draft "`RateLimit` header fields for HTTP".
    fn tell(&self, headers: &mut HeaderMap) {
        let (mut policy, mut left) = (String::new(), String::new());
        for state in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let LimitState { name, at_once, left: remaining, .. } = state;
            let comma = if policy.is_empty() { "" } else { ", " };
            let (window, whole) = (state.seconds_for(*at_once), state.seconds_for(at_once.saturating_sub(*remaining)));
            let _ = write!(policy, "{comma}\"{name}\";q={at_once};w={window}");
            let _ = write!(left, "{comma}\"{name}\";r={remaining};t={whole}");
        }
        if let (false, Ok(policy), Ok(left)) = (policy.is_empty(), policy.parse::<HeaderValue>(), left.parse()) {
            headers.insert(POLICY, policy);
            headers.insert(LEFT, left);
        }
    }
}

pub(in crate::http) async fn limit(
    http: &Http,
    mut request: Box<Request>,
    next: impl AsyncFnOnce(Box<Request>) -> Response,
) -> Response {
    if http.rate_limit.is_none() && !request.headers().contains_key(auth::HEADER) {
        return next(request).await;
    }
    let states = LimitStates::default();
    let address = client::address(peer(&request), request.headers(), http.trusted_proxies);
    let admitted = match (&http.rate_limit, address) {
        (Some(limit), Some(address)) => limit.admit(&client_prefix(address), &states),
        _ => Ok(()),
    };
    if admitted.is_err() {
        http.service.note_limited();
    }
    let uri = request.uri();
    let mut response = match admitted {
        Err(seconds) if is_api(uri.path()) => ApiError::from(RequestError::TooMany(seconds)).into_response(),
        Err(seconds) => Box::pin(pages::too_many(http, request.headers(), uri, seconds)).await,
        Ok(()) => {
            request.extensions_mut().insert(states.clone());
            next(request).await
        }
    };
    states.tell(response.headers_mut());
    response
}

pub(in crate::http) fn admit_key(http: &Http, parts: &Parts, caller: &Caller) -> Result<(), RequestError> {
    let (Some(limits), Caller::Key(grant)) = (&http.key_limits, caller) else { return Ok(()) };
    let states = parts.extensions.get::<LimitStates>().cloned().unwrap_or_default();
    // A refused request of one key does not count against the others.
    limits.keys.admit(&grant.key_id, &states).map_err(RequestError::TooMany)?;
    limits.namespaces.admit(&grant.namespace, &states).map_err(RequestError::TooMany)
}

fn peer(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<Peer>().map(|peer| peer.0.ip())
}
