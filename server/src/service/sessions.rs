//! Signing in to the dashboard, and sessions.

use std::{net::IpAddr, sync::Arc};

use domain::{Email, Timestamp};
use sha2::{Digest, Sha256};

use super::{
    AdminRights, Caller, Missing, Service, ServiceError, Unauthorized,
    audit::{AuditDraft, record_audit},
    mails::tell,
    passwords::{self, STRANGERS},
    rights::{Permitted, Right},
    second_factor,
};
use crate::{
    clock, random,
    store::{Administrator, AuditAction, MailKind, Session, Transaction, WorkScope},
};

/// Idle time after which a session ends, in nanoseconds.
const IDLE: i64 = 12 * 3600 * 1_000_000_000;
/// Maximum duration of a session, in nanoseconds.
const WHOLE: i64 = 30 * 86_400 * 1_000_000_000;
/// Minimum time between two records of use, in nanoseconds.
const NOTE_EVERY: i64 = 60 * 1_000_000_000;
/// Maximum length of the stored `User-Agent` in bytes.
const CLIENT: usize = 200;
/// The same for every reason, so that guessing reveals nothing.
pub(super) const REFUSED: ServiceError = ServiceError::Unauthorized(Unauthorized::Credentials);

#[derive(Clone, Debug)]
pub struct Origin {
    pub address: IpAddr,
    pub client: String,
    /// The last [`Entrance::browser`] that was given to this browser.
    pub browser: Option<String>,
}

/// The cookie values of a browser in which an administrator has signed in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entrance {
    pub session: String,
    /// Outlives the session, so that strangers' attempts to sign in do not lock out this browser.
    pub browser: String,
}

#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Session,
    pub rights: AdminRights,
    pub has_second_factor: bool,
}

