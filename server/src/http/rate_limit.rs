//! Limits the requests a second from one client.

use std::{
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock};

use super::{
    client,
    error::{ApiError, RequestError},
    guard::is_api,
    pages,
    state::Http,
};
use crate::subscriber::subscriber;

/// Interval at which silent addresses are forgotten.
const SWEEP: Duration = Duration::from_mins(1);

pub struct RateLimit {
    limiter: Arc<DefaultKeyedRateLimiter<IpAddr>>,
}

/// The other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl RateLimit {
    /// `per_second` requests, and as many at once.
    pub fn new(per_second: NonZeroU32) -> Self {
        let limiter = Arc::new(DefaultKeyedRateLimiter::keyed(Quota::per_second(per_second)));
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
        Self { limiter }
    }

    /// The error is the seconds to wait, at least one.
    fn admit(&self, address: IpAddr) -> Result<(), u64> {
        self.limiter.check_key(&subscriber(address)).map_err(|refused| {
            let wait = refused.wait_time_from(self.limiter.clock().now());
            wait.as_secs() + 1
        })
    }
}

pub(super) async fn limit(State(http): State<Http>, request: Request, next: Next) -> Response {
    if let Some(limit) = &http.rate_limit
        && let Some(address) = client::address(peer(&request), request.headers(), http.trusted_proxies)
        && let Err(seconds) = limit.admit(address)
    {
        http.service.note_limited();
        let path = request.uri().path();
        return if is_api(path) {
            ApiError::from(RequestError::TooMany(seconds)).into_response()
        } else {
            pages::too_many(&http, request.headers(), path, seconds).await
        };
    }
    next.run(request).await
}

fn peer(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<Peer>().map(|peer| peer.0.ip())
}
