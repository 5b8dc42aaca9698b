//! Webhook endpoints: their subscriptions, secrets and headers, and test deliveries.

use std::{sync::Arc, time::Duration};

use axum::http::Uri;
use domain::{FieldCode, FieldError, Invalid, NamespaceId, Path, Permission, QuizId, Timestamp, base62};
use futures_util::future::BoxFuture;
use serde_json::json;

use super::{
    Caller, Conflict, Idempotency, Idempotent, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    rights::{Permitted, Right},
    vault::Vault,
};
use crate::{
    clock, random,
    store::{
        AuditAction, Endpoint, EndpointState, EventType, SecretOf, TEST_EVENT, Transaction, WorkScope, event_body,
        event_id,
    },
    webhooks::{EndpointSecrets, OLD_SECRET, Sent, check_headers},
};

/// Maximum number of endpoints per namespace: each costs a row per event.
const MOST: usize = 20;
/// Maximum number of quizzes that one endpoint names.
const MOST_QUIZZES: usize = 100;
const DESCRIPTION: usize = 200;
const URL: usize = 2000;
/// Deliveries removed in one write, and the pause between two writes, which leaves room for answers.
const PIECE: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone, Debug, Default)]
pub struct EndpointInput {
    pub url: String,
    pub description: String,
    /// Empty for all.
    pub types: Vec<EventType>,
    /// Empty for all of the namespace.
    pub quizzes: Vec<QuizId>,
    pub with_answers: bool,
    pub headers: Vec<(String, String)>,
}

/// Changed fields; `None` leaves a field unchanged.
#[derive(Clone, Debug, Default)]
pub struct EndpointChange {
    pub url: Option<String>,
    pub description: Option<String>,
    pub types: Option<Vec<EventType>>,
    pub quizzes: Option<Vec<QuizId>>,
    pub with_answers: Option<bool>,
    pub headers: Option<Vec<(String, String)>>,
    pub is_on: Option<bool>,
}

/// An endpoint with its secret, which is shown only once.
#[derive(Clone, Debug)]
pub struct IssuedEndpoint {
    pub endpoint: Endpoint,
    pub secret: String,
}

impl Service {
    pub async fn create_endpoint(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        input: EndpointInput,
    ) -> Result<IssuedEndpoint, ServiceError> {
        self.create_endpoint_once(caller, namespace, input, None).await?.made()
    }

