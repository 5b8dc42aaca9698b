//! The respondent's own link: small on the way to the result, and there with ways to keep it. Buttons that need a script
//! appear where one runs.

use leptos::prelude::*;

use crate::{i18n::Texts, pages::mail_href};

#[component]
pub(crate) fn OwnLink(words: &'static Texts, link: String) -> impl IntoView {
    view! {
        <div class="own-link keep">
            <p>{words.own_link}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <CopyButton words=words />
            <span role="status"></span>
        </div>
    }
}

/// Copies the link that stands beside it; appears where a script can copy.
#[component]
fn CopyButton(words: &'static Texts) -> impl IntoView {
    view! {
        <button type="button" class="button-plain" data-copy=words.copied data-failed=words.copy_failed hidden=true>
            {words.copy}
        </button>
    }
}

/// `submission` names this result in the browser's storage, where its ticks are kept.
#[component]
pub(crate) fn KeepLink(words: &'static Texts, quiz: String, link: String, submission: String) -> impl IntoView {
    let mail = mail_href(&(words.mail_subject)(&quiz), &(words.mail_text)(&link));
    view! {
        <section class="keep" data-submission=submission aria-labelledby="keep-title">
            <h2 id="keep-title">{words.link_title}</h2>
            <p>{words.link_text}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <div class="buttons">
                <button type="button" class="button-plain" data-share=quiz hidden=true>{words.share}</button>
                <a class="button-plain" href=mail>{words.send}</a>
                <CopyButton words=words />
                <button type="button" class="button-plain" data-print="" hidden=true>{words.print}</button>
                <span role="status"></span>
            </div>
        </section>
    }
}
