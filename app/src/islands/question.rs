//! One question as a form, which works by itself where scripts are off.

use domain::{SheetQuestion, Words};
use leptos::{
    ev::{Event, MouseEvent, SubmitEvent},
    prelude::*,
};

use super::Asking;
use crate::{
    browser,
    stepper::{self, SaveState},
};

/// Bytes of a question past which its letters are smaller.
const LONG: usize = 120;

#[component]
pub(super) fn Question(asking: Asking, index: usize) -> impl IntoView {
    let sheet = asking.sheet.clone();
    let (words, question) = (&sheet.words, &sheet.questions[index]);
    let id = question.id.as_str();
    let is_optional = !question.is_required;

    let [heading_id, help_id, optional_id, error_id] =
        ["-heading", "-help", "-optional", "-error"].map(|part| [id, part].concat());
    let mut described_by = error_id.clone();
    if is_optional {
        described_by = [optional_id.as_str(), " ", &described_by].concat();
    }
    if question.help.is_some() {
        described_by = [help_id.as_str(), " ", &described_by].concat();
    }
    let is_last = index + 1 == sheet.questions.len();
    if index == sheet.current && !is_last {
        // Says what a tap does; read out once.
        described_by.push_str(" tapping");
    }
    let proceed = if is_last { &words.finish } else { &words.proceed };
    let is_long = question.text.len() > LONG;
    let (heading_lang, help_lang) = (browser::lang(&heading_id), browser::lang(&help_id));
    let is_hidden = asking.live(move |_, stepper| stepper.current() != index);
    let has_error = asking.live(move |_, stepper| stepper.has_error(index));
    // Empty while all is well: what describes a group is read out even if it is hidden.
    let error = |part: usize| {
        asking.live(move |sheet, stepper| {
            let words = [&sheet.words.error_prefix, &sheet.words.error_choose];
            if stepper.has_error(index) { words[part].clone() } else { String::new() }
        })
    };
    let is_busy = asking.live(|_, stepper| {
        let is_busy = stepper.save_state() == SaveState::Finishing;
        if is_busy { "true".to_owned() } else { "false".to_owned() }
    });
    let submit = {
        let asking = asking.clone();
        move |event: SubmitEvent| browser::submitted(&asking, &event)
    };
    view! {
        <section class="question" data-question=id.to_owned() data-error=has_error hidden=is_hidden>
            <ErrorSummary words=words question=question is_shown=sheet.has_error && sheet.current == index />
            <form method="post" action=sheet.action.clone() on:submit=submit>
                <input type="hidden" name="question" value=id.to_owned() />
                <input type="hidden" name="lang" value=sheet.language.clone() />
                <fieldset aria-describedby=described_by>
                    <legend>
                        <h1 tabindex="-1" id=heading_id class=is_long.then_some("long") {..heading_lang}>
                            {question.text.clone()}
                        </h1>
                    </legend>
                    {question
                        .help
                        .clone()
                        .map(|help| view! { <p id=help_id class="hint" {..help_lang}>{help}</p> })}
                    {is_optional.then(|| view! { <p class="hint" id=optional_id>{words.optional.clone()}</p> })}
                    <p class="visually-hidden" id=error_id>
                        <span class="visually-hidden">{error(0)}</span>
                        " "
                        {error(1)}
                    </p>
                    <Choice asking=asking index=index />
                </fieldset>
                <div class="buttons">
                    <button type="submit" class="button" aria-busy=is_busy>{proceed.clone()}</button>
                    {is_optional
                        .then(|| {
                            view! {
                                <button type="submit" class="button-quiet" name="go" value="skip">
                                    {words.skip.clone()}
                                </button>
                            }
                        })}
                </div>
            </form>
        </section>
    }
}

/// Real radio buttons with generous labels.
#[component]
fn Choice(asking: Asking, index: usize) -> impl IntoView {
    let question = &asking.sheet.questions[index];
    let options: Vec<_> = question
        .options
        .iter()
        .enumerate()
        .map(|(number, option)| {
            let id = question.option_element_id(number);
            let value = option.id.clone();
            let lang = browser::lang(&id);
            let is_chosen = asking.live(move |_, stepper| stepper.choice(index) == Some(value.as_str()));
            view! {
                <label class="option" for=id>
                    <input
                        type="radio"
                        name="answer"
                        id=id.clone()
                        value=option.id.clone()
                        checked=question.answer.as_ref() == Some(&option.id)
                        prop:checked=is_chosen
                    />
                    <span {..lang}>{option.label.clone()}</span>
                </label>
            }
        })
        .collect();
    let choose = move |event: Event| {
        browser::handle(&asking, stepper::Event::Choose { step: index, option: event_target_value(&event) });
    };
    view! {
        <div class="options" on:change=choose>
            {options}
        </div>
    }
}

/// The error at the top of a form, with a link to where it can be put right. Its question hides it until there is one.
#[component]
fn ErrorSummary<'q>(
    words: &'q Words,
    question: &'q SheetQuestion,
    /// The page opens with the error.
    is_shown: bool,
) -> impl IntoView + use<> {
    let first_option = question.option_element_id(0);
    let href = ["#", &first_option].concat();
    // Moves the focus without an entry in the history.
    let follow = move |event: MouseEvent| {
        event.prevent_default();
        browser::focus(&first_option);
    };
    view! {
        <div
            class="error-summary"
            id=[question.id.as_str(), "-summary"].concat()
            role="alert"
            tabindex="-1"
            autofocus=is_shown
        >
            <p>
                <a href=href on:click=follow>{words.error_choose.clone()}</a>
            </p>
        </div>
    }
}
