//! Changes that administrators make to their own accounts.

use std::sync::Arc;

use domain::{FieldCode, Invalid};

use super::{
    AdminRights, Caller, Conflict, Missing, NewFactor, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    mail_choices::renew_digest,
    mails::tell,
    passwords, recovery,
    rights::Right,
    second_factor,
};
use crate::{
    clock, random,
    store::{Administrator, AuditAction, MailKind, SecretOf, Totp, Transaction, WorkScope},
};

impl Service {
    /// Sets a new password, ends the account's links, and signs out all browsers except that of the session `here`.
    /// Returns that browser's new [`Entrance::browser`].
    ///
    /// [`Entrance::browser`]: super::Entrance::browser
    pub async fn change_password(
        &self,
        rights: &AdminRights,
        present: &str,
        new: &str,
        here: &str,
    ) -> Result<String, ServiceError> {
        let confirmed = self.confirm_password(rights, present).await?;
        passwords::check(new, rights.email.as_str())?;
        let (password_hash, here) = (passwords::hash(new, &rights.id).await?, here.to_owned());
        let browser = self.new_browser(&rights.id, Some(&password_hash));
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                confirmed.require(tx).await?;
                tx.set_password(&confirmed.id, Some(&password_hash)).await?;
                tx.end_sessions(&confirmed.id, Some(&here)).await?;
                tx.end_sign_in_links(Some(&confirmed.id)).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::ChangePassword)).await
            })
        })
        .await?;
        Ok(browser)
    }

    /// Returns the name of the caller's time zone for displayed moments, if one was chosen.
    pub async fn time_zone(&self, caller: &Caller) -> Result<Option<String>, ServiceError> {
        let Caller::Administrator(rights) = caller else { return Ok(None) };
        Ok(self.store.time_zone(&rights.id).await?)
    }

    pub async fn set_time_zone(&self, rights: &AdminRights, name: String) -> Result<(), ServiceError> {
        let id = rights.id.clone();
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                tx.set_time_zone(&id, &name).await?;
                renew_digest(tx, &id).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SetTimeZone).with(name)).await
            })
        })
        .await
    }

    /// Stores the time zone of a browser that has just signed in, unless the account already has one.
    pub async fn offer_time_zone(&self, session: &str, name: String) -> Result<(), ServiceError> {
        let Some(visitor) = self.session(session).await? else { return Ok(()) };
        match self.store.time_zone(&visitor.rights.id).await? {
            Some(_) => Ok(()),
            None => self.set_time_zone(&visitor.rights, name).await,
        }
    }

    /// Creates a second factor to show. [`Service::turn_on_second_factor`] activates it.
    pub fn new_second_factor(&self, rights: &AdminRights) -> Result<NewFactor, ServiceError> {
        second_factor::factor(&rights.email, &random::totp_secret())
    }

    pub fn second_factor_of(&self, rights: &AdminRights, secret: &str) -> Result<NewFactor, ServiceError> {
        second_factor::factor(&rights.email, &second_factor::parse_secret(secret)?)
    }

    /// Requires a code on sign-in from now on. Returns the account's recovery codes, which are shown only once.
    pub async fn turn_on_second_factor(
        &self,
        rights: &AdminRights,
        password: &str,
        secret: &str,
        code: &str,
    ) -> Result<Vec<String>, ServiceError> {
        let confirmed = self.confirm_password(rights, password).await?;
        let secret = second_factor::parse_secret(secret)?;
        let last_step = second_factor::step_of(code, &secret, clock::now()).ok_or_else(wrong_code)?;
        let (vault, sends) = (Arc::clone(&self.vault), self.sends_mail());
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let administrator = confirmed.require(tx).await?;
                if administrator.totp.is_some() {
                    return Err(Conflict::HasSecondFactor.into());
                }
                let of = SecretOf::Administrator(administrator.id.clone());
                let totp = Totp { secret: vault.seal(tx, &of, &secret).await?, last_step };
                tx.set_second_factor(&administrator.id, Some(&totp)).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::TurnOnSecondFactor)).await?;
                tell(tx, sends, MailKind::SecondFactorOn, &administrator).await?;
                recovery::new_codes(tx, &administrator).await
            })
        })
        .await
    }

    /// Requires a code of the removed factor: a session and the password alone must not remove it.
    pub async fn turn_off_second_factor(
        &self,
        rights: &AdminRights,
        password: &str,
        code: &str,
    ) -> Result<(), ServiceError> {
        let confirmed = self.confirm_password(rights, password).await?;
        self.throttle.count_code(&rights.email)?;
        let (vault, code, sends) = (Arc::clone(&self.vault), code.to_owned(), self.sends_mail());
        self.transact(&own(rights), Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let administrator = confirmed.require(tx).await?;
                if !second_factor::spend(tx, &vault, &administrator, &code).await? {
                    return Err(wrong_code().into());
                }
                tx.set_second_factor(&administrator.id, None).await?;
                tx.set_recovery_codes(&administrator.id, &[]).await?;
                tell(tx, sends, MailKind::SecondFactorOff, &administrator).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::TurnOffSecondFactor)).await
            })
        })
        .await
    }

    pub(super) async fn confirm_password(
        &self,
        rights: &AdminRights,
        password: &str,
    ) -> Result<Confirmed, ServiceError> {
        self.throttle.count_confirmation(&rights.email)?;
        let administrator = self.store.administrator(&rights.id).await?.ok_or(Missing::Administrator)?;
        let password_hash = administrator.password_hash;
        if passwords::is_right(password, password_hash.as_deref(), &administrator.id).await? {
            Ok(Confirmed { id: administrator.id, password_hash })
        } else {
            Err(wrong_password())
        }
    }
}

/// An account whose password was confirmed. Comparing takes too long for a transaction, so this keeps the stored hash
/// that was compared.
pub(super) struct Confirmed {
    id: String,
    password_hash: Option<String>,
}

impl Confirmed {
    /// Returns the current account, unless its password has changed since it was confirmed.
    pub(super) async fn require(&self, tx: &mut Transaction<'_>) -> Result<Administrator, ServiceError> {
        let administrator = tx.administrator(&self.id).await?.ok_or(Missing::Administrator)?;
        if administrator.password_hash == self.password_hash { Ok(administrator) } else { Err(wrong_password()) }
    }
}

pub(super) fn own(rights: &AdminRights) -> Caller {
    Caller::Administrator(rights.clone())
}

pub(super) fn wrong_code() -> Invalid {
    Invalid::one("code", FieldCode::WrongCode)
}

fn wrong_password() -> ServiceError {
    Invalid::one("present", FieldCode::WrongPassword).into()
}
