//! Retaking the quiz, and links between the current attempt and earlier results.

use leptos::prelude::*;

use super::told;
use crate::{pages::Retake, words::Texts};

/// For the latest result: the day from which a retake is possible, or the button. A plain form, so it needs no script.
#[component]
pub(crate) fn RetakeBox(
    words: &'static Texts,
    language: String,
    retake: Retake,
    action: String,
    is_main: bool,
) -> impl IntoView {
    let class = if is_main { "button" } else { "button-plain" };
    let content = match retake {
        Retake::From { moment, reminder_href } => view! {
            <p>{told(&moment, words.retake_from)}</p>
            {reminder_href.map(|href| view! { <p><a class="button-plain" href=href>{words.retake_remind}</a></p> })}
        }
        .into_any(),
        Retake::Now => view! {
            <p>{words.retake_text}</p>
            <form method="post" action=action>
                <input type="hidden" name="lang" value=language />
                <button type="submit" class=class name="go" value="retake">{words.retake_button}</button>
            </form>
        }
        .into_any(),
    };
    view! {
        <section class="again" aria-labelledby="again">
            <h2 id="again">{words.retake_title}</h2>
            {content}
        </section>
    }
}

/// A sentence that places this page among the attempts, and the link to the other one.
#[component]
pub(crate) fn AttemptNote(text: &'static str, label: &'static str, href: String) -> impl IntoView {
    view! {
        <p class="attempt-note">
            {text}
            " "
            <a href=href>{label}</a>
        </p>
    }
}
