//! Authenticated SSH connections to hosts with known keys.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use russh::{
    Preferred,
    client::{self, Handle},
    keys::{self, Algorithm, HashAlg, PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate},
};

use super::{
    DeliveryError, SftpUrl,
    known_hosts::{KnownHosts, Verdict},
};

/// For connecting and authenticating.
const PATIENCE: Duration = Duration::from_secs(30);
/// The interval of keepalives to a silent host. The connection is closed after three unanswered ones.
const SILENCE: Duration = Duration::from_secs(15);

/// Rejects hosts with unknown keys.
pub(super) struct Guard {
    url: SftpUrl,
    known_hosts: KnownHosts,
    file: PathBuf,
}

/// The end of a connection.
#[derive(Debug)]
pub(super) enum Problem {
    Host(String),
    Ssh(russh::Error),
}

/// Refused when host or account do not fit, broken when the host cannot be reached.
pub(super) async fn connect(
    url: &SftpUrl,
    identity: PrivateKey,
    known_hosts: &Path,
) -> Result<Handle<Guard>, DeliveryError> {
    let hosts = KnownHosts::read(known_hosts).map_err(|error| {
        DeliveryError::Refused(format!(
            "cannot read the known hosts in {}: {error}; write the host's key there, or give --known-hosts another file",
            known_hosts.display()
        ))
    })?;
    let config = client::Config {
        preferred: preferred(&hosts.algorithms(&url.known_as())),
        keepalive_interval: Some(SILENCE),
        nodelay: true,
        ..client::Config::default()
    };
    let guard = Guard { url: url.clone(), known_hosts: hosts, file: known_hosts.to_owned() };
    let connecting = client::connect(Arc::new(config), (url.host.as_str(), url.port), guard);
    let mut connection = in_time(url, connecting).await?.map_err(|problem| problem.into_error(url))?;
    let key = PrivateKeyWithHashAlg::new(Arc::new(identity), Some(HashAlg::Sha512));
    let entering = connection.authenticate_publickey(&url.user, key);
    let entered = in_time(url, entering).await?.map_err(|error| Problem::Ssh(error).into_error(url))?;
    if entered.success() {
        return Ok(connection);
    }
    Err(DeliveryError::Refused(format!(
        "{} does not let {} in with this identity; put its public half into that account's authorized_keys",
        url.host, url.user
    )))
}

async fn in_time<T>(url: &SftpUrl, step: impl Future<Output = T>) -> Result<T, DeliveryError> {
    let is_late = |_| Problem::Ssh(russh::Error::ConnectionTimeout).into_error(url);
    tokio::time::timeout(PATIENCE, step).await.map_err(is_late)
}

/// Prefers the key types that the host is known by, so that a host with several keys presents the right one.
fn preferred(known: &[Algorithm]) -> Preferred {
    // SHA-1 is broken.
    let accepted = Preferred::DEFAULT.key.iter().filter(|algorithm| **algorithm != Algorithm::Rsa { hash: None });
    let (mut first, rest): (Vec<_>, Vec<_>) =
        accepted.cloned().partition(|algorithm| known.iter().any(|known| is_same(known, algorithm)));
    first.extend(rest);
    Preferred { key: first.into(), ..Preferred::DEFAULT }
}

/// Keys of one type may sign with several hashes.
fn is_same(one: &Algorithm, other: &Algorithm) -> bool {
    matches!((one, other), (Algorithm::Rsa { .. }, Algorithm::Rsa { .. })) || one == other
}

impl client::Handler for Guard {
    type Error = Problem;

    async fn check_server_key(&mut self, shown: &PublicKeyOrCertificate) -> Result<bool, Problem> {
        let PublicKeyOrCertificate::PublicKey { key, .. } = shown else { return Ok(false) };
        let host = self.url.known_as();
        let fingerprint = key.fingerprint(HashAlg::Sha256);
        let (kind, file) = (key.algorithm(), self.file.display());
        Err(Problem::Host(match self.known_hosts.check(&host, key) {
            Verdict::Known => return Ok(true),
            Verdict::Unknown => format!(
                "{file} does not name {host}, so nothing was sent. It shows a {kind} key, {fingerprint}: ask its owner \
                 whether that is right, then add it: ssh-keyscan -p {} {} >> {file}",
                self.url.port, self.url.host
            ),
            Verdict::Changed { line } => format!(
                "{host} is not the host of line {line} in {file}: it shows another key, {kind} {fingerprint}, so nothing \
                 was sent. Ask its owner; if the key was changed on purpose, replace that line"
            ),
            Verdict::Revoked { line } => format!(
                "{host} shows the key that line {line} in {file} revokes, {kind} {fingerprint}, so nothing was sent. Ask \
                 its owner"
            ),
        }))
    }
}

impl From<russh::Error> for Problem {
    fn from(error: russh::Error) -> Self {
        Self::Ssh(error)
    }
}

impl Problem {
    fn into_error(self, url: &SftpUrl) -> DeliveryError {
        let (host, port) = (&url.host, url.port);
        match self {
            Self::Host(text) => DeliveryError::Refused(text),
            Self::Ssh(error @ russh::Error::NoCommonAlgo { .. }) => DeliveryError::Refused(format!(
                "{host} speaks no SSH that this program accepts ({error}); ask its owner to bring it up to date"
            )),
            Self::Ssh(error) => DeliveryError::Broken(format!(
                "cannot reach {host}, port {port}: {error}; see whether the host is up and the port right"
            )),
        }
    }
}

/// The environment variable with the passphrase. Command lines are visible to other users.
const PASSPHRASE: &str = "QA_IDENTITY_PASSPHRASE";

/// Reads a private key. Takes about a second for a protected key, whose key derivation is slow on purpose.
pub(super) fn load_identity(file: &Path) -> Result<PrivateKey, DeliveryError> {
    let passphrase = std::env::var(PASSPHRASE).ok().filter(|text| !text.is_empty());
    let identity = keys::load_secret_key(file, passphrase.as_deref()).map_err(|error| {
        let name = file.display();
        DeliveryError::Refused(match error {
            keys::Error::IO(error) if error.kind() == ErrorKind::InvalidData => not_a_key(file),
            keys::Error::IO(error) => {
                format!("cannot read the identity {name}: {error}; give --identity a private key")
            }
            keys::Error::KeyIsEncrypted => {
                format!("the identity {name} is protected by a passphrase: put it into {PASSPHRASE}")
            }
            keys::Error::SshKey(_) if passphrase.is_some() => {
                format!("the identity {name} does not open with the passphrase in {PASSPHRASE}, or is damaged")
            }
            _ => not_a_key(file),
        })
    })?;
    if matches!(identity.algorithm(), Algorithm::Rsa { .. }) {
        tracing::warn!(
            "the identity {} is an RSA key: the time of its signatures tells about it (RUSTSEC-2023-0071); use Ed25519",
            file.display()
        );
    }
    Ok(identity)
}

fn not_a_key(file: &Path) -> String {
    format!(
        "the identity {} is not a private key that can be used; make one with: ssh-keygen -t ed25519 -f FILE",
        file.display()
    )
}
