//! `GET …/quizzes/{quizId}/public`: never points, never counts. Cached as bytes, because it changes rarely.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    AboutText, Address, Colour, Feedback, Language, NamespaceId, Picture, QuestionInput, Quiz, QuizId, QuizKind,
    QuizStatus, ResultView, Retention, Text, Timestamp,
    schema::{PublicPicture, PublicQuestion},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, Auth, ErrorBody, Http, Path, Query, QuizParams, ReadingErrors, question_body::QuestionBody};
use crate::{
    cache::Cache,
    clock,
    http::reply::compress::Ready,
    owner::Owner,
    service::{Service, ServiceError},
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PublicParams {
    /// The quiz's own language when absent, and where the quiz can't be read in a language close to this.
    #[param(inline)]
    language: Option<Language>,
}

/// Get Public Quiz Info
///
/// The quiz as respondents may see it. Carries an `ETag`; `If-None-Match` is answered with 304. A draft is refused with
/// 409, and `questions` is empty until the quiz opens.
#[utoipa::path(
    get, operation_id = "getPublicQuizInfo",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/public", tag = "answering", security(),
    params(QuizParams, PublicParams),
    responses(
        (status = 200, description = "The quiz as a respondent may see it", body = PublicQuiz),
        (status = 304, description = "It has not changed"),
        (status = 409, description = "The quiz is a draft", body = ErrorBody),
        ReadingErrors,
    ),
)]
pub(super) async fn public(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<QuizParams>,
    Query(params): Query<PublicParams>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let quiz = http.service.published_quiz(&path.into()).await?;
    let language = params.language.map_or(quiz.definition.language, |wanted| quiz.definition.closest(wanted));
    let shown = http.public.render(&http.service, &quiz, language).await?;
    let response_headers = [
        (header::ETAG, shown.etag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    ];
    if is_known(&headers, &shown.etag) {
        return Ok((StatusCode::NOT_MODIFIED, response_headers).into_response());
    }
    Ok((response_headers, shown.ready.reply(&headers)).into_response())
}

/// Weak comparison, as `If-None-Match` requires.
fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(etag) = etag.to_str() else { return false };
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a field that is published")]
pub(super) struct PublicQuiz {
    id: QuizId,
    namespace_id: NamespaceId,
    name: String,
    description: Option<String>,
    /// The owner's notes to respondents; null while nothing is set.
    about: Option<AboutText>,
    kind: QuizKind,
    anonymous: bool,
    inapp: bool,
    status: QuizStatus,
    /// The language of the texts below.
    language: Language,
    /// The languages in which all of the quiz can be read.
    languages: Vec<Language>,
    primary_color: Option<Colour>,
    version: u32,
    /// Empty until the quiz opens.
    #[schema(value_type = Vec<PublicQuestion>)]
    questions: Vec<QuestionBody>,
    /// The words of the start page
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<PublicText>,
    /// The words of the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    end: Option<PublicEnd>,
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
    /// When respondents are told whether an answer is right; `none` when absent.
    #[serde(skip_serializing_if = "Feedback::is_none")]
    #[schema(required = false)]
    feedback: Feedback,
    /// Of the start page
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicPicture)]
    image: Option<Picture>,
    /// Of all pages
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicPicture)]
    logo: Option<Picture>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublicText {
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublicEnd {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<PublicNext>,
}

/// The way on. Without `url`, it leads back to the page that embeds the quiz.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublicNext {
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    url: Option<String>,
}

