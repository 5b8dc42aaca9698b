//! Extractors: the signed-in administrator of a request, and the namespace or the quiz in the path, for a page's
//! navigation.

use std::sync::Arc;

use app::admin::{AdminContext, EditingPage, Flash, NamespaceNav, QuizNav, QuizTab};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Redirect, Response},
};
use domain::{NamespaceId, Quiz, Role};
use serde::Deserialize;

use super::{AdminError, Http, Path, answers_view::Zone, offload, reply};
use crate::{
    clock,
    service::{AdminRights, Caller, Missing, QuizPath, Service, ServiceError, SignedIn},
    store::Counts,
};

/// Calls the service on the administrator's behalf and renders their pages.
pub(super) struct Admin {
    pub(super) http: Http,
    pub(super) signed_in: SignedIn,
    pub(super) caller: Caller,
    flash: Option<Flash>,
    back: Option<String>,
}

#[derive(Deserialize)]
struct FlashQuery {
    said: Option<Flash>,
}

impl Admin {
    pub(super) fn service(&self) -> &Service {
        &self.http.service
    }

    pub(super) fn rights(&self) -> &AdminRights {
        &self.signed_in.rights
    }

    pub(super) fn role(&self, namespace: &NamespaceId) -> Role {
        self.rights().role(namespace).unwrap_or(Role::Viewer)
    }

    pub(super) async fn zone(&self) -> Result<Zone, ServiceError> {
        Ok(Zone::of(self.service().time_zone(&self.caller).await?))
    }

    fn context(&self) -> AdminContext {
        let cx = reply::context(&self.http, Some(&self.signed_in));
        AdminContext { flash: self.flash, back: self.back.clone(), ..cx }
    }

    pub(super) fn page<P>(&self, render: impl FnOnce(AdminContext, P) -> String, page: P) -> Response {
        self.form_page(false, render, page)
    }

    /// Same as [`page`](Self::page), for a page that may be large.
    pub(super) async fn page_apart<P: Send + 'static>(
        &self,
        is_large: bool,
        status: StatusCode,
        render: fn(AdminContext, P) -> String,
        page: P,
    ) -> Response {
        let cx = self.context();
        let page = offload(is_large, move || reply::page(status, cx, render, page)).await;
        reply::shown(page, self.flash)
    }

    /// The quiz editor, the only page that may run WebAssembly.
    pub(super) async fn editor_page(&self, status: StatusCode, page: EditingPage) -> Response {
        let cx = self.context();
        let page = offload(true, move || reply::with_program(reply::page(status, cx, app::admin::editing, page))).await;
        reply::shown(page, self.flash)
    }

    /// Same as [`page`](Self::page), for a page with a form, which is shown again with its problems if it is refused.
    pub(super) fn form_page<P>(
        &self,
        is_refused: bool,
        render: impl FnOnce(AdminContext, P) -> String,
        page: P,
    ) -> Response {
        let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        reply::shown(reply::page(status, self.context(), render, page), self.flash)
    }
}

impl FromRequestParts<Http> for Admin {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        // The guard sets it, except on public pages.
        let signed_in = parts.extensions.get::<SignedIn>().cloned();
        let signed_in = signed_in.ok_or_else(|| Redirect::to("/admin/sign-in").into_response())?;
        let flash = Query::<FlashQuery>::try_from_uri(&parts.uri).ok().and_then(|Query(query)| query.said);
        let flash = reply::flash(flash, &parts.headers);
        let caller = Caller::Administrator(signed_in.rights.clone());
        let back = reply::back(http, &parts.headers);
        Ok(Self { http: http.clone(), signed_in, caller, flash, back })
    }
}

pub(super) struct NamespaceHead(pub(super) NamespaceNav);

pub(super) struct QuizHead {
    pub(super) path: QuizPath,
    pub(super) nav: QuizNav,
    pub(super) quiz: Arc<Quiz>,
    pub(super) counts: Counts,
}

#[derive(Deserialize)]
pub(super) struct ById {
    pub(super) id: String,
}

#[derive(Deserialize)]
struct NamespacePath {
    namespace: NamespaceId,
}

impl FromRequestParts<Http> for NamespaceHead {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        let Path(NamespacePath { namespace }) = Path::from_request_parts(parts, http).await?;
        let admin = Admin::from_request_parts(parts, http).await?;
        let nav = namespace_nav(&admin, &namespace).await;
        nav.map(Self).map_err(|error| AdminError::from(error).into_response())
    }
}

impl FromRequestParts<Http> for QuizHead {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        let Path(path) = Path::<QuizPath>::from_request_parts(parts, http).await?;
        let admin = Admin::from_request_parts(parts, http).await?;
        Self::load(&admin, path).await.map_err(|error| AdminError::from(error).into_response())
    }
}

impl QuizHead {
    pub(super) async fn load(admin: &Admin, path: QuizPath) -> Result<Self, ServiceError> {
        let namespace = namespace_nav(admin, &path.namespace).await?;
        let (quiz, counts) = admin.service().quiz(&admin.caller, &path).await?;
        let nav = quiz_nav(admin, namespace, &quiz).await?;
        Ok(Self { path, nav, quiz, counts })
    }

    pub(super) fn href(&self, tab: QuizTab) -> String {
        quiz_href(&self.path, tab)
    }
}

pub(super) fn quiz_href(path: &QuizPath, tab: QuizTab) -> String {
    tab.href(&path.namespace, &path.quiz)
}

pub(super) async fn namespace_nav(admin: &Admin, id: &NamespaceId) -> Result<NamespaceNav, ServiceError> {
    let namespace = admin.service().namespace(&admin.caller, id).await?.ok_or(Missing::Namespace)?;
    Ok(NamespaceNav { role: admin.role(id), id: namespace.id, name: namespace.name })
}

pub(super) async fn quiz_nav(admin: &Admin, namespace: NamespaceNav, quiz: &Quiz) -> Result<QuizNav, ServiceError> {
    let declares = !quiz.definition.alerts.is_empty();
    // An earlier version may have declared some.
    let (service, caller) = (admin.service(), &admin.caller);
    let path = QuizPath { namespace: quiz.namespace_id.clone(), quiz: quiz.id.clone() };
    let has_some = declares || quiz.version > 1 && service.has_alerts(caller, &path).await?;
    let alerts = if has_some { Some(service.open_alerts(caller, &path).await?) } else { None };
    let (id, name, status) = (quiz.id.clone(), quiz.name().to_owned(), quiz.status(clock::now()));
    Ok(QuizNav { namespace, id, name, status, alerts })
}
