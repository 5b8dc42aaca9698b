//! Deleting a quiz, after its name was typed.

use app::admin::{DeleteQuizPage, Problem};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{NamespaceId, QuizId};
use serde::Deserialize;

use super::{
    super::{
        super::{pages::Path, state::Http},
        context::{context, namespace_nav, quiz_nav},
        form::Form,
        reply,
        visitor::Visitor,
    },
    overview,
};
use crate::service::{QuizPath, ServiceError};

#[derive(Deserialize)]
pub(super) struct DeleteForm {
    #[serde(default)]
    name: String,
}

pub(super) async fn ask(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
) -> Response {
    page(&http, &visitor, &QuizPath { namespace, quiz }, None).await
}

pub(super) async fn delete(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Form(form): Form<DeleteForm>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let done = async {
        let (quiz, _) = http.service.quiz(&visitor.caller(), &path).await?;
        if form.name.trim() != quiz.settings.name.trim() {
            return Ok(false);
        }
        http.service.delete_quiz(&visitor.caller(), &path).await.map(|()| true)
    };
    match done.await {
        Ok(true) => reply::see(&format!("/admin/ns/{}", path.namespace), "deleted"),
        Ok(false) => page(&http, &visitor, &path, Some(form.name)).await,
        Err(error) => reply::failed(&http, Some(&visitor.0), &overview::href(&path), error),
    }
}

/// The question; with what was `typed` because it is not the name.
async fn page(http: &Http, visitor: &Visitor, path: &QuizPath, typed: Option<String>) -> Response {
    let here = format!("{}/delete", overview::href(path));
    let status = if typed.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    match content(http, visitor, path, typed).await {
        Ok(page) => {
            let cx = context(http, Some(&visitor.0), &here);
            reply::page_with(&cx, status, app::admin::delete_quiz(&cx, &page))
        }
        Err(error) => reply::failed(http, Some(&visitor.0), &here, error),
    }
}

async fn content(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    typed: Option<String>,
) -> Result<DeleteQuizPage, ServiceError> {
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let (quiz, counts) = http.service.quiz(&visitor.caller(), path).await?;
    let message = "This is not its name. Nothing was deleted.".to_owned();
    let problems = typed.iter().map(|_| Problem { field: "name".to_owned(), message: message.clone() }).collect();
    let typed = typed.unwrap_or_default();
    Ok(DeleteQuizPage { namespace, quiz: quiz_nav(&quiz), started: counts.started, typed, problems })
}
