//! A certificate with its key, as text and as TLS takes it.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Context;
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use tokio_rustls::rustls::{
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, pem::PemObject},
    sign::CertifiedKey,
};
use x509_cert::der::Decode;

#[derive(Debug)]
pub(super) struct Certificate {
    pub(super) key: Arc<CertifiedKey>,
    /// When two thirds of its time are over.
    pub(super) renew_at: SystemTime,
}

impl Certificate {
    /// Reads the key and the chain, which stand in one text.
    pub(super) fn parse(pem: &str) -> anyhow::Result<Self> {
        let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).context("there is no key")?;
        let chain = CertificateDer::pem_slice_iter(pem.as_bytes()).collect::<Result<Vec<_>, _>>()?;
        let first = chain.first().context("there is no certificate")?;
        let validity = x509_cert::Certificate::from_der(first)?.tbs_certificate.validity;
        let (from, until) = (validity.not_before.to_unix_duration(), validity.not_after.to_unix_duration());
        let renew_at = SystemTime::UNIX_EPOCH + from + until.saturating_sub(from) * 2 / 3;
        let key = CertifiedKey::from_der(chain, key, &provider())?;
        Ok(Self { key: Arc::new(key), renew_at })
    }

    /// The time until it is to be renewed; nothing if that is over.
    pub(super) fn time_left(&self, now: SystemTime) -> Duration {
        self.renew_at.duration_since(now).unwrap_or_default()
    }
}

/// What proves to the authority that this server has the domain.
pub(super) fn proof(domain: &str, digest: &[u8]) -> anyhow::Result<CertifiedKey> {
    let mut parameters = CertificateParams::new([domain.to_owned()])?;
    parameters.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let certificate = parameters.self_signed(&key)?;
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let key = provider().key_provider.load_private_key(key.into())?;
    // Without the check that key and certificate fit, which refuses the extension.
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

/// The cryptography of the databases' connections; another library may be linked beside it.
pub(super) fn provider() -> CryptoProvider {
    ring::default_provider()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(days: u64) -> String {
        let mut parameters = CertificateParams::new(["quiz.example.com".to_owned()]).expect("a name");
        parameters.not_before = rcgen::date_time_ymd(2026, 1, 1);
        parameters.not_after = parameters.not_before + Duration::from_secs(days * 86400);
        let key = KeyPair::generate().expect("a key");
        let certificate = parameters.self_signed(&key).expect("a certificate");
        format!("{}{}", key.serialize_pem(), certificate.pem())
    }

    #[test]
    fn it_is_renewed_when_a_third_of_its_time_is_left() {
        let certificate = Certificate::parse(&made(90)).expect("a certificate");
        let begun = SystemTime::UNIX_EPOCH + Duration::from_hours(490_896);
        let day = Duration::from_hours(24);
        assert_eq!(certificate.renew_at, begun + day * 60);
        assert_eq!(certificate.time_left(begun + day * 59), day);
        assert_eq!(certificate.time_left(begun + day * 61), Duration::ZERO);
    }

    #[test]
    fn a_key_of_another_certificate_is_refused() {
        let (one, other) = (made(90), made(90));
        let key = one.split("-----BEGIN CERTIFICATE").next().unwrap_or_default();
        let chain = &other[other.find("-----BEGIN CERTIFICATE").expect("a certificate")..];
        assert!(Certificate::parse(&format!("{key}{chain}")).is_err());
        assert!(Certificate::parse(chain).is_err());
        assert!(Certificate::parse(key).is_err());
    }
}
