//! Answers records: one, those of a quiz, the attempts of a respondent.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::{MatchedPath, State},
    http::Uri,
};
use domain::{
    Answer, AnswersRecord, Category, Decimal, Indicator, NamespaceId, QuizId, Timestamp, UserId, recommendations,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::cards::{self, CardBody, RecommendationCard};
use super::changes::{self, ChangeParams, ListedAnswers, ListedPage};
use super::{
    ApiError, Auth, ErrorBody, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors,
    RecommendationsType, cursor, names, way::Way,
};
use crate::{
    clock,
    export::{Earlier, OwnScores, value_of},
    http::record_filter::FilterParams,
    service::{Malformed, Missing, QuizPath},
    store::{AuditAction, Page, RecordOrder, RecordPlace, RecordQuery},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct UserParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
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
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: String,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
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
) -> Result<Json<Answered>, ApiError> {
    // A route with a fixed word in the user's place is for the user of that name.
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
    if view != View::Published && query.recommendations_type != RecommendationsType::None {
        let definition = http.service.definition_of(&quiz, &record).await?;
        answered.answers.cards = cards::of_owner(&record, &definition, query.recommendations_type);
    }
    Ok(Json(answered))
}

/// List answers
///
/// Records of the quiz, whole: all of them in the order of first activity, or those that fit a filter. A cursor goes on
/// with the same filter and order only. With `updatedSince`, those that changed, in the order of their last changes;
/// `nextCursor` is then never null.
#[utoipa::path(
    get, operation_id = "listAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/answers", tag = "results", security(("api_key" = [])),
    params(QuizParams, FilterParams, ChangeParams, ListParams),
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
) -> Result<Json<ListedPage>, ApiError> {
    let limit = params.limit()?;
    if let Some(since) = changes.updated_since {
        changes::require_alone(&uri)?;
        return changes::page(&http, &caller, &path.into(), &since, limit).await.map(Json);
    }
    let path = path.into();
    let quiz = http.service.public_quiz(&path).await?;
    let (filter, order) = filter.read(RecordOrder::Oldest, &quiz.definition).map_err(Malformed::Parameter)?;
    let after = params.after(|text| cursor::parse_place(text, &filter, order))?;
    let query = RecordQuery { filter: filter.clone(), order, after, limit };
    let listed = http.service.list_answers(&caller, &path, &query).await?;
    http.service.note_list(&caller, &path, AuditAction::ListAnswers, listed.items.len()).await?;
    let next_cursor = listed.next(|record| cursor::at_place(&RecordPlace::of(record, &filter, order), &filter, order));
    let items = listed.items.iter().map(|record| AnswersBody::new(record, View::Whole, RecommendationsType::None));
    let items = items.map(|body| ListedAnswers::Record(Box::new(body))).collect();
    Ok(Json(PageBody { items, next_cursor }))
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
) -> Result<Json<AnswersPage>, ApiError> {
    let page = Page { after: params.after(cursor::parse_number)?, limit: params.limit()? };
    let (path, user) = path.split();
    let listed = http.service.attempts_of(&caller, &path, &user, page).await?;
    let next_cursor = listed.next(|record| cursor::encode(&record.attempt.to_string()));
    let items =
        listed.items.iter().map(|record| AnswersBody::new(record, View::Whole, RecommendationsType::None)).collect();
    Ok(Json(PageBody { items, next_cursor }))
}

/// Returned by answering and reading.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Answered {
    answers: AnswersBody,
    #[serde(flatten)]
    way: Way,
}

/// What a caller may see of a record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum View {
    /// All of it, with a key.
    Whole,
    /// The built-in questions, and own scores, bands and cards.
    WithResults,
    /// The built-in questions and what nothing else is scored in.
    Published,
}

impl View {
    pub(super) fn without_key(shows_results: bool) -> Self {
        if shows_results { Self::WithResults } else { Self::Published }
    }
}

type AnswersPage = PageBody<AnswersBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswersBody {
    /// `<quizId>-<userId>`
    id: String,
    user_id: String,
    #[schema(value_type = names::QuizId)]
    quiz_id: String,
    activity_date: ActivityDate,
    /// Option id by question id. Without a key, the built-in questions only.
    #[schema(value_type = BTreeMap<names::QuestionId, names::OptionId>)]
    q_answers: BTreeMap<String, String>,
    /// True exactly when `completionStatus` is 3.
    is_completed: bool,
    /// 1 initialised, 2 at least one answer, 3 submitted.
    #[schema(minimum = 1, maximum = 3)]
    completion_status: u8,
    is_anonymous: bool,
    /// 0 to 100 unless the quiz has a scoring of its own, from submission on; absent when a question it needs is
    /// unanswered. Without a key, it is shown where nothing but the built-in questions is scored, and where the quiz has
    /// `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    score: Option<Decimal>,
    #[serde(rename = "spend_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    spend_score: Option<u8>,
    #[serde(rename = "save_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    save_score: Option<u8>,
    #[serde(rename = "borrow_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    borrow_score: Option<u8>,
    #[serde(rename = "plan_score", skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    plan_score: Option<u8>,
    /// Points by question id, from submission on. Without a key, of the built-in questions only.
    #[serde(rename = "indicator_scores", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BTreeMap<names::QuestionId, f64>)]
    indicator_scores: Option<BTreeMap<String, Decimal>>,
    /// The band of the overall score, by its id. This and the four below: of a quiz with a scoring of its own, with a key
    /// or where the quiz has `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    band: Option<String>,
    /// The least that the questions shown allow, where the score is a sum.
    #[serde(rename = "score_min", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    score_min: Option<Decimal>,
    /// The greatest that the questions shown allow, where the score is a sum.
    #[serde(rename = "score_max", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    score_max: Option<Decimal>,
    /// By category id
    #[serde(rename = "category_scores", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, f64>>, nullable = false)]
    category_scores: Option<BTreeMap<String, Decimal>>,
    /// Ids of bands by category id
    #[serde(rename = "category_bands", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    category_bands: Option<BTreeMap<String, String>>,
    /// The version of the quiz that gave the scores, where it is not the record's; with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    scored_version: Option<u32>,
    /// Scores that those of a newer version have replaced, oldest first; with a key only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    earlier_scores: Vec<Earlier>,
    /// Answers to questions that are no choice, by question id; with a key only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<names::QuestionId, serde_json::Value>, required = false)]
    values: BTreeMap<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 512)]
    custom_data: Option<String>,
    /// By priority; only of submitted records, and only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    recommendations: Option<Vec<RecommendationCard>>,
    /// The cards of the quiz's owner, where `recommendations` are asked for with a key, or the quiz has `showResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cards: Option<Vec<CardBody>>,
    /// Counts from 1; taking the quiz again makes the next one. This and the four below: with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    attempt: Option<u32>,
    /// The quiz version that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    quiz_version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = names::Language, required = false)]
    language: Option<domain::Language>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    submitted_at: Option<String>,
}

