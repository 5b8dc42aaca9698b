//! Taking an invitation back, with whatever was answered under it.

use app::admin::{Confirmation, Place, QuizTab};
use axum::{extract::State, response::Response};
use domain::{NamespaceId, QuizId};

use super::super::{
    super::{pages::Path, state::Http},
    quiz_page::{QuizHead, address, path_of, quiz_head},
    reply,
    visitor::Visitor,
};

type Ids = (NamespaceId, QuizId, String);

pub(in crate::http::admin) async fn ask_remove(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, id)): Path<Ids>,
) -> Response {
    let path = path_of((namespace, quiz));
    let back = address(&path, QuizTab::Share);
    let found = http.service.invitation(&visitor.caller(), &path, &id).await;
    let (invitation, head) = match (found, quiz_head(&http, &visitor, &path).await) {
        (Ok(invitation), Ok(head)) => (invitation, head),
        (Err(error), _) | (_, Err(error)) => return reply::failed(&http, Some(&visitor.0), &back, error),
    };
    let QuizHead { namespace, nav, .. } = head;
    let name = invitation.name.or(invitation.email).unwrap_or_else(|| "this person".to_owned());
    let page = Confirmation {
        namespace,
        place: Place::Quiz(nav, QuizTab::Share),
        title: format!("Remove {name}?"),
        text: "The link no longer works, and what was answered under it is erased. There is no way back.".to_owned(),
        action: format!("{back}/invited/{id}/remove"),
        button: "Remove and erase",
        back,
    };
    reply::confirm(&http, &visitor, &page)
}

pub(in crate::http::admin) async fn remove(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, id)): Path<Ids>,
) -> Response {
    let path = path_of((namespace, quiz));
    let back = address(&path, QuizTab::Share);
    match http.service.erase_user(&visitor.caller(), &path, &id).await {
        Ok(()) => reply::see(&back, "uninvited"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &back, error),
    }
}
