//! What administrators change about themselves.

use domain::Invalid;

use super::{Caller, Missing, NewFactor, Service, ServiceError, Standing, audit::Deed, passwords, second_factor};
use crate::{
    clock, random,
    store::{Administrator, Totp},
};

impl Service {
    /// Sets a new password and signs out every browser but that of the session `here`.
    ///
    /// # Errors
    /// Invalid when the present password is not right or the new one too short or too long.
    pub async fn change_password(
        &self,
        standing: &Standing,
        present: &str,
        new: &str,
        here: &str,
    ) -> Result<(), ServiceError> {
        let administrator = self.confirmed(standing, present).await?;
        passwords::check(new)?;
        let password_hash = Some(passwords::hash(new).await?);
        self.write_down(&Caller::Administrator(standing.clone()), Deed::new("administrator.change_password")).await?;
        self.replace(Administrator { password_hash, ..administrator }).await?;
        Ok(self.store.end_sessions(&standing.id, Some(here)).await?)
    }

    /// A second factor to be shown; it comes into use by [`Service::turn_on_second_factor`].
    ///
    /// # Errors
    /// Internal only.
    pub fn new_second_factor(&self, standing: &Standing) -> Result<NewFactor, ServiceError> {
        second_factor::factor(&standing.email, &random::totp_secret())
    }

    /// The same second factor shown again.
    ///
    /// # Errors
    /// Invalid when the text is no secret.
    pub fn second_factor_of(&self, standing: &Standing, secret: &str) -> Result<NewFactor, ServiceError> {
        second_factor::factor(&standing.email, &second_factor::parse_secret(secret)?)
    }

    /// From now on signing in takes a code as well.
    ///
    /// # Errors
    /// Invalid when the code does not belong to the secret, or the password is not right.
    pub async fn turn_on_second_factor(
        &self,
        standing: &Standing,
        password: &str,
        secret: &str,
        code: &str,
    ) -> Result<(), ServiceError> {
        let administrator = self.confirmed(standing, password).await?;
        let secret = second_factor::parse_secret(secret)?;
        let last_step = second_factor::step_of(code, &secret, clock::now())
            .ok_or_else(|| Invalid::one("code", "is not the code that the app shows now"))?;
        self.write_down(&Caller::Administrator(standing.clone()), Deed::new("administrator.second_factor_on")).await?;
        self.replace(Administrator { totp: Some(Totp { secret, last_step }), ..administrator }).await
    }

    /// # Errors
    /// Invalid when the password is not right.
    pub async fn turn_off_second_factor(&self, standing: &Standing, password: &str) -> Result<(), ServiceError> {
        let administrator = self.confirmed(standing, password).await?;
        self.write_down(&Caller::Administrator(standing.clone()), Deed::new("administrator.second_factor_off")).await?;
        self.replace(Administrator { totp: None, ..administrator }).await
    }

    /// The stored account, after its owner has given the password once more.
    async fn confirmed(&self, standing: &Standing, password: &str) -> Result<Administrator, ServiceError> {
        // Whoever sits at a browser that was left open must not be able to guess.
        self.throttle.count(Some(&standing.email), std::net::Ipv4Addr::UNSPECIFIED.into())?;
        let administrator = self.store.administrator(&standing.id).await?.ok_or(Missing::Administrator)?;
        if passwords::is_right(password, administrator.password_hash.as_deref()).await? {
            Ok(administrator)
        } else {
            Err(Invalid::one("present", "is not your password").into())
        }
    }

    async fn replace(&self, administrator: Administrator) -> Result<(), ServiceError> {
        let is_there = self.store.update_administrator(administrator).await?;
        if is_there { Ok(()) } else { Err(Missing::Administrator.into()) }
    }
}