/// A moment, as seconds and nanoseconds since 1970 in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ActivityDate {
    #[serde(rename = "_seconds")]
    seconds: i64,
    #[serde(rename = "_nanoseconds")]
    nanoseconds: i64,
}

impl Answered {
    pub(super) fn new(record: &AnswersRecord, view: View, wanted: RecommendationsType) -> Self {
        Self { answers: AnswersBody::new(record, view, wanted), way: Way::default() }
    }

    pub(super) fn on_the_way(self, way: Way) -> Self {
        Self { way, ..self }
    }
}

impl AnswersBody {
    /// The record as a caller may see it. The filter is here, where every path comes through.
    pub(super) fn new(record: &AnswersRecord, view: View, wanted: RecommendationsType) -> Self {
        let sees_all = view == View::Whole;
        let sees_results = view != View::Published;
        let owned = |(question, answer): (&domain::QuestionId, &Answer)| {
            Some((question.to_string(), answer.option()?.to_string()))
        };
        let q_answers = if sees_all {
            record.answers.iter().filter_map(owned).collect()
        } else {
            record.public_answers().filter_map(owned).collect()
        };
        let value = |(id, answer): (&domain::QuestionId, &Answer)| Some((id.to_string(), value_of(answer)?));
        let values = record.answers.iter().filter(|_| sees_all).filter_map(value).collect();
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        let own = scores.filter(|scores| sees_results && !scores.is_plain()).map(OwnScores::from);
        let points = |score: Option<domain::Points>| score.map(domain::Points::get);
        let recommendations = scores
            .filter(|_| wanted != RecommendationsType::None)
            .map(|scores| recommendations(scores, &record.answers, record.language))
            .map(|cards| cards.iter().map(|card| RecommendationCard::new(card, record.language, wanted)).collect());
        Self {
            id: record.id(),
            user_id: record.user.to_string(),
            quiz_id: record.quiz_id.to_string(),
            activity_date: record.activity_at.into(),
            q_answers,
            is_completed: scores.is_some(),
            completion_status: record.status().into(),
            is_anonymous: matches!(record.user, UserId::Anonymous(_)),
            score: scores
                .filter(|scores| sees_results || !scores.is_own)
                .and_then(|scores| scores.overall.as_ref())
                .map(|overall| overall.score),
            spend_score: scores.and_then(|scores| points(scores.category(Category::Spend))),
            save_score: scores.and_then(|scores| points(scores.category(Category::Save))),
            borrow_score: scores.and_then(|scores| points(scores.category(Category::Borrow))),
            plan_score: scores.and_then(|scores| points(scores.category(Category::Plan))),
            band: own.as_ref().and_then(|own| own.band.clone()),
            score_min: own.as_ref().and_then(|own| own.score_min),
            score_max: own.as_ref().and_then(|own| own.score_max),
            category_scores: own.as_ref().map(|own| own.category_scores.clone()),
            scored_version: own.as_ref().filter(|_| sees_all).and_then(|own| own.version),
            category_bands: own.as_ref().map(|own| own.category_bands.clone()),
            earlier_scores: own.filter(|_| sees_all).map(|own| own.earlier).unwrap_or_default(),
            values,
            indicator_scores: scores.map(|scores| {
                let shown = scores.questions.iter().filter(|(id, _)| sees_all || Indicator::of_question(id).is_some());
                shown.map(|(id, points)| (id.to_string(), *points)).collect()
            }),
            custom_data: record.custom_data.clone(),
            recommendations,
            cards: None,
            attempt: sees_all.then_some(record.attempt),
            quiz_version: sees_all.then_some(record.version),
            language: sees_all.then_some(record.language),
            started_at: sees_all.then(|| clock::to_rfc3339(record.started_at)),
            submitted_at: record
                .submission
                .as_ref()
                .filter(|_| sees_all)
                .map(|submission| clock::to_rfc3339(submission.at)),
        }
    }
}

impl From<Timestamp> for ActivityDate {
    fn from(at: Timestamp) -> Self {
        Self { seconds: at.seconds(), nanoseconds: at.subsecond_nanoseconds() }
    }
}
