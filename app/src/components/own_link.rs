//! The respondent's own link: small during the quiz, and on the result with ways to keep it. Buttons that need a script
//! appear where scripts run.

use leptos::prelude::*;

use crate::{pages::mail_href, words::Texts};

#[component]
pub(crate) fn OwnLink(words: &'static Texts, link: String) -> impl IntoView {
    view! {
        <div class="own-link keep">
            <p>{words.own_link}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <CopyButton words=words label=words.copy failed=words.copy_failed />
            <span role="status"></span>
        </div>
    }
}

/// Copies the link or text beside it; appears if a script can copy.
#[component]
fn CopyButton(words: &'static Texts, label: &'static str, failed: &'static str) -> impl IntoView {
    view! {
        <button type="button" class="button-plain" data-copy=words.copied data-failed=failed hidden=true>
            {label}
        </button>
    }
}

/// Shares a quiz's link or the text beside it with another application; appears if a script can share.
#[component]
fn ShareButton(quiz: String, label: &'static str) -> impl IntoView {
    view! { <button type="button" class="button-plain" data-share=quiz hidden=true>{label}</button> }
}

/// `submission` identifies this result in the browser's storage, where its ticks are kept. The `plan` is added to the
/// message to oneself and shown below as text.
#[component]
pub(crate) fn KeepLink(
    words: &'static Texts,
    quiz: String,
    link: String,
    plan: Option<String>,
    submission: String,
    is_scored: bool,
) -> impl IntoView {
    let (title, text, mail_text) = if is_scored {
        (words.link_title, words.link_text, words.mail_text)
    } else {
        (words.answers_link_title, words.answers_link_text, words.answers_mail_text)
    };
    let way_back = mail_text(&link);
    let mail_text = plan.as_ref().map_or(way_back.clone(), |plan| format!("{plan}\n\n{way_back}"));
    let mail = mail_href(&(words.mail_subject)(&quiz), &mail_text);
    let plan = plan.map(|plan| view! { <Plan words=words quiz=quiz.clone() plan=plan /> });
    view! {
        <section class="keep" data-submission=submission aria-labelledby="keep-title">
            <h2 id="keep-title">{title}</h2>
            <p>{text}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <div class="buttons">
                <ShareButton quiz=quiz label=words.share />
                <a class="button-plain" href=mail>{words.send}</a>
                <CopyButton words=words label=words.copy failed=words.copy_failed />
                <button type="button" class="button-plain" data-print="" hidden=true>{words.print}</button>
                <span role="status"></span>
            </div>
            {plan}
        </section>
    }
}

/// The steps as text, to copy by hand where scripts do not run.
#[component]
fn Plan(words: &'static Texts, quiz: String, plan: String) -> impl IntoView {
    view! {
        <details class="plan">
            <summary>{words.plan}</summary>
            <pre>{plan}</pre>
            <div class="buttons">
                <ShareButton quiz=quiz label=words.plan_share />
                <CopyButton words=words label=words.plan_copy failed=words.plan_copy_failed />
                <span role="status"></span>
            </div>
        </details>
    }
}

/// The link for others to begin the quiz, which reveals nothing about this respondent.
#[component]
pub(crate) fn PassOn(words: &'static Texts, quiz: String, link: String) -> impl IntoView {
    let mail = mail_href(&quiz, &(words.pass_on_mail)(&link));
    view! {
        <details class="keep pass-on">
            <summary>{words.pass_on}</summary>
            <p>{words.pass_on_text}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <div class="buttons">
                <ShareButton quiz=quiz label=words.pass_on_share />
                <a class="button-plain" href=mail>{words.pass_on_send}</a>
                <CopyButton words=words label=words.pass_on_copy failed=words.copy_failed />
                <span role="status"></span>
            </div>
        </details>
    }
}
