//! An example page that embeds the quiz as another application would, and the secret for signed sessions.

use app::admin::{Confirmation, ExamplePage, Flash, QuizTab, SecretPage, Section};
use axum::response::{IntoResponse, Redirect};
use domain::QuizKind;

use super::super::{Admin, AdminResult, QuizHead, reply};
use crate::service::Conflict;

pub(in crate::http::admin) async fn example(admin: Admin, head: QuizHead) -> AdminResult {
    if head.quiz.kind != QuizKind::InApp {
        return Err(Conflict::NotEmbedded.into());
    }
    let origin = own_origin(&admin.http.base_url).to_owned();
    let page = ExamplePage {
        quiz: head.nav,
        session_id: admin.service().own_session(&head.quiz, uuid::Uuid::new_v4().to_string())?,
        is_allowed: head.quiz.settings.allowed_origins.contains(&origin),
        origin,
    };
    Ok(admin.page(app::admin::example, page))
}

pub(in crate::http::admin) async fn allow(admin: Admin, head: QuizHead) -> AdminResult {
    let origin = own_origin(&admin.http.base_url).to_owned();
    admin.service().allow_origin(&admin.caller, &head.path, origin).await?;
    Ok(Redirect::to(&format!("{}/example", head.href(QuizTab::Share))).into_response())
}

pub(super) fn own_origin(base_url: &str) -> &str {
    let host = base_url.find("://").map_or(0, |at| at + 3);
    base_url[host..].find('/').map_or(base_url, |end| &base_url[..host + end])
}

/// Replacing a secret ends the one in use.
pub(in crate::http::admin) async fn ask_make_secret(admin: Admin, head: QuizHead) -> AdminResult {
    let share = head.href(QuizTab::Share);
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Share),
        title: "Replace the secret?".to_owned(),
        text: "Sessions signed with the present secret are refused at once, until your server has the new one."
            .to_owned(),
        action: format!("{share}/secret"),
        fields: Vec::new(),
        button: "Replace secret",
        back: share,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

/// Shows the new secret in this response only.
pub(in crate::http::admin) async fn make_secret(admin: Admin, head: QuizHead) -> AdminResult {
    let secret = admin.service().renew_session_secret(&admin.caller, &head.path).await?;
    let page = SecretPage { quiz: head.nav, secret };
    Ok(admin.page(app::admin::secret, page))
}

pub(in crate::http::admin) async fn ask_end_secret(admin: Admin, head: QuizHead) -> AdminResult {
    let share = head.href(QuizTab::Share);
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Share),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_an_address_without_its_path() {
        for base in ["https://quiz.example.com", "https://quiz.example.com/", "https://quiz.example.com/a/b"] {
            assert_eq!(own_origin(base), "https://quiz.example.com");
        }
        assert_eq!(own_origin("http://127.0.0.1:3000"), "http://127.0.0.1:3000");
    }
}
