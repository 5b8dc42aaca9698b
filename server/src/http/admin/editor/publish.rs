//! The changes that publishing would make.

use app::admin::{PublishEffect, PublishPage};
use axum::http::StatusCode;
use domain::{
    QuizStatus,
    edit::{Depth, problems},
};

use super::super::{Admin, AdminResult, QuizHead, offload};
use crate::clock;

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    let (quiz, revision) = (head.nav, editing.revision().to_string());
    let can_open = head.quiz.status(clock::now()) != QuizStatus::Open;
    let (started, submitted) = (head.counts.started, head.counts.completed);
    let told = move || {
        let differences = editor::differences(&editing.published, &editing.tree);
        let effect = match editing.outcome() {
            _ if !editing.conflicts.is_empty() => PublishEffect::Conflicts,
            Err(_) => PublishEffect::Problems(problems(&editing.tree, Depth::Full).len().max(1)),
            Ok(_) if differences.is_empty() => PublishEffect::Nothing,
            Ok(outcome) if outcome.version == editing.quiz.version => PublishEffect::Settings,
            Ok(_) if started == 0 => PublishEffect::First,
            Ok(outcome) if outcome.definition.scores_as(&editing.quiz.definition) => {
                PublishEffect::Version(outcome.version)
            }
            Ok(outcome) => PublishEffect::Scoring { version: outcome.version, submitted },
        };
        (differences, effect)
    };
    let (differences, effect) = offload(true, told).await;
    let page = PublishPage { quiz, differences, effect, can_open, revision };
    Ok(admin.page_apart(false, StatusCode::OK, app::admin::publish, page).await)
}
