//! `/namespaces/{namespaceId}/quizzes`

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue},
};
use domain::{
    About, AboutInput, Address, AlertRule, Colour, Definition, Ending, Feedback, Language, NamespaceId, Opening,
    OwnWords, PersonField, Picture, Places, QuestionInput, Quiz, QuizChange, QuizId, QuizInput, QuizKind, QuizStatus,
    ResultView, Scoring, Series, Text, TimeZoneName, schema::QuestionRecord,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::revision::{IfMatch, etag};
use super::{
    AdminErrors, ApiError, Editor, ErrorBody, Http, IdempotentJson, Keyed, ListParams, Made, PageBody, Path, Query,
    ReadingErrors, cursor, exports::ExportFields, extract, names, question_body::QuestionBody,
};
use crate::{
    clock,
    http::{reply::json::Json, request::extract::QUIZ_LIMIT},
    service::{ExportState, QuizPath},
    store::{Counts, Page, QuizSummary},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct NamespaceParams {
    #[param(inline, example = "demo")]
    pub(super) namespace_id: NamespaceId,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct QuizParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
}

impl From<QuizParams> for QuizPath {
    fn from(params: QuizParams) -> Self {
        Self { namespace: params.namespace_id, quiz: params.quiz_id }
    }
}

/// List quizzes
///
/// Newest first, without `questions`, `scoring`, `start`, `end`, `review`, `showResults`, `result` and pictures, which
/// Get Quiz has.
#[utoipa::path(
    get, operation_id = "listQuizzes",
    path = "/namespaces/{namespaceId}/quizzes", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of quizzes", body = QuizPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<QuizPage>, ApiError> {
    let page = Page { after: params.after(cursor::parse_quiz)?, limit: params.limit()? };
    let listed = http.service.list_quizzes(&caller, &path.namespace_id, page).await?;
    let next_cursor = listed.next(|quiz| cursor::at(quiz.created_at, quiz.id.as_str()));
    let ids: Vec<_> = listed.items.iter().map(|quiz| quiz.id.clone()).collect();
    let exports = http.service.export_states(&caller, &path.namespace_id, &ids).await?;
    let items = listed.items.into_iter().map(|quiz| {
        let export = exports.get(&quiz.id).unwrap_or(&ExportState::None);
        ListedQuiz::new(quiz, export, &http.base_url)
    });
    Ok(Json(PageBody { items: items.collect(), next_cursor }))
}

/// Create Quiz
///
/// Open at once, unless `opensAt` is in the future. The body may be up to 1 MiB.
#[utoipa::path(
    post, operation_id = "createQuiz",
    path = "/namespaces/{namespaceId}/quizzes", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ("Idempotency-Key" = inline(Option<names::IdempotencyKey>), Header, description = "Makes the request safe to repeat for a day")),
    request_body = QuizInput,
    responses(
        (status = 201, description = "The quiz record", body = QuizBody, headers(
            ("ETag", description = "Its revision"), ("Location", description = "Its address"),
        )),
        AdminErrors,
    ),
)]
pub(super) async fn create(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<NamespaceParams>,
    request: IdempotentJson<QuizInput, QUIZ_LIMIT>,
) -> Result<Made, ApiError> {
    let base_url = http.base_url.clone();
    let made = move |quiz: &Quiz| {
        let path = format!("/namespaces/{}/quizzes/{}", quiz.namespace_id, quiz.id);
        let body = QuizBody::new(quiz, Counts::default(), &ExportState::None, &base_url);
        Made::new(&base_url, &path, &body).map(|made| made.of_revision(quiz))
    };
    let once = request.once(&caller, made.clone());
    let quiz = http.service.create_quiz_once(&caller, path.namespace_id, request.body, once).await?;
    Ok(Made::of(quiz, made)?)
}

/// Get Quiz
///
/// The `ETag` is the revision of the settings and the definition. Exports and counts change apart from it, so
/// `If-None-Match` is not looked at.
#[utoipa::path(
    get, operation_id = "getQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses(
        (status = 200, description = "The quiz record", body = QuizBody, headers(("ETag", description = "Its revision"))),
        ReadingErrors,
    ),
)]
pub(super) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<QuizReply, ApiError> {
    let (quiz, counts) = http.service.quiz(&caller, &path.into()).await?;
    let export = http.service.export_state(&caller, &quiz).await?;
    Ok(([etag(&quiz)], Json(QuizBody::new(&quiz, counts, &export, &http.base_url))))
}

