//! The secret for signed sessions.

use app::admin::{Confirmation, Flash, QuizTab, SecretPage, Section};

use super::super::{Admin, AdminResult, QuizHead, reply};

/// Shows the new secret in this response only.
pub(in crate::http::admin) async fn make_secret(admin: Admin, head: QuizHead) -> AdminResult {
    let secret = admin.service().renew_session_secret(&admin.caller, &head.path).await?;
    let page = SecretPage { namespace: head.namespace, quiz: head.nav, secret };
    Ok(admin.page(app::admin::secret, page))
}

pub(in crate::http::admin) async fn ask_end_secret(admin: Admin, head: QuizHead) -> AdminResult {
    let share = head.href(QuizTab::Share);
    let page = Confirmation {
        section: Section::Quiz(head.namespace, head.nav, QuizTab::Share),
        title: "Turn signed sessions off?".to_owned(),
        text: "Anyone who knows a session id can then answer under it and read its result. The secret is deleted."
            .to_owned(),
        action: format!("{share}/secret/end"),
        fields: Vec::new(),
        button: "Turn them off",
        back: share,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(in crate::http::admin) async fn end_secret(admin: Admin, head: QuizHead) -> AdminResult {
    admin.service().end_session_secret(&admin.caller, &head.path).await?;
    Ok(reply::see(&head.href(QuizTab::Share), Flash::Setting))
}
