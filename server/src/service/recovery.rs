//! Recovery codes: each replaces the second factor once, for a lost device.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{
    AdminRights, Service, ServiceError,
    account::{own, wrong_code},
    audit::{AuditDraft, record_audit},
    rights::{Permitted, Right},
    second_factor,
};
use crate::{
    random,
    store::{Administrator, AuditAction, AuditEntry, Transaction, WorkScope},
};

const CODES: usize = 10;
/// Length of a code, in characters of 5 bits each: 120 bits cannot be guessed even from a copy of the hashes.
const LENGTH: usize = 24;
/// Length of codes of earlier releases, which work until they are renewed.
const EARLIER_LENGTH: usize = 16;
/// Without characters that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// Number of events on the account page.
const SHOWN: u32 = 10;

impl Service {
    pub async fn recovery_codes_left(&self, rights: &AdminRights) -> Result<u64, ServiceError> {
        Ok(self.store.recovery_codes(&rights.id).await?)
    }

    /// Replaces the recovery codes, and returns the new ones, which are shown only once.
    pub async fn renew_recovery_codes(
        &self,
        rights: &AdminRights,
        password: &str,
        code: &str,
    ) -> Result<Vec<String>, ServiceError> {
        let confirmed = self.confirm_password(rights, password).await?;
        self.throttle.count_code(&rights.email)?;
        let (vault, code) = (Arc::clone(&self.vault), code.to_owned());
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let administrator = confirmed.require(tx).await?;
                if administrator.totp.is_none() || !second_factor::spend(tx, &vault, &administrator, &code).await? {
                    return Err(wrong_code().into());
                }
                record_audit(tx, &caller, AuditDraft::new(AuditAction::RenewRecoveryCodes)).await?;
                new_codes(tx, &administrator).await
            })
        })
        .await
    }

    /// Returns the latest events of the account: sign-ins, refused ones, and changes to password and second factor.
    pub async fn events_of_account(&self, rights: &AdminRights) -> Result<Vec<AuditEntry>, ServiceError> {
        match self.store.administrator(&rights.id).await? {
            Some(account) => Ok(self.store.audit_of_account(&account, SHOWN).await?),
            None => Ok(Vec::new()),
        }
    }
}

pub(super) async fn new_codes(
    tx: &mut Transaction<'_>,
    administrator: &Administrator,
) -> Result<Vec<String>, ServiceError> {
    let codes: Vec<String> = (0..CODES).map(|_| from_bits(random::bits())).collect();
    let hashes: Vec<[u8; 32]> = codes.iter().filter_map(|code| hash(&administrator.id, code)).collect();
    tx.set_recovery_codes(&administrator.id, &hashes).await?;
    Ok(codes)
}

/// Spends a code. Returns `false` if the account no longer has this code.
pub(super) async fn spend(
    tx: &mut Transaction<'_>,
    administrator: &Administrator,
    code: &str,
) -> Result<bool, ServiceError> {
    let Some(hash) = hash(&administrator.id, code) else { return Ok(false) };
    if !tx.spend_recovery_code(&administrator.id, &hash).await? {
        return Ok(false);
    }
    let caller = Permitted::of_account(tx, administrator).await?;
    record_audit(tx, &caller, AuditDraft::new(AuditAction::UseRecoveryCode)).await?;
    Ok(true)
}

/// `abcd-efgh-jkmn-pqrs-tuvw-xyz2`
fn from_bits(mut bits: u128) -> String {
    let mut code = String::with_capacity(LENGTH + LENGTH / 4);
    for place in 0..LENGTH {
        if place > 0 && place % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(ALPHABET[(bits % 32) as usize]));
        bits /= 32;
    }
    code
}

/// Returns `None` for a text that cannot be a code. Spaces, hyphens and case are ignored.
fn hash(account: &str, code: &str) -> Option<[u8; 32]> {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    [LENGTH, EARLIER_LENGTH].contains(&code.len()).then(|| Sha256::digest(format!("{account} {code}")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = from_bits(u128::MAX / 7);
        assert_eq!((code.len(), code.matches('-').count()), (29, 5), "{code}");
        let known = hash("ana", &code);
        assert!(known.is_some());
        assert_eq!(hash("ana", &code.replace('-', " ").to_uppercase()), known);
        assert_ne!(hash("ben", &code), known, "codes are an account's own");
        assert!(hash("ana", "abcd-efgh-jkmn-pqrs").is_some(), "codes of earlier releases still work");
        assert_eq!(hash("ana", "123456"), None);
    }
}
