//! The editor's forms. The input and the pressed button become edits of the draft.

use std::sync::Arc;

use app::admin::{Confirmation, Flash, QuizTab, Section};
use axum::{
    http::{StatusCode, Uri},
    response::{IntoResponse, Redirect},
};
use domain::{
    FieldCode,
    edit::{Edit, Merged, Place, Tree, edits_between, merge},
};
use editor::Tried;

use super::{
    super::{Admin, AdminError, AdminResult, Form, Path, QuizHead, SMALL, offload, quiz_href, reply},
    history,
    page::{self, Shown, changed_too},
};
use crate::{
    http::reply::error::ApiError,
    random,
    service::{Conflict, Earlier, Editing, NoRevision, QuizPath, Revision, ServiceError},
};

/// Maximum number of fields per form: more than fit into a mebibyte.
const MOST_FIELDS: usize = 20_000;
/// Number of fields that take well below a millisecond to read.
const FEW: usize = 100;

struct Sent {
    fields: Vec<(String, String)>,
    revision: Revision,
    /// True if the form answers a question about a conflict.
    is_decided: bool,
    button: String,
    /// The rest of the path below the editor, to which the answer returns.
    rest: String,
}

/// A tree with the form's input, and the place that the button leads to.
struct Typed {
    tree: Tree,
    focus: Option<Place>,
}

pub(super) async fn post(
    admin: Admin,
    Path(path): Path<QuizPath>,
    uri: Uri,
    Form(mut fields): Form<Vec<(String, String)>, MOST_FIELDS>,
) -> AdminResult {
    let mut take = |name: &str| {
        let at = fields.iter().position(|(known, _)| known == name)?;
        Some(fields.remove(at).1)
    };
    let revision = take("revision").unwrap_or_default().parse::<Revision>();
    let revision = revision.map_err(|_: NoRevision| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
    let button = take("do").unwrap_or_else(|| "save".to_owned());
    let is_decided = take("decided").is_some();
    let sent = Sent { fields, revision, is_decided, button, rest: page::rest(&path, &uri) };
    let (service, caller) = (admin.service(), &admin.caller);
    let words: Vec<&str> = sent.button.split(' ').collect();
    match words[..] {
        ["publish" | "publish-open"] => {
            let opens = words[0] == "publish-open";
            publish(&admin, &path, revision, opens, if opens { QuizTab::Share } else { QuizTab::Edit }).await
        }
        ["ask-discard"] => ask_discard(&admin, path, revision).await,
        ["discard"] => match service.discard(caller, &path, revision).await {
            Ok(()) => Ok(reply::see(&quiz_href(&path, QuizTab::Edit), Flash::Discarded)),
            Err(error) => refused(&admin, path, &sent.rest, error).await,
        },
        ["restore", name] => {
            let earlier = history::earlier(name).ok_or(AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
            restore(&admin, path, &sent, earlier).await
        }
        ["try"] => try_out(&admin, path, sent).await,
        _ => keep(&admin, path, sent).await,
    }
}

async fn ask_discard(admin: &Admin, path: QuizPath, revision: Revision) -> AdminResult {
    let head = QuizHead::load(admin, path).await?;
    let editor = head.href(QuizTab::Edit);
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Edit),
        title: "Discard the changes?".to_owned(),
        text: "The draft becomes the published quiz again, for all of its editors. History can bring the changes back."
            .to_owned(),
        back: format!("{editor}/publish"),
        action: editor,
        fields: vec![("revision", revision.to_string()), ("do", "discard".to_owned())],
        button: "Discard changes",
    };
    Ok(admin.page(app::admin::confirmation, page))
}

async fn restore(admin: &Admin, path: QuizPath, sent: &Sent, earlier: Earlier) -> AdminResult {
    match admin.service().restore(&admin.caller, &path, sent.revision, earlier).await {
        Ok(_) => Ok(Redirect::to(&quiz_href(&path, QuizTab::Edit)).into_response()),
        Err(error) => refused(admin, path, &sent.rest, error).await,
    }
}

