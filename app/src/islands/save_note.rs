//! The line that says whether answers are saved.

use leptos::prelude::*;

use crate::{browser::Driver, stepper::Event};

/// What the line says, in the page's language.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// A name for the style sheet.
    pub(crate) tone: &'static str,
    /// A button beside the text: its label, and what pressing it means.
    pub(crate) action: Option<(String, Event)>,
}

#[component]
pub(crate) fn SaveNote(note: ReadSignal<Note>, driver: Driver) -> impl IntoView {
    view! {
        <div class="save-note" data-tone=move || note.with(|note| note.tone)>
            <p role="status">{move || note.with(|note| note.text.clone())}</p>
            <button
                type="button"
                class="button-plain"
                hidden=move || note.with(|note| note.action.is_none())
                on:click=move |_| driver.act(note.with_untracked(|note| note.action.clone()))
            >
                {move || note.with(|note| note.action.as_ref().map(|(label, _)| label.clone()).unwrap_or_default())}
            </button>
        </div>
    }
}
