//! The changes that publishing would make.

use app::admin::PublishPage;
use axum::http::StatusCode;
use domain::{
    QuizStatus,
    edit::{Depth, problems},
};

use super::super::{Admin, AdminResult, QuizHead, offload};
use crate::clock;

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    let (quiz, revision, conflicts) = (head.nav, editing.revision().to_string(), editing.conflicts.len());
    let can_open = head.quiz.status(clock::now()) != QuizStatus::Open;
    let is_begun = head.counts.started > 0;
    let told = move || {
        let differences = editor::differences(&editing.published, &editing.tree);
        match editing.outcome() {
            Ok(outcome) => (differences, 0, Some(outcome.version).filter(|version| *version != editing.quiz.version)),
            Err(_) => (differences, problems(&editing.tree, Depth::Full).len().max(1), None),
        }
    };
    let (differences, problems, version) = offload(true, told).await;
    let page = PublishPage { quiz, differences, problems, version, can_open, conflicts, revision, is_begun };
    Ok(admin.page_apart(false, StatusCode::OK, app::admin::publish, page).await)
}
