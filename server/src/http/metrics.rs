//! Prometheus metrics: how long requests take, by route, method and status.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{MatchedPath, Request},
    http::Method,
    middleware::Next,
    response::Response,
    routing::get,
};
use metrics::Histogram;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const SECONDS: &str = "http_request_duration_seconds";
const BUCKETS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Interval at which raw samples are folded into buckets. They would pile up until the next scrape otherwise.
const UPKEEP: Duration = Duration::from_secs(5);

static IS_COUNTING: AtomicBool = AtomicBool::new(false);

pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Starts counting, and the task that keeps the samples' memory bounded. Without this, counting costs nothing.
    pub fn install() -> anyhow::Result<Self> {
        let handle = builder()?.install_recorder()?;
        IS_COUNTING.store(true, Ordering::Relaxed);
        tokio::spawn(keep_up(handle.clone(), UPKEEP));
        Ok(Self(handle))
    }

    /// `/metrics`, to be served on an address of its own.
    pub fn router(self) -> Router {
        Router::new().route("/metrics", get(move || std::future::ready(self.0.render())))
    }
}

async fn keep_up(handle: PrometheusHandle, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        handle.run_upkeep();
    }
}

fn builder() -> anyhow::Result<PrometheusBuilder> {
    Ok(PrometheusBuilder::new().set_buckets_for_metric(Matcher::Full(SECONDS.to_owned()), &BUCKETS)?)
}

/// Labels with the route's template: a path would identify respondents, and there is no end of paths.
pub(super) async fn measure(request: Request, next: Next) -> Response {
    if !IS_COUNTING.load(Ordering::Relaxed) {
        return next.run(request).await;
    }
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = known(request.method());
    let started = Instant::now();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    record(route, method, response.status().as_u16(), started.elapsed());
    response
}

/// A client may send any token as its method, and a label is kept until the process ends.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

type Series = HashMap<String, HashMap<(&'static str, u16), Histogram>>;

thread_local! {
    /// The series that this thread has recorded to, so that a request allocates no labels.
    static SERIES: RefCell<Series> = RefCell::default();
}

fn record(route: &str, method: &'static str, status: u16, took: Duration) {
    SERIES.with_borrow_mut(|series| {
        if !series.contains_key(route) {
            series.insert(route.to_owned(), HashMap::new());
        }
        let Some(of_route) = series.get_mut(route) else { return };
        let histogram = of_route.entry((method, status)).or_insert_with(|| {
            let route = route.to_owned();
            metrics::histogram!(SECONDS, "route" => route, "method" => method, "status" => status.to_string())
        });
        histogram.record(took.as_secs_f64());
    });
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, http::StatusCode, middleware::from_fn};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn invented_methods_and_paths_share_one_series() {
        let recorder = builder().expect("the buckets are right").build_recorder();
        let handle = recorder.handle();
        let _counting = metrics::set_default_local_recorder(&recorder);
        IS_COUNTING.store(true, Ordering::Relaxed);
        let router = Router::new().route("/quizzes/{id}", get(|| async {})).layer(from_fn(measure));
        for number in 0..20_000 {
            let request = Request::builder()
                .method(format!("INVENTED{number}").as_str())
                .uri(format!("/quizzes/{number}"))
                .body(Body::empty())
                .expect("a request");
            let response = router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
            assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        }
        let text = handle.render();
        assert!(text.len() < 2000, "{} bytes", text.len());
        assert!(text.contains(r#"_count{route="/quizzes/{id}",method="other",status="405"} 20000"#), "{text}");
    }

    /// Resident memory, in pages of 4 KiB.
    fn resident() -> u64 {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux tells");
        statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number")
    }

    /// Other tests would share the process and its memory.
    #[test]
    fn samples_that_are_never_scraped_take_no_memory() {
        let program = std::env::current_exe().expect("the tests' program");
        let alone = ["--ignored", "--exact", "http::metrics::tests::samples_alone_in_a_process"];
        let output = std::process::Command::new(program).args(alone).output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
    }

    #[tokio::test]
    #[ignore = "run by samples_that_are_never_scraped_take_no_memory"]
    async fn samples_alone_in_a_process() {
        let recorder = builder().expect("the buckets are right").build_recorder();
        let _counting = metrics::set_default_local_recorder(&recorder);
        tokio::spawn(keep_up(recorder.handle(), Duration::from_millis(1)));
        let before = resident();
        // As many as an hour has of five hundred a second, which would take 30 MiB.
        for _ in 0..900 {
            (0..2000).for_each(|_| record("/", "GET", 200, Duration::from_millis(1)));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let grown = resident().saturating_sub(before) * 4;
        assert!(grown < 5 * 1024, "{grown} KiB");
    }
}
