//! Signing in to a mail server by a token that the provider gives for a while (XOAUTH2).

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Deserialize;
use tokio::sync::Mutex;

use super::Login;
use crate::webhooks::Client;

/// A token is renewed so long before its end.
const MARGIN: Duration = Duration::from_mins(1);
/// Where the provider does not say how long a token holds.
const USUAL: u64 = 600;
/// What it says at most.
const LONGEST: u64 = 86_400;

/// What the provider is shown.
#[derive(Clone)]
pub enum Grant {
    /// As the application itself.
    ClientCredentials,
    /// On behalf of an account that has agreed once.
    RefreshToken(String),
}

pub struct OAuth {
    pub user: String,
    pub url: String,
    pub client_id: String,
    /// Some providers need none with a refresh token.
    pub client_secret: Option<String>,
    pub scope: Option<String>,
    pub grant: Grant,
    pub client: Arc<Client>,
    kept: Mutex<Option<(String, Instant)>>,
}

impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuth").field("url", &self.url).finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Reply {
    access_token: Option<String>,
    expires_in: Option<u64>,
    /// A short code, such as `invalid_client`.
    error: Option<String>,
}

impl OAuth {
    pub fn new(user: String, url: String, client_id: String, grant: Grant, client: Arc<Client>) -> Self {
        Self { user, url, client_id, client_secret: None, scope: None, grant, client, kept: Mutex::new(None) }
    }

    /// Asks the provider only where the last token is about to end.
    pub(super) async fn login(&self) -> Result<Login, String> {
        let mut kept = self.kept.lock().await;
        let token = match &*kept {
            Some((token, until)) if *until > Instant::now() => token.clone(),
            _ => {
                let (token, length) = self.ask().await?;
                *kept = Some((token.clone(), Instant::now() + length.saturating_sub(MARGIN)));
                token
            }
        };
        Ok(Login::Token { user: self.user.clone(), token })
    }

    pub(super) async fn forget(&self) {
        *self.kept.lock().await = None;
    }

    async fn ask(&self) -> Result<(String, Duration), String> {
        let mut fields = vec![("client_id", self.client_id.as_str())];
        fields.extend(self.client_secret.as_deref().map(|secret| ("client_secret", secret)));
        fields.extend(self.scope.as_deref().map(|scope| ("scope", scope)));
        match &self.grant {
            Grant::ClientCredentials => fields.push(("grant_type", "client_credentials")),
            Grant::RefreshToken(token) => {
                fields.extend([("grant_type", "refresh_token"), ("refresh_token", token.as_str())]);
            }
        }
        let form = serde_urlencoded::to_string(fields).map_err(|error| error.to_string())?;
        let (status, body) = self.client.post_form(&self.url, form).await?;
        let reply: Reply =
            serde_json::from_str(&body).map_err(|_| format!("the provider replied {status} without a token"))?;
        match (reply.access_token, reply.error) {
            (Some(token), _) if status == 200 => {
                Ok((token, Duration::from_secs(reply.expires_in.unwrap_or(USUAL).min(LONGEST))))
            }
            (_, Some(error)) => {
                let code: String = error.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(64).collect();
                Err(format!("the provider replied {status} {code}"))
            }
            _ => Err(format!("the provider replied {status} without a token")),
        }
    }
}
