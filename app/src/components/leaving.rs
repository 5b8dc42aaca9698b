//! Everything for stopping midway in one folded section: returning, the place on this device, deleting.

use domain::{AboutText, QuizKind};
use leptos::prelude::*;

use super::{KeepingBox, OwnLink, OwnersLink};
use crate::{pages::KeptPlace, words::Texts};

/// Ways to stop, return and delete.
pub(crate) struct Leave {
    pub(crate) kind: QuizKind,
    /// The absolute URL to return to, if the respondent has not been given it before.
    pub(crate) own_link: Option<String>,
    pub(crate) place: Option<KeptPlace>,
    /// `None` if respondents may not erase their own answers.
    pub(crate) erase_href: Option<String>,
    pub(crate) about: AboutText,
}

#[component]
pub(crate) fn Leaving(words: &'static Texts, leave: Leave) -> impl IntoView {
    let Leave { kind, own_link, place, erase_href, about } = leave;
    let way_back = match own_link {
        Some(link) => view! { <OwnLink words=words link=link /> }.into_any(),
        None => view! { <p>{(words.start_return)(kind)}</p> }.into_any(),
    };
    view! {
        <details class="leaving">
            <summary>{words.leave}</summary>
            {way_back}
            {place.map(|place| view! { <KeepingBox words=words start_href=place.start_href /> })}
            <EraseLine words=words kind=kind href=erase_href about=about />
            <p class="hint">{words.no_cookies}</p>
        </details>
    }
}

/// Deleting everything: a link, or whom to ask.
#[component]
pub(crate) fn EraseLine(
    words: &'static Texts,
    kind: QuizKind,
    href: Option<String>,
    about: AboutText,
) -> impl IntoView {
    if let Some(href) = href {
        return view! { <p class="erase"><a href=href>{words.erase}</a></p> }.into_any();
    }
    let contact = about.contact.map(|url| view! { <OwnersLink url=url label=words.contact.into() /> });
    view! { <p>{(words.erase_ask)(kind)} " " {contact}</p> }.into_any()
}
