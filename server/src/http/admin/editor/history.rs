//! Earlier drafts and versions in the editor's history, and a comparison of two states of the quiz.

use domain::{Timestamp, edit::Tree};
use editor::{Difference, EarlierState};

use super::super::{Admin, AdminError, QuizHead, answers_view::Zone, offload};
use crate::{
    service::{Earlier, Editing, QuizPath},
    store,
};

const VERSIONS: u32 = 50;
/// The name of the current draft, or of the published quiz without one.
const PRESENT: &str = "present";

pub(super) async fn kept(admin: &Admin, head: &QuizHead, zone: &Zone) -> Result<Vec<EarlierState>, AdminError> {
    let service = admin.service();
    let drafts = service.earlier_drafts(&admin.caller, &head.path).await?.into_iter();
    let drafts = drafts.map(|draft| EarlierState {
        title: format!("Draft of {}", draft.by),
        detail: zone.minute(draft.at),
        name: format!("draft-{}", draft.at.nanoseconds()),
    });
    let page = store::Page { after: None, limit: VERSIONS };
    let versions = service.versions(&admin.caller, &head.path, page).await?.into_iter();
    let versions = versions.map(|(version, at)| EarlierState {
        title: format!("Version {version}"),
        detail: zone.minute(at),
        name: format!("version-{version}"),
    });
    Ok(drafts.chain(versions).collect())
}

pub(super) fn earlier(name: &str) -> Option<Earlier> {
    match name.split_once('-')? {
        ("draft", at) => at.parse().ok().map(Timestamp::from_nanoseconds).map(Earlier::Draft),
        ("version", version) => version.parse().ok().map(Earlier::Version),
        _ => None,
    }
}

/// Returns the differences between the two named states, or `None` unless both are named.
pub(super) async fn difference(
    admin: &Admin,
    path: &QuizPath,
    editing: &Editing,
    kept: &[EarlierState],
    from: &str,
    to: &str,
) -> Result<Option<Difference>, AdminError> {
    if from.is_empty() || to.is_empty() {
        return Ok(None);
    }
    let before = state(admin, path, editing, from).await?;
    let after = state(admin, path, editing, to).await?;
    let title = |name: &str| {
        let found = kept.iter().find(|one| one.name == name);
        found.map_or_else(|| "the present draft".to_owned(), |one| format!("{}, {}", one.title, one.detail))
    };
    let (titles, from, to) = ([title(from), title(to)], from.to_owned(), to.to_owned());
    let lines = offload(true, move || editor::differences(&before, &after)).await;
    Ok(Some(Difference { from, to, titles, lines }))
}

async fn state(admin: &Admin, path: &QuizPath, editing: &Editing, name: &str) -> Result<Tree, AdminError> {
    if name == PRESENT {
        return Ok(Tree::clone(&editing.tree));
    }
    let earlier = earlier(name).ok_or(AdminError::NoSuchPage)?;
    Ok(admin.service().earlier_tree(&admin.caller, path, editing, earlier).await?)
}
