//! Answering in place: one question after the other, without a page load between them.

use leptos::prelude::*;

use super::{Asking, question::Question, save_note::SaveNote, way::Way};
use crate::stepper::Arrival;

/// All questions stand on the page and one is shown, so that the browser has nothing to build. Takes no arguments,
/// because they would bring a JSON parser into the browser.
#[island]
pub fn QuizStepper() -> impl IntoView {
    let asking = Asking::of_page();
    let arrival = asking.live(|_, stepper| {
        let arrival = match stepper.arrival() {
            None => "",
            Some(Arrival::Back) => "back",
            Some(Arrival::Forward | Arrival::Travelled) => "forward",
        };
        arrival.to_owned()
    });
    let questions: Vec<_> = (0..asking.sheet.questions.len())
        .map(|index| view! { <Question asking=asking.clone() index=index /> })
        .collect();
    view! {
        <div class="stepper" data-arrival=arrival>
            <SaveNote asking=asking.clone() />
            <Way asking=asking />
            {questions}
        </div>
    }
}