/// Change a quiz
///
/// Fields that are absent stay as they are. Changing `questions` or `language` makes a new version; respondents who
/// have begun an earlier one go on with that. With `If-Match`, only the quiz of that revision is changed. All of Get Quiz may be sent
/// back: counts, moments and exports are not looked at, and other fields that cannot be changed must be as they are stored.
#[utoipa::path(
    patch, operation_id = "changeQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams, ("If-Match" = Option<String>, Header, description = "The `ETag` that the quiz must have")),
    request_body = QuizChange,
    responses(
        (status = 200, description = "The quiz record after the change", body = QuizBody, headers(
            ("ETag", description = "Its new revision"),
        )),
        (status = 412, description = "The quiz has been changed since", body = ErrorBody),
        AdminErrors,
    ),
)]
pub(super) async fn change(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    expected: IfMatch,
    extract::Json(body): extract::Json<QuizChange, QUIZ_LIMIT>,
) -> Result<QuizReply, ApiError> {
    let is_expected = move |quiz: &Quiz| expected.allows(quiz);
    let changed = http.service.change_quiz(&caller, &path.into(), body, is_expected).await;
    let (quiz, counts) = changed.map_err(ApiError::with_changed_as_412)?;
    let export = http.service.export_state(&caller, &quiz).await?;
    Ok(([etag(&quiz)], Json(QuizBody::new(&quiz, counts, &export, &http.base_url))))
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Deleted {
    pub(super) deleted: bool,
}

/// Delete a quiz
///
/// With everything answered in it; there is no way back.
#[utoipa::path(
    delete, operation_id = "deleteQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The quiz is deleted", body = Deleted), AdminErrors),
)]
pub(super) async fn delete(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<Deleted>, ApiError> {
    http.service.delete_quiz(&caller, &path.into()).await?;
    Ok(Json(Deleted { deleted: true }))
}

type QuizPage = PageBody<ListedQuiz>;

/// With the quiz's revision.
type QuizReply = ([(HeaderName, HeaderValue); 1], Json<QuizBody>);

/// A quiz without its definition.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedQuiz {
    id: QuizId,
    namespace_id: NamespaceId,
    name: Text,
    description: Option<Text>,
    kind: QuizKind,
    anonymous: bool,
    inapp: bool,
    /// As it is now.
    status: QuizStatus,
    language: Language,
    primary_color: Option<Colour>,
    /// Counts from 1; a change of questions or language makes the next one.
    version: u32,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
    #[schema(format = DateTime)]
    opens_at: Option<String>,
    #[schema(format = DateTime)]
    closes_at: Option<String>,
    /// True if who has begun by then may finish up to ten minutes later.
    closing_grace: bool,
    /// Where days begin: for retakes, figures by day, `from` and `to`.
    time_zone: TimeZoneName,
    /// Days after which it may be taken again; null where it is taken once.
    #[schema(maximum = 3650)]
    retry_after_days: Option<u16>,
    /// The plan by which each person answers again, if there is one
    series: Option<Series>,
    /// True if the holder of a respondent's link may erase the record.
    respondents_may_erase: bool,
    /// True if respondents may have a link to their result sent to them by mail.
    result_by_mail: bool,
    /// True if respondents see their results over time.
    show_progress: bool,
    allowed_origins: Vec<String>,
    /// The owner's notes to respondents; null while nothing is set.
    #[schema(value_type = Option<AboutInput>)]
    about: Option<About>,
    /// What the quiz knows of people beside their answers; absent where it declares nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    fields: Vec<PersonField>,
    responses: Responses,
    /// null before the first export, then `uploading`, then `done` or `failed`.
    #[schema(value_type = Option<names::ExportStatus>)]
    csv_export_status: Option<&'static str>,
    /// A link to the file, valid for 15 minutes and renewed by every Get Quiz; null for keys without the scope `export`.
    csv_export_path: Option<String>,
    /// Why it failed.
    csv_export_error: Option<String>,
    /// Records in the file.
    csv_export_rows: Option<u64>,
    /// 0 to 1 while it is made.
    #[schema(minimum = 0, maximum = 1)]
    csv_export_progress: Option<f64>,
    #[schema(value_type = Option<names::Sha256>)]
    csv_export_sha256: Option<String>,
}

