//! Keeps a certificate that is valid.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio_rustls::TlsAcceptor;

use super::{authority::Authority, certificate::Certificate, kept::Kept, served::Served};

/// Between two orders. An authority refuses a name for an hour after five proofs that failed.
const PAUSE: Duration = Duration::from_mins(20);
/// The clock may be set, so it is looked at from time to time.
const LONGEST_SLEEP: Duration = Duration::from_hours(12);

pub(crate) struct Renewal {
    domain: String,
    authority: Authority,
    kept: Kept,
    served: Arc<Served>,
}

impl Renewal {
    /// Shows the certificate that is kept, if there is one.
    pub(crate) fn new(domain: String, authority: Authority, data_dir: &Path) -> anyhow::Result<Self> {
        let (kept, served) = (Kept::of(data_dir, &authority.directory), Arc::<Served>::default());
        if let Some(pem) = kept.certificate(&domain)? {
            match Certificate::parse(&pem) {
                Ok(certificate) => served.show(certificate),
                Err(error) => {
                    let path = kept.certificate_path(&domain);
                    tracing::warn!(path = %path.display(), "a certificate that cannot be read is replaced: {error:#}");
                }
            }
        }
        Ok(Self { domain, authority, kept, served })
    }

    pub(crate) fn acceptor(&self) -> anyhow::Result<TlsAcceptor> {
        self.served.acceptor()
    }

    /// Gets the first certificate, and each next one when a third of the time is left. Never ends.
    pub(crate) async fn run(self) {
        loop {
            let left = self.served.certificate(|certificate| certificate.time_left(SystemTime::now()));
            let left = left.unwrap_or_default();
            if !left.is_zero() {
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
                continue;
            }
            match self.renew().await {
                Ok(()) => tracing::info!(domain = self.domain, "got a certificate"),
                Err(error) => {
                    let minutes = PAUSE.as_secs() / 60;
                    tracing::error!(domain = self.domain, "no certificate, next try in {minutes} minutes: {error:#}");
                }
            }
            self.served.prove(None);
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn renew(&self) -> anyhow::Result<()> {
        let pem = self.authority.certify(&self.domain, &self.kept, &self.served).await?;
        let certificate = Certificate::parse(&pem)?;
        self.kept.keep_certificate(&self.domain, &pem)?;
        self.served.show(certificate);
        Ok(())
    }
}
