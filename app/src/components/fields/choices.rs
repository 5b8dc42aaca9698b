//! Fields for one or several options: radio buttons, checkboxes, a native list, and the text field beside an option.

use domain::{Display, Kind};
use leptos::prelude::*;

use crate::components::{
    below_picture,
    item_errors::{ErrorText, ItemErrors},
    lang_of, picture,
    question_view::{Choice, QuestionView, control_id},
};

/// Real radio buttons or checkboxes with generous labels.
pub(crate) fn choices(asked: &QuestionView<'_>, mistakes: &[ItemErrors], described_by: &str) -> AnyView {
    let kind = asked.question.kind();
    let display = if let Kind::Choice { display, .. } = kind { *display } else { None };
    let choices = asked.choices();
    let opens = choices.iter().any(|choice| choice.opens);
    let beside = opens.then(|| beside(asked, mistakes));
    if display == Some(Display::Dropdown) {
        let list = dropdown(asked, &choices, described_by);
        return view! {
            {list}
            {beside}
        }
        .into_any();
    }
    let class = match display {
        _ if choices.iter().any(|choice| choice.picture.is_some()) => "options pictured",
        Some(Display::Buttons) => "options pair",
        _ => "options",
    };
    let kind = if let Kind::Multiple { .. } = kind { "checkbox" } else { "radio" };
    // The field comes after the last option that opens it.
    let opening = choices.iter().rposition(|choice| choice.opens).map_or(choices.len(), |place| place + 1);
    let options = |choices: &[Choice]| choices.iter().map(|choice| option(asked, choice, kind)).collect::<Vec<_>>();
    view! {
        <div class=class>
            {options(&choices[..opening])}
            {beside}
            {options(&choices[opening..])}
        </div>
    }
    .into_any()
}

fn option(asked: &QuestionView<'_>, choice: &Choice, kind: &'static str) -> impl IntoView + use<> {
    let id = control_id(&asked.question.id, choice.number);
    let label = choice.label.text.clone();
    let said = if choice.is_full {
        let left = asked.words.no_places_left;
        view! { <span><s {..lang_of(&choice.label)}>{label}</s> " ("{left}")"</span> }.into_any()
    } else {
        view! { <span {..lang_of(&choice.label)}>{label}</span> }.into_any()
    };
    let is_first = asked.is_current && asked.question.image.is_none() && choice.number == 1;
    let seen = choice.picture.as_ref().map(|view| picture(view, "picture", is_first));
    view! {
        <label for=id hidden=choice.is_hidden class="option">
            <input
                type=kind
                name="answer"
                id=id.clone()
                value=choice.value.clone()
                checked=asked.has("answer", &choice.value)
                disabled=choice.is_hidden || choice.is_full
                aria-invalid=asked.invalid(&asked.question.id)
                data-exclusive=choice.is_exclusive
                data-opens=choice.opens
            />
            {below_picture(seen, said)}
        </label>
    }
}

fn dropdown(asked: &QuestionView<'_>, choices: &[Choice], described_by: &str) -> impl IntoView + use<> {
    let options: Vec<_> = choices
        .iter()
        .map(|choice| {
            view! {
                <option
                    value=choice.value.clone()
                    {..lang_of(&choice.label)}
                    selected=asked.has("answer", &choice.value)
                    hidden=choice.is_hidden
                    disabled=choice.is_hidden || choice.is_full
                    data-opens=choice.opens
                >
                    {choice.label.text.clone()}
                    {choice.is_full.then(|| format!(" ({})", asked.words.no_places_left))}
                </option>
            }
        })
        .collect();
    view! {
        <select
            name="answer"
            id=control_id(&asked.question.id, 1)
            aria-describedby=described_by.to_owned()
            aria-invalid=asked.invalid(&asked.question.id)
            class="entry"
        >
            <option value="">{asked.words.choose_one}</option>
            {options}
        </select>
    }
}

/// The text field of options that need more detail. The style hides it until one of them is chosen.
fn beside(asked: &QuestionView<'_>, mistakes: &[ItemErrors]) -> impl IntoView + use<> {
    let words = asked.words;
    let mistake = mistakes.iter().find(|mistake| mistake.item != asked.question.id);
    let id = mistake.map(|mistake| control_id(&mistake.item, 1)).unwrap_or_default();
    let described_by = mistake.map(|mistake| [mistake.item.as_str(), "-error"].concat());
    let error = mistake.map(|mistake| view! { <ErrorText words=words mistake=mistake is_visible=true /> });
    let item = mistake.map(|mistake| mistake.item.to_string());
    let invalid = mistake.and_then(|mistake| asked.invalid(&mistake.item));
    view! {
        <div data-item=item data-error=invalid.is_some() class="beside">
            <label for=id.clone()>{words.tell_more}</label>
            {error}
            <input
                type="text"
                name="answer_other"
                id=id
                value=asked.value("answer_other").to_owned()
                autocomplete="off"
                aria-describedby=described_by
                aria-invalid=invalid
                class="entry"
            />
        </div>
    }
}

/// A single checkbox, with a link to the terms.
pub(crate) fn consent(asked: &QuestionView<'_>) -> AnyView {
    let words = asked.words;
    let link = match asked.question.kind() {
        Kind::Consent { link: Some(link) } => Some(link.in_language(asked.language, asked.default).to_owned()),
        _ => None,
    };
    let link = link.map(|href| {
        view! {
            <p class="details">
                <a href=href target="_blank" rel="noopener noreferrer">
                    {words.details}
                </a>
            </p>
        }
    });
    let id = control_id(&asked.question.id, 1);
    view! {
        {link}
        <div class="options">
            <label for=id class="option">
                <input
                    type="checkbox"
                    name="answer"
                    id=id.clone()
                    value="yes"
                    checked=asked.has("answer", "yes")
                    aria-invalid=asked.invalid(&asked.question.id)
                />
                <span>{words.agree}</span>
            </label>
        </div>
    }
    .into_any()
}
