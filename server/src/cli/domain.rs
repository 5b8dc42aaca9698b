//! `serve --domain`: HTTPS without a proxy, on one machine.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::Context;
use axum::{Router, http::Uri, response::Redirect};
use clap::Args;
use futures_util::FutureExt;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::serve::address;
use crate::{
    certificates::{Authority, Renewal},
    http::{self, Limits},
};

#[derive(Args, Debug)]
pub(super) struct DomainOptions {
    /// Name of this server, such as quiz.example.com: serves HTTPS on port 443, with a certificate that it gets and renews
    /// (ACME), and leads port 80 there. For one machine without a proxy; the authority's terms are agreed to
    #[arg(long, env = "QA_DOMAIN", value_name = "NAME", value_parser = domain)]
    domain: Option<String>,

    /// Address for HTTPS with --domain; without it, port 443 of all addresses
    #[arg(long, env = "QA_HTTPS_ADDR", value_name = "ADDR", value_parser = address, requires = "domain")]
    https_addr: Option<SocketAddr>,

    /// Address that leads to HTTPS with --domain; without it, port 80 of all addresses
    #[arg(long, env = "QA_HTTP_ADDR", value_name = "ADDR", value_parser = address, requires = "domain")]
    http_addr: Option<SocketAddr>,

    /// Authority that certifies the --domain, by the address of its ACME directory
    #[arg(long, env = "QA_ACME_DIRECTORY", value_name = "URL", default_value = Authority::DEFAULT, value_parser = https)]
    acme_directory: String,

    /// File with the certificate of a test authority's own server (PEM)
    #[arg(long, env = "QA_ACME_ROOT", value_name = "FILE")]
    acme_root: Option<PathBuf>,

    /// Mail address that the authority may write to
    #[arg(long, env = "QA_ACME_CONTACT", value_name = "ADDRESS")]
    acme_contact: Option<String>,
}

/// The listeners of a domain, and what keeps its certificate.
pub(super) struct Domain {
    https: TcpListener,
    http: TcpListener,
    acceptor: TlsAcceptor,
    renewal: Renewal,
    url: String,
}

impl DomainOptions {
    /// The public URL that the domain gives.
    pub(super) fn base_url(&self) -> Option<String> {
        self.domain.as_ref().map(|domain| format!("https://{domain}"))
    }

    /// Listens, if there is a domain.
    pub(super) async fn open(self, data_dir: &Path, base_url: &str) -> anyhow::Result<Option<Domain>> {
        let Some(domain) = self.domain else { return Ok(None) };
        let authority = Authority { directory: self.acme_directory, root: self.acme_root, contact: self.acme_contact };
        let renewal = Renewal::new(domain, authority, data_dir)?;
        Ok(Some(Domain {
            https: listen(self.https_addr, 443).await?,
            http: listen(self.http_addr, 80).await?,
            acceptor: renewal.acceptor()?,
            renewal,
            url: base_url.to_owned(),
        }))
    }
}

impl Domain {
    /// Serves `router` by HTTPS as well as on `plain`, until `stop` resolves.
    pub(super) async fn serve_beside(
        self,
        plain: TcpListener,
        router: Router,
        limits: Limits,
        stop: impl Future<Output = ()>,
    ) {
        let renewal = tokio::spawn(self.renewal.run());
        let leading = tokio::spawn(http::serve(self.http, to(self.url), limits, std::future::pending()));
        let stop = stop.shared();
        tokio::join!(
            http::serve(plain, router.clone(), limits, stop.clone()),
            http::serve_after(self.acceptor, self.https, router, limits, stop),
        );
        leading.abort();
        renewal.abort();
    }
}

/// Leads every request to the same path of `url`.
fn to(url: String) -> Router {
    Router::new().fallback(move |uri: Uri| {
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let there = Redirect::permanent(&format!("{url}{path}"));
        async move { there }
    })
}

/// Without an address, on all of them: of IPv6 too, unless the machine has none.
async fn listen(addr: Option<SocketAddr>, port: u16) -> anyhow::Result<TcpListener> {
    let all: [SocketAddr; 2] = [(Ipv6Addr::UNSPECIFIED, port).into(), (Ipv4Addr::UNSPECIFIED, port).into()];
    let listener = match addr {
        Some(addr) => TcpListener::bind(addr).await,
        None => TcpListener::bind(&all[..]).await,
    };
    listener.with_context(|| {
        let place = addr.map_or_else(|| format!("port {port}"), |addr| addr.to_string());
        format!("cannot listen on {place}; it may be in use, or want the capability CAP_NET_BIND_SERVICE")
    })
}

fn domain(text: &str) -> Result<String, String> {
    let name = text.trim_end_matches('.').to_ascii_lowercase();
    let is_label = |label: &str| {
        let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (1..=63).contains(&label.len()) && is_plain && !label.starts_with('-') && !label.ends_with('-')
    };
    let is_name = name.len() <= 253 && name.contains('.') && name.split('.').all(is_label);
    if is_name && name.parse::<Ipv4Addr>().is_err() {
        Ok(name)
    } else {
        Err("give a name such as quiz.example.com, without https:// and in its ASCII form (xn--…)".to_owned())
    }
}

fn https(text: &str) -> Result<String, String> {
    let is_https = text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty());
    if is_https { Ok(text.to_owned()) } else { Err("give an address that begins with https://".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_hosts_are_taken_and_nothing_else() {
        assert_eq!(domain("Quiz.Example.com."), Ok("quiz.example.com".to_owned()));
        assert_eq!(domain("xn--bcher-kva.example"), Ok("xn--bcher-kva.example".to_owned()));
        for other in
            ["", "localhost", "https://quiz.example.com", "a..b", "-a.b", "a/b.c", "bücher.example", "192.0.2.1"]
        {
            assert!(domain(other).is_err(), "{other}");
        }
    }
}
