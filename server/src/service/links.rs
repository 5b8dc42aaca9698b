//! One-time links: to create the first administrator, and to choose a password.

use domain::{Email, FieldCode, Invalid};

use super::{
    Missing, Service, ServiceError,
    administrators::add_administrator,
    audit::{AuditDraft, record_audit},
    mails::{LinkTokens, to_administrator},
    passwords,
    rights::Permitted,
    sessions::{Entrance, Origin, begin_session, hash, later},
};
use crate::{
    clock, random,
    store::{Administrator, AuditAction, MailKind, NewMail, SignInLink, Transaction, WorkScope},
};

/// Validity of a link, in nanoseconds.
const VALID: i64 = 3 * 86_400 * 1_000_000_000;

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Followed {
    SignedIn(Entrance),
    /// The password is set. Signing in requires the second factor, which a link does not replace.
    SignInNext,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LinkPurpose {
    /// To create the first administrator, who owns all namespaces.
    FirstAdministrator,
    Password(Email),
}

impl Service {
    /// Returns the token of a link for the first administrator, or `None` once there is an administrator.
    pub async fn first_administrator_link(&self) -> Result<Option<String>, ServiceError> {
        self.transact_unasked(WorkScope::Installation, |tx| {
            Box::pin(async move {
                if tx.has_administrators().await? { Ok(None) } else { new_link(tx, None).await.map(Some) }
            })
        })
        .await
    }

    /// Returns the purpose of a link without spending it.
    pub async fn look_at_link(&self, token: &str) -> Result<LinkPurpose, ServiceError> {
        let link = self.store.sign_in_link(&hash(token)).await?;
        match valid(link)?.admin_id {
            Some(id) => {
                let administrator = self.store.administrator(&id).await?.ok_or(Missing::Link)?;
                Ok(LinkPurpose::Password(administrator.email))
            }
            None if self.store.administrators().await?.is_empty() => Ok(LinkPurpose::FirstAdministrator),
            None => Err(Missing::Link.into()),
        }
    }

    /// Spends a link: sets the password, and signs in unless the account has a second factor. `email` is for the first
    /// administrator only.
    pub async fn follow_link(
        &self,
        token: &str,
        email: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<Followed, ServiceError> {
        self.throttle.count(None, origin.address)?;
        let purpose = self.look_at_link(token).await?;
        let email = match purpose {
            LinkPurpose::FirstAdministrator => {
                Email::parse(email).map_err(|error| Invalid::one("email", FieldCode::Malformed(error)))?
            }
            LinkPurpose::Password(email) => email,
        };
        passwords::check(password, email.as_str())?;
        let password_hash = passwords::hash(password, passwords::CHOSEN).await?;
        let (token_hash, client, new_hash) = (hash(token), origin.client.clone(), password_hash.clone());
        let session = self.transact_unasked(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let administrator = match valid(tx.sign_in_link(&token_hash).await?)?.admin_id {
                    Some(id) => set_password(tx, &id, &password_hash).await?,
                    None => add_first_administrator(tx, &email, &password_hash).await?,
                };
                if administrator.totp.is_some() {
                    return Ok(None);
                }
                Ok(Some((begin_session(tx, &administrator, &client).await?, administrator.id)))
            })
        });
        Ok(match session.await? {
            Some((session, id)) => {
                Followed::SignedIn(Entrance { session, browser: self.new_browser(&id, Some(&new_hash)) })
            }
            None => Followed::SignInNext,
        })
    }
}

fn valid(link: Option<SignInLink>) -> Result<SignInLink, Missing> {
    link.filter(|link| link.expires_at > clock::now()).ok_or(Missing::Link)
}

/// Creates the token of a link with which an administrator, or the first one with `None`, chooses a password.
pub(super) async fn new_link(tx: &mut Transaction<'_>, admin_id: Option<String>) -> Result<String, ServiceError> {
    let token = hex::encode(random::secret());
    let expires_at = later(clock::now(), VALID);
    tx.add_sign_in_link(&SignInLink { token_hash: hash(&token), admin_id, expires_at }).await?;
    Ok(token)
}

/// Like [`new_link`], and mails the link to the administrator if mail is configured.
pub(super) async fn new_mailed_link(
    tx: &mut Transaction<'_>,
    administrator: &Administrator,
    tokens: LinkTokens,
) -> Result<String, ServiceError> {
    let (reference, now) = (uuid::Uuid::new_v4().to_string(), clock::now());
    let token = tokens.token(MailKind::PasswordLink, &reference);
    let (token_hash, admin_id) = (hash(&token), Some(administrator.id.clone()));
    tx.add_sign_in_link(&SignInLink { token_hash, admin_id, expires_at: later(now, VALID) }).await?;
    if tokens.is_mailed {
        let mail = to_administrator(MailKind::PasswordLink, administrator, now);
        tx.add_mail(&NewMail { reference: Some(reference), ..mail }).await?;
    }
    Ok(token)
}

/// Ends all sessions and links of the account: an attacker may hold any of them, and be the reason for the new
/// password.
async fn set_password(tx: &mut Transaction<'_>, id: &str, password_hash: &str) -> Result<Administrator, ServiceError> {
    let administrator = tx.administrator(id).await?.ok_or(Missing::Link)?;
    tx.set_password(id, Some(password_hash)).await?;
    tx.end_sessions(id, None).await?;
    tx.end_sign_in_links(Some(id)).await?;
    let caller = Permitted::of_account(tx, &administrator).await?;
    record_audit(tx, &caller, AuditDraft::new(AuditAction::SetPassword)).await?;
    Ok(administrator)
}

async fn add_first_administrator(
    tx: &mut Transaction<'_>,
    email: &Email,
    password_hash: &str,
) -> Result<Administrator, ServiceError> {
    if tx.has_administrators().await? {
        return Err(Missing::Link.into());
    }
    tx.end_sign_in_links(None).await?;
    add_administrator(tx, None, email, Some(password_hash), true).await
}
