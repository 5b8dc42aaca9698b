//! Lists as CSV, streamed in batches, so that a long one takes no memory.

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::Response,
};
use domain::guard;
use futures_util::{TryStreamExt, stream};

use crate::service::ServiceError;

/// Some rows, and the place to continue from.
pub(in crate::http) type Piece<S> = (Vec<Vec<String>>, S);

/// A file `name` with these columns and the rows that `next` returns, from `start` until there is no batch. A failure
/// midway closes the connection, so that a part is never mistaken for the whole.
pub(in crate::http) fn file<S, F, P>(name: &str, columns: &[&str], start: S, next: F) -> Response
where
    S: Send + 'static,
    F: FnMut(S) -> P + Send + 'static,
    P: Future<Output = Result<Option<Piece<S>>, ServiceError>> + Send + 'static,
{
    let head = vec![columns.iter().map(|column| (*column).to_owned()).collect()];
    let rows = stream::try_unfold(start, next).and_then(|rows| std::future::ready(bytes(&rows)));
    let whole = stream::once(std::future::ready(bytes(&head)));
    let body = futures_util::StreamExt::chain(whole, rows);
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// Escapes text that a spreadsheet would take for a formula.
fn bytes(rows: &[Vec<String>]) -> Result<Bytes, ServiceError> {
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let failed = |error: csv::Error| ServiceError::Internal(error.to_string());
    for row in rows {
        csv.write_record(row.iter().map(|cell| guard(cell).into_owned())).map_err(failed)?;
    }
    let bytes = csv.into_inner().map_err(|error| ServiceError::Internal(error.to_string()))?;
    Ok(bytes.into())
}