/// The questions and the scoring of a version of a quiz.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DefinitionBody {
    #[schema(value_type = Vec<QuestionRecord>)]
    questions: Vec<QuestionBody>,
    /// Of the quiz's own making, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    scoring: Option<Scoring>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<Opening>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    end: Option<Ending>,
    /// True if the answers are shown once more before they are submitted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    review: bool,
    /// True if replies without a key also have own scores, bands and cards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    show_results: bool,
    /// What respondents see on the page of their result; `full` when absent.
    #[serde(skip_serializing_if = "ResultView::is_full")]
    #[schema(required = false)]
    result: ResultView,
    /// How the words of pages address respondents; `informal` when absent.
    #[serde(skip_serializing_if = "Address::is_informal")]
    #[schema(required = false)]
    address: Address,
    /// Words of question pages by their ids, in the place of the pages' own.
    #[serde(skip_serializing_if = "OwnWords::is_empty")]
    #[schema(required = false)]
    words: OwnWords,
    /// When respondents are told whether an answer is right; `none` when absent.
    #[serde(skip_serializing_if = "Feedback::is_none")]
    #[schema(required = false)]
    feedback: Feedback,
    /// Of the start page
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    image: Option<Picture>,
    /// Of all pages
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    logo: Option<Picture>,
    /// Answers and results that members of the namespace have to see
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 20)]
    alerts: Vec<AlertRule>,
    /// At most so many respondents may submit, and what the others read
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    places: Option<Places>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QuizBody {
    #[serde(flatten)]
    listed: ListedQuiz,
    #[serde(flatten)]
    definition: DefinitionBody,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Responses {
    started: u64,
    completed: u64,
}

impl ListedQuiz {
    pub(crate) fn new(quiz: QuizSummary, export: &ExportState, base_url: &str) -> Self {
        let export = ExportFields::new(export, base_url);
        let QuizSummary { settings, counts, .. } = quiz;
        Self {
            id: quiz.id,
            namespace_id: quiz.namespace_id,
            status: settings.status_at(clock::now()),
            name: settings.name,
            description: settings.description,
            kind: quiz.kind,
            anonymous: quiz.kind.is_anonymous(),
            inapp: quiz.kind.is_inapp(),
            language: quiz.language,
            primary_color: settings.primary_colour,
            version: quiz.version,
            created_at: clock::to_rfc3339(quiz.created_at),
            updated_at: clock::to_rfc3339(quiz.updated_at),
            opens_at: settings.opens_at.map(clock::to_rfc3339),
            closes_at: settings.closes_at.map(clock::to_rfc3339),
            closing_grace: settings.closing_grace,
            time_zone: settings.time_zone,
            retry_after_days: settings.retry_after.map(domain::RetryAfter::get),
            series: settings.series,
            respondents_may_erase: settings.respondents_may_erase,
            result_by_mail: settings.result_by_mail,
            show_progress: settings.show_progress,
            allowed_origins: settings.allowed_origins,
            about: Some(settings.about).filter(|about| !about.is_empty()),
            fields: settings.fields,
            responses: Responses { started: counts.started, completed: counts.completed },
            csv_export_status: export.status,
            csv_export_path: export.path,
            csv_export_error: export.error,
            csv_export_rows: export.rows,
            csv_export_progress: export.progress,
            csv_export_sha256: export.sha256,
        }
    }
}

impl QuizBody {
    pub(crate) fn new(quiz: &Quiz, counts: Counts, export: &ExportState, base_url: &str) -> Self {
        let listed = ListedQuiz::new(QuizSummary::of(quiz, counts), export, base_url);
        Self { listed, definition: DefinitionBody::from(&*quiz.definition) }
    }
}

impl From<&Definition> for DefinitionBody {
    fn from(definition: &Definition) -> Self {
        let questions = definition.questions.iter();
        Self {
            questions: questions
                .map(|question| QuestionInput::shown(question, definition.score_table).into())
                .collect(),
            scoring: definition.scoring.clone(),
            start: definition.start.clone(),
            end: definition.end.clone(),
            review: definition.review,
            show_results: definition.show_results,
            result: definition.result,
            address: definition.address,
            words: definition.words.clone(),
            feedback: definition.feedback,
            image: definition.image.as_deref().cloned(),
            logo: definition.logo.as_deref().cloned(),
            alerts: definition.alerts.clone(),
            places: definition.places.clone(),
        }
    }
}
