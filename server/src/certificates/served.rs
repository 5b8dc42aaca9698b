//! The certificates that handshakes find.

use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
    },
};

use super::certificate::{Certificate, provider};

/// The protocol in which an authority asks for the proof.
const PROOF_PROTOCOL: &[u8] = b"acme-tls/1";

#[derive(Debug, Default)]
pub(super) struct Served {
    certificate: RwLock<Option<Certificate>>,
    proof: RwLock<Option<Arc<CertifiedKey>>>,
}

impl Served {
    pub(super) fn show(&self, certificate: Certificate) {
        *self.certificate.write().unwrap_or_else(PoisonError::into_inner) = Some(certificate);
    }

    pub(super) fn prove(&self, proof: Option<CertifiedKey>) {
        *self.proof.write().unwrap_or_else(PoisonError::into_inner) = proof.map(Arc::new);
    }

    /// What `read` finds in the certificate, if there is one.
    pub(super) fn certificate<T>(&self, read: impl FnOnce(&Certificate) -> T) -> Option<T> {
        self.certificate.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(read)
    }

    pub(super) fn acceptor(self: &Arc<Self>) -> anyhow::Result<TlsAcceptor> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(self) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![PROOF_PROTOCOL.to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(config).into())
    }
}

impl ResolvesServerCert for Served {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_proof = hello.alpn().is_some_and(|mut protocols| protocols.any(|name| name == PROOF_PROTOCOL));
        if is_proof {
            return self.proof.read().unwrap_or_else(PoisonError::into_inner).clone();
        }
        self.certificate(|certificate| Arc::clone(&certificate.key))
    }
}
