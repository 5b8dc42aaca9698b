//! Prometheus metrics: the duration of requests by route, method and status, and the state of the server at each
//! scrape.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};
use metrics::{Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

use crate::http::reply::error::ApiError;
use crate::{
    service::Service,
    store::{JobKind, JobState, StoreFigures},
};

const SECONDS: &str = "http_request_duration_seconds";
/// Open connections, including those of `/metrics`.
pub(in crate::http) const CONNECTIONS: &str = "http_connections";
/// Responses that an operator should investigate: each 5xx except those that the API documents for a missing thing.
const FAILURES: &str = "http_failures_total";
const BUILD: &str = "quiz_answers_build_info";
const READY: &str = "quiz_answers_ready";
const JOBS: &str = "quiz_answers_jobs";
const WAITING: &str = "quiz_answers_queue_length";
const DATABASE: &str = "quiz_answers_database_bytes";
const DISK: &str = "quiz_answers_disk_free_bytes";
const KEYS: &str = "quiz_answers_keys_ending_soon";
const BUCKETS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Interval at which raw samples are folded into buckets. They would accumulate until the next scrape otherwise.
const UPKEEP: Duration = Duration::from_secs(5);

static IS_COUNTING: AtomicBool = AtomicBool::new(false);

pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Starts the metrics, and the task that bounds the samples' memory. Without this, counting costs nothing.
    pub fn install() -> anyhow::Result<Self> {
        let handle = builder()?.install_recorder()?;
        IS_COUNTING.store(true, Ordering::Relaxed);
        tokio::spawn(keep_up(handle.clone(), UPKEEP));
        Ok(Self(handle))
    }

    /// `/metrics`, to be served on an address of its own.
    pub fn router(self, service: Arc<Service>) -> Router {
        describe_histogram!(SECONDS, Unit::Seconds, "Time of requests by the route's template.");
        describe_counter!(FAILURES, "Responses with a 5xx status, without those that the API documents.");
        describe_gauge!(CONNECTIONS, "Open connections.");
        describe_gauge!(BUILD, "Always 1; the label names the release.");
        describe_gauge!(READY, "1 if the database can be read and written, as `/readyz` tells.");
        describe_gauge!(JOBS, "Jobs of the database by kind and state; a failed one counts until it is forgotten.");
        describe_gauge!(WAITING, "Requests that wait for one of the database's workers; the bound is 2,048 each.");
        describe_gauge!(DATABASE, Unit::Bytes, "Size of the database with its log.");
        describe_gauge!(DISK, Unit::Bytes, "Room on the disk of the database.");
        describe_gauge!(KEYS, "API keys that end within 14 days.");
        // An alert on a counter misses the first failure if that failure creates the counter.
        counter!(FAILURES).increment(0);
        let process = Collector::default();
        process.describe();
        let scraper = Scraper { handle: self.0, process, service };
        Router::new().route("/metrics", get(scrape)).with_state(Arc::new(scraper))
    }
}

struct Scraper {
    handle: PrometheusHandle,
    process: Collector,
    service: Arc<Service>,
}

async fn scrape(State(scraper): State<Arc<Scraper>>) -> impl IntoResponse {
    let is_ready = scraper.service.check().await.is_ok();
    gauge!(READY).set(f64::from(u8::from(is_ready)));
    match scraper.service.figures().await {
        Ok(figures) => show(&figures),
        // Continue: the other metrics are needed all the more.
        Err(error) => ApiError::from(error).log(),
    }
    match scraper.service.count_keys_ending_soon().await {
        Ok(count) => gauge!(KEYS).set(f64::from(u32::try_from(count).unwrap_or(u32::MAX))),
        Err(error) => ApiError::from(error).log(),
    }
    scraper.process.collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], scraper.handle.render())
}

#[expect(clippy::cast_precision_loss, reason = "exact up to 9 petabytes")]
fn show(figures: &StoreFigures) {
    for (kind, state) in JobKind::ALL.into_iter().flat_map(|kind| JobState::ALL.map(|state| (kind, state))) {
        let count = figures.jobs.get(&(kind, state)).copied().unwrap_or_default();
        gauge!(JOBS, "kind" => kind.as_str(), "state" => state.as_str()).set(count as f64);
    }
    for &(queue, waiting) in &figures.waiting {
        gauge!(WAITING, "queue" => queue).set(waiting as f64);
    }
    gauge!(DATABASE).set(figures.database_bytes as f64);
    if let Some(free) = figures.disk_free_bytes {
        gauge!(DISK).set(free as f64);
    }
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
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

#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub(in crate::http) struct Counted {
    pub(in crate::http) method: &'static str,
    pub(in crate::http) status: u16,
    /// The API documents this 500 for a missing thing; see [`Published`](crate::http::reply::error::Published).
    pub(in crate::http) is_published: bool,
}

