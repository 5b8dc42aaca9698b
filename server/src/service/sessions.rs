//! Signing in to the dashboard, and the sessions that come of it.

use std::net::IpAddr;

use domain::{Email, Timestamp};
use sha2::{Digest, Sha256};

use super::{Caller, Missing, Service, ServiceError, Standing, audit::Deed, passwords, second_factor};
use crate::{
    clock, random,
    store::{Administrator, Session},
};

/// A session ends when it was not used for this long, in nanoseconds.
const IDLE: i64 = 12 * 3600 * 1_000_000_000;
/// And after this long in any case.
const WHOLE: i64 = 30 * 86_400 * 1_000_000_000;
/// Use is noted at most this often.
const NOTE_EVERY: i64 = 60 * 1_000_000_000;
/// Of what a browser says about itself; bytes.
const CLIENT: usize = 200;

/// Where a sign-in comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub address: IpAddr,
    /// What the browser calls itself.
    pub client: String,
}

/// What a signed-in request carries.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Session,
    pub standing: Standing,
    pub has_second_factor: bool,
}

impl Service {
    /// The value of the cookie for a new session.
    ///
    /// # Errors
    /// Unauthorized, with one message after the same time whatever is wrong; throttled after too many tries.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        code: &str,
        origin: &Origin,
    ) -> Result<String, ServiceError> {
        const REFUSED: ServiceError = ServiceError::Unauthorized("e-mail address, password or code is not right");
        let email = Email::parse(email).ok();
        self.throttle.count(email.as_ref(), origin.address)?;
        let found = match &email {
            Some(email) => self.store.administrator_by_email(email).await?,
            None => None,
        };
        let stored = found.as_ref().and_then(|administrator| administrator.password_hash.as_deref());
        let is_right = passwords::is_right(password, stored).await?;
        let administrator = found.filter(|_| is_right).ok_or(REFUSED)?;
        if let Some(totp) = &administrator.totp {
            let step = second_factor::step_of(code, &totp.secret, clock::now()).ok_or(REFUSED)?;
            if !self.store.use_totp_step(&administrator.id, step).await? {
                return Err(REFUSED);
            }
        }
        self.begin_session(&administrator, origin).await
    }

    pub(super) async fn begin_session(
        &self,
        administrator: &Administrator,
        origin: &Origin,
    ) -> Result<String, ServiceError> {
        let token = hex::encode(random::secret());
        let now = clock::now();
        let session = Session {
            token_hash: hash(&token),
            id: uuid::Uuid::new_v4().to_string(),
            admin_id: administrator.id.clone(),
            client: cut(&origin.client).to_owned(),
            created_at: now,
            seen_at: now,
            expires_at: later(now, IDLE),
        };
        self.store.forget_expired(now).await?;
        let caller = Caller::Administrator(self.standing(administrator).await?);
        self.write_down(&caller, Deed::new("administrator.sign_in")).await?;
        self.store.add_session(session).await?;
        Ok(token)
    }

    /// Whose session a cookie's value is, if it is one that has not ended.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn session(&self, token: &str) -> Result<Option<SignedIn>, ServiceError> {
        let now = clock::now();
        let Some(session) = self.store.session(&hash(token)).await?.filter(|session| session.expires_at > now) else {
            return Ok(None);
        };
        let Some(administrator) = self.store.administrator(&session.admin_id).await? else { return Ok(None) };
        if now.nanoseconds() - session.seen_at.nanoseconds() >= NOTE_EVERY {
            let end = later(now, IDLE).min(later(session.created_at, WHOLE));
            self.store.touch_session(&session.token_hash, now, end).await?;
        }
        let standing = self.standing(&administrator).await?;
        Ok(Some(SignedIn { session, standing, has_second_factor: administrator.totp.is_some() }))
    }

    pub(super) async fn standing(&self, administrator: &Administrator) -> Result<Standing, ServiceError> {
        Ok(Standing {
            id: administrator.id.clone(),
            email: administrator.email.clone(),
            name: administrator.name.clone(),
            is_everywhere: administrator.is_everywhere,
            roles: self.store.roles(&administrator.id).await?,
        })
    }

    /// All browsers in which this person is signed in, the last used first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn sessions(&self, standing: &Standing) -> Result<Vec<Session>, ServiceError> {
        let now = clock::now();
        let mut sessions = self.store.sessions(&standing.id).await?;
        sessions.retain(|session| session.expires_at > now);
        Ok(sessions)
    }

    /// Signs one browser of this person out.
    ///
    /// # Errors
    /// When there is no such session.
    pub async fn sign_out(&self, standing: &Standing, id: &str) -> Result<(), ServiceError> {
        let caller = Caller::Administrator(standing.clone());
        self.write_down(&caller, Deed::new("administrator.sign_out")).await?;
        if self.store.end_session(&standing.id, id).await? { Ok(()) } else { Err(Missing::Session.into()) }
    }

    /// Signs all browsers of this person out, but the one of `but`.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn sign_out_everywhere(&self, standing: &Standing, but: Option<&str>) -> Result<(), ServiceError> {
        let caller = Caller::Administrator(standing.clone());
        self.write_down(&caller, Deed::new("administrator.sign_out_everywhere")).await?;
        Ok(self.store.end_sessions(&standing.id, but).await?)
    }
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
