//! The quiz in the editor, as respondents will see it.

use std::sync::Arc;

use app::admin::QuizTab;
use axum::{
    http::HeaderMap,
    response::{IntoResponse, Redirect},
};
use domain::{ImageId, QuestionId, Quiz, edit::presentable};
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, Query, QuizHead, offload};
use crate::{
    http::pages::{self, Preview, Previewed},
    service::ServiceError,
};

const SAVED: &str = "Preview of the quiz as it is saved. Nothing is stored when you answer.";
const DRAFT: &str = "Preview of changes that are not published. Nothing is stored when you answer.";
const RESULT: &str = "Preview of the result, with made-up answers.";
const GAPS: &str = "Preview of changes that are not finished: gaps stand where something is missing. Nothing is stored \
    when you answer.";
const LAST_VALID: &str =
    "The changes cannot be shown yet: something is missing in them. Preview of the quiz as it is saved.";

#[derive(Deserialize)]
pub(super) struct PreviewQuery {
    /// A question's id; absent for the start page.
    q: Option<String>,
    /// `result` takes precedence over the question.
    page: Option<String>,
    lang: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct PreviewForm {
    /// The question that was just answered; `None` on the start page.
    question: Option<String>,
    #[serde(default)]
    lang: String,
}

pub(super) async fn show(
    admin: Admin,
    head: QuizHead,
    Query(query): Query<PreviewQuery>,
    headers: HeaderMap,
) -> AdminResult {
    let (quiz, note) = shown(&admin, &head).await?;
    let page = match (query.page.as_deref(), query.q.as_deref().map(QuestionId::parse)) {
        (Some("result"), _) => Previewed::Result,
        (_, Some(Ok(question))) => Previewed::Question(question),
        _ => Previewed::Start,
    };
    let note = if matches!(page, Previewed::Result) && note != LAST_VALID { RESULT } else { note };
    let preview = Preview { quiz: &quiz, path: href(&head), note, page, language: query.lang.as_deref() };
    Ok(pages::preview(&admin.http, &headers, preview).await)
}

pub(super) async fn go_on(admin: Admin, head: QuizHead, Form(form): Form<PreviewForm>) -> AdminResult {
    let (quiz, _) = shown(&admin, &head).await?;
    let page = match after(&quiz, form.question.as_deref()) {
        Some(question) => ("q", question.to_string()),
        None => ("page", "result".to_owned()),
    };
    let pairs = [page, ("lang", form.lang)];
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    Ok(Redirect::to(&format!("{}?{query}", href(&head))).into_response())
}

/// Returns the quiz with the draft's changes and its gaps filled, and the note to show above it.
async fn shown(admin: &Admin, head: &QuizHead) -> Result<(Quiz, &'static str), ServiceError> {
    let mut editing = admin.service().editing(&admin.caller, &head.path).await?;
    if editing.draft.is_none() {
        return Ok((Quiz::clone(&editing.quiz), SAVED));
    }
    // This evaluates conditions.
    let shown = offload(true, move || {
        if let Ok(quiz) = editing.outcome() {
            return (quiz, DRAFT);
        }
        if let Ok(tree) = presentable(&editing.tree) {
            editing.tree = Arc::new(tree);
            if let Ok(quiz) = editing.outcome() {
                return (quiz, GAPS);
            }
        }
        (Quiz::clone(&editing.quiz), LAST_VALID)
    });
    let (mut quiz, note) = shown.await;
    if quiz.definition.images().is_empty() {
        return Ok((quiz, note));
    }
    // Unpublished pictures have no sizes in the draft.
    let images = admin.service().images(&admin.caller, &head.path).await?;
    let size = |id: &ImageId| images.iter().find(|image| image.id == *id).map(|image| image.size);
    // A deleted picture shows its text.
    let _ = Arc::make_mut(&mut quiz.definition).settle_images(size);
    Ok((quiz, note))
}

fn after(quiz: &Quiz, answered: Option<&str>) -> Option<QuestionId> {
    let questions = &quiz.definition.questions;
    let index = match answered {
        None => 0,
        Some(id) => questions.iter().position(|question| question.id.as_str() == id)? + 1,
    };
    questions.get(index).map(|question| question.id.clone())
}

fn href(head: &QuizHead) -> String {
    format!("{}/preview", head.href(QuizTab::Overview))
}
