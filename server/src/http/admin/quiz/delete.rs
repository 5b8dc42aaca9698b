//! Deleting a quiz, confirmed by typing its name.

use app::admin::{Area, DeletionPage, Flash, QuizTab, Section, thousands};
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
    let answers = match head.counts.started {
        0 => "No one has responded to it.".to_owned(),
        1 => "The answers of one person are erased with it.".to_owned(),
        many => format!("The answers of {} people are erased with it.", thousands(many)),
    };
    let back = head.href(QuizTab::Overview);
    let page = DeletionPage {
        what: "quiz",
        typed_as: ("name", head.nav.name.clone()),
        text: format!("{answers} Its links no longer work."),
        action: format!("{back}/delete"),
        section: Section::Quiz(head.nav, QuizTab::Overview),
        back,
        typed: typed.unwrap_or_default(),
        problems,
    };
    admin.form_page(!page.problems.is_empty(), app::admin::deletion, page)
}
