//! The numbers of a scale as radio buttons: in one row where they fit, otherwise in two rows or one below the other.

use domain::{QuestionId, Rendition, Scale};
use leptos::prelude::*;

use crate::components::{
    lang_of,
    question_view::{QuestionView, control_id},
};

/// Numbers that fit in a row on a phone, on a larger phone, and on wider screens.
const ROWS: [(usize, &str); 3] = [(5, "scale short"), (7, "scale middle"), (11, "scale wide")];

pub(crate) fn scale(asked: &QuestionView<'_>, scale: &Scale, item: &QuestionId, name: &str) -> AnyView {
    let values: Vec<String> = scale.values().map(|value| value.to_string()).collect();
    let label = |value: &String| scale.labels.get(value).map(|label| asked.rendition(label));
    let class = ROWS.iter().find(|(most, _)| values.len() <= *most).map_or("scale tall", |(_, class)| class);
    let points: Vec<_> = values
        .iter()
        .zip(1..)
        .map(|(value, number)| {
            let id = control_id(item, number);
            view! {
                <label for=id class="option point">
                    <input
                        type="radio"
                        name=name.to_owned()
                        id=id.clone()
                        value=value.clone()
                        checked=asked.has(name, value)
                        aria-invalid=asked.invalid(item)
                    />
                    <span>{value.clone()}</span>
                    {label(value).map(said)}
                </label>
            }
        })
        .collect();
    // Repeats these labels below the row; screen readers read them with their numbers.
    let ends: Vec<_> = [0, values.len() / 2, values.len() - 1]
        .into_iter()
        // An even count has no middle.
        .map(|at| values.get(at).filter(|_| at != values.len() / 2 || values.len() % 2 == 1).and_then(label))
        .collect();
    // Two rows show which number is first and which is last; labels in between need a line of their own.
    let is_plain = scale.labels.keys().all(|value| [values.first(), values.last()].contains(&Some(value)));
    let class = if is_plain && class == "scale wide" { "scale wide folds" } else { class };
    let has_ends = ends.iter().any(Option::is_some);
    let ends: Vec<_> = ends
        .into_iter()
        .map(|end| end.map_or_else(|| view! { <span></span> }.into_any(), |end| said(end).into_any()))
        .collect();
    view! {
        <div class=class>
            <div class="options points">{points}</div>
            {has_ends
                .then(|| {
                    view! {
                        <p class="ends" aria-hidden="true">
                            {ends}
                        </p>
                    }
                })}
        </div>
    }
    .into_any()
}

fn said(label: Rendition) -> impl IntoView {
    view! {
        <span {..lang_of(&label)} class="said">
            {label.text.clone()}
        </span>
    }
}
