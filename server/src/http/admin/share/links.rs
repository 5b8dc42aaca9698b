//! All invitation links as CSV.

use std::sync::Arc;

use domain::{InvitedId, Timestamp};

use super::super::{Admin, AdminResult, Path};
use crate::{
    clock,
    http::csv_stream,
    service::QuizPath,
    store::{Invitation, InvitationState, Page},
};

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
