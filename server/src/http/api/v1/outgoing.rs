//! `/namespaces/{namespaceId}/outgoing` and `/outgoing`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    AdminErrors, ApiError, Http, Keyed, ListParams, NamespaceParams, Path, Query, ReadingErrors, cursor::encode, names,
};
use crate::{
    clock,
    http::reply::json::Json,
    service::Caller,
    store::{Page, WaitingDelivery},
};

/// List held events
///
/// After a restore, and on a database that was copied, nothing is sent to webhooks until an administrator of all namespaces
/// says so. These events waited then, and may have gone already; the newest first.
#[utoipa::path(
    get, operation_id = "listHeldEvents",
    path = "/namespaces/{namespaceId}/outgoing", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of events that may have gone already", body = HeldPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<HeldPage>, ApiError> {
    let limit = params.limit()?;
    let place = |text: &str| text.split_once('.').map(|(event, webhook)| (event.to_owned(), webhook.to_owned()));
    let page = Page { after: params.after(place)?, limit };
    let outgoing = http.service.maybe_sent(&caller, &path.namespace_id, page).await?;
    let next_cursor = outgoing.waiting.next(|last| encode(&format!("{}.{}", last.event_id, last.endpoint_id)));
    Ok(Json(HeldPage {
        held_since: outgoing.held_since.map(clock::to_rfc3339),
        items: outgoing.waiting.items.into_iter().map(HeldEventBody::from).collect(),
        next_cursor,
    }))
}

/// Send what is held
///
/// In all namespaces: events and mail that wait since a restore, or on a database that was copied. With a key for all
/// namespaces and the scope `admin`.
#[utoipa::path(
    post, operation_id = "releaseOutgoing",
    path = "/outgoing/release", tag = "administration", security(("api_key" = [])),
    responses((status = 200, description = "It is sent", body = Released), AdminErrors),
)]
pub(super) async fn release(State(http): State<Http>, Keyed(caller): Keyed) -> Result<Json<Released>, ApiError> {
    end(&http, &caller, false).await
}

/// Give up what is held
///
/// In all namespaces: what waits since a restore, or on a database that was copied, is not sent, and stays in the lists as
/// failed. With a key for all namespaces and the scope `admin`.
#[utoipa::path(
    post, operation_id = "dropOutgoing",
    path = "/outgoing/drop", tag = "administration", security(("api_key" = [])),
    responses((status = 200, description = "It is not sent", body = Released), AdminErrors),
)]
pub(super) async fn give_up(State(http): State<Http>, Keyed(caller): Keyed) -> Result<Json<Released>, ApiError> {
    end(&http, &caller, true).await
}

async fn end(http: &Http, caller: &Caller, drops: bool) -> Result<Json<Released>, ApiError> {
    let held_since = http.service.release_outgoing(caller, drops).await?;
    Ok(Json(Released { held_since: held_since.map(clock::to_rfc3339) }))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReleasedOutgoing)]
pub(super) struct Released {
    /// Since when it was held; null if nothing was.
    #[schema(format = DateTime)]
    held_since: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldPage {
    /// Null if nothing is held.
    #[schema(format = DateTime)]
    held_since: Option<String>,
    items: Vec<HeldEventBody>,
    /// Null on the last page.
    next_cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldEvent)]
pub(crate) struct HeldEventBody {
    /// Of the event, as `webhook-id` has it.
    id: String,
    #[schema(value_type = names::WebhookEvent)]
    r#type: String,
    /// The moment of the event.
    #[schema(format = DateTime)]
    timestamp: String,
    #[schema(value_type = domain::QuizId)]
    quiz_id: String,
    webhook_id: String,
}

impl From<WaitingDelivery> for HeldEventBody {
    fn from(delivery: WaitingDelivery) -> Self {
        Self {
            id: delivery.event_id,
            r#type: delivery.kind,
            timestamp: clock::to_rfc3339(delivery.at),
            quiz_id: delivery.quiz_id.to_string(),
            webhook_id: delivery.endpoint_id,
        }
    }
}
