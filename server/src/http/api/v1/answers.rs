//! Answers records: one, those of a quiz, the attempts of a respondent.

use std::collections::BTreeMap;

use axum::{
    extract::{MatchedPath, State},
    http::Uri,
};
use domain::{AnswersRecord, FieldError, NamespaceId, QuestionId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::changes::{self, ChangeParams, ListedAnswers, ListedPage};
use super::{
    ApiError, Auth, ErrorBody, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors, cursor,
    way::Way,
};
use crate::{
    http::{
        reply::json::Written,
        request::{filter_query::fields_in, record_filter::FilterParams},
    },
    record::{OverTime, RecommendationsType, RecordBody, View, cards_of_owner},
    service::{Malformed, Missing, QuizPath},
    store::{AuditAction, Page, RecordOrder, RecordQuery},
    zone,
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct UserParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    /// The user, by what the quiz takes: an `anon_id`, the UUID of an invitation, or a `sessionId`
    #[serde(rename = "invitedUserUUID")]
    user: String,
}

impl UserParams {
    pub(super) fn split(self) -> (QuizPath, String) {
        (QuizPath { namespace: self.namespace_id, quiz: self.quiz_id }, self.user)
    }
}

/// As they stand in the path: here an id that cannot exist is one that does not exist.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct AnswersPath {
    #[param(value_type = domain::NamespaceId, inline, example = "demo")]
    namespace_id: String,
    #[param(value_type = domain::QuizId, inline, example = "0000000000000000")]
    quiz_id: String,
    /// An `anon_id`, the UUID of an invitation, or a `sessionId`; for in-app quizzes and with a key also the
    /// `customData`
    #[serde(rename = "invitedUserUUID")]
    #[param(value_type = String)]
    user: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnswersQuery {
    #[serde(default)]
    #[param(inline)]
    recommendations_type: RecommendationsType,
}

/// Read from the whole query string, since it may be repeated.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes the query")]
pub(super) struct FieldParams {
    /// `FIELD:VALUE` of a field of people: a text, a date, a number, `true` or `false`, `FIELD:LOW..<HIGH` for numbers and
    /// dates, or `FIELD:` for none. May be repeated; of several for one field any fits.
    #[param(required = false)]
    field: String,
}

fn fields_of(uri: &Uri) -> Result<BTreeMap<QuestionId, Vec<String>>, FieldError> {
    let pairs: Vec<(String, String)> =
        uri.query().and_then(|query| serde_urlencoded::from_str(query).ok()).unwrap_or_default();
    let given = pairs.iter().filter(|(name, value)| name == "field" && !value.trim().is_empty());
    fields_in(given.map(|(_, value)| value.as_str()))
}

/// Get User's Answer
///
/// Without a key, the built-in questions only, and own scores, bands and cards where the quiz has `showResults`.
/// Recommendations come once the answers are submitted.
#[utoipa::path(
    get, operation_id = "getUsersAnswer",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers", tag = "results",
    security((), ("api_key" = [])), params(AnswersPath, AnswersQuery),
    responses(
        (status = 200, description = "The answers record", body = Answered),
        (status = 400, description = "A malformed parameter", body = ErrorBody),
        (status = 401, description = "A key was sent and is not valid", body = ErrorBody),
        (status = 403, description = "The key is of another namespace or lacks the scope", body = ErrorBody),
        (status = 429, description = "Too many requests; see `Retry-After`", body = ErrorBody),
        (status = 500, description = "`namespace does not exist`, `quiz does not exist` or \
            `invited user does not exist`", body = ErrorBody),
        (status = 503, description = "Busy; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(super) async fn answers(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<AnswersPath>,
    Query(query): Query<AnswersQuery>,
    route: MatchedPath,
) -> Result<Written, ApiError> {
    // A route with a fixed word as the user also serves a user of that name.
    let user = path.user.as_deref().or_else(|| route.as_str().rsplit('/').nth(1)).unwrap_or_default();
    let namespace = NamespaceId::parse(&path.namespace_id).map_err(|_| ApiError::MissingAs500(Missing::Namespace))?;
    let Ok(quiz) = QuizId::parse(&path.quiz_id) else {
        let missing = http.service.missing_in(&namespace).await;
        return Err(missing.map_or_else(ApiError::with_missing_as_500, ApiError::MissingAs500));
    };
    let sees_all = caller.view(&namespace)?;
    let quiz = QuizPath { namespace, quiz };
    let record = http.service.answers_of(&caller, &quiz, user).await.map_err(ApiError::with_missing_as_500)?;
    let view = if sees_all { View::Whole } else { View::without_key(http.service.asked_of(&quiz, &record).await?.1) };
    let mut answered = Answered::new(&record, view, query.recommendations_type);
    if view != View::Published {
        let attempts = std::slice::from_ref(&record);
        answered = answered.measured(&record, &http.service.over_time(&quiz, attempts).await?);
    }
    if sees_all {
        let alerts = http.service.alerts_of_records(&caller, &quiz, std::slice::from_ref(&record)).await?;
        answered.answers = answered.answers.with_alerts(&record, &alerts);
    }
    if view != View::Published && query.recommendations_type != RecommendationsType::None {
        let definition = http.service.definition_of(&quiz, &record).await?;
        answered.answers.cards = cards_of_owner(&record, &definition, query.recommendations_type);
    }
    Written::of(&answered)
}

/// List answers
///
/// Records of the quiz, whole: all of them in the order of first activity, or those that fit a filter. A cursor goes on
/// with the same filter and order only. With `updatedSince`, those that changed, in the order of their last changes;
/// `nextCursor` is then never null.
#[utoipa::path(
    get, operation_id = "listAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/answers", tag = "results", security(("api_key" = [])),
    params(QuizParams, FilterParams, FieldParams, ChangeParams, ListParams),
    responses(
        (status = 200, description = "A page of answers records", body = ListedPage),
        (status = 410, description = "`updatedSince` is of before a restore of the database: begin again with `0`", body = ErrorBody),
        ReadingErrors,
    ),
)]
pub(super) async fn list_answers(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(filter): Query<FilterParams>,
    Query(changes): Query<ChangeParams>,
    Query(params): Query<ListParams>,
    uri: Uri,
) -> Result<Written, ApiError> {
    let limit = params.limit()?;
    if let Some(since) = changes.updated_since {
        changes::require_alone(&uri)?;
        return changes::page(&http, &caller, &path.into(), &since, limit).await;
    }
    let path = path.into();
    let quiz = http.service.public_quiz(&path).await?;
    let (mut filter, order) = filter
        .read(RecordOrder::Oldest, &quiz.definition, &zone::zone_of(&quiz.settings))
        .map_err(Malformed::Parameter)?;
    filter.fields = fields_of(&uri).map_err(Malformed::Parameter)?;
    let after = params.after(|text| cursor::parse_place(text, &filter, order))?;
    let query = RecordQuery { filter: filter.clone(), order, after, limit };
    let listed = http.service.list_answers(&caller, &path, &query).await?;
    http.service.note_list(&caller, &path, AuditAction::ListAnswers, listed.items.len()).await?;
    let next_cursor = listed.end.map(|place| cursor::at_place(&place, &filter, order));
    let alerts = http.service.alerts_of_records(&caller, &path, &listed.items).await?;
    let body = |record| AnswersBody::new(record, View::Whole, RecommendationsType::None).with_alerts(record, &alerts);
    let items = listed.items.iter().map(body);
    let items = items.map(|body| ListedAnswers::Record(Box::new(body))).collect();
    Written::of(&ListedPage { items, next_cursor })
}

