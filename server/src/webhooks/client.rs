//! Sends one event to one endpoint, with a connection each.

use std::{sync::Arc, time::Duration};

use axum::http::{
    HeaderMap, HeaderName, HeaderValue, Request, Uri,
    header::{ACCEPT, CONTENT_TYPE, HOST, RETRY_AFTER, USER_AGENT},
};
use bytes::Bytes;
use domain::Timestamp;
use http_body_util::{BodyExt, Full};
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{self, AlertDescription, ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

use super::{
    EndpointSecrets, Resolve, Rules, SystemResolver,
    address::{Host, Target},
    connect::{cannot, connect},
    sign::sign,
};

/// Timeout of a delivery, including name resolution.
const PATIENCE: Duration = Duration::from_secs(20);
/// Maximum size of a stored reply in bytes.
const KEPT: usize = 4096;
/// Maximum size of the reply to a form in bytes.
const OF_FORM: usize = 65_536;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sent {
    pub status: Option<u16>,
    pub reply: Option<String>,
    /// `None` if the receiver has accepted it.
    pub error: Option<String>,
    pub retry_after: Option<Duration>,
}

/// Uses no proxy: environment variables are not read.
pub struct Client {
    rules: Rules,
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
    patience: Duration,
}

impl Client {
    /// # Panics
    /// Never: the provider has the versions of TLS.
    pub fn new(rules: Rules) -> Self {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider has the versions of TLS that it comes with")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { rules, resolver: Arc::new(SystemResolver), tls: Arc::new(config).into(), patience: PATIENCE }
    }

    /// Uses another resolver, for tests.
    #[must_use]
    pub fn resolving(self, resolver: Arc<dyn Resolve>) -> Self {
        Self { resolver, ..self }
    }

    /// Uses a shorter timeout, for tests.
    #[must_use]
    pub fn patient_for(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Signs the event with the time of this attempt.
    pub async fn send(&self, url: &str, secrets: &EndpointSecrets, id: &str, body: &str, now: Timestamp) -> Sent {
        match timeout(self.patience, self.attempt(url, secrets, id, body, now)).await {
            Ok(Ok(sent)) => sent,
            Ok(Err(error)) => Sent { error: Some(error), ..Sent::default() },
            Err(_) => {
                let error = format!("no reply within {} s", self.patience.as_secs());
                Sent { error: Some(error), ..Sent::default() }
            }
        }
    }

    async fn attempt(
        &self,
        url: &str,
        secrets: &EndpointSecrets,
        id: &str,
        body: &str,
        now: Timestamp,
    ) -> Result<Sent, String> {
        let target = self.rules.target(url).map_err(|refusal| refusal.to_string())?;
        let request = request(&target, secrets, id, body, now)?;
        self.exchange(&target, request, KEPT).await
    }

    /// Posts a form under the same rules. Returns the status and the body.
    pub async fn post_form(&self, url: &str, form: String) -> Result<(u16, String), String> {
        let posted = async {
            let target = self.rules.target(url).map_err(|refusal| refusal.to_string())?;
            let request = Request::post(target.path.parse::<Uri>().map_err(|error| error.to_string())?)
                .header(HOST, &target.authority)
                .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(ACCEPT, "application/json")
                .header(USER_AGENT, concat!("quiz-answers/", env!("CARGO_PKG_VERSION")))
                .body(Full::new(Bytes::from(form)))
                .map_err(|error| error.to_string())?;
            let sent = self.exchange(&target, request, OF_FORM).await?;
            Ok((sent.status.unwrap_or_default(), sent.reply.unwrap_or_default()))
        };
        timeout(self.patience, posted)
            .await
            .unwrap_or_else(|_| Err(format!("no reply within {} s", self.patience.as_secs())))
    }

    async fn exchange(&self, target: &Target, request: Request<Full<Bytes>>, kept: usize) -> Result<Sent, String> {
        let stream = connect(target, &self.rules, &self.resolver).await?;
        if !target.is_tls {
            return exchange(stream, request, kept).await;
        }
        let name = match &target.host {
            Host::Name(name) => ServerName::try_from(name.clone()).map_err(|error| error.to_string())?,
            Host::Address(address) => ServerName::from(*address),
        };
        let stream = self.tls.connect(name, stream).await.map_err(|error| {
            let of_tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
            match of_tls {
                Some(
                    rustls::Error::PeerIncompatible(_)
                    | rustls::Error::AlertReceived(
                        AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure,
                    ),
                ) => "the host offers only old versions or ciphers of TLS; 1.2 or 1.3 is needed".to_owned(),
                _ => cannot("no secure connection", &error),
            }
        })?;
        exchange(stream, request, kept).await
    }
}

fn request(
    target: &Target,
    secrets: &EndpointSecrets,
    id: &str,
    body: &str,
    now: Timestamp,
) -> Result<Request<Full<Bytes>>, String> {
    let mut headers = HeaderMap::new();
    let value = |text: &str| HeaderValue::from_str(text).map_err(|error| error.to_string());
    for (name, text) in &secrets.headers {
        headers.insert(HeaderName::try_from(name).map_err(|error| error.to_string())?, value(text)?);
    }
    let keys = secrets.keys(now);
    let signature = sign(keys.iter().map(Vec::as_slice), id, now.seconds(), body.as_bytes());
    headers.insert(HOST, value(&target.authority)?);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(USER_AGENT, HeaderValue::from_static(concat!("quiz-answers/", env!("CARGO_PKG_VERSION"))));
    headers.insert("webhook-id", value(id)?);
    headers.insert("webhook-timestamp", value(&now.seconds().to_string())?);
    headers.insert("webhook-signature", value(&signature)?);
    let mut request = Request::post(target.path.parse::<Uri>().map_err(|error| error.to_string())?)
        .body(Full::new(Bytes::from(body.to_owned())))
        .map_err(|error| error.to_string())?;
    *request.headers_mut() = headers;
    Ok(request)
}

async fn exchange<S>(stream: S, request: Request<Full<Bytes>>, kept: usize) -> Result<Sent, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let broken = |error: hyper::Error| format!("the connection broke: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let connection = tokio::spawn(connection);
    let replied = sender.send_request(request).await.map_err(broken);
    let sent = match replied {
        Ok(reply) => {
            let status = reply.status().as_u16();
            let retry_after = reply.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()).and_then(wait);
            let error = (!reply.status().is_success()).then(|| format!("the host replied {}", reply.status()));
            Ok(Sent { status: Some(status), reply: Some(beginning(reply.into_body(), kept).await), error, retry_after })
        }
        Err(error) => Err(error),
    };
    connection.abort();
    sent
}

/// Seconds, or a date.
fn wait(text: &str) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Duration::try_from(at.duration_since(jiff::Timestamp::now())).ok()
}

async fn beginning(mut body: Incoming, kept: usize) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < kept
        && let Some(Ok(frame)) = body.frame().await
    {
        if let Ok(data) = frame.into_data() {
            bytes.extend_from_slice(&data[..data.len().min(kept - bytes.len())]);
        }
    }
    // Text in the database must not contain U+0000.
    String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")
}
