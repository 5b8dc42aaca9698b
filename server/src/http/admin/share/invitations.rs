//! Removing an invitation together with its answers, and all invitation links as CSV.

use std::sync::Arc;

use app::admin::{Confirmation, Flash, QuizTab, Section};
use domain::{InvitedId, Timestamp};

use super::super::{Admin, AdminResult, ById, Path, QuizHead, quiz_href, reply};
use crate::{
    clock,
    http::csv_stream,
    service::QuizPath,
    store::{Invitation, InvitationState, Page},
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

/// Invitations per database read.
const PIECE: u32 = 1000;

const COLUMNS: [&str; 7] = ["name", "email", "customData", "state", "invitedAt", "id", "link"];

pub(in crate::http::admin) async fn links(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    admin.service().begin_list_of_links(&admin.caller, &path).await?;
    let Admin { http, caller, .. } = admin;
    let name = format!("invited-{}.csv", path.quiz);
    let base: Arc<str> = format!("{}/aq/{}/{}", http.base_url, path.namespace, path.quiz).into();
    let service = Arc::clone(&http.service);
    Ok(csv_stream::file(&name, &COLUMNS, None, move |after: Option<(Timestamp, InvitedId)>| {
        let (service, caller, path, base) = (Arc::clone(&service), caller.clone(), path.clone(), Arc::clone(&base));
        async move {
            let found = service.invitations(&caller, &path, "", Page { after, limit: PIECE }).await?;
            let last = found.last().map(|(last, _)| (last.created_at, last.id.clone()));
            let rows = found.into_iter().map(|(invitation, state)| row(invitation, state, &base)).collect();
            Ok(last.map(|last| (rows, Some(last))))
        }
    }))
}

/// In the order of [`COLUMNS`].
fn row(invitation: Invitation, state: InvitationState, base: &str) -> Vec<String> {
    vec![
        invitation.name.unwrap_or_default(),
        invitation.email.unwrap_or_default(),
        invitation.custom_data.unwrap_or_default(),
        state.as_str().to_owned(),
        clock::to_rfc3339(invitation.created_at),
        invitation.id.to_string(),
        format!("{base}/{}", invitation.id),
    ]
}
