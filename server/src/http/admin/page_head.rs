//! Extractors that load the namespace or the quiz of the path, for the navigation above a page.

use std::sync::Arc;

use app::admin::{NamespaceNav, QuizNav, QuizTab};
use axum::{
    extract::FromRequestParts,
    http::request::Parts,
    response::{IntoResponse, Response},
};
use domain::{NamespaceId, Quiz};
use serde::Deserialize;

use super::{Admin, AdminError, Http, Path};
use crate::{
    clock,
    service::{Missing, QuizPath, ServiceError},
    store::Counts,
};

pub(super) struct NamespaceHead(pub(super) NamespaceNav);

pub(super) struct QuizHead {
    pub(super) path: QuizPath,
    pub(super) nav: QuizNav,
    pub(super) quiz: Arc<Quiz>,
    pub(super) counts: Counts,
}

/// The last part of a path, below a namespace or a quiz.
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
        Ok(Self { path, nav: quiz_nav(namespace, &quiz), quiz, counts })
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

pub(super) fn quiz_nav(namespace: NamespaceNav, quiz: &Quiz) -> QuizNav {
    QuizNav { namespace, id: quiz.id.clone(), name: quiz.name().to_owned(), status: quiz.status(clock::now()) }
}
