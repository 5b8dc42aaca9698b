//! `/namespaces/{namespaceId}/retention`

use axum::extract::State;
use domain::Retention;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, ErrorBody, Http, Keyed, Manager, NamespaceParams, Path, Query, ReadingErrors, extract,
};
use crate::{http::reply::json::Json, store::ExpiredCounts};

/// Days after which records are erased by themselves; null keeps them.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RetentionBody {
    /// Since the last answer of a record that was never submitted
    #[schema(minimum = 1, maximum = 3650)]
    unfinished_days: Option<i64>,
    /// Since the submission
    #[schema(minimum = 1, maximum = 3650)]
    answers_days: Option<i64>,
}

/// Read how long answers are kept
///
/// The rule by which answers of the namespace are erased automatically.
#[utoipa::path(
    get, operation_id = "getRetention",
    path = "/namespaces/{namespaceId}/retention", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams),
    responses((status = 200, description = "The rule", body = RetentionBody), ReadingErrors),
)]
pub(super) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<RetentionBody>, ApiError> {
    let rule = http.service.retention(&caller, &path.namespace_id).await?;
    Ok(Json(rule.into()))
}

/// Set how long answers are kept
///
/// Replaces the rule; a field that is absent or null keeps the records. It holds for records that exist already too. They
/// are erased within the hour, and there is no way back. Respondents read the time instead of `about.kept`.
#[utoipa::path(
    put, operation_id = "setRetention",
    path = "/namespaces/{namespaceId}/retention", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = RetentionBody,
    responses((status = 200, description = "The rule", body = RetentionBody), AdminErrors),
)]
pub(super) async fn set(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<RetentionBody>,
) -> Result<Json<RetentionBody>, ApiError> {
    let rule = Retention::new(body.unfinished_days, body.answers_days)?;
    http.service.set_retention(&caller, &path.namespace_id, rule).await?;
    Ok(Json(rule.into()))
}

/// A rule that is not set yet; without a field the records are kept.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RuleParams {
    /// Days since the last answer of a record that was never submitted
    #[param(minimum = 1, maximum = 3650)]
    unfinished_days: Option<i64>,
    /// Days since the submission
    #[param(minimum = 1, maximum = 3650)]
    answers_days: Option<i64>,
}

/// Numbers of records that a rule erases at once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExpiredBody {
    submitted: u64,
    unfinished: u64,
    /// Attempts before a respondent's latest one
    earlier_attempts: u64,
    /// Past their time, but kept until their alerts are acknowledged; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    waiting_for_alerts: Option<u64>,
}

/// Count what a rule would erase
///
/// Changes nothing. Records without any answer for a week count as unfinished under every rule.
#[utoipa::path(
    get, operation_id = "previewRetention",
    path = "/namespaces/{namespaceId}/retention/preview", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, RuleParams),
    responses(
        (status = 200, description = "The numbers", body = ExpiredBody),
        (status = 422, description = "Days out of range", body = ErrorBody),
        ReadingErrors,
    ),
)]
pub(super) async fn preview(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(rule): Query<RuleParams>,
) -> Result<Json<ExpiredBody>, ApiError> {
    caller.require(domain::Permission::Read, &path.namespace_id)?;
    let rule = Retention::new(rule.unfinished_days, rule.answers_days)?;
    let ExpiredCounts { unfinished, submitted, attempts } =
        http.service.expired_by(&caller, &path.namespace_id, rule).await?;
    let waiting = http.service.waiting_for_alerts(&caller, &path.namespace_id, rule).await?;
    let waiting_for_alerts = Some(waiting).filter(|waiting| *waiting > 0);
    Ok(Json(ExpiredBody { submitted, unfinished, earlier_attempts: attempts, waiting_for_alerts }))
}

impl From<Retention> for RetentionBody {
    fn from(rule: Retention) -> Self {
        Self { unfinished_days: rule.unfinished_days.map(Into::into), answers_days: rule.answers_days.map(Into::into) }
    }
}
