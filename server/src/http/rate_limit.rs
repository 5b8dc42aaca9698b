//! At most so many requests a second from one address.

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

use super::{error::ApiError, pages, state::Http};

/// How often addresses that fell silent are forgotten.
const SWEEP: Duration = Duration::from_mins(1);

pub struct RateLimit {
    limiter: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    proxies: usize,
}

/// The other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl RateLimit {
    /// `per_second` requests, and as many at once. Behind `proxies` trusted proxies the address is taken from
    /// `X-Forwarded-For`, that many places from its end.
    #[must_use]
    pub fn new(per_second: NonZeroU32, proxies: usize) -> Self {
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
        Self { limiter, proxies }
    }

    /// # Errors
    /// The seconds to wait, at least one.
    fn admit(&self, address: IpAddr) -> Result<(), u64> {
        self.limiter.check_key(&address).map_err(|refused| {
            let wait = refused.wait_time_from(self.limiter.clock().now());
            wait.as_secs() + 1
        })
    }

    fn address(&self, request: &Request) -> Option<IpAddr> {
        let peer = request.extensions().get::<Peer>()?.0.ip();
        let Some(from_end) = self.proxies.checked_sub(1) else { return Some(peer) };
        let forwarded: Vec<&str> = request
            .headers()
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let claimed = forwarded.iter().rev().nth(from_end).and_then(|text| text.trim().parse().ok());
        Some(claimed.unwrap_or(peer))
    }
}

pub(super) async fn limit(State(http): State<Http>, request: Request, next: Next) -> Response {
    if let Some(limit) = &http.rate_limit
        && let Some(address) = limit.address(&request)
        && let Err(seconds) = limit.admit(address)
    {
        let path = request.uri().path();
        return if path.starts_with("/api/") {
            ApiError::TooMany(seconds).into_response()
        } else {
            pages::too_many(&http, request.headers(), path, seconds)
        };
    }
    next.run(request).await
}
