//! `/namespaces/{namespaceId}/webhooks`

use std::{collections::BTreeMap, sync::Arc};

use axum::extract::State;
use domain::{FieldCode, Invalid, NamespaceId, Path as FieldPath, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Http, IdempotentJson, Keyed, ListParams, Made, Manager, NamespaceParams, PageBody, Path,
    Query, ReadingErrors, extract, names, page_of,
};
use crate::{
    clock,
    http::reply::json::Json,
    service::{EndpointChange, EndpointInput, IssuedEndpoint},
    store::{Endpoint, EndpointState, EventType},
    webhooks::Sent,
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct WebhookParams {
    #[param(inline, example = "demo")]
    pub(super) namespace_id: NamespaceId,
    pub(super) webhook_id: String,
}

/// List webhooks
///
/// Newest first.
#[utoipa::path(
    get, operation_id = "listWebhooks",
    path = "/namespaces/{namespaceId}/webhooks", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of webhooks", body = WebhookPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<WebhookPage>, ApiError> {
    let endpoints = http.service.endpoints(&caller, &path.namespace_id).await?;
    let (endpoints, next_cursor) = page_of(endpoints, &params, |endpoint| &endpoint.id)?;
    Ok(Json(PageBody { items: endpoints.into_iter().map(WebhookBody::from).collect(), next_cursor }))
}

/// Create a webhook
///
/// Its secret stands in this answer and nowhere after it.
#[utoipa::path(
    post, operation_id = "createWebhook",
    path = "/namespaces/{namespaceId}/webhooks", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ("Idempotency-Key" = inline(Option<names::IdempotencyKey>), Header, description = "Makes the request safe to repeat for a day")),
    request_body = NewWebhook,
    responses(
        (status = 201, description = "The webhook with its secret", body = WebhookWithSecret, headers(("Location", description = "Its address"))),
        AdminErrors,
    ),
)]
pub(super) async fn create(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
    request: IdempotentJson<NewWebhook>,
) -> Result<Made, ApiError> {
    let (base_url, namespace) = (Arc::clone(&http.base_url), path.namespace_id.clone());
    let made = move |issued: &IssuedEndpoint| {
        let address = format!("/namespaces/{namespace}/webhooks/{}", issued.endpoint.id);
        let body = WebhookWithSecret { webhook: issued.endpoint.clone().into(), secret: issued.secret.clone() };
        Made::new(&base_url, &address, &body)
    };
    let once = request.once(&caller, made.clone());
    let body = request.body;
    let input = EndpointInput {
        url: body.url,
        description: body.description.unwrap_or_default(),
        types: read_types(&body.events.unwrap_or_default())?,
        quizzes: read_quizzes(&body.quizzes.unwrap_or_default())?,
        with_answers: body.with_answers.unwrap_or_default(),
        headers: body.headers.unwrap_or_default().into_iter().collect(),
    };
    let issued = http.service.create_endpoint_once(&caller, &path.namespace_id, input, once).await?;
    Ok(Made::of(issued, made)?)
}

/// Get a webhook
///
/// Without its secret, and with its own headers by name.
#[utoipa::path(
    get, operation_id = "getWebhook",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}", tag = "administration", security(("api_key" = [])),
    params(WebhookParams),
    responses((status = 200, description = "The webhook", body = WebhookBody), ReadingErrors),
)]
pub(super) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<WebhookParams>,
) -> Result<Json<WebhookBody>, ApiError> {
    Ok(Json(http.service.endpoint(&caller, &path.namespace_id, &path.webhook_id).await?.into()))
}

/// Change a webhook
///
/// A field that is absent stays. Headers go when the address leads to another host, unless they are sent anew. What is
/// held while it is off is not sent by turning it on; see Send again.
#[utoipa::path(
    patch, operation_id = "changeWebhook",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}", tag = "administration", security(("api_key" = [])),
    params(WebhookParams), request_body = ChangeWebhook,
    responses((status = 200, description = "The webhook", body = WebhookBody), AdminErrors),
)]
pub(super) async fn change(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<WebhookParams>,
    extract::Json(body): extract::Json<ChangeWebhook>,
) -> Result<Json<WebhookBody>, ApiError> {
    let change = EndpointChange {
        url: body.url,
        description: body.description,
        types: body.events.as_deref().map(read_types).transpose()?,
        quizzes: body.quizzes.as_deref().map(read_quizzes).transpose()?,
        with_answers: body.with_answers,
        headers: body.headers.map(|headers| headers.into_iter().collect()),
        is_on: body.on,
    };
    let changed = http.service.change_endpoint(&caller, &path.namespace_id, &path.webhook_id, change).await?;
    Ok(Json(changed.into()))
}

/// Delete a webhook
///
/// With the list of what was sent to it.
#[utoipa::path(
    delete, operation_id = "deleteWebhook",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}", tag = "administration", security(("api_key" = [])),
    params(WebhookParams),
    responses((status = 200, description = "The webhook is deleted", body = WebhookDeleted), AdminErrors),
)]
pub(super) async fn delete(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<WebhookParams>,
) -> Result<Json<WebhookDeleted>, ApiError> {
    http.service.delete_endpoint(&caller, &path.namespace_id, &path.webhook_id).await?;
    Ok(Json(WebhookDeleted { deleted: true }))
}

