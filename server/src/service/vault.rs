//! Secrets in the store, encrypted with a key that is stored elsewhere.

use std::sync::Arc;

use super::{
    Service, ServiceError,
    audit::{AuditDraft, record_audit},
    cipher::Cipher,
    rights::Permitted,
};
use crate::{
    random,
    secret_key::SecretKey,
    store::{AuditAction, SecretOf, Store, Transaction, WorkScope},
};

/// The installation's own secrets, each of 32 random bytes, which must outlive a restart and be the same on every
/// server.
pub(super) const ANON_ID_SEAL: &str = "anonymous-id-seal";
pub(super) const DOWNLOAD_LINKS: &str = "download-links";
pub(super) const KEPT_REPLIES: &str = "kept-replies";
const OWN: [&str; 3] = [ANON_ID_SEAL, DOWNLOAD_LINKS, KEPT_REPLIES];

/// The name of the key's fingerprint in the store. Not encrypted.
pub(crate) const FINGERPRINT: &str = "secret-key";
/// The name of a note that values from before the last change of the key may remain in the store's files.
const TRACES: &str = "secret-key-traces";

pub(super) struct Vault {
    cipher: Cipher,
    fingerprint: String,
}

impl Vault {
    /// Encrypts secrets that the store of an earlier release has in clear. Fails if the store has another key.
    pub(super) async fn open(store: &Arc<Store>, key: &SecretKey) -> Result<Arc<Self>, ServiceError> {
        let vault = Arc::new(Self::new(key));
        match store.installation_secret(FINGERPRINT).await? {
            Some(stored) => vault.require(&stored)?,
            None => vault.take_over(store, None).await?,
        }
        let has_traces = store.installation_secret(TRACES).await?.is_some_and(|traces| !traces.is_empty());
        if has_traces && let Err(error) = remove_traces(store).await {
            tracing::warn!(%error, "secrets may be left in the database's free space; trying again at the next start");
        }
        Ok(vault)
    }

    pub(super) fn new(key: &SecretKey) -> Self {
        Self { cipher: Cipher::new(key.bytes()), fingerprint: key.fingerprint() }
    }

    pub(super) fn open_secret(&self, of: &SecretOf, sealed: &[u8]) -> Result<Vec<u8>, ServiceError> {
        let opened = self.cipher.open(of.to_string().as_bytes(), sealed);
        opened.ok_or_else(|| ServiceError::Internal(format!("cannot decrypt {of}: it is damaged, or {RESTART}")))
    }

    pub(super) async fn seal(
        &self,
        tx: &mut Transaction<'_>,
        of: &SecretOf,
        secret: &[u8],
    ) -> Result<Vec<u8>, ServiceError> {
        // Without the check, a server that keeps running after a change of the key would store secrets that no later
        // server can read.
        if tx.installation_secret(FINGERPRINT).await?.is_some_and(|stored| stored != self.fingerprint.as_bytes()) {
            return Err(ServiceError::Internal(RESTART.to_owned()));
        }
        self.sealed(of, secret)
    }

    pub(super) fn sealed(&self, of: &SecretOf, secret: &[u8]) -> Result<Vec<u8>, ServiceError> {
        self.cipher.seal(of.to_string().as_bytes(), secret)
    }

    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Records that the secrets in the store are now encrypted with this key.
    pub(super) async fn note_fingerprint(&self, tx: &mut Transaction<'_>) -> Result<(), ServiceError> {
        Ok(tx.put_secret(&of_installation(FINGERPRINT), self.fingerprint.as_bytes()).await?)
    }

    pub(super) async fn own(&self, store: &Arc<Store>, name: &'static str) -> Result<[u8; 32], ServiceError> {
        let damaged = || ServiceError::Internal(format!("the secret {name} is missing or damaged"));
        let sealed = store.installation_secret(name).await?.ok_or_else(damaged)?;
        self.open_secret(&of_installation(name), &sealed)?.try_into().map_err(|_| damaged())
    }

    fn require(&self, stored: &[u8]) -> Result<(), ServiceError> {
        if stored == self.fingerprint.as_bytes() {
            return Ok(());
        }
        let (stored, own) = (String::from_utf8_lossy(stored), &self.fingerprint);
        Err(ServiceError::Internal(format!(
            "the secrets in the database are encrypted with the key {stored}, and the secret key given is {own}: \
             give the other one, with --secret-key-file or QA_SECRET_KEY; if it is lost, see `quiz-answers secret-key forget`"
        )))
    }