    /// Like [`create_endpoint`](Self::create_endpoint), for an idempotent request.
    pub async fn create_endpoint_once(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        input: EndpointInput,
        once: Option<Idempotency<IssuedEndpoint>>,
    ) -> Result<Idempotent<IssuedEndpoint>, ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        right.check(caller)?;
        self.check_endpoint(&input, true)?;
        let now = clock::now();
        let secrets = EndpointSecrets::new().with_headers(input.headers);
        let secret = secrets.text();
        let endpoint = Endpoint {
            id: base62(random::bits(), 11),
            namespace_id: namespace.clone(),
            url: input.url,
            description: input.description,
            types: input.types,
            quizzes: input.quizzes,
            with_answers: input.with_answers,
            header_names: names(&secrets),
            sealed: Vec::new(),
            state: EndpointState::On,
            failing_since: None,
            created_by: caller.to_string(),
            created_at: now,
            updated_at: now,
        };
        let vault = Arc::clone(&self.vault);
        let scope = WorkScope::Namespace(namespace.clone());
        let made = self.transact_once(caller, right, scope, once, move |tx, caller| {
            Box::pin(async move {
                if tx.endpoints(&endpoint.namespace_id).await?.len() >= MOST {
                    return Err(Conflict::TooManyEndpoints.into());
                }
                require_readable(&caller, &endpoint)?;
                require_quizzes(tx, &endpoint).await?;
                let endpoint = put(tx, &vault, endpoint, &secrets).await?;
                record_audit(tx, &caller, event(AuditAction::CreateEndpoint, &endpoint)).await?;
                Ok(IssuedEndpoint { endpoint, secret })
            })
        });
        let made = made.await?;
        self.store.listeners().forget();
        Ok(made)
    }

    /// Newest first.
    pub async fn endpoints(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<Endpoint>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.endpoints(namespace).await?)
    }

    pub async fn endpoint(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<Endpoint, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let endpoint = self.store.endpoint(id).await?.filter(|endpoint| endpoint.namespace_id == *namespace);
        endpoint.ok_or_else(|| Missing::Endpoint.into())
    }

    /// Removes the headers if the URL leads to another host, unless they are given again: otherwise a caller could read
    /// them by redirecting deliveries.
    pub async fn change_endpoint(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
        change: EndpointChange,
    ) -> Result<Endpoint, ServiceError> {
        let known = self.endpoint(caller, namespace, id).await?;
        let input = EndpointInput {
            url: change.url.clone().unwrap_or(known.url),
            description: change.description.clone().unwrap_or(known.description),
            types: change.types.clone().unwrap_or(known.types),
            quizzes: change.quizzes.clone().unwrap_or(known.quizzes),
            with_answers: change.with_answers.unwrap_or(known.with_answers),
            headers: change.headers.clone().unwrap_or_default(),
        };
        self.check_endpoint(&input, change.url.is_some())?;
        let vault = Arc::clone(&self.vault);
        let changed = self.on_endpoint(caller, namespace, id, move |tx, caller, old| {
            Box::pin(async move {
                let mut secrets = open(&vault, &old)?;
                let leads_elsewhere = change.url.as_deref().is_some_and(|url| place(url) != place(&old.url));
                match change.headers {
                    Some(headers) => secrets.headers = headers,
                    None if leads_elsewhere => secrets.headers.clear(),
                    None => {}
                }
                let was_on = old.state == EndpointState::On;
                let (id, now) = (old.id.clone(), clock::now());
                let endpoint = Endpoint {
                    url: change.url.unwrap_or(old.url),
                    description: change.description.unwrap_or(old.description),
                    types: change.types.unwrap_or(old.types),
                    quizzes: change.quizzes.unwrap_or(old.quizzes),
                    with_answers: change.with_answers.unwrap_or(old.with_answers),
                    header_names: names(&secrets),
                    updated_at: now,
                    ..old
                };
                require_readable(&caller, &endpoint)?;
                require_quizzes(tx, &endpoint).await?;
                let endpoint = put(tx, &vault, endpoint, &secrets).await?;
                if let Some(is_on) = change.is_on.filter(|is_on| *is_on != was_on) {
                    tx.set_endpoint_state(&id, is_on, now).await?;
                }
                record_audit(tx, &caller, event(AuditAction::ChangeEndpoint, &endpoint)).await?;
                Ok(tx.endpoint(&id).await?.ok_or(Missing::Endpoint)?)
            })
        });
        let changed = changed.await?;
        self.store.listeners().forget();
        Ok(changed)
    }

    pub async fn delete_endpoint(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<(), ServiceError> {
        self.on_endpoint(caller, namespace, id, |tx, caller, endpoint| {
            Box::pin(async move {
                tx.delete_endpoint(&endpoint.id).await?;
                record_audit(tx, &caller, event(AuditAction::DeleteEndpoint, &endpoint)).await
            })
        })
        .await?;
        let (store, id) = (Arc::clone(&self.store), id.to_owned());
        // If there are many deliveries, this takes longer than a request may, so it continues without the request.
        let forgetting = tokio::spawn(async move {
            store.listeners().forget();
            while store.forget_deliveries(&id, PIECE).await? > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            Ok(())
        });
        forgetting.await.unwrap_or_else(|error| Err(ServiceError::Internal(error.to_string())))
    }

    /// Creates a new secret. Deliveries are also signed with the previous one for another day.
    pub async fn renew_endpoint_secret(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<String, ServiceError> {
        let vault = Arc::clone(&self.vault);
        self.on_endpoint(caller, namespace, id, move |tx, caller, endpoint| {
            Box::pin(async move {
                let now = clock::now();
                let day = i64::try_from(OLD_SECRET.as_nanos()).unwrap_or(i64::MAX);
                let until = Timestamp::from_nanoseconds(now.nanoseconds().saturating_add(day));
                let secrets = open(&vault, &endpoint)?.renewed(until);
                let endpoint = put(tx, &vault, Endpoint { updated_at: now, ..endpoint }, &secrets).await?;
                record_audit(tx, &caller, event(AuditAction::RenewEndpointSecret, &endpoint)).await?;
                Ok(secrets.text())
            })
        })
        .await
    }

    /// Sends a test event immediately and returns the outcome.
    pub async fn test_endpoint(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
    ) -> Result<Sent, ServiceError> {
        let noted = self.on_endpoint(caller, namespace, id, |tx, caller, endpoint| {
            Box::pin(async move {
                record_audit(tx, &caller, event(AuditAction::TestEndpoint, &endpoint)).await?;
                Ok(endpoint)
            })
        });
        let endpoint = noted.await?;
        let (now, secrets) = (clock::now(), open(&self.vault, &endpoint)?);
        let body =
            event_body(TEST_EVENT, now, &json!({ "namespaceId": namespace.as_str(), "endpointId": endpoint.id }));
        Ok(self.outgoing.send(&endpoint.url, &secrets, &event_id(now), &body, now).await)
    }

    /// Checks the input against the operator's rules and the limits of an endpoint.
    fn check_endpoint(&self, input: &EndpointInput, has_new_url: bool) -> Result<(), Invalid> {
        let mut wrong = Vec::new();
        if input.url.chars().count() > URL {
            wrong.push(FieldError::new("url", FieldCode::TooLong { length: input.url.chars().count(), max: URL }));
        } else if has_new_url && let Err(refusal) = self.outgoing.rules().check(&input.url) {
            wrong.push(FieldError::new("url", FieldCode::RefusedAddress(refusal.to_string())));
        }
        wrong.extend(
            FieldCode::of_text(&input.description, DESCRIPTION).map(|code| FieldError::new("description", code)),
        );
        if input.quizzes.len() > MOST_QUIZZES {
            wrong.push(FieldError::new("quizzes", FieldCode::TooMany { min: 0, max: MOST_QUIZZES }));
        }
        let headers = input.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        if let Err(what) = check_headers(headers) {
            wrong.push(FieldError::new("headers", FieldCode::WrongType(what)));
        }
        if wrong.is_empty() { Ok(()) } else { Err(Invalid(wrong)) }
    }

    pub(super) async fn on_endpoint<T: Send + 'static>(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        id: &str,
        work: impl for<'t> FnOnce(&'t mut Transaction<'_>, Permitted, Endpoint) -> BoxFuture<'t, Result<T, ServiceError>>
        + Send
        + 'static,
    ) -> Result<T, ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(caller, right, WorkScope::Namespace(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let endpoint = tx.endpoint(&id).await?.filter(|endpoint| endpoint.namespace_id == namespace);
                work(tx, caller, endpoint.ok_or(Missing::Endpoint)?).await
            })
        })
        .await
    }
}