impl Counted {
    fn is_failure(self) -> bool {
        self.status >= 500 && !self.is_published
    }
}

type Series = HashMap<String, HashMap<Counted, Histogram>>;

thread_local! {
    /// The series that this thread has recorded to, so that a request allocates no labels.
    static SERIES: RefCell<Series> = RefCell::default();
}

pub(in crate::http) fn record(route: &str, counted: Counted, duration: Duration) {
    if !IS_COUNTING.load(Ordering::Relaxed) {
        return;
    }
    if counted.is_failure() {
        counter!(FAILURES).increment(1);
    }
    SERIES.with_borrow_mut(|series| {
        if !series.contains_key(route) {
            series.insert(route.to_owned(), HashMap::new());
        }
        let Some(of_route) = series.get_mut(route) else { return };
        let histogram = of_route.entry(counted).or_insert_with(|| histogram(route.to_owned(), counted));
        histogram.record(duration.as_secs_f64());
    });
}

/// Only the series of published errors have the `published` label.
fn histogram(route: String, counted: Counted) -> Histogram {
    let Counted { method, status, is_published } = counted;
    let status = status.to_string();
    if is_published {
        metrics::histogram!(SECONDS, "route" => route, "method" => method, "status" => status, "published" => "true")
    } else {
        metrics::histogram!(SECONDS, "route" => route, "method" => method, "status" => status)
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Body,
        extract,
        http::{Request, StatusCode},
        middleware::{Next, from_fn},
        response,
    };
    use tower::ServiceExt;

    use super::*;
    use crate::http::middleware::observe::observe;

    async fn observed(request: extract::Request, next: Next) -> response::Response {
        observe(Box::new(request), async |request: Box<extract::Request>| next.run(*request).await).await
    }

    #[tokio::test]
    async fn invented_methods_and_paths_share_one_series() {
        let recorder = builder().expect("the buckets are right").build_recorder();
        let handle = recorder.handle();
        let _counting = metrics::set_default_local_recorder(&recorder);
        IS_COUNTING.store(true, Ordering::Relaxed);
        let router = Router::new().route("/quizzes/{id}", get(|| async {})).layer(from_fn(observed));
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

    #[test]
    fn published_errors_are_no_failures() {
        let recorder = builder().expect("the buckets are right").build_recorder();
        let handle = recorder.handle();
        let _counting = metrics::set_default_local_recorder(&recorder);
        IS_COUNTING.store(true, Ordering::Relaxed);
        let responses = [(200, false), (404, false), (500, true), (500, true), (500, false), (503, false)];
        for (status, is_published) in responses {
            record("/a", Counted { method: "GET", status, is_published }, Duration::from_millis(1));
        }
        let text = handle.render();
        for line in [
            "http_failures_total 2",
            r#"_count{route="/a",method="GET",status="500"} 1"#,
            r#"_count{route="/a",method="GET",status="500",published="true"} 2"#,
        ] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
    }

    /// Resident memory, in pages of 4 KiB.
    fn resident() -> u64 {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux tells");
        statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number")
    }

    /// In a process of its own, as other tests would share the memory.
    #[test]
    fn samples_that_are_never_scraped_take_no_memory() {
        let program = std::env::current_exe().expect("the tests' program");
        let alone = ["--ignored", "--exact", "http::middleware::metrics::tests::samples_alone_in_a_process"];
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
        IS_COUNTING.store(true, Ordering::Relaxed);
        let before = resident();
        // As many as in an hour of five hundred per second, which would take 30 MiB.
        for _ in 0..900 {
            let counted = Counted { method: "GET", status: 200, is_published: false };
            (0..2000).for_each(|_| record("/", counted, Duration::from_millis(1)));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let grown = resident().saturating_sub(before) * 4;
        assert!(grown < 10 * 1024, "{grown} KiB");
    }
}
