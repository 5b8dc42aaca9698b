//! Deleting a quiz, confirmed by typing its name.

use app::admin::{Area, DeleteQuizPage, Flash};
use axum::response::Response;
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, QuizHead, problem, reply};

#[derive(Deserialize)]
pub(super) struct DeleteForm {
    #[serde(default)]
    name: String,
}

pub(super) async fn ask(admin: Admin, head: QuizHead) -> AdminResult {
    Ok(page(&admin, head, None))
}

pub(super) async fn delete(admin: Admin, head: QuizHead, Form(form): Form<DeleteForm>) -> AdminResult {
    if form.name.trim() != head.quiz.name().trim() {
        return Ok(page(&admin, head, Some(form.name)));
    }
    admin.service().delete_quiz(&admin.caller, &head.path).await?;
    Ok(reply::see(&Area::Quizzes.href(&head.path.namespace), Flash::Deleted))
}

/// The confirmation page. `typed` is a wrong name.
fn page(admin: &Admin, head: QuizHead, typed: Option<String>) -> Response {
    let problems = typed.iter().map(|_| problem("name", "This is not its name. Nothing was deleted.")).collect();
    let page =
        DeleteQuizPage { quiz: head.nav, started: head.counts.started, typed: typed.unwrap_or_default(), problems };
    admin.form_page(!page.problems.is_empty(), app::admin::delete_quiz, page)
}
