//! One question as a form, which works by itself where scripts are off.

use domain::{Answer, Definition, Language, Question as Asked, Rendition, Sheet, Text};
use leptos::prelude::*;

use super::lang_of;
use crate::words::Texts;

/// Bytes of a question past which its letters are smaller.
const LONG: usize = 120;

#[component]
pub(crate) fn Question<'q>(
    words: &'static Texts,
    language: Language,
    definition: &'q Definition,
    sheet: &'q Sheet,
    index: usize,
) -> impl IntoView + use<> {
    let question = &definition.questions[index];
    let id = question.id.as_str();
    let (is_optional, is_current) = (!question.required, index == sheet.current);
    let is_last = index + 1 == definition.questions.len();
    let has_error = sheet.has_error && is_current;
    let part = |name: &str| [id, name].concat();
    let own = question.own();
    let rendition = |text: &Text| text.rendition(language, definition.language);
    let text: Rendition =
        own.map_or_else(|| question.text(language, definition.language).into(), |own| rendition(&own.text));
    let help = match own {
        Some(own) => own.help.as_ref().map(rendition),
        None => question.help(language, definition.language).map(Into::into),
    };
    let mut described_by = part("-error");
    if is_optional {
        described_by = [part("-optional").as_str(), " ", &described_by].concat();
    }
    if help.is_some() {
        described_by = [part("-help").as_str(), " ", &described_by].concat();
    }
    if is_current && !is_last {
        // Says what a tap does; read out once.
        described_by.push_str(" tapping");
    }
    let help = help.map(|help| {
        view! {
            <p id=part("-help") class="hint" lang=lang_of(&help)>
                {help.text.clone()}
            </p>
        }
    });
    let said = |text: &'static str| if has_error { text } else { "" };
    let button = if is_last { sheet.words.finish.clone() } else { words.proceed.to_owned() };
    view! {
        <section class="question" data-question=id.to_owned() data-error=has_error hidden=!is_current>
            <div class="error-summary" id=part("-summary") role="alert" tabindex="-1" autofocus=has_error>
                <p data-item=id.to_owned()>
                    <a href=["#", id, "-1"].concat()>{words.error_choose}</a>
                </p>
            </div>
            <form method="post" action=sheet.action.clone()>
                <input type="hidden" name="question" value=id.to_owned() />
                <input type="hidden" name="lang" value=sheet.language.clone() />
                <fieldset aria-describedby=described_by>
                    <legend>
                        <h1
                            tabindex="-1"
                            id=part("-heading")
                            class=(text.text.len() > LONG).then_some("long")
                            lang=lang_of(&text)
                        >
                            {text.text.clone()}
                        </h1>
                    </legend>
                    {help}
                    {is_optional
                        .then(|| {
                            view! {
                                <p class="hint" id=part("-optional")>
                                    {words.optional}
                                </p>
                            }
                        })}
                    // Empty while all is well: what describes a group is read out even if it is hidden.
                    <p class="visually-hidden" id=part("-error") data-errors=["required ", words.error_choose].concat()>
                        <span class="visually-hidden">{said(words.error_prefix)}</span>
                        " "
                        <span>{said(words.error_choose)}</span>
                    </p>
                    {options(question, sheet, language, definition.language)}
                </fieldset>
                <div class="buttons">
                    <button type="submit" class="button">{button}</button>
                    {is_optional
                        .then(|| {
                            view! {
                                <button type="submit" class="button-quiet" name="go" value="skip">
                                    {words.skip}
                                </button>
                            }
                        })}
                </div>
            </form>
        </section>
    }
}

/// Real radio buttons with generous labels.
fn options(question: &Asked, sheet: &Sheet, language: Language, default: Language) -> AnyView {
    let labels = question.own().map_or(&[][..], |own| own.kind.options());
    let chosen = sheet.answers.get(&question.id).and_then(Answer::option);
    let options: Vec<_> = question
        .options(language, default)
        .into_iter()
        .enumerate()
        .map(|(number, option)| {
            let id = [question.id.as_str(), "-", &(number + 1).to_string()].concat();
            let lang = labels.get(number).and_then(|own| lang_of(&own.label.rendition(language, default)));
            view! {
                <label class="option" for=id.clone()>
                    <input
                        type="radio"
                        name="answer"
                        id=id.clone()
                        checked=chosen == Some(&option.id)
                        value=option.id.to_string()
                    />
                    <span lang=lang>{option.label}</span>
                </label>
            }
        })
        .collect();
    view! { <div class="options">{options}</div> }.into_any()
}
