//! Recovery from a lost secret key: replaces the secrets that only this key decrypted.

use std::sync::Arc;

use domain::Timestamp;

use super::{
    QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    endpoints::endpoint_json,
    rights::Permitted,
    signed_sessions,
    vault::{self, Vault},
};
use crate::{
    clock, random,
    secret_key::SecretKey,
    store::{AuditAction, SecretOf, Store, Transaction, WorkScope},
    webhooks::EndpointSecrets,
};

/// The secrets that are lost with a key, in addition to the installation's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct LostSecrets {
    pub second_factors: usize,
    pub session_secrets: usize,
    pub endpoints: usize,
}

impl Service {
    pub async fn lost_secrets(store: &Arc<Store>) -> Result<LostSecrets, ServiceError> {
        let count = store.transact(WorkScope::Installation, |tx| {
            Box::pin(async move {
                let mut lost = LostSecrets::default();
                for (of, _) in tx.secrets().await? {
                    match of {
                        SecretOf::Installation(_) => {}
                        SecretOf::Administrator(_) => lost.second_factors += 1,
                        SecretOf::Quiz(_) => lost.session_secrets += 1,
                        SecretOf::Endpoint(_) => lost.endpoints += 1,
                    }
                }
                Ok::<_, ServiceError>(lost)
            })
        });
        count.await
    }

    /// Turns off second factors, and creates all other secrets anew under this key. Quizzes with signed sessions
    /// continue to require them, so their owners must create a new secret.
    pub async fn replace_lost_key(store: &Arc<Store>, key: &SecretKey) -> Result<(), ServiceError> {
        let vault = Arc::new(Vault::new(key));
        let replaced = store.transact(WorkScope::Everything, move |tx| {
            Box::pin(async move {
                for (of, _) in tx.secrets().await? {
                    replace(&vault, tx, &of).await?;
                }
                vault.note_fingerprint(tx).await?;
                let details = format!("{}; the one before is lost", vault.fingerprint());
                record_audit(tx, &Permitted::OPERATOR, AuditDraft::new(AuditAction::ChangeSecretKey).with(details))
                    .await
            })
        });
        replaced.await?;
        // Stored replies are encrypted, too.
        Ok(store.forget_replies(Timestamp::from_nanoseconds(i64::MAX)).await?)
    }
}

async fn replace(vault: &Vault, tx: &mut Transaction<'_>, of: &SecretOf) -> Result<(), ServiceError> {
    match of {
        SecretOf::Installation(name) if vault::is_own(name) => {
            Ok(tx.put_secret(of, &vault.sealed(of, &random::secret())?).await?)
        }
        SecretOf::Installation(_) => Ok(()),
        SecretOf::Administrator(id) => {
            let Some(account) = tx.administrator(id).await? else { return Ok(()) };
            tx.set_second_factor(id, None).await?;
            tx.set_recovery_codes(id, &[]).await?;
            let draft = AuditDraft::new(AuditAction::TurnOffSecondFactor).on(account.email.as_str());
            record_audit(tx, &Permitted::OPERATOR, draft).await
        }
        SecretOf::Endpoint(id) => {
            // Turned off: its receiver could not verify deliveries, and they would lack its headers.
            let sealed = endpoint_json(&EndpointSecrets::new())?;
            tx.put_secret(of, &vault.sealed(of, &sealed)?).await?;
            tx.set_endpoint_state(id, false, clock::now()).await?;
            let Some(endpoint) = tx.endpoint(id).await? else { return Ok(()) };
            let draft = AuditDraft {
                namespace: Some(&endpoint.namespace_id),
                ..AuditDraft::new(AuditAction::RenewEndpointSecret).on(id)
            };
            record_audit(tx, &Permitted::OPERATOR, draft.with("lost".to_owned())).await
        }
        SecretOf::Quiz(id) => {
            tx.put_secret(of, &vault.sealed(of, signed_sessions::new_secret().as_bytes())?).await?;
            let Some(quiz) = tx.quiz(id).await? else { return Ok(()) };
            let path = QuizPath { namespace: quiz.namespace_id, quiz: quiz.id };
            let draft = AuditDraft::of_quiz(AuditAction::SetSessionSecret, &path).with("lost".to_owned());
            record_audit(tx, &Permitted::OPERATOR, draft).await
        }
    }
}
