//! Sessions signed by the application that embeds a quiz, for quizzes that require it.
//!
//! A signed session is accepted wherever a `sessionId` is: the hexadecimal form of a JSON object with `sessionId`,
//! `expires` (seconds since 1970) and optionally `customData` and `fields`, a full stop, and the HMAC-SHA-256 of the JSON under the
//! quiz's secret, also in hexadecimal. Records are stored under the `sessionId` within.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use domain::{FieldInput, Permission, Quiz, QuizKind, SessionId, SessionSecret, base62};
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use serde_json::Value;
use sha2::Sha256;

use super::{
    Caller, Conflict, Forbidden, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
};
use crate::{
    clock, random,
    store::{AuditAction, SecretOf},
};

/// Maximum length in bytes.
const LONGEST: usize = 4096;
/// Validity of a session that this service signs itself, in seconds.
const OWN: i64 = 3600;
/// Maximum time until a session expires, in seconds: a year. Milliseconds mistaken for seconds exceed it.
const FURTHEST: i64 = 366 * 86_400;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignedSession {
    pub(super) session_id: SessionId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) custom_data: Option<String>,
    /// By the ids of fields of people; checked where an attempt begins.
    #[serde(skip)]
    pub(super) fields: Option<BTreeMap<String, FieldInput>>,
    /// Seconds since 1970. A quiz can be begun until then. Respondents who have begun may return afterwards.
    pub(super) expires: i64,
}

impl SignedSession {
    pub(super) fn read(text: &str, secret: &[u8]) -> Result<Self, ServiceError> {
        const REFUSED: ServiceError = ServiceError::Forbidden(Forbidden::Session);
        let (payload, signature) = text.split_once('.').filter(|_| text.len() <= LONGEST).ok_or(REFUSED)?;
        let payload = hex::decode(payload).map_err(|_| REFUSED)?;
        let signature = hex::decode(signature).map_err(|_| REFUSED)?;
        mac(secret, &payload).verify_slice(&signature).map_err(|_| REFUSED)?;
        let session = Self::of_payload(&payload).map_err(Forbidden::SessionPayload)?;
        if session.expires > clock::now().seconds() + FURTHEST {
            let reason = "expires lies more than a year ahead; it counts seconds, not milliseconds";
            return Err(Forbidden::SessionPayload(reason.into()).into());
        }
        Ok(session)
    }

    /// The error names the field that is wrong. Only the application that signed it reads the error.
    fn of_payload(payload: &[u8]) -> Result<Self, Cow<'static, str>> {
        let Ok(Value::Object(mut fields)) = serde_json::from_slice(payload) else {
            return Err("it holds no JSON object".into());
        };
        let session_id = match fields.remove("sessionId") {
            Some(Value::String(text)) => SessionId::parse(&text)
                .map_err(|_| "sessionId must have 5 to 128 characters, no / and no white space at its ends")?,
            Some(_) => return Err("sessionId must be a text".into()),
            None => return Err("sessionId is missing".into()),
        };
        let expires = match fields.remove("expires") {
            Some(Value::Number(number)) => {
                number.as_i64().ok_or("expires must be whole seconds since 1970, without a fraction")?
            }
            Some(_) => return Err("expires must be a number of seconds since 1970".into()),
            None => return Err("expires is missing".into()),
        };
        let custom_data = match fields.remove("customData") {
            Some(Value::String(text)) => Some(text),
            Some(Value::Null) | None => None,
            Some(_) => return Err("customData must be a text".into()),
        };
        let of_person = match fields.remove("fields") {
            Some(fields @ Value::Object(_)) => {
                Some(serde_json::from_value(fields).map_err(|_| "fields must be an object")?)
            }
            Some(Value::Null) | None => None,
            Some(_) => return Err("fields must be an object".into()),
        };
        match fields.keys().next() {
            None => Ok(Self { session_id, custom_data, fields: of_person, expires }),
            Some(other) => {
                Err(format!("{other} is none of its fields: sessionId, expires, customData and fields").into())
            }
        }
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expires <= clock::now().seconds()
    }

    fn sign(&self, secret: &[u8]) -> Result<String, ServiceError> {
        let payload = serde_json::to_vec(self).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let signature = mac(secret, &payload).finalize().into_bytes();
        Ok(format!("{}.{}", hex::encode(payload), hex::encode(signature)))
    }
}

pub(super) fn new_secret() -> String {
    // 22 digits carry 128 random bits, 21 carry 125 more.
    format!("qss_{}{}", base62(random::bits(), 22), base62(random::bits(), 21))
}

fn mac(secret: &[u8], payload: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(payload);
    mac
}

impl Service {
    /// Creates a secret for an in-app quiz, which from then on accepts signed sessions only. An earlier secret no
    /// longer works. The secret is shown only once.
    pub async fn renew_session_secret(&self, caller: &Caller, path: &QuizPath) -> Result<String, ServiceError> {
        let secret = new_secret();
        self.set_session_secret(caller, path, Some(secret.clone())).await?;
        Ok(secret)
    }

    /// From now on sessions need no signature.
    pub async fn end_session_secret(&self, caller: &Caller, path: &QuizPath) -> Result<(), ServiceError> {
        self.set_session_secret(caller, path, None).await
    }

    async fn set_session_secret(
        &self,
        caller: &Caller,
        path: &QuizPath,
        secret: Option<String>,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let vault = Arc::clone(&self.vault);
        let set = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                if quiz.kind != QuizKind::InApp {
                    return Err(Conflict::NotEmbedded.into());
                }
                let sealed = match &secret {
                    Some(secret) => {
                        let sealed = vault.seal(tx, &SecretOf::Quiz(quiz.id.clone()), secret.as_bytes()).await?;
                        Some(SessionSecret::new(sealed))
                    }
                    None => None,
                };
                tx.set_session_secret(&quiz.id, sealed.as_ref()).await?;
                let done = if secret.is_some() { "made" } else { "removed" };
                let draft = AuditDraft::of_quiz(AuditAction::SetSessionSecret, &target.path);
                record_audit(tx, &caller, draft.with(done.to_owned())).await
            })
        });
        let set = set.await;
        self.quizzes.forget(&path.quiz);
        set
    }

    /// The session with which a page of this service embeds the quiz, signed if the quiz requires it.
    pub fn own_session(&self, quiz: &Quiz, session: String) -> Result<String, ServiceError> {
        let Some(secret) = self.session_secret(quiz)? else { return Ok(session) };
        let expires = clock::now().seconds() + OWN;
        SignedSession { session_id: SessionId::parse(&session)?, custom_data: None, fields: None, expires }
            .sign(&secret)
    }

    pub(super) fn session_secret(&self, quiz: &Quiz) -> Result<Option<Vec<u8>>, ServiceError> {
        let open = |secret: &SessionSecret| self.vault.open_secret(&SecretOf::Quiz(quiz.id.clone()), secret.sealed());
        quiz.session_secret.as_ref().map(open).transpose()
    }
}
