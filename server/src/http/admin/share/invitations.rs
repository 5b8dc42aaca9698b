//! Removing an invitation together with its answers, and all invitation links as CSV.

use std::{borrow::Cow, sync::Arc};

use app::admin::{Confirmation, Flash, QuizTab, Section};
use axum::response::Response;
use domain::{FieldValue, InvitedId, PersonField, Timestamp};

use super::{
    super::{Admin, AdminResult, ById, Path, Query, QuizHead, quiz_href, reply},
    show::ShareQuery,
};
use crate::{
    clock,
    http::reply::csv_stream,
    service::QuizPath,
    store::{Invitation, InvitationGroup, InvitationState, Page},
};

pub(in crate::http::admin) async fn ask_remove(
    admin: Admin,
    head: QuizHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = head.href(QuizTab::Share);
    let invitation = admin.service().invitation(&admin.caller, &head.path, &id).await?;
    let name = invitation.name.or(invitation.email).unwrap_or_else(|| "this person".to_owned());
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Share),
        title: format!("Remove {name}?"),
        text: "The link no longer works, and what was answered under it is erased. There is no way back.".to_owned(),
        action: format!("{back}/invited/{id}/remove"),
        fields: Vec::new(),
        button: "Remove and erase",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(in crate::http::admin) async fn remove(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().erase_user(&admin.caller, &path, &id).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Share), Flash::Uninvited))
}

pub(in crate::http::admin) async fn ask_revoke(
    admin: Admin,
    head: QuizHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let invitation = admin.service().invitation(&admin.caller, &head.path, &id).await?;
    let text = "The link opens nothing any more. Answers are kept, and you can restore the link.";
    Ok(ask_about_link(&admin, head, &invitation, ("revoke", "Revoke the link of", "Revoke link"), text))
}

pub(in crate::http::admin) async fn revoke(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().revoke_link(&admin.caller, &path, &id, true).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Share), Flash::LinkRevoked))
}

pub(in crate::http::admin) async fn restore(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().revoke_link(&admin.caller, &path, &id, false).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Share), Flash::LinkRestored))
}

pub(in crate::http::admin) async fn ask_renew(
    admin: Admin,
    head: QuizHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let invitation = admin.service().invitation(&admin.caller, &head.path, &id).await?;
    let text = "The present link ends at once. Send the new one yourself.";
    Ok(ask_about_link(&admin, head, &invitation, ("renew", "Create a new link for", "Create new link"), text))
}

pub(in crate::http::admin) async fn renew(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let is_renewed = admin.service().renew_link_of_invited(&admin.caller, &path, &id).await?;
    let flash = if is_renewed { Flash::LinkRenewed } else { Flash::LinkKept };
    Ok(reply::see(&quiz_href(&path, QuizTab::Share), flash))
}

/// Takes the last part of the URL, the beginning of the question, and the button.
fn ask_about_link(
    admin: &Admin,
    head: QuizHead,
    invitation: &Invitation,
    (way, question, button): (&str, &str, &'static str),
    text: &str,
) -> Response {
    let back = head.href(QuizTab::Share);
    let name = invitation.name.as_deref().or(invitation.email.as_deref()).unwrap_or("this person");
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Share),
        title: format!("{question} {name}?"),
        text: text.to_owned(),
        action: format!("{back}/invited/{}/{way}", invitation.id),
        fields: Vec::new(),
        button,
        back,
    };
    admin.page(app::admin::confirmation, page)
}

const PIECE: u32 = 1000;

const COLUMNS: [&str; 10] =
    ["name", "email", "customData", "state", "invitedAt", "id", "link", "mail", "mailedAt", "reminders"];

/// After `customData`.
const FIELDS_AT: usize = 3;

pub(in crate::http::admin) async fn links(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Query(shown): Query<ShareQuery>,
) -> AdminResult {
    admin.service().begin_list_of_links(&admin.caller, &path).await?;
    let fields: Arc<[PersonField]> = admin.service().public_quiz(&path).await?.settings.fields.clone().into();
    let mut columns = COLUMNS.map(Cow::from).to_vec();
    columns.splice(FIELDS_AT..FIELDS_AT, fields.iter().map(|field| format!("field.{}", field.id).into()));
    let columns: Vec<&str> = columns.iter().map(AsRef::as_ref).collect();
    let Admin { http, caller, .. } = admin;
    let name = format!("invited-{}.csv", path.quiz);
    let base: Arc<str> = format!("{}/aq/{}/{}", http.base_url, path.namespace, path.quiz).into();
    let service = Arc::clone(&http.service);
    let (group, search) = (InvitationGroup::parse(&shown.state), Arc::<str>::from(shown.search.trim()));
    Ok(csv_stream::file(&name, &columns, None, move |after: Option<(Timestamp, InvitedId)>| {
        let (service, caller, path, base) = (Arc::clone(&service), caller.clone(), path.clone(), Arc::clone(&base));
        let (search, fields) = (Arc::clone(&search), Arc::clone(&fields));
        async move {
            let found = service.invitations(&caller, &path, &search, group, Page { after, limit: PIECE }).await?;
            let last = found.last().map(|(last, _)| (last.created_at, last.id.clone()));
            let rows = found.into_iter().map(|(invitation, state)| row(invitation, state, &base, &fields)).collect();
            Ok(last.map(|last| (rows, Some(last))))
        }
    }))
}

/// In the order of [`COLUMNS`], with the fields of people.
fn row(invitation: Invitation, state: InvitationState, base: &str, fields: &[PersonField]) -> Vec<String> {
    let value = |field: &PersonField| invitation.fields.get(field.id.as_str()).map(FieldValue::to_text);
    let values: Vec<String> = fields.iter().map(|field| value(field).unwrap_or_default()).collect();
    let mut row = vec![
        invitation.name.unwrap_or_default(),
        invitation.email.unwrap_or_default(),
        invitation.custom_data.unwrap_or_default(),
        if invitation.revoked_at.is_some() { "revoked" } else { state.as_str() }.to_owned(),
        clock::to_rfc3339(invitation.created_at),
        invitation.id.to_string(),
        format!("{base}/{}", invitation.id),
        invitation.mailed.state.map(|state| state.as_str().to_owned()).unwrap_or_default(),
        invitation.mailed.at.map(clock::to_rfc3339).unwrap_or_default(),
        invitation.mailed.reminders.to_string(),
    ];
    row.splice(FIELDS_AT..FIELDS_AT, values);
    row
}
