//! Answering in place: the same forms, without a page load between them.

use leptos::prelude::*;

use crate::browser::Driver;

/// Takes over the forms among its children. What it has to know stands in `data-` attributes there: an argument would
/// bring a JSON parser into the browser, and a signal for the one line that changes would cost 8 KiB.
#[island]
pub fn QuizStepper(children: Children) -> impl IntoView {
    let driver = Driver::start();
    let (submitting, choosing) = (driver.clone(), driver.clone());
    view! {
        <div
            class="stepper"
            on:submit=move |event| submitting.submitted(&event)
            on:change=move |_| choosing.chose()
            on:click=move |event| driver.clicked(&event)
        >
            {children()}
        </div>
    }
}