/// Make a new secret
///
/// It stands in this answer and nowhere after it. For a day, what is sent is signed with the secret before, too.
#[utoipa::path(
    post, operation_id = "renewWebhookSecret",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}/secret", tag = "administration", security(("api_key" = [])),
    params(WebhookParams),
    responses((status = 200, description = "The secret", body = WebhookSecret), AdminErrors),
)]
pub(super) async fn renew_secret(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<WebhookParams>,
) -> Result<Json<WebhookSecret>, ApiError> {
    let secret = http.service.renew_endpoint_secret(&caller, &path.namespace_id, &path.webhook_id).await?;
    Ok(Json(WebhookSecret { secret }))
}

/// Send a test event
///
/// Sends an event of the type `endpoint.test` at once, also where the webhook is off, and tells what came of it.
#[utoipa::path(
    post, operation_id = "testWebhook",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}/test", tag = "administration", security(("api_key" = [])),
    params(WebhookParams),
    responses((status = 200, description = "What came of it", body = WebhookTested), AdminErrors),
)]
pub(super) async fn test(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<WebhookParams>,
) -> Result<Json<WebhookTested>, ApiError> {
    let Sent { status, reply, error, .. } =
        http.service.test_endpoint(&caller, &path.namespace_id, &path.webhook_id).await?;
    Ok(Json(WebhookTested { delivered: error.is_none(), status, reply, error }))
}

fn read_types(names: &[String]) -> Result<Vec<EventType>, Invalid> {
    let read = |(index, name): (usize, &String)| {
        let unknown = || Invalid::one(FieldPath::from("events").item(index), FieldCode::NotOneOf(EventType::NAMES));
        EventType::parse(name).ok_or_else(unknown)
    };
    let mut types = names.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    types.sort_unstable();
    types.dedup();
    Ok(types)
}

fn read_quizzes(ids: &[String]) -> Result<Vec<QuizId>, Invalid> {
    let read = |(index, id): (usize, &String)| {
        QuizId::parse(id)
            .map_err(|error| Invalid::one(FieldPath::from("quizzes").item(index), FieldCode::Malformed(error)))
    };
    let mut quizzes = ids.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    quizzes.sort_unstable();
    quizzes.dedup();
    Ok(quizzes)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewWebhook {
    /// An address of HTTPS that leads to the public internet, or to what the operator allows.
    #[schema(max_length = 2000, example = "https://app.example.com/hooks/quiz")]
    url: String,
    #[schema(max_length = 200)]
    description: Option<String>,
    /// Absent or empty for all.
    #[schema(value_type = Option<Vec<names::WebhookEvent>>)]
    events: Option<Vec<String>>,
    /// Ids of quizzes; absent or empty for all of the namespace.
    #[schema(value_type = Option<Vec<QuizId>>, max_items = 100)]
    quizzes: Option<Vec<String>>,
    /// Sends the answers, as Get User's Answer has them with a key.
    with_answers: Option<bool>,
    /// Headers of your own, such as `Authorization`; told by name only from then on.
    headers: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChangeWebhook {
    #[schema(max_length = 2000)]
    url: Option<String>,
    #[schema(max_length = 200)]
    description: Option<String>,
    #[schema(value_type = Option<Vec<names::WebhookEvent>>)]
    events: Option<Vec<String>>,
    #[schema(value_type = Option<Vec<QuizId>>, max_items = 100)]
    quizzes: Option<Vec<String>>,
    with_answers: Option<bool>,
    /// In the place of all that there are.
    headers: Option<BTreeMap<String, String>>,
    /// False holds what comes until it is sent again.
    on: Option<bool>,
}

type WebhookPage = PageBody<WebhookBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookBody {
    id: String,
    url: String,
    description: String,
    /// Empty for all.
    #[schema(value_type = Vec<names::WebhookEvent>)]
    events: Vec<&'static str>,
    /// Empty for all of the namespace.
    #[schema(value_type = Vec<QuizId>)]
    quizzes: Vec<String>,
    with_answers: bool,
    /// The names of its own headers.
    headers: Vec<String>,
    #[schema(value_type = names::WebhookState)]
    state: &'static str,
    /// The first failure since the last success; null without one.
    #[schema(format = DateTime)]
    failing_since: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Endpoint> for WebhookBody {
    fn from(endpoint: Endpoint) -> Self {
        let state = match endpoint.state {
            EndpointState::On if endpoint.failing_since.is_some() => "failing",
            state => state.as_str(),
        };
        Self {
            id: endpoint.id,
            url: endpoint.url,
            description: endpoint.description,
            events: endpoint.types.into_iter().map(EventType::as_str).collect(),
            quizzes: endpoint.quizzes.into_iter().map(|quiz| quiz.to_string()).collect(),
            with_answers: endpoint.with_answers,
            headers: endpoint.header_names,
            state,
            failing_since: endpoint.failing_since.map(clock::to_rfc3339),
            created_at: clock::to_rfc3339(endpoint.created_at),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookWithSecret {
    #[serde(flatten)]
    webhook: WebhookBody,
    /// Verifies what is sent; told this once.
    secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookSecret {
    secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookDeleted {
    deleted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookTested {
    delivered: bool,
    /// Null without a reply.
    #[schema(minimum = 100, maximum = 999)]
    status: Option<u16>,
    /// The first 4 KiB of the reply.
    reply: Option<String>,
    /// Null if it was taken.
    error: Option<String>,
}
