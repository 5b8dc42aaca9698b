//! API keys: `qa_<id>_<secret>_<checksum>`, shown once, recognised by the hash of the secret.

use std::time::Duration;

use domain::{FieldCode, Invalid, Measure, NamespaceId, Permission, Timestamp, base62};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{
    Caller, Conflict, Grant, Idempotency, Idempotent, Missing, Service, ServiceError, Unauthorized,
    audit::{AuditDraft, record_audit},
    quotas::require_room,
    rights::Right,
};
use crate::{
    clock, random,
    store::{ApiKey, AuditAction, KeyScopes, WorkScope},
};

/// Time before the end of a key in which it should be replaced.
pub const ENDING_SOON: Duration = Duration::from_hours(14 * 24);

const ID: usize = 11;
/// 22 digits carry 128 random bits, 11 carry 64 more.
const SECRET: (usize, usize) = (22, 11);
const CHECKSUM: usize = 6;
/// Maximum number of valid keys for one namespace, or for all namespaces. Each key has its own request limit, so
/// unlimited keys would mean no limit.
const MOST: u64 = 200;
/// Minimum time between two records of a key's last use, in nanoseconds.
const NOTE_EVERY: i64 = 60 * 1_000_000_000;

#[derive(Clone, Debug)]
pub struct WantedKey {
    /// `None` for all of them.
    pub namespace: Option<NamespaceId>,
    pub label: String,
    pub scopes: KeyScopes,
    /// `None` for a key that is valid until it is revoked.
    pub expires_at: Option<Timestamp>,
}

#[derive(Clone, Debug)]
pub struct IssuedKey {
    pub key: ApiKey,
    pub text: String,
}

impl Service {
    pub async fn issue_key(&self, caller: &Caller, wanted: WantedKey) -> Result<IssuedKey, ServiceError> {
        self.issue_key_once(caller, wanted, None).await?.made()
    }

    /// Like [`issue_key`](Self::issue_key), for an idempotent request.
    pub async fn issue_key_once(
        &self,
        caller: &Caller,
        wanted: WantedKey,
        once: Option<Idempotency<IssuedKey>>,
    ) -> Result<Idempotent<IssuedKey>, ServiceError> {
        let WantedKey { namespace, label, scopes, expires_at } = wanted;
        Right::within(Permission::Manage, namespace.as_ref()).check(caller)?;
        require_label(&label)?;
        let id = base62(random::bits(), ID);
        let secret = base62(random::bits(), SECRET.0) + &base62(random::bits(), SECRET.1);
        let open = format!("qa_{id}_{secret}");
        let text = format!("{open}_{}", checksum(&open));
        let key = ApiKey {
            id,
            secret_hash: hash(&secret),
            label,
            namespace_id: namespace,
            scopes,
            created_at: clock::now(),
            expires_at,
            revoked_at: None,
            last_used_at: None,
        };
        let issued = IssuedKey { key, text };
        let scope = WorkScope::of(issued.key.namespace_id.as_ref());
        let (right, quota) = (Right::within(Permission::Manage, issued.key.namespace_id.as_ref()), self.quota);
        self.transact_once(caller, right, scope, once, move |tx, caller| {
            Box::pin(async move {
                let key = &issued.key;
                if let Some(namespace) = &key.namespace_id {
                    require_room(tx, &caller, quota, namespace, &[Measure::Bytes]).await?;
                }
                if tx.count_valid_keys(key.namespace_id.as_ref(), key.created_at).await? >= MOST {
                    return Err(Conflict::TooManyKeys.into());
                }
                tx.add_key(key).await?;
                let details = format!("{} ({})", key.label, key.scopes);
                record_audit(tx, &caller, event(AuditAction::CreateKey, key).with(details)).await?;
                Ok(issued)
            })
        })
        .await
    }

    /// Returns the caller of a key. Every refusal has the same message, so that guessing reveals nothing.
    pub async fn authenticate(&self, text: &str) -> Result<Caller, ServiceError> {
        let key = self.genuine_key(text).await?;
        let now = clock::now();
        let is_over = |key: &ApiKey| key.revoked_at.is_some() || key.expires_at.is_some_and(|end| end <= now);
        let Some(key) = key.clone().filter(|key| !is_over(key)) else {
            // A caller who only knows a key's id must not be recorded under it.
            let subject = key.map_or_else(String::new, |key| format!("k{}", key.id));
            self.refusals.count(AuditAction::RefuseKey, subject);
            return Err(Unauthorized::UnknownKey.into());
        };
        self.note_use(&key, now);
        Ok(Caller::Key(Grant { key_id: key.id, label: key.label, namespace: key.namespace_id, scopes: key.scopes }))
    }

    /// Returns the key with this text, even if it is revoked or expired.
    pub(super) async fn genuine_key(&self, text: &str) -> Result<Option<ApiKey>, ServiceError> {
        let Some((id, secret)) = split(text) else { return Ok(None) };
        let is_right = |key: &ApiKey| bool::from(key.secret_hash.ct_eq(&hash(secret)));
        Ok(self.store.key_in_use(id).await?.filter(is_right))
    }

    pub async fn own_key(&self, caller: &Caller) -> Result<ApiKey, ServiceError> {
        let Caller::Key(grant) = caller else { return Err(Unauthorized::NoKey.into()) };
        self.store.key(&grant.key_id).await?.ok_or_else(|| Unauthorized::UnknownKey.into())
    }

