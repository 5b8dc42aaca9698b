//! The alerts of a quiz.

use app::admin::{AlertLine, AlertList, AlertsPage, Flash, QuizTab};
use axum::response::Response;
use domain::{Language, Permission, Retention, UserId};
use serde::Deserialize;

use super::{
    Admin, AdminError, AdminResult, ById, Form, Path, Query, QuizHead, person_ids::PersonIds, quiz_href, reply,
};
use crate::{
    service::{AlertShown, Conflict, QuizPath, ServiceError},
    store::{AlertState, AuditAction, Page},
};

/// Rows of each list.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct AlertsQuery {
    #[serde(default)]
    state: String,
    after: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct NoteForm {
    #[serde(default)]
    note: String,
}

pub(super) async fn show(admin: Admin, head: QuizHead, Query(query): Query<AlertsQuery>) -> AdminResult {
    let state = AlertState::parse(&query.state);
    let after = query.after.filter(|id| id.len() <= 64 && state.is_some());
    let list = async |of: AlertState| match state {
        Some(state) if state != of => Ok(None),
        _ => list(&admin, &head, of, after.clone()).await.map(Some),
    };
    let (open, acknowledged) = (list(AlertState::Open).await?, list(AlertState::Acknowledged).await?);
    let shown = [&open, &acknowledged].into_iter().flatten().map(|list| list.alerts.len()).sum();
    admin.service().note_list(&admin.caller, &head.path, AuditAction::ListAlerts, shown).await?;
    let page = AlertsPage {
        open,
        acknowledged,
        is_part: state.is_some(),
        has_retention: admin.service().retention(&admin.caller, &head.path.namespace).await? != Retention::default(),
        may_acknowledge: head.nav.namespace.role.allows(Permission::Edit),
        quiz: head.nav,
    };
    Ok(admin.page(app::admin::alerts, page))
}

async fn list(
    admin: &Admin,
    head: &QuizHead,
    state: AlertState,
    after: Option<String>,
) -> Result<AlertList, ServiceError> {
    let page = Page { after, limit: ROWS };
    let found = admin.service().alerts(&admin.caller, &head.path, Some(state), page).await?;
    let next = found.next(|last| last.alert.id.clone());
    let older = next.map(|id| format!("{}?state={}&after={id}", head.href(QuizTab::Alerts), state.as_str()));
    let (ids, zone) = (PersonIds::of(admin, &head.path), admin.zone().await?);
    let answers = head.href(QuizTab::Answers);
    let users = found.items.iter().map(|shown| shown.alert.user.as_str());
    let invitations = admin.service().invitations_of(&admin.caller, &head.path, users).await?;
    let mut alerts = Vec::with_capacity(found.items.len());
    for AlertShown { alert, name, note } in found.items {
        let Some(user) = UserId::parse(head.quiz.kind, &alert.user) else { continue };
        let (person, href) = ids.named(&answers, &user, &invitations);
        let name = name.map(|name| name.in_language(Language::EN, head.quiz.definition.language).to_owned());
        alerts.push(AlertLine {
            name: name.unwrap_or_else(|| alert.alert.to_string()),
            person,
            href,
            attempt: alert.attempt,
            at: zone.minute(alert.at),
            acknowledged: alert.acknowledged.map(|done| (zone.minute(done.at), done.by)),
            note,
            id: alert.id,
        });
    }
    Ok(AlertList { alerts, older })
}

pub(super) async fn acknowledge(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ById { id }): Path<ById>,
    Form(NoteForm { note }): Form<NoteForm>,
) -> Result<Response, AdminError> {
    let done = admin.service().acknowledge_alert(&admin.caller, &path, &id, Some(&note)).await;
    let flash = match done {
        Ok(()) => Flash::AlertAcknowledged,
        Err(ServiceError::Conflict(Conflict::Acknowledged)) => Flash::AlertWasAcknowledged,
        Err(error) => return Err(error.into()),
    };
    Ok(reply::see(&quiz_href(&path, QuizTab::Alerts), flash))
}
