//! One question with its options, as a form that works by itself.

use domain::{Progress, QuestionOption};
use leptos::prelude::*;

use super::{ErrorSummary, OptionCard, ProgressLine};
use crate::i18n::Texts;

/// A question, ready to be drawn.
pub(crate) struct QuestionView {
    /// Also the beginning of every id in the form.
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) help: Option<String>,
    pub(crate) options: Vec<QuestionOption>,
    pub(crate) is_required: bool,
    /// The option chosen before.
    pub(crate) chosen: Option<String>,
    pub(crate) progress: Progress,
    pub(crate) back_href: Option<String>,
    /// Of the window.
    pub(crate) title: String,
    pub(crate) is_current: bool,
    pub(crate) has_error: bool,
}

#[component]
pub(crate) fn QuestionForm(
    words: &'static Texts,
    language: &'static str,
    action: String,
    question: QuestionView,
) -> impl IntoView {
    let id = question.id;
    let (help_id, error_id, optional_id) = (format!("{id}-help"), format!("{id}-error"), format!("{id}-optional"));
    let described_by: Vec<&str> = [
        question.help.is_some().then_some(help_id.as_str()),
        (!question.is_required).then_some(optional_id.as_str()),
        question.has_error.then_some(error_id.as_str()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let described_by = (!described_by.is_empty()).then(|| described_by.join(" "));
    let first_option = format!("{id}-1");
    let options: Vec<_> = question
        .options
        .into_iter()
        .map(|option| {
            let is_checked = question.chosen.as_deref() == Some(option.id.as_str());
            let option_id = format!("{id}-{}", option.code);
            view! { <OptionCard id=option_id value=option.id.into() label=option.label is_checked=is_checked /> }
        })
        .collect();
    let is_last = question.progress.number == question.progress.total;
    let proceed = if is_last { words.finish } else { words.proceed };
    let group = if question.has_error { "question-group has-error" } else { "question-group" };
    view! {
        <section
            class="question"
            data-question=id.clone()
            data-title=question.title
            data-optional=!question.is_required
            hidden=!question.is_current
        >
            {question.back_href.map(|href| view! { <a class="back-link" href=href data-back="">{words.back}</a> })}
            <ProgressLine words=words progress=question.progress />
            <ErrorSummary
                words=words
                id=format!("{id}-summary")
                target=first_option
                is_shown=question.has_error
            />
            <form method="post" action=action>
                <input type="hidden" name="question" value=id.clone() />
                <input type="hidden" name="lang" value=language />
                <fieldset class=group aria-describedby=described_by>
                    <legend>
                        <h1 tabindex="-1">{question.text}</h1>
                    </legend>
                    {question.help.map(|help| view! { <p class="hint" id=help_id>{help}</p> })}
                    {(!question.is_required)
                        .then(|| view! { <p class="hint" id=optional_id>{words.optional}</p> })}
                    <p class="error-message" id=error_id hidden=!question.has_error>
                        <span class="visually-hidden">{format!("{} ", words.error_prefix)}</span>
                        {words.error_choose}
                    </p>
                    <div class="options">{options}</div>
                </fieldset>
                <div class="buttons">
                    <button type="submit" class="button">{proceed}</button>
                    {(!question.is_required)
                        .then(|| {
                            view! {
                                <button type="submit" class="button-quiet" name="go" value="skip">{words.skip}</button>
                            }
                        })}
                </div>
            </form>
        </section>
    }
}
