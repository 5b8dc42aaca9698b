//! The draft as JSON, for the editor's program in the browser.

use std::sync::Arc;

use axum::{
    extract::FromRequest,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    FieldCode, FieldError,
    edit::{Conflict, Edit, Tree},
};
use editor::Found;
use serde::{Deserialize, Serialize};

use super::{
    super::{Admin, AdminError, AdminResult, Http, Path, SMALL, offload},
    page,
};
use crate::{
    http::reply::error::ApiError,
    service::{self, Editing, QuizPath, Revision, ServiceError},
};

/// Maximum number of edits per request: enough to set the points of every option that a quiz may have.
const MOST_EDITS: usize = 10_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftBody<'t> {
    tree: &'t Tree,
    /// Sent back with the next edits.
    revision: String,
    /// Places that both the draft and a later publication changed.
    conflicts: &'t [Conflict],
    version: u32,
    /// The draft's last editor and time of change; absent without a draft.
    by: Option<String>,
    is_own: bool,
    at: Option<String>,
    stale: Vec<String>,
    problems: Vec<Found>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditsBody {
    revision: String,
    edits: Vec<Edit>,
    /// True if the edits decide a conflict. What they replace then stays among the earlier drafts.
    #[serde(default)]
    decided: bool,
}

/// Reports edits that are not stored. The page still has them, and shows them with this sentence.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

pub(super) struct Edits(EditsBody);

impl FromRequest<Http> for Edits {
    type Rejection = AdminError;

    async fn from_request(request: axum::extract::Request, http: &Http) -> Result<Self, AdminError> {
        let bytes = axum::body::Bytes::from_request(request, http)
            .await
            .map_err(|refused| AdminError::Unreadable(refused.into_response().status()))?;
        let read = offload(bytes.len() > SMALL, move || serde_json::from_slice(&bytes)).await;
        read.map(Self).map_err(|_| AdminError::Unreadable(StatusCode::BAD_REQUEST))
    }
}

pub(super) async fn show(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let editing = admin.service().editing(&admin.caller, &path).await?;
    let stale = page::stale(&admin, &path, &editing).await?;
    json(&admin, StatusCode::OK, editing, stale).await
}

/// Returns 409 with the current draft, unless the edits refer to its current revision.
pub(super) async fn change(admin: Admin, Path(path): Path<QuizPath>, Edits(body): Edits) -> AdminResult {
    let revision: Revision =
        body.revision.parse().map_err(|_: service::NoRevision| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
    if body.edits.len() > MOST_EDITS {
        let code = FieldCode::TooMany { min: 0, max: MOST_EDITS };
        return refused(FieldError::new("edits", code).into());
    }
    let (service, caller) = (admin.service(), &admin.caller);
    let edits: Arc<[Edit]> = body.edits.into();
    match service.edit(caller, &path, revision, Arc::clone(&edits), body.decided).await {
        Ok(editing) => kept(&admin, &editing).await,
        Err(ServiceError::Conflict(service::Conflict::DraftChanged)) => {
            let editing = service.editing(caller, &path).await?;
            service.keep_refused(caller, &path, &editing, revision, edits).await?;
            json(&admin, StatusCode::CONFLICT, editing, Vec::new()).await
        }
        Err(error) => refused(error),
    }
}

/// Returns a sentence for the page, if the edits themselves are the problem.
fn refused(error: ServiceError) -> AdminResult {
    match error {
        ServiceError::Conflict(_) | ServiceError::Invalid(_) | ServiceError::Malformed(_) => {
            let said = Refusal { error: error.to_string() };
            let status = ApiError::from(error).status();
            Ok(of_json(status, serde_json::to_string(&said).unwrap_or_default()))
        }
        error => Err(error.into()),
    }
}

/// The page already has the tree.
async fn kept(admin: &Admin, editing: &Editing) -> AdminResult {
    let zone = admin.zone().await?;
    let at = editing.draft.as_ref().map(|draft| zone.minute(draft.at));
    let tree = Arc::clone(&editing.tree);
    // Trying the conditions of a large quiz takes a while.
    let problems = offload(true, move || Found::all(&tree)).await;
    let body = serde_json::json!({ "revision": editing.revision().to_string(), "at": at, "problems": problems });
    Ok(of_json(StatusCode::OK, body.to_string()))
}

async fn json(admin: &Admin, status: StatusCode, editing: Editing, stale: Vec<String>) -> AdminResult {
    let zone = admin.zone().await?;
    let write = move || {
        let draft = editing.draft.as_ref();
        serde_json::to_string(&DraftBody {
            tree: &editing.tree,
            revision: editing.revision().to_string(),
            version: editing.quiz.version,
            is_own: draft.is_none_or(|draft| draft.is_own),
            at: draft.map(|draft| zone.minute(draft.at)),
            by: draft.map(|draft| draft.by.clone()),
            conflicts: &editing.conflicts,
            stale,
            problems: Found::all(&editing.tree),
        })
    };
    let text = offload(true, write).await;
    let text = text.map_err(|error| ServiceError::Internal(format!("cannot write a draft: {error}")))?;
    Ok(of_json(status, text))
}

fn of_json(status: StatusCode, body: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (status, headers, body).into_response()
}
