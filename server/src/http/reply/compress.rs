//! Compression of replies. Large ones are not compressed by the threads that serve requests.

use std::{
    cell::RefCell,
    convert::Infallible,
    future::ready,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use axum::{
    body::{Body, BodyDataStream, Bytes, HttpBody, to_bytes},
    http::{HeaderMap, HeaderValue, Request, header},
    response::Response,
};
use futures_util::{
    StreamExt, TryStreamExt, poll,
    stream::{self, Fuse},
};
use libdeflater::{CompressionLvl, Compressor};
use tokio::runtime::Handle;
use tower::{ServiceExt, service_fn};
use tower_http::compression::{Compression, CompressionBody, DefaultPredicate, predicate::Predicate};

use super::shared_page::SharedPage;
use crate::{
    low_priority::{SMALL, is_offloaded, try_offload},
    service::OwnTurns,
    turns::Full,
};

/// The encodings of [`Ready`], best first.
const ENCODINGS: [&str; 2] = ["br", "gzip"];

/// Maximum size of an uncompressed reply in bytes: it takes one packet either way.
const PACKET: u64 = 1400;

/// A cached body with its compressed forms, so that sending it again costs nothing.
#[derive(Clone)]
pub(in crate::http) struct Ready {
    body: Bytes,
    compressed: Option<[Bytes; 2]>,
}

impl Ready {
    pub(in crate::http) fn new(body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), compressed: None }
    }

    pub(in crate::http) async fn with_compressed(self) -> Self {
        if self.body.len() as u64 <= PACKET {
            return self;
        }
        let is_large = self.is_large();
        let [br, gzip] = ENCODINGS.map(async |encoding| {
            let (encoding, reply) = (HeaderValue::from_static(encoding), Response::new(Body::from(self.body.clone())));
            let reply = if is_large { compressed(encoding, reply).await } else { whole(encoding, reply).await };
            in_memory(reply.into_body()).await
        });
        Self { compressed: Some([br.await, gzip.await]), ..self }
    }

    pub(in crate::http) fn bytes(&self) -> usize {
        self.body.len() + self.compressed.iter().flatten().map(Bytes::len).sum::<usize>()
    }

    pub(in crate::http) fn is_large(&self) -> bool {
        self.body.len() > SMALL
    }

    /// The reply for a client, in the smallest form that it accepts.
    pub(in crate::http) fn reply(&self, headers: &HeaderMap) -> Response {
        let forms = self.compressed.iter().flat_map(|bodies| ENCODINGS.into_iter().zip(bodies));
        let Some((encoding, body)) = forms.into_iter().find(|(encoding, _)| takes(headers, encoding)) else {
            return Response::new(Body::from(self.body.clone()));
        };
        let mut response = Response::new(Body::from(body.clone()));
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        vary(response.headers_mut());
        response
    }
}

pub(in crate::http) fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    headers.get(header::ACCEPT_ENCODING).is_some_and(|accepted| names(accepted, encoding))
}

