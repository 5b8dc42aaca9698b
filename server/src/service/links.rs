//! Links that work once: to make the first administrator, and to choose a password.

use domain::{Email, Invalid};

use super::{
    Caller, Missing, Service, ServiceError, Standing,
    audit::Deed,
    passwords,
    sessions::{Origin, hash, later},
};
use crate::{
    clock, random,
    store::{Administrator, SignInLink},
};

/// How long a link can be used, in nanoseconds.
const VALID: i64 = 3 * 86_400 * 1_000_000_000;

/// Where following a link has led.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Followed {
    /// The value of the session's cookie.
    SignedIn(String),
    /// The password is set; signing in takes the second factor, which a link does not replace.
    SignInNext,
}

/// What a link is for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LinkPurpose {
    /// Nobody can sign in yet: whoever has the link becomes administrator of all namespaces.
    FirstAdministrator,
    /// This person chooses a password.
    Password(Email),
}

impl Service {
    /// The token of a link for the first administrator; `None` when there is one.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub async fn first_administrator_link(&self) -> Result<Option<String>, ServiceError> {
        if self.store.administrators().await?.is_empty() { self.new_link(None).await.map(Some) } else { Ok(None) }
    }

    /// The token of a link by which an administrator chooses a password.
    pub(super) async fn new_link(&self, admin_id: Option<String>) -> Result<String, ServiceError> {
        let token = hex::encode(random::secret());
        let expires_at = later(clock::now(), VALID);
        self.store.add_sign_in_link(SignInLink { token_hash: hash(&token), admin_id, expires_at }).await?;
        Ok(token)
    }

    /// What a link is for. Looking does not spend it.
    ///
    /// # Errors
    /// Missing when it was used, has expired, or somebody else became the first administrator.
    pub async fn look_at_link(&self, token: &str) -> Result<LinkPurpose, ServiceError> {
        let link = self.store.sign_in_link(&hash(token)).await?.filter(|link| link.expires_at > clock::now());
        match link.ok_or(Missing::Link)?.admin_id {
            Some(id) => {
                let administrator = self.store.administrator(&id).await?.ok_or(Missing::Link)?;
                Ok(LinkPurpose::Password(administrator.email))
            }
            None if self.store.administrators().await?.is_empty() => Ok(LinkPurpose::FirstAdministrator),
            None => Err(Missing::Link.into()),
        }
    }

    /// Spends a link: sets the password, and signs in whoever has no second factor. `email` is for the first
    /// administrator only.
    ///
    /// # Errors
    /// Missing when the link leads nowhere; invalid when the password is too short or the address is none.
    pub async fn follow_link(
        &self,
        token: &str,
        email: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<Followed, ServiceError> {
        let purpose = self.look_at_link(token).await?;
        passwords::check(password)?;
        let password_hash = Some(passwords::hash(password).await?);
        let email = match purpose {
            LinkPurpose::FirstAdministrator => {
                Email::parse(email).map_err(|error| Invalid::one("email", error.to_string()))?
            }
            LinkPurpose::Password(email) => email,
        };
        if !self.store.spend_sign_in_link(&hash(token)).await? {
            return Err(Missing::Link.into());
        }
        let administrator = match self.store.administrator_by_email(&email).await? {
            Some(known) => {
                let administrator = Administrator { password_hash, ..known };
                self.write_down(&self.as_caller(&administrator).await?, Deed::new("administrator.set_password"))
                    .await?;
                self.store.update_administrator(administrator.clone()).await?;
                self.store.end_sessions(&administrator.id, None).await?;
                administrator
            }
            None => self.add_administrator(email, password_hash, true, None).await?,
        };
        if administrator.totp.is_some() {
            return Ok(Followed::SignInNext);
        }
        self.begin_session(&administrator, origin).await.map(Followed::SignedIn)
    }

    /// Adds an administrator, in the name of `by`, or of the newcomer.
    pub(super) async fn add_administrator(
        &self,
        email: Email,
        password_hash: Option<String>,
        is_everywhere: bool,
        by: Option<&Caller>,
    ) -> Result<Administrator, ServiceError> {
        let administrator = Administrator {
            id: uuid::Uuid::new_v4().to_string(),
            name: email.as_str().split('@').next().unwrap_or_default().to_owned(),
            email,
            password_hash,
            totp: None,
            is_everywhere,
            created_at: clock::now(),
        };
        let newcomer = self.as_caller(&administrator).await?;
        let deed = Deed::new("administrator.create").on(administrator.email.as_str());
        self.write_down(by.unwrap_or(&newcomer), deed).await?;
        self.store.add_administrator(administrator.clone()).await.map_err(|error| match error {
            crate::store::StoreError::Conflict => {
                ServiceError::Conflict("an administrator has this e-mail address already".to_owned())
            }
            other => other.into(),
        })?;
        Ok(administrator)
    }

    async fn as_caller(&self, administrator: &Administrator) -> Result<Caller, ServiceError> {
        let standing: Standing = self.standing(administrator).await?;
        Ok(Caller::Administrator(standing))
    }
}
