//! The time that a reply takes of the thread that serves requests.

use std::{collections::BTreeMap, hint::black_box, time::Duration};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, StatusCode, header},
};
use tower::ServiceExt;

use crate::support::thread_time;

/// The processor time that a reply may take: so many times as much as [`reference`] takes.
///
/// Builds for tests are not optimised, and run at different speeds on different machines, but the reference slows down as
/// all else does. Optimised, it takes 2.8 ms where this was written, so that the bound stands for 50 ms.
const BOUND: u32 = 18;

/// Measures replies, and remembers those that take too long.
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

    /// Sends a request. The tests' runtime has one thread, which serves it: work of other threads does not count, such as
    /// that of low priority.
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

    /// Fails if one reply took too long, or if fewer were measured.
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

/// Texts that are made, sorted, looked up and dropped: what most code does.
fn reference() {
    let texts: BTreeMap<String, Vec<u8>> = (0..6_000_u32)
        .map(|number| (format!("text {}", number.wrapping_mul(2_654_435_761)), number.to_string().into_bytes()))
        .collect();
    let found = (0..6_000_u32).filter(|number| texts.contains_key(&format!("text {number}"))).count();
    black_box((texts.values().map(Vec::len).sum::<usize>(), found));
}
