//! The owner's help to respondents whose answers or scores have raised alerts.

use domain::{AlertRest, Rendition};
use leptos::prelude::*;

use super::Prose;
use crate::words::Texts;

/// Beside the page, since other pages need none of it.
const STYLE: &str = ".alert-help{margin-block:1.5rem .5rem}";

/// The help stays in sight above the buttons, and leaves most of a small screen to the question.
const STYLE_OF_FORM: &str = ".asked-foot .card{margin-top:var(--s3);padding:var(--s3) var(--s4);max-height:38vh;\
                             overflow-y:auto}.asked-foot p+p{margin-top:var(--s1)}\
                             @media(min-height:30em){.asked-foot{position:sticky;bottom:0;background:var(--page)}}\
                             .framed.clear .asked-foot{background:none}\
                             @media(min-width:40em){.question:has(.table) .asked-foot{\
                             margin-inline:min(0px,(var(--measure) - min(56rem,100vw - 5rem))/2)}\
                             .question:has(.table) .asked-foot .buttons{margin-inline:0}}";

/// Help that answers on the same page decide.
#[derive(Clone, Debug)]
pub(crate) struct FormHelp {
    pub(crate) text: Rendition,
    pub(crate) when: AlertRest,
    /// True if the stored answers call for it.
    pub(crate) is_shown: bool,
}

/// Nothing where no alert has help. With a nonce it keeps its distance from what is around it.
#[component]
pub(crate) fn AlertHelp(
    words: &'static Texts,
    helps: Vec<Rendition>,
    /// True on a page whose form decides about help.
    #[prop(optional)]
    has_of_form: bool,
    nonce: Option<String>,
) -> impl IntoView {
    (has_of_form || !helps.is_empty()).then(|| {
        let style = nonce.map(|nonce| {
            let style = if has_of_form { [STYLE, STYLE_OF_FORM].concat() } else { STYLE.to_owned() };
            view! { <style nonce=nonce>{style}</style> }
        });
        view! {
            {style}
            {(!helps.is_empty()).then(|| above(words, helps))}
        }
    })
}

fn above(words: &'static Texts, helps: Vec<Rendition>) -> impl IntoView {
    let helps: Vec<_> = helps.into_iter().map(|text| view! { <p><Prose text=text /></p> }).collect();
    view! {
        <section class="card alert-help" aria-labelledby="alert-help">
            <p id="alert-help"><strong>{words.help_title}</strong></p>
            {helps}
        </section>
    }
}

/// Around the buttons of a form whose answers decide about help, which `alert-help.js` shows and hides. Without scripts
/// the help of stored answers is there.
pub(crate) fn foot_with_help(words: &'static Texts, helps: &[FormHelp], buttons: AnyView) -> AnyView {
    if helps.is_empty() {
        return buttons;
    }
    let is_empty = helps.iter().all(|help| !help.is_shown);
    let helps: Vec<_> = helps.iter().map(form_help).collect();
    view! {
        <div class="asked-foot">
            // Screen readers tell what appears in it.
            <div role="status">
                <div class="card" hidden=is_empty>
                    <p>
                        <strong>{words.help_title}</strong>
                    </p>
                    {helps}
                </div>
            </div>
            {buttons}
        </div>
    }
    .into_any()
}

fn form_help(help: &FormHelp) -> impl IntoView + use<> {
    let when = serde_json::to_string(&help.when).unwrap_or_default();
    view! {
        <p data-when=when hidden=!help.is_shown>
            <Prose text=help.text.clone() />
        </p>
    }
}
