//! Removing an invitation together with its answers.

use app::admin::{Confirmation, Flash, QuizTab, Section};

use super::super::{Admin, AdminResult, ById, Path, QuizHead, quiz_href, reply};
use crate::service::QuizPath;

pub(in crate::http::admin) async fn ask_remove(
    admin: Admin,
    head: QuizHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = head.href(QuizTab::Share);
    let invitation = admin.service().invitation(&admin.caller, &head.path, &id).await?;
    let name = invitation.name.or(invitation.email).unwrap_or_else(|| "this person".to_owned());
    let page = Confirmation {
        section: Section::Quiz(head.namespace, head.nav, QuizTab::Share),
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
