//! The time that a response takes of the thread that serves requests.

use std::{collections::BTreeMap, hint::black_box, time::Duration};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, StatusCode, header},
};
use tower::ServiceExt;

use crate::support::thread_time;

/// The maximum processor time of a response, as a multiple of [`reference`].
///
/// Test builds are unoptimised and run at different speeds on different machines, but the reference slows down alike.
/// Optimised, it takes 2.8 ms on the machine where this was written, so the bound means 50 ms.
const BOUND: u32 = 18;

/// Measures responses, and records those that take too long.
pub(super) struct Effort {
    router: Router,
    reference: Duration,
    most: (Duration, String),
    broken: Vec<String>,
    count: usize,
}

impl Effort {
    pub(super) fn of(router: &Router) -> Self {
        let reference = (0..5).map(|_| spent(reference)).min().unwrap_or_default();
        Self { router: router.clone(), reference, most: <(Duration, String)>::default(), broken: Vec::new(), count: 0 }
    }

    /// Sends a request. The tests' runtime has a single thread, which serves it: work on other threads, such as
    /// low-priority ones, does not count.
    pub(super) async fn send(
        &mut self,
        what: &str,
        method: Method,
        path: &str,
        headers: &[(&'static str, &str)],
        media_type: &str,
        body: String,
    ) -> StatusCode {
        let mut request = Request::builder().method(&method).uri(path).header(header::CONTENT_TYPE, media_type);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let bytes = body.len();
        let request = request.body(Body::from(body)).expect("a request");
        let router = self.router.clone();
        let start = thread_time();
        let Ok(response) = router.oneshot(request).await;
        let status = response.status();
        let reply = to_bytes(response.into_body(), usize::MAX).await.expect("a whole reply").len();
        let took = thread_time().saturating_sub(start);
        let told = format!("{method} {path}, {what}, {bytes} bytes: {status} of {reply} bytes after {took:?}");
        assert!(!status.is_server_error(), "{told}");
        self.count += 1;
        if took > self.reference * BOUND {
            self.broken.push(told.clone());
        }
        if took > self.most.0 {
            self.most = (took, told);
        }
        status
    }

    /// Fails if a response took too long, or if fewer were measured.
    #[track_caller]
    pub(super) fn finish(self, least: usize) {
        let Self { reference, most, broken, count, .. } = self;
        println!("{count} requests; {reference:?} is the reference, {:?} the bound; {}", reference * BOUND, most.1);
        assert!(count >= least, "only {count} requests");
        assert!(broken.is_empty(), "longer than {:?}:\n{}", reference * BOUND, broken.join("\n"));
    }
}

fn spent(work: fn()) -> Duration {
    let start = thread_time();
    work();
    thread_time().saturating_sub(start)
}

/// Creates, sorts, looks up and drops texts, as most code does.
fn reference() {
    let texts: BTreeMap<String, Vec<u8>> = (0..6_000_u32)
        .map(|number| (format!("text {}", number.wrapping_mul(2_654_435_761)), number.to_string().into_bytes()))
        .collect();
    let found = (0..6_000_u32).filter(|number| texts.contains_key(&format!("text {number}"))).count();
    black_box((texts.values().map(Vec::len).sum::<usize>(), found));
}
