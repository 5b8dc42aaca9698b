//! Rescores submitted answers with the current version, after a preview of the effect.

use app::admin::{Flash, QuizTab, RescorePage, RescorePreview};
use axum::http::StatusCode;
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, QuizHead, reply};
use crate::service::Rescored;

/// Maximum number of responses that a page processes.
const MOST: u64 = 20_000;

#[derive(Deserialize)]
pub(super) struct RescoreForm {
    version: u32,
}

pub(super) async fn ask(admin: Admin, head: QuizHead) -> AdminResult {
    let version = head.quiz.version;
    let preview = if head.counts.completed > MOST {
        None
    } else {
        let Rescored { examined, changed, higher, lower, extremes, moved, overall, alerts, .. } =
            admin.service().rescore_all(&admin.caller, &head.path, version, false, MOST).await?;
        let extremes = extremes.filter(|_| higher + lower > 0);
        let extremes = extremes.map(|(least, greatest)| (least.to_string(), greatest.to_string()));
        let moved = moved.into_iter().map(|((from, to), count)| (from, to, count)).collect();
        let apart = changed.saturating_sub(overall);
        Some(RescorePreview { examined, changed, higher, lower, extremes, moved, apart, alerts })
    };
    let page = RescorePage { quiz: head.nav, version, preview };
    Ok(admin.page_apart(false, StatusCode::OK, app::admin::rescore, page).await)
}

pub(super) async fn apply(admin: Admin, head: QuizHead, Form(form): Form<RescoreForm>) -> AdminResult {
    admin.service().rescore_all(&admin.caller, &head.path, form.version, true, MOST).await?;
    Ok(reply::see(&head.href(QuizTab::Overview), Flash::Rescored))
}
