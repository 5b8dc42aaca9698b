//! Typed answers: numbers and texts.

use domain::{Decimal, Format, Numeric, Writing};
use leptos::prelude::*;

use crate::components::{
    lang_of,
    question_view::{QuestionView, control_id},
};

pub(crate) fn number(asked: &QuestionView<'_>, number: &Numeric, described_by: &str) -> AnyView {
    let unit = number.unit.as_ref().map(|unit| asked.rendition(unit));
    let unit_id = unit.as_ref().map(|_| asked.part("unit"));
    let described_by = [unit_id.as_deref(), Some(described_by)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    // Some phones' numeric keypads have no minus sign.
    let mode = match number.decimals {
        _ if number.min < Decimal::ZERO => "text",
        0 => "numeric",
        _ => "decimal",
    };
    let unit = unit.map(|unit| {
        view! {
            <span {..lang_of(&unit)} id=unit_id class="unit">
                {unit.text.clone()}
            </span>
        }
    });
    view! {
        <div class="entry-line">
            <input
                type="text"
                inputmode=mode
                name="answer"
                id=control_id(&asked.question.id, 1)
                value=asked.value("answer").to_owned()
                autocomplete="off"
                enterkeyhint="next"
                aria-describedby=described_by
                aria-invalid=asked.invalid(&asked.question.id)
                class="entry short"
            />
            {unit}
        </div>
    }
    .into_any()
}

pub(crate) fn text(asked: &QuestionView<'_>, writing: &Writing, described_by: &str) -> AnyView {
    let (words, max) = (asked.words, writing.max_length);
    let counter_id = asked.part("counter");
    let id = control_id(&asked.question.id, 1);
    let value = asked.value("answer").to_owned();
    let (kind, mode, autocomplete) = match writing.format {
        None => ("text", None, "off"),
        Some(Format::Email) => ("email", Some("email"), "email"),
        Some(Format::Url) => ("url", Some("url"), "url"),
        Some(Format::Phone) => ("tel", Some("tel"), "tel"),
    };
    let described_by =
        if writing.format.is_some() { described_by.to_owned() } else { [described_by, " ", &counter_id].concat() };
    let counter = writing.format.is_none().then(|| {
        view! {
            <p
                id=counter_id
                data-most=max
                data-left=words.characters_left
                data-over=words.characters_over
                class="hint counter"
            >
                {(words.most_characters)(max)}
            </p>
        }
    });
    let field = if writing.long {
        view! {
            <textarea
                name="answer"
                id=id
                rows="5"
                autocomplete=autocomplete
                dir="auto"
                aria-describedby=described_by
                aria-invalid=asked.invalid(&asked.question.id)
                class="entry"
            >
                {value}
            </textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                type=kind
                inputmode=mode
                name="answer"
                id=id
                value=value
                autocomplete=autocomplete
                spellcheck=writing.format.is_some().then_some("false")
                dir="auto"
                enterkeyhint="next"
                aria-describedby=described_by
                aria-invalid=asked.invalid(&asked.question.id)
                class="entry"
            />
        }
        .into_any()
    };
    view! {
        {field}
        {counter}
    }
    .into_any()
}