/// List a person's attempts
///
/// Every attempt, whole, newest first: the one under way, if there is one, and those that were submitted before it.
#[utoipa::path(
    get, operation_id = "listAttempts",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/attempts", tag = "results",
    security(("api_key" = [])), params(UserParams, ListParams),
    responses((status = 200, description = "A page of answers records, one for each attempt", body = AnswersPage), ReadingErrors),
)]
pub(super) async fn attempts(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<UserParams>,
    Query(params): Query<ListParams>,
) -> Result<Written, ApiError> {
    let page = Page { after: params.after(cursor::parse_number)?, limit: params.limit()? };
    let (path, user) = path.split();
    let listed = http.service.attempts_of(&caller, &path, &user, page).await?;
    let next_cursor = listed.next(|record| cursor::encode(&record.attempt.to_string()));
    let over_time = http.service.over_time(&path, &listed.items).await?;
    let alerts = http.service.alerts_of_records(&caller, &path, &listed.items).await?;
    let body = |record| {
        let body = AnswersBody::new(record, View::Whole, RecommendationsType::None);
        body.measured(record, over_time.of(record)).with_alerts(record, &alerts)
    };
    Written::of(&AnswersPage { items: listed.items.iter().map(body).collect(), next_cursor })
}

/// Returned by answering and reading.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Answered<'a> {
    answers: AnswersBody<'a>,
    #[serde(flatten)]
    way: Way,
}

type AnswersBody<'a> = RecordBody<'a>;

type AnswersPage<'a> = PageBody<AnswersBody<'a>>;

impl<'a> Answered<'a> {
    pub(super) fn new(record: &'a AnswersRecord, view: View, wanted: RecommendationsType) -> Self {
        Self { answers: AnswersBody::new(record, view, wanted), way: Way::default() }
    }

    pub(super) fn measured(self, record: &AnswersRecord, over_time: &OverTime) -> Self {
        Self { answers: self.answers.measured(record, over_time.of(record)), ..self }
    }

    pub(super) fn on_the_way(self, way: Way) -> Self {
        Self { way, ..self }
    }
}
