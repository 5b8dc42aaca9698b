//! Notes about the draft and about the effect of saving.

use leptos::prelude::*;

use super::{EditorPage, Saving};

pub(super) fn draft_note(page: &EditorPage) -> AnyView {
    let draft = page.draft.as_ref().map(|draft| {
        let text = format!("Not saved yet: changes by {}, kept as a draft since {}.", draft.by, draft.at);
        view! { <p>{text}</p> }
    });
    let stale = page.is_stale.then(|| {
        view! {
            <p>
                <strong>"The quiz itself was changed since these changes were begun. "</strong>
                "Saving them puts them over what was changed. Discard them to see the quiz as it is."
            </p>
        }
    });
    let is_shown = draft.is_some() || stale.is_some();
    let class = if page.is_stale { "said said-error" } else { "said" };
    view! {
        <div id="draft-note">
            {is_shown.then(|| view! { <div class=class>{draft} {stale}</div> })}
        </div>
    }
    .into_any()
}

/// The bar at the end of the form.
pub(super) fn saving_note(page: &EditorPage) -> AnyView {
    let EditorPage { version: now, saving, is_begun, is_stale, .. } = *page;
    let next = now + 1;
    let text = match (saving, is_begun) {
        (Saving::SameVersion, _) => {
            format!("The questions are those of version {now}: saving changes the rest in place.")
        }
        (Saving::NewVersion, true) => format!("Saving makes version {next}; who has begun goes on with version {now}."),
        (Saving::NewVersion, false) => format!("Saving makes version {next}. Nobody has begun version {now}."),
        (Saving::NotYet, _) => "It cannot be saved like this yet: saving tells what is missing.".to_owned(),
    };
    let (save, label) = if is_stale { ("save-over", "Save over the other changes") } else { ("save", "Save") };
    let discard = (page.draft.is_some() || is_stale).then(|| {
        view! {
            <button type="submit" class="button-quiet" name="do" value="discard">"Discard the changes"</button>
        }
    });
    view! {
        <div class="save-bar">
            <p id="saving-note">{text}</p>
            <div class="buttons" id="save-buttons">
                <button type="submit" class="button" name="do" value=save>{label}</button>
                <button type="submit" class="button-plain" name="do" value="keep">"Keep as a draft"</button>
                {discard}
            </div>
            <p class="hint" id="kept" role="status" data-kept="Kept as a draft." data-unsent="Not kept yet."></p>
        </div>
    }
    .into_any()
}