impl Service {
    /// Every refusal has the same message and takes the same time. Too many attempts are throttled.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        code: &str,
        origin: &Origin,
    ) -> Result<Entrance, ServiceError> {
        let email = Email::parse(email).ok();
        let signed_in = self.try_sign_in(email.as_ref(), password, code, origin).await;
        match &signed_in {
            Ok(_) => tracing::info!("an administrator signed in"),
            Err(refusal) => self.note_sign_in(email.as_ref(), refusal).await,
        }
        signed_in
    }

    async fn try_sign_in(
        &self,
        email: Option<&Email>,
        password: &str,
        code: &str,
        origin: &Origin,
    ) -> Result<Entrance, ServiceError> {
        let found = match email {
            Some(email) => self.store.administrator_by_email(email).await?,
            None => None,
        };
        let browser = origin.browser.as_deref();
        let known = found.as_ref().zip(browser).filter(|(account, browser)| self.knows_browser(browser, account));
        let line = match known {
            Some((account, _)) => {
                self.throttle.count_known(&account.email)?;
                account.id.clone()
            }
            None => {
                self.throttle.count(email, origin.address)?;
                STRANGERS.to_owned()
            }
        };
        let known = known.map(|(_, browser)| browser.to_owned());
        let stored = found.as_ref().and_then(|administrator| administrator.password_hash.as_deref());
        let is_right = passwords::is_right(password, stored, &line).await?;
        let Administrator { id, email, password_hash, totp, .. } = found.filter(|_| is_right).ok_or(REFUSED)?;
        if totp.is_some() && known.is_none() {
            self.throttle.count_code(&email)?;
        }
        let is_new = known.is_none() && self.sends_mail();
        let browser = known.unwrap_or_else(|| self.new_browser(&id, password_hash.as_deref()));
        let (vault, code, client) = (Arc::clone(&self.vault), code.to_owned(), origin.client.clone());
        let signed_in = self.transact_unasked(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                // The password may have been changed during the comparison.
                let found = tx.administrator(&id).await?.filter(|found| found.password_hash == password_hash);
                let administrator = found.ok_or(REFUSED)?;
                if !second_factor::spend(tx, &vault, &administrator, &code).await? {
                    return Err(REFUSED);
                }
                tell(tx, is_new, MailKind::NewBrowser, &administrator).await?;
                begin_session(tx, &administrator, &client).await
            })
        });
        Ok(Entrance { session: signed_in.await?, browser })
    }

    /// Finds the session of a cookie value, unless it has ended.
    pub async fn session(&self, token: &str) -> Result<Option<SignedIn>, ServiceError> {
        let Some(found) = self.standing_of(&hash(token)).await? else { return Ok(None) };
        let (session, now) = (&found.session, clock::now());
        if now.nanoseconds() - session.seen_at.nanoseconds() >= NOTE_EVERY {
            let end = later(now, IDLE).min(later(session.created_at, WHOLE));
            self.store.touch_session(&session.token_hash, now, end).await?;
        }
        Ok(Some(found))
    }

    /// Returns the session of this hash with its administrator's current roles, unless it has ended.
    pub(super) async fn standing_of(&self, token_hash: &[u8; 32]) -> Result<Option<SignedIn>, ServiceError> {
        let now = clock::now();
        let Some(session) = self.store.session(token_hash).await?.filter(|session| session.expires_at > now) else {
            return Ok(None);
        };
        let Some(administrator) = self.store.administrator(&session.admin_id).await? else { return Ok(None) };
        let rights = AdminRights::of(&administrator, self.store.roles(&administrator.id).await?);
        Ok(Some(SignedIn { session, rights, has_second_factor: administrator.totp.is_some() }))
    }

    pub async fn sessions(&self, rights: &AdminRights) -> Result<Vec<Session>, ServiceError> {
        let now = clock::now();
        let mut sessions = self.store.sessions(&rights.id).await?;
        sessions.retain(|session| session.expires_at > now);
        Ok(sessions)
    }

    pub async fn sign_out(&self, rights: &AdminRights, id: &str) -> Result<(), ServiceError> {
        let (caller, own, id) = (Caller::Administrator(rights.clone()), rights.id.clone(), id.to_owned());
        self.transact(&caller, Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                if !tx.end_session(&own, &id).await? {
                    return Err(Missing::Session.into());
                }
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SignOut)).await
            })
        })
        .await
    }

    /// Signs out all of the administrator's browsers except that of the session `but`.
    pub async fn sign_out_everywhere(&self, rights: &AdminRights, but: Option<&str>) -> Result<(), ServiceError> {
        let (caller, own) = (Caller::Administrator(rights.clone()), rights.id.clone());
        let but = but.map(ToOwned::to_owned);
        self.transact(&caller, Right::Account, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                tx.end_sessions(&own, but.as_deref()).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::SignOutEverywhere)).await
            })
        })
        .await
    }
}

pub(super) async fn begin_session(
    tx: &mut Transaction<'_>,
    administrator: &Administrator,
    client: &str,
) -> Result<String, ServiceError> {
    let token = hex::encode(random::secret());
    let now = clock::now();
    let session = Session {
        token_hash: hash(&token),
        id: uuid::Uuid::new_v4().to_string(),
        admin_id: administrator.id.clone(),
        client: cut(client).to_owned(),
        created_at: now,
        seen_at: now,
        expires_at: later(now, IDLE),
    };
    tx.forget_expired(now).await?;
    tx.add_session(&session).await?;
    let caller = Permitted::of_account(tx, administrator).await?;
    record_audit(tx, &caller, AuditDraft::new(AuditAction::SignIn)).await?;
    Ok(token)
}

pub(super) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

pub(super) fn later(at: Timestamp, nanoseconds: i64) -> Timestamp {
    Timestamp::from_nanoseconds(at.nanoseconds().saturating_add(nanoseconds))
}

fn cut(client: &str) -> &str {
    &client[..client.floor_char_boundary(CLIENT)]
}