pub(super) fn endpoint_json(secrets: &EndpointSecrets) -> Result<Vec<u8>, ServiceError> {
    secrets.to_json().map_err(|error| ServiceError::Internal(error.to_string()))
}

pub(super) fn open(vault: &Vault, endpoint: &Endpoint) -> Result<EndpointSecrets, ServiceError> {
    let json = vault.open_secret(&SecretOf::Endpoint(endpoint.id.clone()), &endpoint.sealed)?;
    EndpointSecrets::from_json(&json).map_err(|error| ServiceError::Internal(error.to_string()))
}

async fn put(
    tx: &mut Transaction<'_>,
    vault: &Vault,
    endpoint: Endpoint,
    secrets: &EndpointSecrets,
) -> Result<Endpoint, ServiceError> {
    let sealed = vault.seal(tx, &SecretOf::Endpoint(endpoint.id.clone()), &endpoint_json(secrets)?).await?;
    let endpoint = Endpoint { sealed, ..endpoint };
    tx.put_endpoint(&endpoint).await?;
    Ok(endpoint)
}

/// Only a caller who may read answers may have them sent somewhere.
fn require_readable(caller: &Caller, endpoint: &Endpoint) -> Result<(), ServiceError> {
    if endpoint.with_answers { caller.require(Permission::Read, &endpoint.namespace_id) } else { Ok(()) }
}

async fn require_quizzes(tx: &Transaction<'_>, endpoint: &Endpoint) -> Result<(), ServiceError> {
    for (index, id) in endpoint.quizzes.iter().enumerate() {
        let quiz = tx.quiz(id).await?.filter(|quiz| quiz.namespace_id == endpoint.namespace_id);
        if quiz.is_none() {
            let code = FieldCode::WrongType("a quiz of the namespace".to_owned());
            return Err(FieldError::new(Path::from("quizzes").item(index), code).into());
        }
    }
    Ok(())
}

fn names(secrets: &EndpointSecrets) -> Vec<String> {
    secrets.headers.iter().map(|(name, _)| name.clone()).collect()
}

/// Scheme, host and port.
fn place(url: &str) -> Option<(String, String)> {
    let uri: Uri = url.parse().ok()?;
    Some((uri.scheme_str()?.to_owned(), uri.authority()?.as_str().to_ascii_lowercase()))
}

/// The log contains the host only: the rest of a URL may be secret.
fn event(action: AuditAction, endpoint: &Endpoint) -> AuditDraft<'_> {
    let host = place(&endpoint.url).map(|(_, host)| host).unwrap_or_default();
    AuditDraft::of_namespace(action, &endpoint.namespace_id).on(&endpoint.id).with(host)
}