pub(in super::super) async fn publish(
    admin: &Admin,
    path: &QuizPath,
    revision: Revision,
    opens: bool,
    then: QuizTab,
) -> AdminResult {
    let (before, counts) = admin.service().quiz(&admin.caller, path).await?;
    match admin.service().publish(&admin.caller, path, revision, opens).await {
        Ok(quiz) => {
            let is_new_for_some = quiz.version != before.version && counts.started > 0;
            let flash = match (opens, is_new_for_some) {
                (true, _) => Flash::SavedOpened,
                (false, false) => Flash::Saved,
                (false, true) => Flash::SavedVersion,
            };
            let is_rescoring_due = counts.completed > 0 && !quiz.definition.scores_as(&before.definition);
            let next = if is_rescoring_due {
                format!("{}/rescore", quiz_href(path, QuizTab::Overview))
            } else {
                quiz_href(path, then)
            };
            Ok(reply::see(&next, flash))
        }
        Err(error) => refused(admin, path.clone(), "", error).await,
    }
}

async fn refused(admin: &Admin, path: QuizPath, rest: &str, error: ServiceError) -> AdminResult {
    let (status, note) = match error {
        ServiceError::Conflict(Conflict::Changed | Conflict::DraftChanged) => (
            StatusCode::CONFLICT,
            "Nothing was done: the quiz was changed since the page was loaded. This is how it is now.".to_owned(),
        ),
        ServiceError::Conflict(why) => (StatusCode::CONFLICT, format!("Nothing was done: {why}.")),
        // The editor does not know the quiz's pictures.
        ServiceError::Invalid(invalid) if invalid.0.iter().any(|error| error.code == FieldCode::UnknownImage) => (
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("Not published: a picture is gone. Choose another one. {invalid}."),
        ),
        ServiceError::Invalid(_) => {
            (StatusCode::UNPROCESSABLE_ENTITY, "Not published: solve the problems listed here first.".to_owned())
        }
        error => return Err(error.into()),
    };
    let head = QuizHead::load(admin, path).await?;
    let editing = admin.service().editing(&admin.caller, &head.path).await?;
    let rest = rest.to_owned();
    page::page(admin, head, editing, Shown { rest, status, notes: vec![note], ..Shown::default() }).await
}

struct Made {
    present: Editing,
    focus: Option<Place>,
    /// The edits from the current draft to the merged one.
    edits: Vec<Edit>,
    merged: Merged,
    /// The page's tree with the form's input. `None` if the tree that the page showed is no longer known.
    mine: Option<Tree>,
}

async fn made(admin: &Admin, path: &QuizPath, sent: &Sent, fields: Vec<(String, String)>) -> Result<Made, AdminError> {
    let (service, caller) = (admin.service(), &admin.caller);
    let present = service.editing(caller, path).await?;
    let seen = service.seen_tree(caller, path, &present, sent.revision).await?;
    let (now, button) = (Arc::clone(&present.tree), sent.button.clone());
    let is_large = present.is_large() || are_many(&fields);
    let make = move || {
        let base = seen.as_ref().unwrap_or(&now);
        let Typed { tree, focus } = typed(Tree::clone(base), &fields, &button)?;
        let merged = if base == &now || seen.is_none() {
            Merged { tree: tree.clone(), conflicts: Vec::new() }
        } else {
            merge(base, &tree, &now)
        };
        let edits = edits_between(&now, &merged.tree);
        Some((merged, edits, seen.is_some().then_some(tree), focus))
    };
    let made = offload(is_large, make).await;
    let Some((merged, edits, mine, focus)) = made else {
        return Err(AdminError::Unreadable(StatusCode::BAD_REQUEST));
    };
    Ok(Made { present, focus, edits, merged, mine })
}

fn are_many(fields: &[(String, String)]) -> bool {
    fields.len() > FEW || fields.iter().map(|(name, typed)| name.len() + typed.len()).sum::<usize>() > SMALL
}

