//! `GET …/quizzes/{quizId}/insights/changes`

use axum::{
    extract::State,
    http::Uri,
    response::{IntoResponse, Response},
};
use domain::{
    AttemptPair, ChangeFigures, Decimal, Definition, FieldCode, FieldError, Name, NumberedBy, ScoreChanges, Verdicts,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    ApiError, Http, Keyed, Path, Query, QuizParams, ReadingErrors,
    insights::{CountingBody, ViewParams, counting, view},
};
use crate::{
    http::reply::json::Json,
    service::{ChangesState, Malformed},
};

/// The attempts that are compared
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct AttemptParams {
    /// The number of the earlier attempt; the first, unless told
    #[serde(default)]
    from_attempt: Option<u32>,
    /// The number of the later attempt; the last one submitted, unless told
    #[serde(default)]
    to_attempt: Option<u32>,
    /// In a series, the number of the earlier occasion in place of an attempt's; the first, unless told
    #[serde(default)]
    from_occasion: Option<u32>,
    /// The number of the later occasion; the last one that each respondent has answered, unless told
    #[serde(default)]
    to_occasion: Option<u32>,
}

impl AttemptParams {
    fn pair(&self) -> Result<AttemptPair, FieldError> {
        let by = |by: NumberedBy, from, to| AttemptPair::new(by, from, to);
        match (self.from_occasion, self.to_occasion) {
            (None, None) => by(NumberedBy::Attempts, self.from_attempt, self.to_attempt),
            (from, to) => match (self.from_attempt, self.to_attempt) {
                (None, None) => by(NumberedBy::Occasions, from, to),
                (Some(_), _) => Err(FieldError::new("fromAttempt", FieldCode::Beside("occasions"))),
                (None, Some(_)) => Err(FieldError::new("toAttempt", FieldCode::Beside("occasions"))),
            },
        }
    }
}

/// Get changes
///
/// What became of the scores of those who took the quiz more than once, between their first and their last submitted
/// attempt or between two others; in a series, between two occasions. Scores that are computed from something else do not compare. The other parameters
/// narrow the respondents by their last submitted attempt. A long count answers 202 until it is done.
#[utoipa::path(
    get, operation_id = "getChanges",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/insights/changes", tag = "results", security(("api_key" = [])),
    params(QuizParams, AttemptParams, ViewParams),
    responses(
        (status = 200, description = "The changes", body = ChangesBody),
        (status = 202, description = "Still counting: ask again after `Retry-After`", body = CountingBody),
        ReadingErrors,
    ),
)]
pub(super) async fn changes(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(params): Query<AttemptParams>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let path = path.into();
    let view = view(&http, &caller, &path, &uri).await?;
    let pair = params.pair().map_err(Malformed::Parameter)?;
    Ok(match http.service.change_figures(&caller, &path, view.query().segment, pair).await? {
        ChangesState::Ready(quiz, figures, _) => Json(ChangesBody::new(&figures, &quiz.definition)).into_response(),
        ChangesState::UnderWay { done, all } => counting(done, all),
    })
}

/// What became of scores
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChangesBody {
    /// Respondents who have submitted both
    both: u64,
    /// Respondents who have submitted the earlier one and not the later one
    only_earlier: u64,
    /// The overall score first
    scores: Vec<ScoreChangesBody>,
}

/// The changes of one score, later less earlier
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScoreChangesBody {
    /// The id of a category; null for the overall score
    #[schema(value_type = Option<String>)]
    category: Option<Name>,
    /// The category's name, in the quiz's language
    name: Option<String>,
    /// Respondents whose two scores compare
    people: u64,
    /// Respondents whose two scores are computed from something else
    not_comparable: u64,
    #[schema(value_type = Option<f64>)]
    mean_before: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    mean_after: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    mean_change: Option<Decimal>,
    /// The standard deviation of the changes (n − 1)
    #[schema(value_type = Option<f64>)]
    sd: Option<Decimal>,
    /// The mean change over the standard deviation of the changes
    #[schema(value_type = Option<f64>)]
    standardised: Option<Decimal>,
    /// Null where the scoring does not judge change. Those who recovered are among the better ones, too.
    verdicts: Option<VerdictsBody>,
}

/// Respondents by verdict
#[derive(Debug, Serialize, ToSchema)]
struct VerdictsBody {
    better: u64,
    same: u64,
    worse: u64,
    recovered: u64,
}

impl ChangesBody {
    fn new(figures: &ChangeFigures, definition: &Definition) -> Self {
        let scores = figures.scores.iter().map(|(of, changes)| ScoreChangesBody::new(of.as_ref(), changes, definition));
        Self { both: figures.both, only_earlier: figures.only_from, scores: scores.collect() }
    }
}

impl ScoreChangesBody {
    fn new(category: Option<&Name>, changes: &ScoreChanges, definition: &Definition) -> Self {
        let name = category.map(|id| definition.name_of_category(id, definition.language));
        Self {
            category: category.cloned(),
            name,
            people: changes.count,
            not_comparable: changes.not_comparable,
            mean_before: changes.mean_before(),
            mean_after: changes.mean_after(),
            mean_change: changes.mean_change(),
            sd: changes.sd(),
            standardised: changes.standardised(),
            verdicts: changes.verdicts.map(VerdictsBody::from),
        }
    }
}

impl From<Verdicts> for VerdictsBody {
    fn from(verdicts: Verdicts) -> Self {
        let Verdicts { better, same, worse, recovered } = verdicts;
        Self { better, same, worse, recovered }
    }
}
