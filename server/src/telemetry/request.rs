//! The request that a thread works on. Whatever the log says meanwhile stands in a span that names it.

use std::{fmt, sync::Arc};

use axum::http::Uri;
use tracing::{Event, Span, Subscriber};
use tracing_subscriber::{
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    registry::LookupSpan,
};

use super::access;

tokio::task_local! {
    static CURRENT: Arc<RequestLabels>;
}

/// The fields of a request's log line. None of them needs escaping.
pub(crate) struct RequestLabels {
    pub(crate) id: String,
    pub(crate) method: &'static str,
    /// The template, never the path.
    pub(crate) route: String,
    pub(crate) quiz: Option<String>,
    /// Never logged: it may name a respondent.
    pub(crate) uri: Uri,
}

impl RequestLabels {
    /// Does the request's work, so that what is said meanwhile names the request.
    pub(crate) async fn during<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        CURRENT.scope(Arc::clone(self), work).await
    }

    /// Writes the request's own line.
    pub(crate) fn log_access(self: &Arc<Self>, status: u16, microseconds: u64) {
        if !access::write(self, status, microseconds) {
            CURRENT.sync_scope(Arc::clone(self), || access::say(status, microseconds));
        }
    }

    /// The namespace that the path names, well-formed or not. Looked for when it is wanted, which is seldom.
    pub(crate) fn namespace(&self) -> Option<&str> {
        let (mut names, mut values) = (self.route.split('/'), self.uri.path().split('/'));
        let place = names.position(|name| matches!(name, "{namespaceId}" | "{namespace}"))?;
        values.nth(place)
    }

    /// Of the highest level, so that an error has its request at every setting of the log.
    fn span(&self) -> Span {
        let Self { id, method, route, quiz, .. } = self;
        tracing::error_span!("request", id = id.as_str(), method, route = route.as_str(), quiz = quiz.as_deref())
    }
}

/// Something about the request that this thread works on, if there is one.
pub(crate) fn of_current<T>(told: impl FnOnce(&RequestLabels) -> T) -> Option<T> {
    CURRENT.try_with(|request| told(request)).ok()
}

/// The work for another thread, which belongs to the request of this one.
pub(crate) fn carried<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let request = CURRENT.try_with(Arc::clone).ok();
    move || match request {
        Some(request) => CURRENT.sync_scope(request, work),
        None => work(),
    }
}

/// Opens the span when a line is written: of most requests nothing is said but their own line, and a span costs more.
pub(super) struct InRequest<F>(pub(super) F);

impl<S, N, F> FormatEvent<S, N> for InRequest<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let span = CURRENT.try_with(|request| request.span()).unwrap_or_else(|_| Span::none());
        span.in_scope(|| self.0.format_event(context, writer, event))
    }
}
