//! The pictures of a quiz: adding one and showing it in the draft, and deleting an unused one.

use std::collections::HashMap;

use app::admin::{Flash, PictureLine, PicturesPage, Problem, QuizTab};
use axum::{
    body::Bytes,
    extract::{FromRequest, Multipart, Request},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    FieldCode, FieldError, ImageId,
    edit::{Edit, Place, Tree, picture_edit, picture_places},
};
use serde_json::json;

use super::{Admin, AdminError, AdminResult, ById, Http, Path, QuizHead, offload, problems, reply};
use crate::{
    http::reply::error::ApiError,
    service::{Conflict, Missing, ServiceError},
};

/// More fields than the form has.
const FIELDS: usize = 8;
/// Maximum number of places that the form offers. With more, options are left out.
const MOST_PLACES: usize = 1000;

#[derive(Default)]
pub(super) struct PictureForm {
    image: Bytes,
    known: String,
    place: String,
    alt: String,
    /// The editor's script sends only the file, and places the picture itself.
    is_of_editor: bool,
}

impl FromRequest<Http> for PictureForm {
    type Rejection = AdminError;

    async fn from_request(request: Request, http: &Http) -> Result<Self, AdminError> {
        let bad_request = || AdminError::Unreadable(StatusCode::BAD_REQUEST);
        let mut multipart = Multipart::from_request(request, http).await.map_err(|_| bad_request())?;
        let mut form = Self::default();
        for _ in 0..FIELDS {
            let field = multipart.next_field().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            let Some(field) = field else { return Ok(form) };
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            let text = || String::from_utf8(bytes.to_vec()).map_err(|_| bad_request());
            match name.as_str() {
                "image" => form.image = bytes,
                "known" => form.known = text()?,
                "place" => form.place = text()?,
                "alt" => form.alt = text()?,
                "editor" => form.is_of_editor = true,
                _ => {}
            }
        }
        Err(bad_request())
    }
}

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    page(&admin, head, (String::new(), String::new()), Vec::new()).await
}

pub(super) async fn add(admin: Admin, head: QuizHead, form: PictureForm) -> AdminResult {
    let (is_of_editor, typed) = (form.is_of_editor, (form.place.clone(), form.alt.clone()));
    match (keep(&admin, &head, form).await, is_of_editor) {
        (Ok(id), true) => Ok(json_reply(StatusCode::OK, &json!({ "id": id }))),
        (Ok(_), false) => Ok(reply::see(&href(&head), Flash::PictureAdded)),
        (Err(error @ (ServiceError::Invalid(_) | ServiceError::Conflict(_))), true) => {
            let said = match &error {
                ServiceError::Invalid(invalid) => {
                    let mistakes = problems(invalid.clone()).into_iter();
                    mistakes.map(|problem| problem.message).collect::<Vec<_>>().join(" ")
                }
                error => error.to_string(),
            };
            Ok(json_reply(ApiError::from(error).status(), &json!({ "error": said })))
        }
        (Err(ServiceError::Invalid(invalid)), false) => page(&admin, head, typed, problems(invalid)).await,
        (Err(error), _) => Err(error.into()),
    }
}

pub(super) async fn delete(admin: Admin, head: QuizHead, Path(by): Path<ById>) -> AdminResult {
    let id = ImageId::parse(&by.id).map_err(|_| Missing::Image)?;
    admin.service().delete_image(&admin.caller, &head.path, &id).await?;
    Ok(reply::see(&href(&head), Flash::PictureDeleted))
}

fn href(head: &QuizHead) -> String {
    format!("{}/pictures", head.href(QuizTab::Overview))
}

/// Adds the picture, and shows it in the draft if the form says so.
async fn keep(admin: &Admin, head: &QuizHead, form: PictureForm) -> Result<ImageId, ServiceError> {
    let (service, caller) = (admin.service(), &admin.caller);
    let id = match (form.image.is_empty(), form.known.as_str()) {
        (false, _) => service.add_image(caller, &head.path, form.image, None).await?.0.id,
        (true, "") => return Err(FieldError::new("image", FieldCode::Required).into()),
        (true, known) => ImageId::parse(known).map_err(|_| Missing::Image)?,
    };
    if !form.place.is_empty() {
        let place = Place::parse(&form.place);
        let editing = service.editing(caller, &head.path).await?;
        let edits = edits(&editing.tree, &place, &id, form.alt.trim()).ok_or(Conflict::DraftChanged)?;
        service.edit(caller, &head.path, editing.revision(), edits, false).await?;
    }
    Ok(id)
}

/// Returns `None` for a place that the draft does not have.
fn edits(tree: &Tree, place: &Place, id: &ImageId, alt: &str) -> Option<Vec<Edit>> {
    if !picture_places(tree).contains(place) {
        return None;
    }
    let mut edits = vec![picture_edit(tree, place, id)];
    let mut now = tree.clone();
    now.apply_all(&edits).ok()?;
    let has_text = now.words(&place.then("alt")).is_some();
    if !alt.is_empty() {
        edits.extend(now.write(&place.then("alt"), now.language(), alt));
        edits.extend(now.get(&place.then("decorative")).map(|_| Edit::remove(place.then("decorative"))));
    } else if !has_text {
        edits.push(Edit::set(place.then("decorative"), true));
    }
    Some(edits)
}

async fn page(admin: &Admin, head: QuizHead, typed: (String, String), problems: Vec<Problem>) -> AdminResult {
    let images = admin.service().images(&admin.caller, &head.path).await?;
    let tree = admin.service().editing(&admin.caller, &head.path).await?.tree;
    let (namespace, quiz) = (head.path.namespace.clone(), head.path.quiz.clone());
    let work = move || {
        let all = picture_places(&tree);
        let mut shown: HashMap<String, Vec<String>> = HashMap::new();
        for place in &all {
            if let Some(id) = tree.text(&place.then("id")) {
                shown.entry(id.to_owned()).or_default().push(place_words(&tree, place));
            }
        }
        let is_offered = |place: &&Place| all.len() <= MOST_PLACES || place.steps().len() <= 3;
        let places = all.iter().filter(is_offered).map(|place| (place.to_string(), place_words(&tree, place)));
        let pictures = images.into_iter().map(|image| PictureLine {
            src: format!("/aq/{namespace}/{quiz}/images/{}", image.id),
            about: format!(
                "{} × {}, {} KiB, {}",
                image.size.width,
                image.size.height,
                image.length.div_ceil(1024),
                image.kind.as_str().to_uppercase()
            ),
            places: shown.remove(image.id.as_str()).unwrap_or_default(),
            is_shown: image.is_shown,
            id: image.id.to_string(),
        });
        (pictures.collect::<Vec<_>>(), places.collect::<Vec<_>>())
    };
    let (pictures, places) = offload(true, work).await;
    let status = if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let is_large = places.len() + pictures.len() > 100;
    let page = PicturesPage { quiz: head.nav, pictures, places, typed, problems };
    Ok(admin.page_apart(is_large, status, app::admin::pictures, page).await)
}

/// `Question “Where?”` for its picture.
fn place_words(tree: &Tree, place: &Place) -> String {
    match place.split() {
        Some((item, _)) if !item.is_whole() => editor::place_name(tree, &item),
        _ if *place == Place::from("logo") => "Logo".to_owned(),
        _ => "Start page".to_owned(),
    }
}

fn json_reply(status: StatusCode, body: &serde_json::Value) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, header::HeaderValue::from_static("nosniff"));
    (status, headers, body.to_string()).into_response()
}
