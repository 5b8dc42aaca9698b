//! `GET …/quizzes/{quizId}/insights`

use axum::{
    extract::State,
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use domain::{NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, ErrorBody, Http, Keyed, Path, QuizParams, ReadingErrors, insights_body::InsightsBody, names};
use crate::{
    http::{
        figures::{FigureFile, View, file_of_view},
        reply::{error::RequestError, json::Json},
    },
    service::{Caller, InsightsState, Malformed, Missing, QuizPath},
};

/// Maximum number of options, over all questions.
const OPTIONS: usize = 20_000;

/// The records that figures are of, and their breakdown. Read by [`View`].
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes the query")]
pub(super) struct ViewParams {
    /// `started` means not submitted.
    #[param(required = false, value_type = names::AnswersState, inline)]
    state: String,
    /// The first day of the first activity, in the time zone of the quiz. With `to`, the figures of as many days before come along.
    #[param(required = false, format = Date)]
    from: String,
    /// The last day of the first activity, in the time zone of the quiz.
    #[param(required = false, format = Date)]
    to: String,
    /// The first day of the submission, in the time zone of the quiz.
    #[param(required = false, format = Date)]
    submitted_from: String,
    /// The last day of the submission, in the time zone of the quiz.
    #[param(required = false, format = Date)]
    submitted_to: String,
    /// `CATEGORY:LOWEST..HIGHEST`; without a category, about the overall score. May be repeated.
    #[param(required = false)]
    score: String,
    /// `BAND` or `CATEGORY:BAND`. May be repeated.
    #[param(required = false)]
    band: String,
    /// `QUESTION:VALUE`, an option's id, `OPTION@RANK` of a ranking, a number, a text or a date, or `QUESTION:LOW..<HIGH`.
    /// May be repeated; of several to one question any fits.
    #[param(required = false)]
    answer: String,
    /// The same, and all of them fit. May be repeated.
    #[param(required = false)]
    also: String,
    /// `QUESTION:TEXT`, a part of a text in any case. May be repeated; all of several fit.
    #[param(required = false)]
    contains: String,
    /// A question with an answer. May be repeated.
    #[param(required = false)]
    answered: String,
    /// A question without one. May be repeated.
    #[param(required = false)]
    unanswered: String,
    /// `q.QUESTION`, the first question left open by respondents who have never submitted, or `end`, if all is answered.
    #[param(required = false)]
    stopped: String,
    /// `FIELD:VALUE` of a field of people, as `answer` has values, `true` or `false`, or `FIELD:` for none. May be repeated;
    /// of several for one field any fits.
    #[param(required = false)]
    field: String,
    /// The id of an alert that the attempt has raised, or `*` for any.
    #[param(required = false)]
    alert: String,
    #[param(required = false)]
    language: String,
    /// The version that was begun.
    #[param(required = false, value_type = u32)]
    version: String,
    #[param(required = false, value_type = u32)]
    attempt: String,
    /// Begun on this occasion of the series.
    #[param(required = false, value_type = u32)]
    occasion: String,
    /// `submitted` counts, of respondents who take the quiz again, not the attempt under way but the last one submitted;
    /// `each` counts every attempt on its own.
    #[param(required = false)]
    attempts: String,
    /// Groups whose scores are told, and told against `columns`: `q.QUESTION`, `band`, `band.CATEGORY`, `field.FIELD` but
    /// for numbers, `language`, `version`, `attempt` or `occasion`.
    #[param(required = false)]
    rows: String,
    /// See `rows`.
    #[param(required = false)]
    columns: String,
    /// `all` counts the records for months, ranks and reliability, which a filter and a comparison do anyway.
    #[param(required = false)]
    detail: String,
}

/// Get insights
///
/// The figures of a quiz: how many began and submitted, on which days, with which scores and answers, and where
/// people stopped. Without parameters they are kept while people answer, so it takes the same time for a million records
/// as for ten. With a filter, records are counted as List answers has them; a long count answers 202 until it is done.
#[utoipa::path(
    get, operation_id = "getInsights",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/insights", tag = "results", security(("api_key" = [])),
    params(QuizParams, ViewParams),
    responses(
        (status = 200, description = "The figures", body = InsightsBody),
        (status = 202, description = "Still counting: ask again after `Retry-After`", body = CountingBody),
        ReadingErrors,
    ),
)]
pub(super) async fn insights(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let path = path.into();
    let view = view(&http, &caller, &path, &uri).await?;
    Ok(match http.service.insights(&caller, &path, view.query(), OPTIONS).await? {
        InsightsState::Ready(insights) => Json(InsightsBody::from(&*insights)).into_response(),
        InsightsState::UnderWay { done, all, .. } => counting(done, all),
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct FigureParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    /// The figure's id and its form: `days`, `score`, `score-bands`, `q-QUESTION`, `comparison`, … as
    /// `figures` of Get insights lists them; `.csv` or `.svg`
    #[param(example = "days.csv")]
    file: String,
}

/// Get a figure
///
/// The table of a figure as CSV, or its drawing as SVG.
#[utoipa::path(
    get, operation_id = "getFigure",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/insights/figures/{file}", tag = "results",
    security(("api_key" = [])), params(FigureParams, ViewParams),
    responses(
        (status = 200, description = "The file", content((String = "text/csv"), (String = "image/svg+xml"))),
        (status = 202, description = "Still counting: ask again after `Retry-After`", body = CountingBody),
        (status = 410, description = "`.png`, which earlier releases had: take `.svg`", body = ErrorBody),
        ReadingErrors,
    ),
)]
pub(super) async fn figure(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<FigureParams>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let FigureParams { namespace_id: namespace, quiz_id: quiz, file } = path;
    #[expect(clippy::case_sensitive_file_extension_comparisons, reason = "an id, as it was published")]
    if file.ends_with(".png") {
        return Err(RequestError::NoPng.into());
    }
    let path = QuizPath { namespace, quiz };
    let view = view(&http, &caller, &path, &uri).await?;
    match file_of_view(&http.service, &caller, &path, &view, &file, OPTIONS).await? {
        FigureFile::Ready(file) => Ok(file),
        FigureFile::Missing => Err(Missing::Figure.into()),
        FigureFile::UnderWay { done, all } => Ok(counting(done, all)),
    }
}

pub(super) async fn view(http: &Http, caller: &Caller, path: &QuizPath, uri: &Uri) -> Result<View, ApiError> {
    let (quiz, _) = http.service.quiz(caller, path).await?;
    // Names may be repeated. Unknown ones have been refused already.
    let given: Vec<(String, String)> = serde_urlencoded::from_str(uri.query().unwrap_or_default()).unwrap_or_default();
    Ok(View::read(&given, &quiz).map_err(Malformed::Parameter)?)
}

pub(super) fn counting(done: u64, of: u64) -> Response {
    (StatusCode::ACCEPTED, [(header::RETRY_AFTER, "2")], Json(CountingBody { done, of })).into_response()
}

/// A count under way
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CountingBody {
    /// Records that are counted
    done: u64,
    /// Records there are, more or less
    of: u64,
}
