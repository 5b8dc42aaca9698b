//! Answering in place: one question after the other, without a page load between them.

use leptos::prelude::*;

use crate::browser;

/// All questions stand in it and one is shown. What happens to any of them is heard here.
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
