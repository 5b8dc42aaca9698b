//! How far along a question is.

use domain::Progress;
use leptos::prelude::*;

use super::Meter;
use crate::i18n::Texts;

#[component]
pub(crate) fn ProgressLine(words: &'static Texts, progress: Progress) -> impl IntoView {
    // What is behind: the first question begins at nothing, the last still leaves a step to the result.
    let percent = (progress.number - 1) * 100 / progress.total;
    view! {
        <div class="progress">
            <p>{(words.progress)(progress.number, progress.total)}</p>
            <Meter percent=percent />
        </div>
    }
}