impl PublicQuiz {
    fn new(quiz: &Quiz, status: QuizStatus, language: Language) -> Self {
        let definition = &quiz.definition;
        let default = definition.language;
        let about = app::words::about(quiz, language);
        let words = |text: &Text| text.in_language(language, default).to_owned();
        let picture = |picture: &Picture| picture.public(language, default);
        let is_secret = status == QuizStatus::Draft;
        let questions = definition.questions.iter().filter(|_| !is_secret);
        let questions = questions.map(|question| QuestionInput::public(question, language, default).into());
        Self {
            id: quiz.id.clone(),
            namespace_id: quiz.namespace_id.clone(),
            name: quiz.name_in(language).to_owned(),
            description: quiz.settings.description.as_ref().map(words),
            about: Some(about).filter(|about| *about != AboutText::default()),
            kind: quiz.kind,
            anonymous: quiz.kind.is_anonymous(),
            inapp: quiz.kind.is_inapp(),
            status,
            language,
            languages: definition.languages(),
            primary_color: quiz.settings.primary_colour.clone(),
            version: quiz.version,
            questions: questions.collect(),
            start: definition
                .start
                .as_ref()
                .filter(|_| !is_secret)
                .map(|start| PublicText { text: words(&start.text) }),
            end: definition.end.as_ref().filter(|_| !is_secret).map(|end| PublicEnd {
                text: words(&end.text),
                next: end.next.as_ref().map(|next| PublicNext {
                    label: words(&next.label),
                    url: next.url.as_ref().map(|url| words(url.text())),
                }),
            }),
            review: definition.review,
            show_results: definition.show_results,
            result: definition.result,
            address: definition.address,
            feedback: definition.feedback,
            image: definition.image.as_deref().filter(|_| !is_secret).map(picture),
            logo: definition.logo.as_deref().filter(|_| !is_secret).map(picture),
        }
    }
}

/// Total size of cached replies in bytes.
const KEPT: usize = 16 * 1024 * 1024;
/// Number of parts in a definition whose reply takes well below a millisecond.
const FEW: usize = 500;

pub struct PublicCache(Cache<(QuizId, Language), (Validity, Shown)>);

impl Default for PublicCache {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// Approximate overhead of an entry in bytes.
const ENTRY: usize = 500;

/// The bytes also depend on these.
type Validity = (Timestamp, QuizStatus, Retention);

#[derive(Clone)]
struct Shown {
    ready: Ready,
    etag: HeaderValue,
}

impl PublicCache {
    async fn render(
        self: &Arc<Self>,
        service: &Service,
        quiz: &Arc<Quiz>,
        language: Language,
    ) -> Result<Shown, ServiceError> {
        if let Some(shown) = self.known(quiz, language) {
            return Ok(shown);
        }
        if quiz.definition.parts() <= FEW {
            return self.make(quiz, language).await;
        }
        let (cache, quiz) = (Arc::clone(self), Arc::clone(quiz));
        let namespace = quiz.namespace_id.clone();
        let make = async move {
            // A concurrent request may have made it.
            match cache.known(&quiz, language) {
                Some(shown) => Ok(shown),
                None => cache.make(&quiz, language).await,
            }
        };
        let turns = service.turns_of(Owner::Namespace(namespace.into()));
        Box::pin(turns.run(make)).await?
    }

    fn known(&self, quiz: &Quiz, language: Language) -> Option<Shown> {
        let (known, shown) = self.0.get(&(quiz.id.clone(), language))?;
        (known == validity(quiz)).then_some(shown)
    }

    async fn make(&self, quiz: &Quiz, language: Language) -> Result<Shown, ServiceError> {
        let Shown { ready, etag } = Shown::new(&PublicQuiz::new(quiz, quiz.status(clock::now()), language))?;
        let shown = Shown { ready: Box::pin(ready.with_compressed()).await, etag };
        let bytes = ENTRY + shown.ready.bytes();
        self.0.put(&quiz.namespace_id, (quiz.id.clone(), language), (validity(quiz), shown.clone()), bytes);
        Ok(shown)
    }
}

fn validity(quiz: &Quiz) -> Validity {
    (quiz.updated_at, quiz.status(clock::now()), quiz.retention)
}

impl Shown {
    fn new(quiz: &PublicQuiz) -> Result<Self, ServiceError> {
        let internal = |error: &dyn std::error::Error| ServiceError::Internal(error.to_string());
        let body = serde_json::to_vec(quiz).map_err(|error| internal(&error))?;
        let hash = hex::encode(&Sha256::digest(&body)[..12]);
        let etag = HeaderValue::try_from(format!("\"{hash}\"")).map_err(|error| internal(&error))?;
        Ok(Self { ready: Ready::new(body), etag })
    }
}
