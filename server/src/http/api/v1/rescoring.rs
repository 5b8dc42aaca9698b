//! `POST …/quizzes/{quizId}/rescore`

use axum::extract::State;
use domain::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AdminErrors, ApiError, Editor, ErrorBody, Http, Path, QuizParams, RequestError, cursor, extract, names};
use crate::{
    http::reply::json::Json,
    service::{Rescored, Service},
};

/// Rescore submitted answers
///
/// What the scoring of the current version makes of answers that were submitted under earlier ones. Without `apply`, tells
/// what would change. With it, replaces the scores; those before are kept in `earlierScores`. Each call goes through some
/// records, in one transaction: repeat it with the `nextCursor` until that is null. What was cut short can be begun anew.
#[utoipa::path(
    post, operation_id = "rescore",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/rescore", tag = "results", security(("api_key" = [])),
    params(QuizParams), request_body = Rescore,
    responses(
        (status = 200, description = "The figures of some records", body = RescoredBody),
        (status = 412, description = "The quiz has another version", body = ErrorBody),
        AdminErrors,
    ),
)]
pub(super) async fn rescore(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<Rescore>,
) -> Result<Json<RescoredBody>, ApiError> {
    let (filter, order) = Service::RESCORED;
    let after = body.cursor.map(|text| cursor::read_place(&text, &filter, order).ok_or(RequestError::Cursor));
    let rescored = http.service.rescore(&caller, &path.into(), body.version, after.transpose()?, body.apply).await;
    Ok(Json(RescoredBody::new(&rescored.map_err(ApiError::with_changed_as_412)?, body.version, body.apply)))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Rescore {
    /// The current version of the quiz. Refused with 412 if it is not.
    #[schema(format = "uint32")]
    version: u32,
    /// Replaces the scores.
    #[serde(default)]
    #[schema(required = false)]
    apply: bool,
    /// The `nextCursor` of the call before
    #[schema(value_type = Option<names::Cursor>)]
    cursor: Option<String>,
}

/// Of the records that this call went through
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RescoredBody {
    version: u32,
    applied: bool,
    examined: u64,
    /// Records with other scores than before, overall, in a category or of a question
    changed: u64,
    /// Records with a higher overall score than before
    higher: u64,
    /// Records with a lower overall score than before
    lower: u64,
    /// The least difference of an overall score to the one before. Null where no changed record has both, as is the
    /// greatest.
    #[schema(value_type = Option<f64>)]
    least: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    greatest: Option<Decimal>,
    /// The sum of the differences
    #[schema(value_type = Option<f64>)]
    sum: Option<Decimal>,
    /// Alerts that the new scores would raise if they were submitted now. A rescoring raises none, so 0 with `apply`.
    alerts: u64,
    #[schema(value_type = Option<names::Cursor>)]
    next_cursor: Option<String>,
}

impl RescoredBody {
    pub(crate) fn new(rescored: &Rescored, version: u32, applied: bool) -> Self {
        let (filter, order) = Service::RESCORED;
        Self {
            version,
            applied,
            examined: rescored.examined,
            changed: rescored.changed,
            higher: rescored.higher,
            lower: rescored.lower,
            least: rescored.extremes.map(|(least, _)| least),
            greatest: rescored.extremes.map(|(_, greatest)| greatest),
            sum: Decimal::from_thousandths(rescored.sum),
            alerts: rescored.alerts,
            next_cursor: rescored.next.as_ref().map(|place| cursor::at_place(place, &filter, order)),
        }
    }
}