    /// Re-encrypts all secrets in one transaction. Without `from`, they are still in clear.
    async fn take_over(self: &Arc<Self>, store: &Arc<Store>, from: Option<Arc<Self>>) -> Result<(), ServiceError> {
        let to = Arc::clone(self);
        let work = store.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                match (&from, tx.installation_secret(FINGERPRINT).await?) {
                    (Some(from), stored) => from.require(&stored.unwrap_or_default())?,
                    // Another server was first.
                    (None, Some(stored)) => return to.require(&stored),
                    (None, None) => {}
                }
                let mut is_new = true;
                let mut missing = OWN.to_vec();
                for (of, value) in tx.secrets().await? {
                    if let SecretOf::Installation(name) = &of {
                        if !is_own(name) {
                            continue;
                        }
                        missing.retain(|missing| missing != name);
                    }
                    let secret = match &from {
                        Some(from) => from.open_secret(&of, &value)?,
                        None => value,
                    };
                    tx.put_secret(&of, &to.sealed(&of, &secret)?).await?;
                    is_new = false;
                }
                for name in missing {
                    let of = of_installation(name);
                    tx.put_secret(&of, &to.sealed(&of, &random::secret())?).await?;
                }
                to.note_fingerprint(tx).await?;
                if !is_new {
                    tx.put_secret(&of_installation(TRACES), b"left").await?;
                }
                if from.is_some() {
                    let draft = AuditDraft::new(AuditAction::ChangeSecretKey).with(to.fingerprint.clone());
                    record_audit(tx, &Permitted::OPERATOR, draft).await?;
                }
                Ok(())
            })
        });
        work.await
    }
}

const RESTART: &str = "the secret key was changed: restart the server with the new one";

/// True for the name of a secret that every installation has.
pub(super) fn is_own(name: &str) -> bool {
    OWN.contains(&name)
}

impl Service {
    pub fn secret_key_fingerprint(&self) -> &str {
        self.vault.fingerprint()
    }

    /// Re-encrypts all secrets with another key, which every server on this store must use from then on.
    pub async fn change_secret_key(&self, key: &SecretKey) -> Result<(), ServiceError> {
        let to = Arc::new(Vault::new(key));
        to.take_over(&self.store, Some(Arc::clone(&self.vault))).await?;
        remove_traces(&self.store).await
    }
}

async fn remove_traces(store: &Arc<Store>) -> Result<(), ServiceError> {
    store.compact().await?;
    store
        .transact(WorkScope::Installation, |tx| {
            Box::pin(async move { Ok(tx.put_secret(&of_installation(TRACES), b"").await?) })
        })
        .await
}

fn of_installation(name: &str) -> SecretOf {
    SecretOf::Installation(name.to_owned())
}

#[cfg(test)]
mod tests {
    use futures_util::future::try_join_all;

    use super::*;

    async fn store(folder: &tempfile::TempDir) -> Arc<Store> {
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        Arc::new(Store::open(&url).await.expect("a store"))
    }

    fn key(number: u8) -> SecretKey {
        SecretKey::new([number; 32])
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_many_servers_that_start_at_once_all_get_the_same_secrets() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder).await;
        let vaults = try_join_all((0..32).map(|_| async { Vault::open(&store, &key(1)).await })).await;
        let own = vaults.expect("they open").into_iter().map(|vault| {
            let store = Arc::clone(&store);
            async move { vault.own(&store, ANON_ID_SEAL).await }
        });
        let own = try_join_all(own).await.expect("they have it");
        assert!(own.iter().all(|secret| *secret == own[0]));
        assert_ne!(
            own[0],
            Vault::open(&store, &key(1)).await.expect("it opens").own(&store, DOWNLOAD_LINKS).await.expect("a key")
        );
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_store_opens_with_its_own_key_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder).await;
        Vault::open(&store, &key(1)).await.expect("it is new");
        let refused = Vault::open(&store, &key(2)).await.err().map(|error| error.to_string()).unwrap_or_default();
        for part in [key(1).fingerprint(), key(2).fingerprint(), "--secret-key-file".to_owned()] {
            assert!(refused.contains(&part), "{refused}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_secret_opens_in_its_own_place_only() {
        let vault = Vault::new(&key(1));
        let (ana, ben) = (SecretOf::Administrator("ana".to_owned()), SecretOf::Administrator("ben".to_owned()));
        let sealed = vault.sealed(&ana, b"secret").expect("sealed");
        assert_eq!(vault.open_secret(&ana, &sealed).expect("its own"), b"secret");
        assert!(vault.open_secret(&ben, &sealed).is_err());
        assert!(Vault::new(&key(2)).open_secret(&ana, &sealed).is_err());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_server_that_runs_on_with_the_old_key_stores_no_secret() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder).await;
        let before = Service::start(Arc::clone(&store), &key(1)).await.expect("it starts");
        let seal = before.vault.own(&store, ANON_ID_SEAL).await.expect("a seal");
        before.change_secret_key(&key(2)).await.expect("changed");
        let after = Service::start(Arc::clone(&store), &key(2)).await.expect("it starts");
        assert_eq!(after.vault.own(&store, ANON_ID_SEAL).await.expect("the same seal"), seal);
        for (service, is_right) in [(before, false), (after, true)] {
            let vault = Arc::clone(&service.vault);
            let sealed = service.transact_unasked(WorkScope::Installation, move |tx| {
                Box::pin(async move { vault.seal(tx, &of_installation("new"), b"secret").await })
            });
            assert_eq!(sealed.await.is_ok(), is_right);
        }
    }
}
