//! Notes about the draft and about the effect of saving.

use leptos::prelude::*;

use super::{DraftNote, EditorPage, Saving};
use crate::admin::QuizTab;

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
    let earlier = page.is_earlier.then(|| {
        view! {
            <p>
                <strong>"Below is an earlier draft. "</strong>
                "Keep it as a draft to go on with it. The present draft, if there is one, then takes its place among the \
                 earlier ones."
            </p>
        }
    });
    let overtaken = page.is_overtaken.then(|| overtaken(page));
    let is_shown = draft.is_some() || stale.is_some() || earlier.is_some() || overtaken.is_some();
    let class = if page.is_stale || page.is_overtaken { "said said-error" } else { "said" };
    view! {
        <div id="draft-note">
            {is_shown.then(|| view! { <div class=class>{draft} {stale} {earlier} {overtaken}</div> })}
        </div>
    }
    .into_any()
}

/// Both ways on from a page whose draft was changed meanwhile.
fn overtaken(page: &EditorPage) -> AnyView {
    let stamp = page.draft.as_ref().map(|draft| draft.stamp.clone()).unwrap_or_default();
    let (link, button) = match page.draft {
        Some(_) => ("Open the present draft in a new tab", "Replace the present draft with this page"),
        None => ("Open the quiz as it is in a new tab", "Keep this page as the draft"),
    };
    view! {
        <p>
            "What you typed is on this page only. Add it to the present state of the quiz, or let this page take the place \
             of the draft, which then stays among the earlier ones."
        </p>
        <p class="buttons">
            <a class="button-plain" href=page.quiz.href(QuizTab::Edit) target="_blank">{link}</a>
            <button type="submit" class="button-plain" name="do" value=format!("keep-over:{stamp}")>{button}</button>
        </p>
    }
    .into_any()
}

/// Drafts that were replaced or discarded, to be looked at and kept again.
pub(super) fn earlier_drafts(page: &EditorPage) -> AnyView {
    let here = page.quiz.href(QuizTab::Edit);
    let draft = |DraftNote { by, at, stamp }: &DraftNote| {
        view! { <li><a href=format!("{here}?earlier={stamp}")>{format!("Draft of {by}, {at}")}</a></li> }
    };
    let drafts: Vec<_> = page.earlier.iter().map(draft).collect();
    (!drafts.is_empty())
        .then(|| {
            view! {
                <section class="card" aria-labelledby="earlier-title">
                    <h2 id="earlier-title">"Earlier drafts"</h2>
                    <p class="hint">"Drafts that were discarded, or replaced by another administrator: the last ten."</p>
                    <ul>{drafts}</ul>
                </section>
            }
        })
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
                <button type="submit" class="button-plain" name="do" value="keep">"Save draft"</button>
                {discard}
            </div>
            <p
                class="hint"
                id="kept"
                role="status"
                data-kept="Draft saved."
                data-unsent="Not kept yet."
                data-overtaken="Not kept: the draft was changed by another administrator or in another window. What you typed is on this page only. Press “Save draft” to choose what becomes of it."
            ></p>
        </div>
    }
    .into_any()
}
