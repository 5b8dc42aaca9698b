//! Pictures of a quiz.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{ImageId, ImageType, NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Editor, Http, Keyed, PageBody, Path, QuizParams, ReadingErrors, RequestError, extract, names,
};
use crate::{
    clock,
    http::reply::json::Json,
    service::{QuizPath, Service},
    store::QuizImage,
};

/// List pictures
///
/// All of the quiz, the oldest first.
#[utoipa::path(
    get, operation_id = "listImages",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/images", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The pictures", body = ImagePage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<ImagePage>, ApiError> {
    let path = path.into();
    let images = http.service.images(&caller, &path).await?;
    let items = images.into_iter().map(|image| ImageBody::new(&http.base_url, &path, image)).collect();
    Ok(Json(PageBody { items, next_cursor: None }))
}

/// Add a picture
///
/// PNG, JPEG or WebP, up to 512 KiB and 4,096 pixels on each side, not animated; one a request. Its bytes say which of them
/// it is; `image/png`, `image/jpeg` and `image/webp` are taken as content types, too, and have to be true. What the quiz
/// stores is the picture without metadata. A definition shows it by its `id`, which a picture has by its contents: the
/// same picture has the same `id` in every quiz, and is there once however often it is sent.
#[utoipa::path(
    post, operation_id = "addImage",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/images", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    request_body(content = names::ImageBytes, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "The picture", body = ImageBody, headers(("Location", description = "Its address"))),
        (status = 200, description = "The picture, which the quiz had already", body = ImageBody),
        AdminErrors,
    ),
)]
pub(super) async fn add(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    request: Request,
) -> Result<Response, ApiError> {
    let path = path.into();
    let sent_as = sent_as(request.headers()).ok_or(RequestError::NotAnImage)?;
    let bytes = extract::read_bytes(request, Service::IMAGE_BYTES).await?;
    let (image, is_new) = http.service.add_image(&caller, &path, bytes, sent_as).await?;
    let body = ImageBody::new(&http.base_url, &path, image);
    let location = [(header::LOCATION, body.url.clone())];
    Ok(if is_new { (StatusCode::CREATED, location, Json(body)).into_response() } else { Json(body).into_response() })
}

/// Returns the type that the header names, `Some(None)` for bytes without a type, and `None` for a type that is not a
/// picture.
fn sent_as(headers: &HeaderMap) -> Option<Option<ImageType>> {
    let sent = headers.get(header::CONTENT_TYPE)?.to_str().ok()?.trim();
    if sent.eq_ignore_ascii_case("application/octet-stream") {
        return Some(None);
    }
    ImageType::ALL.into_iter().find(|kind| sent.eq_ignore_ascii_case(kind.media_type())).map(Some)
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct ImageParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    #[param(inline)]
    image_id: ImageId,
}

/// Delete a picture
///
/// One that no version and no draft of the quiz shows.
#[utoipa::path(
    delete, operation_id = "deleteImage",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/images/{imageId}", tag = "administration",
    security(("api_key" = [])), params(ImageParams),
    responses((status = 200, description = "The picture is deleted", body = DeletedImage), AdminErrors),
)]
pub(super) async fn delete(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<ImageParams>,
) -> Result<Json<DeletedImage>, ApiError> {
    let ImageParams { namespace_id: namespace, quiz_id: quiz, image_id } = path;
    http.service.delete_image(&caller, &QuizPath { namespace, quiz }, &image_id).await?;
    Ok(Json(DeletedImage { deleted: true }))
}

type ImagePage = PageBody<ImageBody>;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeletedImage {
    deleted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Image)]
pub(super) struct ImageBody {
    id: ImageId,
    #[serde(rename = "type")]
    #[schema(value_type = names::ImageType)]
    kind: &'static str,
    /// In pixels
    #[schema(minimum = 1, maximum = 4096)]
    width: u16,
    /// In pixels
    #[schema(minimum = 1, maximum = 4096)]
    height: u16,
    /// The number of its bytes, without metadata
    bytes: u64,
    /// Where anyone who knows the address gets it, without a key.
    url: String,
    /// True if a version or the draft of the quiz shows it.
    shown: bool,
    #[schema(format = DateTime)]
    created_at: String,
}

impl ImageBody {
    fn new(base_url: &str, path: &QuizPath, image: QuizImage) -> Self {
        Self {
            kind: image.kind.as_str(),
            width: image.size.width,
            height: image.size.height,
            bytes: image.length,
            url: format!("{base_url}/aq/{}/{}/images/{}", path.namespace, path.quiz, image.id),
            shown: image.is_shown,
            created_at: clock::to_rfc3339(image.created_at),
            id: image.id,
        }
    }
}
