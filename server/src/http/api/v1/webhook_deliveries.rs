//! `/namespaces/{namespaceId}/webhooks/{webhookId}/deliveries`

use axum::extract::State;
use domain::{FieldCode, FieldError, NamespaceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Http, Keyed, Manager, PageBody, Path, Query, ReadingErrors,
    cursor::{ListParams, encode},
    extract, names,
    webhooks::WebhookParams,
};
use crate::{
    clock,
    http::reply::json::Json,
    store::{DeliveryState, EventDelivery, Page},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct DeliveryParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    webhook_id: String,
    event_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StateParams {
    /// Lists those of this state alone.
    #[param(value_type = Option<names::WebhookDeliveryState>, inline)]
    state: Option<String>,
}

/// List deliveries
///
/// What was or will be sent to a webhook in the last 30 days, or the time that the operator has chosen; the newest events
/// first.
#[utoipa::path(
    get, operation_id = "listWebhookDeliveries",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}/deliveries", tag = "administration",
    security(("api_key" = [])), params(WebhookParams, StateParams, ListParams),
    responses((status = 200, description = "A page of deliveries", body = DeliveryPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<WebhookParams>,
    Query(filter): Query<StateParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<DeliveryPage>, ApiError> {
    let state = filter.state.as_deref().map(read_state).transpose()?;
    let limit = params.limit()?;
    let page = Page { after: params.after(|text| text.starts_with("evt_").then(|| text.to_owned()))?, limit };
    let listed = http.service.deliveries(&caller, &path.namespace_id, &path.webhook_id, state, page).await?;
    let next_cursor = listed.next(|last| encode(&last.event_id));
    Ok(Json(PageBody { items: listed.items.into_iter().map(DeliveryBody::from).collect(), next_cursor }))
}

fn read_state(name: &str) -> Result<DeliveryState, ApiError> {
    DeliveryState::parse(name).ok_or_else(|| ApiError::parameter("state", FieldCode::NotOneOf(DeliveryState::NAMES)))
}

/// Send one again
///
/// Whatever became of it, with its id and its bytes, and with all attempts before it.
#[utoipa::path(
    post, operation_id = "sendWebhookDelivery",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}/deliveries/{eventId}/send", tag = "administration",
    security(("api_key" = [])), params(DeliveryParams),
    responses((status = 200, description = "It is sent", body = SentAgain), AdminErrors),
)]
pub(super) async fn send(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<DeliveryParams>,
) -> Result<Json<SentAgain>, ApiError> {
    http.service.send_again(&caller, &path.namespace_id, &path.webhook_id, &path.event_id).await?;
    Ok(Json(SentAgain { count: 1 }))
}

/// Send again
///
/// Sends all that has failed or is held, of events since a moment.
#[utoipa::path(
    post, operation_id = "sendWebhookDeliveries",
    path = "/namespaces/{namespaceId}/webhooks/{webhookId}/send", tag = "administration",
    security(("api_key" = [])), params(WebhookParams), request_body = SendAgain,
    responses((status = 200, description = "They are sent", body = SentAgain), AdminErrors),
)]
pub(super) async fn send_left(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<WebhookParams>,
    extract::Json(body): extract::Json<SendAgain>,
) -> Result<Json<SentAgain>, ApiError> {
    let wrong = || FieldError::new("since", FieldCode::WrongType("a moment such as 2026-11-20T09:30:00Z".to_owned()));
    let since = clock::parse_rfc3339(&body.since).ok_or_else(wrong).map_err(crate::service::ServiceError::from)?;
    let count = http.service.send_left_again(&caller, &path.namespace_id, &path.webhook_id, since).await?;
    Ok(Json(SentAgain { count }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SendAgain {
    #[schema(format = DateTime, example = "2026-11-20T09:30:00Z")]
    since: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SentAgain {
    pub(super) count: u64,
}

type DeliveryPage = PageBody<DeliveryBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub(crate) struct DeliveryBody {
    /// Of the event, as `webhook-id` has it.
    id: String,
    #[schema(value_type = names::WebhookEvent)]
    r#type: String,
    /// The moment of the event.
    #[schema(format = DateTime)]
    timestamp: String,
    #[schema(value_type = domain::QuizId)]
    quiz_id: String,
    #[schema(value_type = names::WebhookDeliveryState)]
    state: &'static str,
    /// Those that have ended.
    attempts: u32,
    /// The next attempt, of one that waits.
    #[schema(format = DateTime)]
    due_at: Option<String>,
    /// This and the three below: of the last attempt.
    #[schema(format = DateTime)]
    sent_at: Option<String>,
    #[schema(minimum = 100, maximum = 999)]
    status: Option<u16>,
    /// The first 4 KiB.
    reply: Option<String>,
    last_error: Option<String>,
    first_error: Option<String>,
}

impl From<EventDelivery> for DeliveryBody {
    fn from(delivery: EventDelivery) -> Self {
        let due_at = (delivery.state == DeliveryState::Waiting).then(|| clock::to_rfc3339(delivery.due_at));
        Self {
            id: delivery.event_id,
            r#type: delivery.kind,
            timestamp: clock::to_rfc3339(delivery.at),
            quiz_id: delivery.quiz_id.to_string(),
            state: delivery.state.as_str(),
            attempts: delivery.attempts,
            due_at,
            sent_at: delivery.sent_at.map(clock::to_rfc3339),
            status: delivery.status,
            reply: delivery.reply,
            last_error: delivery.last_error,
            first_error: delivery.first_error,
        }
    }
}
