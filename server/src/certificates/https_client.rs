//! The requests to an authority, a connection each: there are a dozen for a certificate.

use std::{fmt::Display, future::Future, path::Path, pin::Pin, sync::Arc, time::Duration};

use anyhow::{Context, ensure};
use axum::http::{HeaderValue, Request, Uri, header::HOST};
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};

use super::certificate::provider;

const PATIENCE: Duration = Duration::from_secs(30);
/// Of a reply; a chain of certificates has a few thousand bytes.
const LARGEST: usize = 1024 * 1024;

pub(super) struct HttpsClient(TlsConnector);

impl HttpsClient {
    /// Trusts the certificates in the file `root`, or what browsers trust.
    pub(super) fn new(root: Option<&Path>) -> anyhow::Result<Self> {
        let mut roots = RootCertStore::empty();
        match root {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(file) => {
                let cannot = || format!("cannot read the certificate {}", file.display());
                for certificate in CertificateDer::pem_file_iter(file).with_context(cannot)? {
                    roots.add(certificate.with_context(cannot)?)?;
                }
                ensure!(!roots.is_empty(), "{} holds no certificate", file.display());
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(Arc::new(config).into()))
    }
}

impl HttpClient for HttpsClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let connector = self.0.clone();
        Box::pin(async move {
            let place = request.uri().host().unwrap_or_default().to_owned();
            let failed = |cause: &dyn Display| Error::Other(format!("{place} cannot be reached: {cause}").into());
            match tokio::time::timeout(PATIENCE, send(connector, request)).await {
                Ok(replied) => replied.map_err(|error| failed(&format_args!("{error:#}"))),
                Err(_) => Err(failed(&"no reply in time")),
            }
        })
    }
}

async fn send(connector: TlsConnector, mut request: Request<BodyWrapper<Bytes>>) -> anyhow::Result<BytesResponse> {
    let uri = request.uri().clone();
    ensure!(uri.scheme_str() == Some("https"), "{uri} is not an address of HTTPS");
    let host = uri.host().context("an address without a host")?;
    let authority = uri.authority().context("an address without a host")?;
    let stream = TcpStream::connect((host.trim_matches(['[', ']']), uri.port_u16().unwrap_or(443))).await?;
    let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned())?;
    let stream = connector.connect(name, stream).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    request.headers_mut().insert(HOST, HeaderValue::from_str(authority.as_str())?);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse::<Uri>()?;
    let (parts, body) = sender.send_request(request).await?.into_parts();
    let body = Limited::new(body, LARGEST).collect().await.map_err(anyhow::Error::from_boxed)?.to_bytes();
    Ok(BytesResponse { parts, body: Box::new(body) })
}
