//! Rows with the same answers, shown as a table on wide screens and as consecutive questions on narrow ones.

use domain::{Kind, Row};
use leptos::prelude::*;

use super::scale::scale;
use crate::components::{
    item_errors::{ErrorText, ItemErrors},
    lang_of, linked,
    question_view::{QuestionView, control_id},
};

/// The maximum number of answers that fit beside a row.
const COLUMNS: usize = 7;

pub(crate) fn matrix(asked: &QuestionView<'_>, rows: &[Row], cells: &Kind, mistakes: &[ItemErrors]) -> AnyView {
    let heads: Vec<AnyView> = match cells {
        Kind::Scale(scale) => scale
            .values()
            .map(|value| {
                let label = scale.labels.get(&value.to_string()).map(|label| asked.rendition(label));
                let label = label.map(|label| view! { <span {..lang_of(&label)}>{label.text.clone()}</span> });
                view! { <span>{value.to_string()} " " {label}</span> }.into_any()
            })
            .collect(),
        _ => asked
            .choices()
            .into_iter()
            .map(|choice| {
                // The browser program finds and hides a head by its value, along with the radio buttons of its column.
                view! {
                    <data value=choice.value {..lang_of(&choice.label)} hidden=choice.is_hidden>
                        {choice.label.text.clone()}
                    </data>
                }
                .into_any()
            })
            .collect(),
    };
    let class = if heads.len() <= COLUMNS { "matrix table" } else { "matrix" };
    // The items of the question are its rows.
    let rows: Vec<_> = rows.iter().zip(mistakes).map(|(row, mistake)| matrix_row(asked, row, cells, mistake)).collect();
    view! {
        <div class=class>
            <div class="heads" aria-hidden="true">
                {heads}
            </div>
            {rows}
        </div>
    }
    .into_any()
}

fn matrix_row(asked: &QuestionView<'_>, row: &Row, cells: &Kind, mistake: &ItemErrors) -> impl IntoView + use<> {
    let item = &mistake.item;
    let name = ["answer_", row.id.as_str()].concat();
    let text = asked.rendition(&row.text);
    let [heading, error] = ["-heading", "-error"].map(|part| [item.as_str(), part].concat());
    let answers = if let Kind::Scale(of) = cells {
        scale(asked, of, item, &name)
    } else {
        let options: Vec<_> = asked
            .choices()
            .into_iter()
            .map(|choice| {
                let id = control_id(item, choice.number);
                view! {
                    <label for=id hidden=choice.is_hidden class="option">
                        <input
                            type="radio"
                            name=name.clone()
                            id=id.clone()
                            checked=asked.has(&name, &choice.value)
                            aria-invalid=asked.invalid(item)
                            value=choice.value
                            disabled=choice.is_hidden
                        />
                        <span {..lang_of(&choice.label)}>{choice.label.text.clone()}</span>
                    </label>
                }
            })
            .collect();
        view! { <div class="options">{options}</div> }.into_any()
    };
    view! {
        <div
            data-item=item.to_string()
            data-error=asked.error(item).is_some()
            role="radiogroup"
            aria-labelledby=heading
            aria-describedby=error
            class="row"
        >
            <p id=heading.clone() {..lang_of(&text)} class="row-name lines">
                {linked(&text.text)}
            </p>
            <ErrorText words=asked.words mistake=mistake is_visible=true />
            {answers}
        </div>
    }
}
