//! `…/quizzes/{quizId}/alerts`

use axum::extract::State;
use domain::{FieldCode, NamespaceId, QuizId, Text};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Editor, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors, cursor,
    names,
};
use crate::{
    clock,
    http::{reply::json::Json, request::extract},
    service::{AlertShown, QuizPath},
    store::{AlertState, AuditAction, Page},
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AlertParams {
    #[param(value_type = Option<names::AlertState>, inline)]
    state: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct AlertPath {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    alert_id: String,
}

/// An alert that an attempt has raised
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RaisedAlert)]
pub(super) struct AlertBody {
    id: String,
    /// Its id in the definition
    alert: String,
    /// Absent if the version no longer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<Text>,
    user_id: String,
    #[schema(minimum = 1)]
    attempt: u32,
    /// The version of the quiz that declares it
    #[schema(minimum = 1)]
    quiz_version: u32,
    #[schema(value_type = names::AlertState)]
    state: &'static str,
    #[schema(format = DateTime)]
    raised_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    acknowledged_at: Option<String>,
    /// The e-mail address of a member, or the label of a key
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    acknowledged_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, nullable = false)]
    note: Option<String>,
}

impl From<AlertShown> for AlertBody {
    fn from(AlertShown { alert, name, note }: AlertShown) -> Self {
        Self {
            state: alert.state().as_str(),
            alert: alert.alert.to_string(),
            name,
            attempt: alert.attempt,
            quiz_version: alert.version,
            raised_at: clock::to_rfc3339(alert.at),
            acknowledged_at: alert.acknowledged.as_ref().map(|done| clock::to_rfc3339(done.at)),
            acknowledged_by: alert.acknowledged.map(|done| done.by),
            note,
            id: alert.id,
            user_id: alert.user,
        }
    }
}

type AlertPage = PageBody<AlertBody>;

/// List alerts
///
/// Those that attempts have raised, the newest first.
#[utoipa::path(
    get, operation_id = "listAlerts",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/alerts", tag = "results", security(("api_key" = [])),
    params(QuizParams, AlertParams, ListParams),
    responses((status = 200, description = "A page of alerts", body = AlertPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(AlertParams { state }): Query<AlertParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AlertPage>, ApiError> {
    let named = |name: &str| {
        AlertState::parse(name).ok_or_else(|| ApiError::parameter("state", FieldCode::NotOneOf(AlertState::NAMES)))
    };
    let state = state.as_deref().map(named).transpose()?;
    let after = params.after(|text| text.starts_with("alr_").then(|| text.to_owned()))?;
    let page = Page { after, limit: params.limit()? };
    let path = path.into();
    let found = http.service.alerts(&caller, &path, state, page).await?;
    http.service.note_list(&caller, &path, AuditAction::ListAlerts, found.items.len()).await?;
    let next_cursor = found.next(|last| cursor::encode(&last.alert.id));
    Ok(Json(PageBody { items: found.items.into_iter().map(AlertBody::from).collect(), next_cursor }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Acknowledge {
    /// Up to 500 characters
    #[schema(max_length = 500)]
    note: Option<String>,
}

/// Acknowledge an alert
///
/// Once. The audit log says who did it and when, without the note.
#[utoipa::path(
    post, operation_id = "acknowledgeAlert",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/alerts/{alertId}/acknowledge", tag = "results",
    security(("api_key" = [])), params(AlertPath), request_body = Acknowledge,
    responses((status = 200, description = "The alert", body = AlertBody), AdminErrors),
)]
pub(super) async fn acknowledge(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(AlertPath { namespace_id, quiz_id, alert_id }): Path<AlertPath>,
    extract::Json(Acknowledge { note }): extract::Json<Acknowledge>,
) -> Result<Json<AlertBody>, ApiError> {
    let path = QuizPath { namespace: namespace_id, quiz: quiz_id };
    http.service.acknowledge_alert(&caller, &path, &alert_id, note.as_deref()).await?;
    Ok(Json(http.service.alert(&caller, &path, &alert_id).await?.into()))
}