fn names(accepted: &HeaderValue, encoding: &str) -> bool {
    accepted.to_str().unwrap_or_default().split(',').any(|item| {
        let mut parts = item.split(';');
        parts.next().is_some_and(|name| name.trim() == encoding)
            && !parts.any(|weight| matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Compresses a reply for a client that accepts it. If it is large and in memory, this happens off the threads that
/// serve requests; otherwise while it is sent, in turns of the owner in the reply's extensions. A small reply gets
/// gzip, which costs an eighth of brotli.
pub(in crate::http) async fn compress(accepted: Option<HeaderValue>, mut response: Response) -> Response {
    if !is_worth_it(&response) {
        return response;
    }
    vary(response.headers_mut());
    let Some(accepted) = accepted else { return response };
    let takes_gzip = names(&accepted, "gzip");
    if takes_gzip && let Some(page) = response.extensions_mut().remove::<SharedPage>() {
        match Box::pin(shared(page, response)).await {
            Ok(compressed) => return compressed,
            Err(plain) => response = plain,
        }
    }
    match response.body().size_hint().exact() {
        // Within a turn regardless of the size: compressing while sending would need another turn.
        Some(bytes) if bytes > SMALL as u64 || is_offloaded() => Box::pin(compressed(accepted, response)).await,
        Some(_) if takes_gzip => {
            let (head, body) = response.into_parts();
            with_gzip(Response::from_parts(head, quickly(&in_memory(body).await)))
        }
        Some(_) => Box::pin(in_passing(accepted, response)).await.map(Body::new),
        None => {
            let turns = response.extensions().get::<OwnTurns>().cloned();
            let (head, body) = response.into_parts();
            let source = Source::of(body);
            let response = Response::from_parts(head, source.body());
            let mut response = Box::pin(in_passing(accepted, response)).await.map(Body::new);
            if !response.headers().contains_key(header::CONTENT_ENCODING) {
                return response;
            }
            response.extensions_mut().insert(source);
            match turns {
                Some(turns) => made_in_turns(turns, response),
                None => response,
            }
        }
    }
}

/// False for a reply that is already compressed, would not get smaller, fits in one packet, or is part of a file.
fn is_worth_it(response: &Response) -> bool {
    let headers = response.headers();
    !headers.contains_key(header::CONTENT_ENCODING)
        && !headers.contains_key(header::CONTENT_RANGE)
        && response.body().size_hint().exact().is_none_or(|bytes| bytes > PACKET)
        && DefaultPredicate::new().should_compress(response)
}

/// Compresses a page that is shared except for own texts. Fails with the page if it must be compressed by itself.
async fn shared(page: SharedPage, response: Response) -> Result<Response, Response> {
    let (head, body) = response.into_parts();
    let body = in_memory(body).await;
    match page.gzip(body.clone()).await {
        Some(gzip) => Ok(with_gzip(Response::from_parts(head, gzip))),
        None => Err(Response::from_parts(head, body.into())),
    }
}

fn with_gzip(mut response: Response<Vec<u8>>) -> Response {
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response.map(Body::from)
}

thread_local! {
    /// Its tables take longer to build than a small reply takes to compress.
    static QUICK: RefCell<Compressor> = RefCell::new(Compressor::new(CompressionLvl::new(1).unwrap_or_default()));
}

fn quickly(body: &[u8]) -> Vec<u8> {
    QUICK.with_borrow_mut(|compressor| {
        let mut gzip = vec![0; compressor.gzip_compress_bound(body.len())];
        // The buffer is large enough.
        let bytes = compressor.gzip_compress(body, &mut gzip).unwrap_or_default();
        gzip.truncate(bytes);
        gzip
    })
}

/// The source of a reply that is compressed while it is sent, for example rows of a database.
///
/// A compressor requests more input before it passes on its output. A reply that is then suspended, until its next turn
/// or until a slow client has read it, would hold its connection to the database for nothing. A reply that is made in
/// turns is therefore [fed](fed_piece): nothing is requested before it is needed.
#[derive(Clone)]
struct Source(Arc<Mutex<Feed>>);

struct Feed {
    /// `None` once it is fed.
    rest: Option<Rest>,
    next: Option<Bytes>,
    has_ended: bool,
}

type Rest = Fuse<BodyDataStream>;

impl Source {
    fn of(body: Body) -> Self {
        let rest = Some(body.into_data_stream().fuse());
        Self(Arc::new(Mutex::new(Feed { rest, next: None, has_ended: false })))
    }

    fn feed(&self) -> MutexGuard<'_, Feed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn body(&self) -> Body {
        let source = self.clone();
        Body::from_stream(stream::poll_fn(move |context| {
            let mut feed = source.feed();
            if let Some(rest) = &mut feed.rest {
                return rest.poll_next_unpin(context);
            }
            match feed.next.take() {
                None if !feed.has_ended => Poll::Pending,
                next => Poll::Ready(next.map(Ok)),
            }
        }))
    }
}

/// Size of the part of a reply that is made in one turn, in bytes.
const PIECE: usize = 64 * 1024;

/// A streamed reply takes a turn for each piece, so that a long one waits between others. Events are exempt: they take
/// no time while there is no news.
pub(in crate::http) fn made_in_turns(turns: OwnTurns, response: Response) -> Response {
    let is_whole = response.body().size_hint().exact().is_some();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_events = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    if is_whole || is_events {
        return response;
    }
    let source = response.extensions().get::<Source>().cloned();
    let fed = source.and_then(|source| Some((source.feed().rest.take()?, source.clone())));
    response.map(|body| {
        let pieces = stream::try_unfold((body.into_data_stream(), fed), move |(body, fed)| {
            let turns = turns.clone();
            let piece = async move {
                match fed {
                    Some((rest, source)) => fed_piece(body, rest, source).await,
                    None => piece(body).await,
                }
            };
            async move { turns.run(piece).await.map_err(axum::Error::new)? }
        });
        Body::from_stream(pieces)
    })
}

/// The rest of a reply, with its source if it is fed.
type Left = (BodyDataStream, Option<(Rest, Source)>);

/// Returns the next bytes and the rest. `None` at the end.
async fn piece(mut body: BodyDataStream) -> Result<Option<(Bytes, Left)>, axum::Error> {
    let mut bytes = Vec::new();
    while bytes.len() < PIECE
        && let Some(next) = body.try_next().await?
    {
        bytes.extend_from_slice(&next);
    }
    Ok((!bytes.is_empty()).then(|| (bytes.into(), (body, None))))
}

/// Like [`piece`], for a compressed reply, which waits only for its input.
async fn fed_piece(
    mut body: BodyDataStream,
    mut rest: Rest,
    source: Source,
) -> Result<Option<(Bytes, Left)>, axum::Error> {
    let mut bytes = Vec::new();
    let mut has_ended = false;
    while bytes.len() < PIECE && !has_ended {
        let next = rest.try_next().await?;
        {
            let mut feed = source.feed();
            feed.has_ended = next.is_none();
            feed.next = next;
        }
        while let Poll::Ready(made) = poll!(body.try_next()) {
            let Some(made) = made? else {
                has_ended = true;
                break;
            };
            bytes.extend_from_slice(&made);
        }
    }
    Ok((!bytes.is_empty()).then(|| (bytes.into(), (body, Some((rest, source))))))
}

fn vary(headers: &mut HeaderMap) {
    let name = header::ACCEPT_ENCODING;
    let is_there = |value: &HeaderValue| value.to_str().is_ok_and(|names| names.contains(name.as_str()));
    if !headers.get_all(header::VARY).iter().any(is_there) {
        headers.append(header::VARY, name.into());
    }
}

/// Compresses a whole reply for the client. Leaves it uncompressed while too many of its owner's replies wait.
pub(in crate::http) async fn compressed(accepted: HeaderValue, reply: Response) -> Response {
    if is_offloaded() {
        return whole(accepted, reply).await;
    }
    let (head, body) = reply.into_parts();
    let reply = Response::from_parts(head, in_memory(body).await);
    let mut plain = reply.clone().map(Body::from);
    let runtime = Handle::current();
    let work = move || runtime.block_on(whole(accepted, reply.map(Body::from)));
    try_offload(true, work).await.unwrap_or_else(|Full| {
        vary(plain.headers_mut());
        plain
    })
}

async fn whole(accepted: HeaderValue, reply: Response) -> Response {
    let (head, body) = in_passing(accepted, reply).await.into_parts();
    Response::from_parts(head, in_memory(Body::new(body)).await.into())
}

/// Reading from memory cannot fail.
async fn in_memory(body: Body) -> Bytes {
    to_bytes(body, usize::MAX).await.unwrap_or_default()
}

async fn in_passing(accepted: HeaderValue, reply: Response) -> Response<CompressionBody<Body>> {
    let mut request = Request::new(());
    request.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
    let mut reply = Some(reply);
    let service = service_fn(move |_| ready(Ok::<_, Infallible>(reply.take().unwrap_or_default())));
    let Ok(compressed) = Compression::new(service).oneshot(request).await;
    compressed
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    const PIECES: u64 = 12;

    fn noise(seed: u64) -> Bytes {
        let mut state = seed;
        let next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.to_be_bytes()[0]
        };
        std::iter::repeat_with(next).take(PIECE + 1000).collect()
    }

    #[tokio::test]
    async fn what_is_not_worth_it_goes_as_it_is() {
        let text = |bytes: usize| Response::new(Body::from("x".repeat(bytes)));
        let with = |name, value: &'static str| {
            let mut reply = text(5000);
            reply.headers_mut().insert(name, HeaderValue::from_static(value));
            reply
        };
        for reply in [
            text(1400),
            with(header::CONTENT_RANGE, "bytes 0-4999/9999"),
            with(header::CONTENT_TYPE, "image/png"),
            with(header::CONTENT_ENCODING, "br"),
        ] {
            let before = reply.headers().clone();
            let reply = compress(Some(HeaderValue::from_static("gzip, deflate, br, zstd")), reply).await;
            assert_eq!(*reply.headers(), before);
            assert!(in_memory(reply.into_body()).await.iter().all(|byte| *byte == b'x'));
        }
        for (accepted, encoding) in [("gzip, deflate, br, zstd", "gzip"), ("br", "br"), ("gzip;q=0, br;q=1", "br")] {
            let reply = compress(Some(HeaderValue::from_static(accepted)), text(1401)).await;
            assert_eq!(reply.headers()[header::CONTENT_ENCODING], encoding);
            assert_eq!(reply.headers()[header::VARY], "accept-encoding");
            let bytes = in_memory(reply.into_body()).await.len();
            assert!((1..200).contains(&bytes), "{bytes} bytes, {accepted}");
        }
    }

    #[tokio::test]
    async fn a_reply_that_waits_for_its_next_turn_holds_no_connection() {
        for encoding in ENCODINGS {
            let connections = Arc::new(Semaphore::new(1));
            let of_body = Arc::clone(&connections);
            let rows = stream::unfold(0, move |number| {
                let connections = Arc::clone(&of_body);
                async move {
                    let _connection = connections.acquire().await.ok()?;
                    tokio::task::yield_now().await;
                    (number < PIECES).then(|| (Ok::<_, Infallible>(noise(number)), number + 1))
                }
            });
            let reply = Response::builder().header(header::CONTENT_TYPE, "text/csv").body(Body::from_stream(rows));
            let reply = compress(Some(HeaderValue::from_static(encoding)), reply.expect("a reply")).await;
            assert_eq!(reply.headers()[header::CONTENT_ENCODING], encoding);
            let mut body = made_in_turns(OwnTurns::alone(), reply).into_body().into_data_stream();
            let mut pieces = 0;
            while body.try_next().await.expect("a piece").is_some() {
                assert_eq!(connections.available_permits(), 1, "{encoding}, piece {pieces}");
                pieces += 1;
            }
            assert!(pieces > PIECES / 2, "{pieces} pieces");
        }
    }
}