    pub async fn list_keys(&self, caller: &Caller) -> Result<Vec<ApiKey>, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        Ok(self.store.keys().await?)
    }

    /// Counts the keys that expire [soon](ENDING_SOON), for the operator's metrics.
    pub async fn count_keys_ending_soon(&self) -> Result<u64, ServiceError> {
        let now = clock::now();
        let soon = i64::try_from(ENDING_SOON.as_nanos()).unwrap_or(i64::MAX);
        let soon = Timestamp::from_nanoseconds(now.nanoseconds().saturating_add(soon));
        Ok(self.store.count_ending_keys(now, soon).await?)
    }

    pub async fn list_keys_in(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<ApiKey>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.keys_of(namespace).await?)
    }

    pub async fn key_in(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<ApiKey, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let key = self.store.key(id).await?.filter(|key| key.namespace_id.as_ref() == Some(namespace));
        key.ok_or_else(|| Missing::Key.into())
    }

    pub async fn revoke_key_in(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<(), ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        self.revoke(caller, Some(namespace.clone()), id).await
    }

    /// Changes the label of a key. The audit log has both labels.
    pub async fn rename_key(&self, caller: &Caller, id: &str, label: String) -> Result<(), ServiceError> {
        require_label(&label)?;
        let known = self.store.key(id).await?;
        let namespace = known.as_ref().and_then(|key| key.namespace_id.as_ref());
        let (right, scope, id) =
            (Right::within(Permission::Manage, namespace), WorkScope::of(namespace), id.to_owned());
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                let key = tx.key(&id).await?.ok_or(Missing::Key)?;
                tx.rename_key(&id, &label).await?;
                let details = format!("{} → {label}", key.label);
                record_audit(tx, &caller, event(AuditAction::RenameKey, &key).with(details)).await
            })
        })
        .await
    }

    /// Takes effect with the next request.
    pub async fn revoke_key(&self, caller: &Caller, id: &str) -> Result<(), ServiceError> {
        self.revoke(caller, None, id).await
    }

    async fn revoke(&self, caller: &Caller, within: Option<NamespaceId>, id: &str) -> Result<(), ServiceError> {
        // The namespace of a key never changes.
        let known = self.store.key(id).await?;
        let known = known.filter(|key| within.is_none() || key.namespace_id == within);
        let namespace = known.as_ref().map_or(within.as_ref(), |key| key.namespace_id.as_ref());
        let (right, scope, id) =
            (Right::within(Permission::Manage, namespace), WorkScope::of(namespace), id.to_owned());
        let is_known = known.is_some();
        self.transact(caller, right, scope, move |tx, caller| {
            Box::pin(async move {
                let key = tx.key(&id).await?.filter(|_| is_known).ok_or(Missing::Key)?;
                tx.revoke_key(&id, clock::now()).await?;
                record_audit(tx, &caller, event(AuditAction::RevokeKey, &key).with(key.label.clone())).await
            })
        })
        .await
    }

    /// Records the use in the background, so that no request waits for it.
    fn note_use(&self, key: &ApiKey, now: Timestamp) {
        let is_recent = key.last_used_at.is_some_and(|last| now.nanoseconds() - last.nanoseconds() < NOTE_EVERY);
        if is_recent {
            return;
        }
        let (store, id) = (self.store.clone(), key.id.clone());
        tokio::spawn(async move {
            if let Err(error) = store.note_key_use(&id, now).await {
                tracing::warn!(%error, key = id, "cannot note the use of an api key");
            }
        });
    }
}

fn require_label(label: &str) -> Result<(), Invalid> {
    let is_label = !label.trim().is_empty() && label.chars().count() <= 100 && !label.contains('\0');
    if is_label { Ok(()) } else { Err(Invalid::one("label", FieldCode::WrongLength { min: 1, max: 100 })) }
}

fn event(action: AuditAction, key: &ApiKey) -> AuditDraft<'_> {
    AuditDraft { namespace: key.namespace_id.as_ref(), ..AuditDraft::new(action).on(&key.id) }
}

fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Detects a mistyped key without a database query. Not a secret.
fn checksum(open: &str) -> String {
    let digest = Sha256::digest(open.as_bytes());
    let number = digest.iter().take(8).fold(0, |sum: u128, byte| (sum << 8) | u128::from(*byte));
    base62(number, CHECKSUM)
}

/// The id and the secret of a well-formed key with a correct checksum.
fn split(text: &str) -> Option<(&str, &str)> {
    let (open, found) = text.rsplit_once('_')?;
    let (id, secret) = open.strip_prefix("qa_")?.split_once('_')?;
    let is_whole = id.len() == ID && secret.len() == SECRET.0 + SECRET.1 && checksum(open) == found;
    is_whole.then_some((id, secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_one_wrong_character_is_not_looked_up() {
        let open = format!("qa_{}_{}", "a".repeat(ID), "b".repeat(33));
        let text = format!("{open}_{}", checksum(&open));
        assert_eq!(split(&text), Some((&*"a".repeat(ID), &*"b".repeat(33))));
        for index in 0..text.len() {
            let mut wrong = text.clone().into_bytes();
            wrong[index] = if wrong[index] == b'c' { b'd' } else { b'c' };
            let wrong = String::from_utf8(wrong).expect("ASCII");
            assert_eq!(split(&wrong), None, "{wrong}");
        }
    }
}
