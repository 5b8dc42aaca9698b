//! The editor's forms. What was typed and the button that was pressed become edits of the draft.

use app::admin::{Flash, QuizTab};
use axum::{
    extract::OriginalUri,
    http::StatusCode,
    response::{IntoResponse, Redirect},
};
use domain::{
    Timestamp,
    edit::{Merged, Place, Tree, edits_between, merge},
};

use super::super::{Admin, AdminError, AdminResult, Form, Path, QuizHead, apart, quiz_href, reply};
use super::page::{self, changed_too};
use crate::{
    random,
    service::{Conflict, Editing, NoRevision, QuizPath, Restored, Revision, ServiceError},
};

/// Fields that take well below a millisecond to read.
const FEW: usize = 100;

/// A form as it was sent.
struct Sent {
    fields: Vec<(String, String)>,
    revision: Revision,
    button: String,
    /// The rest of the address behind the editor's own, to which the answer returns.
    rest: String,
}

/// A tree with what was typed, and where the button leads.
struct Typed {
    tree: Tree,
    focus: Option<Place>,
    is_known: bool,
}

pub(super) async fn post(
    admin: Admin,
    Path(path): Path<QuizPath>,
    OriginalUri(uri): OriginalUri,
    Form(mut fields): Form<Vec<(String, String)>>,
) -> AdminResult {
    let mut take = |name: &str| {
        let at = fields.iter().position(|(known, _)| known == name)?;
        Some(fields.remove(at).1)
    };
    let revision = take("revision").unwrap_or_default().parse::<Revision>();
    let revision = revision.map_err(|_: NoRevision| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
    let button = take("do").unwrap_or_else(|| "save".to_owned());
    let sent = Sent { fields, revision, button, rest: page::rest(&path, &uri) };
    let (service, caller) = (admin.service(), &admin.caller);
    let words: Vec<&str> = sent.button.split(' ').collect();
    match words[..] {
        ["publish" | "publish-open"] => {
            publish(&admin, &path, revision, words[0] == "publish-open", QuizTab::Share).await
        }
        ["discard"] => match service.discard(caller, &path, revision).await {
            Ok(()) => Ok(reply::see(&quiz_href(&path, QuizTab::Edit), Flash::Discarded)),
            Err(error) => refused(&admin, path, &sent.rest, error).await,
        },
        ["restore", "draft", at] => {
            let at = at.parse().map_err(|_| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
            restore(&admin, path, &sent, Restored::Draft(Timestamp::from_nanoseconds(at))).await
        }
        ["restore", "version", version] => {
            let version = version.parse().map_err(|_| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
            restore(&admin, path, &sent, Restored::Version(version)).await
        }
        _ => keep(&admin, path, sent).await,
    }
}

async fn restore(admin: &Admin, path: QuizPath, sent: &Sent, restored: Restored) -> AdminResult {
    match admin.service().restore(&admin.caller, &path, sent.revision, restored).await {
        Ok(_) => Ok(Redirect::to(&quiz_href(&path, QuizTab::Edit)).into_response()),
        Err(error) => refused(admin, path, &sent.rest, error).await,
    }
}

/// Publishes the draft of that revision, and leads to a page with the link.
pub(in super::super) async fn publish(
    admin: &Admin,
    path: &QuizPath,
    revision: Revision,
    opens: bool,
    then: QuizTab,
) -> AdminResult {
    let (before, _) = admin.service().quiz(&admin.caller, path).await?;
    match admin.service().publish(&admin.caller, path, revision, opens).await {
        Ok(quiz) => {
            let flash = match (opens, quiz.version == before.version) {
                (true, _) => Flash::SavedOpened,
                (false, true) => Flash::Saved,
                (false, false) => Flash::SavedVersion,
            };
            Ok(reply::see(&quiz_href(path, then), flash))
        }
        Err(error) => refused(admin, path.clone(), "", error).await,
    }
}

/// The page as it stands, with what was in the way.
async fn refused(admin: &Admin, path: QuizPath, rest: &str, error: ServiceError) -> AdminResult {
    let (status, note) = match error {
        ServiceError::Conflict(Conflict::Changed | Conflict::DraftChanged) => (
            StatusCode::CONFLICT,
            "Nothing was done: the quiz was changed since the page was loaded. This is how it is now.".to_owned(),
        ),
        ServiceError::Conflict(why) => (StatusCode::CONFLICT, format!("Nothing was done: {why}.")),
        ServiceError::Invalid(_) => {
            (StatusCode::UNPROCESSABLE_ENTITY, "Not published: solve the problems listed here first.".to_owned())
        }
        error => return Err(error.into()),
    };
    let head = QuizHead::load(admin, path).await?;
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    page::page(admin, head, rest, status, editing, vec![note]).await
}

async fn keep(admin: &Admin, path: QuizPath, sent: Sent) -> AdminResult {
    let (service, caller) = (admin.service(), &admin.caller);
    let present = service.editing(caller, &path).await?;
    let seen = service.seen_tree(caller, &path, &present, sent.revision).await?;
    let is_known = seen.is_some();
    let (base, button, many) =
        (seen.unwrap_or_else(|| present.tree.clone()), sent.button.clone(), sent.fields.len() > FEW);
    let (fields, before) = (sent.fields, base.clone());
    let typed = apart(many, move || typed(before, &fields, &button)).await;
    if !typed.is_known {
        return Err(AdminError::Unreadable(StatusCode::BAD_REQUEST));
    }
    if !is_known {
        // What was typed cannot be told from what the page showed, so nothing is stored before it was looked at.
        let note = "Not saved: the draft was changed since this page was loaded. Below is what you entered, and \
            everything else as it is now. Save it to keep it.";
        return again(admin, path, &sent.rest, present, typed.tree, vec![note.to_owned()]).await;
    }
    let Merged { tree, conflicts } = if base == present.tree {
        Merged { tree: typed.tree, conflicts: Vec::new() }
    } else {
        merge(&base, &typed.tree, &present.tree)
    };
    if !conflicts.is_empty() {
        let notes = conflicts.iter().map(|conflict| changed_too(conflict, &present)).collect();
        return again(admin, path, &sent.rest, present, tree, notes).await;
    }
    let edits = edits_between(&present.tree, &tree);
    let href = href(&path, &sent.rest, &tree, typed.focus.as_ref());
    if edits.is_empty() {
        return Ok(Redirect::to(&href).into_response());
    }
    match service.edit(caller, &path, present.revision(), edits).await {
        Ok(_) => Ok(Redirect::to(&href).into_response()),
        Err(ServiceError::Conflict(why)) => {
            let present = service.editing(caller, &path).await?;
            again(admin, path, &sent.rest, present, tree, vec![format!("Not saved: {why}. Save again.")]).await
        }
        Err(error) => Err(error.into()),
    }
}

fn typed(mut tree: Tree, fields: &[(String, String)], button: &str) -> Typed {
    let edits = editor::form_edits(&tree, fields);
    // They were made of this tree.
    let _ = tree.apply_all(&edits);
    if button == "save" {
        return Typed { tree, focus: None, is_known: true };
    }
    match editor::act(&tree, button, &mut random::option_id) {
        Some(made) => {
            let is_known = tree.apply_all(&made.edits).is_ok();
            Typed { tree, focus: made.focus, is_known }
        }
        None => Typed { tree, focus: None, is_known: false },
    }
}

/// The page with what was entered, of which nothing is stored.
async fn again(
    admin: &Admin,
    path: QuizPath,
    rest: &str,
    present: Editing,
    tree: Tree,
    notes: Vec<String>,
) -> AdminResult {
    let head = QuizHead::load(admin, path).await?;
    page::page(admin, head, rest, StatusCode::CONFLICT, Editing { tree, ..present }, notes).await
}

/// The page to return to: that of a question that is new, and never that of one that is gone.
fn href(path: &QuizPath, rest: &str, tree: &Tree, focus: Option<&Place>) -> String {
    let base = quiz_href(path, QuizTab::Edit);
    let question = focus.filter(|place| place.steps().len() == 2 && place.is_within(&"questions".into()));
    let anchor = focus.map(|place| format!("#{place}")).unwrap_or_default();
    let rest = match (question.and_then(|place| place.steps().last()), rest.strip_prefix("q/")) {
        (Some(id), _) => format!("q/{id}"),
        (None, Some(id)) if tree.get(&Place::question(id)).is_none() => String::new(),
        _ => rest.to_owned(),
    };
    let slash = if rest.is_empty() { "" } else { "/" };
    format!("{base}{slash}{rest}{anchor}")
}
