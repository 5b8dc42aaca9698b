//! Answering in place: one question after another, without page loads.

use leptos::prelude::*;

use crate::browser;

/// Contains all questions, of which one is visible, and listens to the events of all of them.
#[island]
pub fn QuizStepper(children: Children) -> impl IntoView {
    view! {
        <div
            class="stepper"
            on:click=browser::clicked
            on:keydown=browser::pressed
            on:input=browser::typed
            on:change=browser::changed
            on:submit=browser::submitted
        >
            {children()}
        </div>
    }
}
