//! What a page of the dashboard is told about the request.

use app::admin::{AdminContext, Message, NamespaceNav, QuizNav, Visitor as Shown};
use domain::{NamespaceId, Quiz};

use super::{super::state::Http, visitor::Visitor};
use crate::{
    clock, random,
    service::{Missing, ServiceError, SignedIn},
};

pub(super) fn context(http: &Http, visitor: Option<&SignedIn>, path: &str) -> AdminContext {
    AdminContext {
        path: path.to_owned(),
        nonce: format!("{:032x}", random::bits()),
        base_url: http.base_url.to_string(),
        assets: http.assets.admin.clone(),
        visitor: visitor.map(|visitor| Shown {
            name: visitor.standing.name.clone(),
            email: visitor.standing.email.to_string(),
            is_everywhere: visitor.standing.is_everywhere,
        }),
        message: None,
    }
}

/// The same with what the last form did: the key that its redirect gave, as `said` in the query.
pub(super) fn context_after(http: &Http, visitor: &Visitor, path: &str, said: Option<&str>) -> AdminContext {
    let message = said.and_then(sentence).map(|text| Message { text: text.to_owned(), is_error: false });
    AdminContext { message, ..context(http, Some(&visitor.0), path) }
}

/// Addresses carry a key, never a text: what the page says is ours.
fn sentence(said: &str) -> Option<&'static str> {
    Some(match said {
        "password" => "The password is changed. Other browsers are signed out.",
        "factor-on" => "The second factor is on: the next sign-in takes a code.",
        "factor-off" => "The second factor is off.",
        "signed-out" => "That browser is signed out.",
        "signed-out-everywhere" => "All other browsers are signed out.",
        "namespace" => "The namespace is made.",
        "made" => "The quiz is made. It is a draft until you open it.",
        "opened" => "Done: the quiz is opened.",
        "closed" => "The quiz is closed.",
        "dates" => "The dates are saved.",
        "duplicated" => "This is the copy. It is a draft until you open it.",
        "saved" => "Saved.",
        "saved-version" => {
            "Saved as a new version. Whoever begins now gets it; who has begun goes on with the version before it."
        }
        "discarded" => "The changes are discarded. This is the quiz as it is.",
        "deleted" => "The quiz is deleted, with all answers.",
        "member" => "The person has the role now, and signs in as before.",
        "role" => "The role is changed.",
        "member-removed" => "The person is removed.",
        "left" => "You are no longer a member of that namespace.",
        "key-revoked" => "The key is revoked.",
        "invited" => "They are invited. Their links stand in the list below.",
        "uninvited" => "The person is removed, with whatever was answered.",
        "export" => "The export is under way.",
        "export-running" => "An export of this quiz is under way already.",
        "export-cancelled" => "The export is cancelled.",
        "export-ended" => "That export had ended already.",
        "erased" => "The person is erased, with all answers.",
        _ => return None,
    })
}

/// The navigation of a namespace.
///
/// # Errors
/// When the namespace is not there.
pub(super) async fn namespace_nav(
    http: &Http,
    visitor: &Visitor,
    id: &NamespaceId,
) -> Result<NamespaceNav, ServiceError> {
    let namespace = http.service.namespace(&visitor.caller(), id).await?.ok_or(Missing::Namespace)?;
    Ok(NamespaceNav { id: id.to_string(), name: namespace.name, role: visitor.role(id) })
}

/// The navigation of a quiz.
pub(super) fn quiz_nav(quiz: &Quiz) -> QuizNav {
    let status = quiz.status(clock::now()).as_str();
    QuizNav { id: quiz.id.to_string(), name: quiz.settings.name.clone(), status }
}