async fn keep(admin: &Admin, path: QuizPath, mut sent: Sent) -> AdminResult {
    let (service, caller) = (admin.service(), &admin.caller);
    let fields = std::mem::take(&mut sent.fields);
    let Made { present, focus, edits, merged: Merged { tree, conflicts }, mine } =
        made(admin, &path, &sent, fields).await?;
    let Some(mine) = mine else {
        // The input cannot be distinguished from what the page showed, so nothing is stored before the administrator
        // has checked it.
        let note = "Not saved: the draft was changed since this page was loaded. Below is what you entered, and \
            everything else as it is now. Save it to keep it.";
        return again(admin, path, &sent.rest, StatusCode::CONFLICT, present, tree, vec![note.to_owned()]).await;
    };
    if !conflicts.is_empty() {
        service.keep_aside(caller, &path, &present, mine).await?;
        let notes = page::notes(&present, conflicts, changed_too).await;
        return again(admin, path, &sent.rest, StatusCode::CONFLICT, present, tree, notes).await;
    }
    let href = href(&path, &sent.rest, &tree, focus.as_ref());
    if edits.is_empty() {
        return Ok(Redirect::to(&href).into_response());
    }
    match service.edit(caller, &path, present.revision(), edits, sent.is_decided).await {
        Ok(_) => Ok(Redirect::to(&href).into_response()),
        Err(error @ (ServiceError::Conflict(_) | ServiceError::Invalid(_))) => {
            let present = service.editing(caller, &path).await?;
            let advice = if matches!(error, ServiceError::Conflict(_)) { " Save again." } else { "" };
            let note = format!("Not saved: {error}.{advice}");
            let status = ApiError::from(error).status();
            again(admin, path, &sent.rest, status, present, tree, vec![note]).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Shows the page with the result of the sample answers. Nothing is stored.
async fn try_out(admin: &Admin, path: QuizPath, mut sent: Sent) -> AdminResult {
    let mut tried = Tried::new();
    let fields = std::mem::take(&mut sent.fields);
    for (name, value) in &fields {
        if let Some(id) = name.strip_prefix("try.") {
            tried.entry(id.to_owned()).and_modify(|lines| lines.extend(["\n", value])).or_insert(value.clone());
        }
    }
    "save".clone_into(&mut sent.button);
    let Made { present, edits, merged, .. } = made(admin, &path, &sent, fields).await?;
    let notes = (!edits.is_empty())
        .then(|| "The result counts what you changed on this page, which is not saved yet.".to_owned());
    let head = QuizHead::load(admin, path).await?;
    let shown = Shown { rest: sent.rest, notes: notes.into_iter().collect(), tried: Some(tried), ..Shown::default() };
    page::page(admin, head, Editing { tree: Arc::new(merged.tree), ..present }, shown).await
}

/// Returns `None` for an unknown button.
fn typed(mut tree: Tree, fields: &[(String, String)], button: &str) -> Option<Typed> {
    let edits = editor::form_edits(&tree, fields);
    // The edits were made of this tree.
    let _ = tree.apply_all(&edits);
    if button == "save" {
        return Some(Typed { tree, focus: None });
    }
    let made = editor::act(&tree, &editor::followed(button, fields), &mut random::option_id)?;
    tree.apply_all(&made.edits).ok()?;
    Some(Typed { tree, focus: made.focus })
}

/// Shows the page with the input, none of which is stored.
async fn again(
    admin: &Admin,
    path: QuizPath,
    rest: &str,
    status: StatusCode,
    present: Editing,
    tree: Tree,
    notes: Vec<String>,
) -> AdminResult {
    let head = QuizHead::load(admin, path).await?;
    let rest = rest.to_owned();
    let shown = Shown { rest, status, notes, is_asking: true, ..Shown::default() };
    page::page(admin, head, Editing { tree: Arc::new(tree), ..present }, shown).await
}

/// The URL of the page to return to: that of a new question, and never that of a deleted one.
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
