//! Figures for Prometheus: requests by route and status, and how long they took.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use axum::{
    Router,
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
    routing::get,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const SECONDS: &str = "http_request_duration_seconds";
const BUCKETS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

static IS_COUNTING: AtomicBool = AtomicBool::new(false);

pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins to count. Without this, counting costs nothing.
    ///
    /// # Errors
    /// When it was called before.
    pub fn install() -> anyhow::Result<Self> {
        let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Full(SECONDS.to_owned()), &BUCKETS)?;
        let recorder = builder.install_recorder()?;
        IS_COUNTING.store(true, Ordering::Relaxed);
        Ok(Self(recorder))
    }

    /// `/metrics`, to be served on an address of its own.
    pub fn router(self) -> Router {
        Router::new().route("/metrics", get(move || std::future::ready(self.0.render())))
    }
}

/// Routes, not paths: a path would name people, and there are too many.
pub(super) async fn measure(request: Request, next: Next) -> Response {
    if !IS_COUNTING.load(Ordering::Relaxed) {
        return next.run(request).await;
    }
    let route = request.extensions().get::<MatchedPath>().map_or("none".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().as_str().to_owned();
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::histogram!(SECONDS, "route" => route, "method" => method, "status" => status)
        .record(started.elapsed().as_secs_f64());
    response
}
