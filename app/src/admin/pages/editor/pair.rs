//! A text in English and Spanish, side by side.

use domain::Language;
use leptos::prelude::*;

use crate::admin::{Problem, area_text, editor::Wording};

const LANGUAGES: [(Language, &str); 2] = [(Language::EN, "English"), (Language::ES, "Spanish")];

/// One row makes an `<input>`, more make a `<textarea>`; so does a text of several lines, which an `<input>` would join.
#[component]
pub(super) fn Pair(
    #[prop(into)] base: String,
    #[prop(into)] label: String,
    wording: Wording,
    rows: u8,
    problems: Vec<Problem>,
) -> impl IntoView {
    let is_same = wording.is_same;
    let marker = is_same.then(|| view! { <input type="hidden" name=format!("{base}-same") value="1" /> });
    let fields: Vec<_> = LANGUAGES
        .into_iter()
        .map(move |(language, name)| {
            let id = format!("{base}-{language}");
            let problem = problems.iter().find(|problem| problem.field == id).map(|problem| problem.message.clone());
            let value = wording.in_language(language).to_owned();
            // A text stored for all languages shows in both.
            let placeholder = (is_same && value.is_empty()).then_some("The same words");
            control(id, format!("{label}, {name}"), language, value, placeholder, rows, problem)
        })
        .collect();
    view! { <div class="pair">{fields} {marker}</div> }.into_any()
}

fn control(
    id: String,
    label: String,
    language: Language,
    value: String,
    placeholder: Option<&'static str>,
    rows: u8,
    problem: Option<String>,
) -> AnyView {
    let is_wrong = problem.is_some();
    let problem_id = format!("{id}-problem");
    let described = is_wrong.then(|| problem_id.clone());
    let invalid = is_wrong.then_some("true");
    let control = if rows == 1 && !value.contains('\n') {
        view! {
            <input
                id=id.clone()
                name=id.clone()
                type="text"
                lang=language.as_str()
                value=value
                placeholder=placeholder
                aria-describedby=described
                aria-invalid=invalid
            />
        }
        .into_any()
    } else {
        view! {
            <textarea
                id=id.clone()
                name=id.clone()
                lang=language.as_str()
                rows=rows.to_string()
                placeholder=placeholder
                aria-describedby=described
                aria-invalid=invalid
            >
                {area_text(value)}
            </textarea>
        }
        .into_any()
    };
    view! {
        <div class=if is_wrong { "field field-wrong" } else { "field" }>
            <label for=id>{label}</label>
            {problem.map(|text| view! { <p class="problem" id=problem_id>{text}</p> })}
            {control}
        </div>
    }
    .into_any()
}
