//! A form field with its label, hint and problem.

use leptos::prelude::*;

use crate::admin::Problem;

/// The id of the `<input>` is its name.
#[component]
pub(in crate::admin) fn Field(
    name: &'static str,
    label: &'static str,
    #[prop(default = "text")] kind: &'static str,
    #[prop(optional, into)] value: String,
    #[prop(optional)] hint: &'static str,
    #[prop(optional)] autocomplete: Option<&'static str>,
    #[prop(optional)] required: bool,
    #[prop(optional)] problems: Vec<Problem>,
) -> impl IntoView {
    let problem = problems.into_iter().find(|problem| problem.field == name).map(|problem| problem.message);
    let is_wrong = problem.is_some();
    let hint_id = (!hint.is_empty()).then(|| format!("{name}-hint"));
    let problem_id = is_wrong.then(|| format!("{name}-problem"));
    let described: Vec<String> = hint_id.iter().chain(&problem_id).cloned().collect();
    let described = (!described.is_empty()).then(|| described.join(" "));
    view! {
        <div class=if is_wrong { "field field-wrong" } else { "field" }>
            <label for=name>{label}</label>
            {hint_id.map(|id| view! { <p class="hint" id=id>{hint}</p> })}
            {problem.zip(problem_id).map(|(text, id)| view! { <p class="problem" id=id>{text}</p> })}
            <input
                id=name
                name=name
                type=kind
                value=value
                required=required
                autocomplete=autocomplete
                aria-describedby=described
                aria-invalid=is_wrong.then_some("true")
            />
        </div>
    }
}

/// The summary above a form. Each problem links to its field.
#[component]
pub(in crate::admin) fn FormErrors(problems: Vec<Problem>) -> impl IntoView {
    let items: Vec<_> = problems
        .into_iter()
        .map(|problem| view! { <li><a href=format!("#{}", problem.field)>{problem.message}</a></li> })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <div class="error-summary" role="alert" tabindex="-1" autofocus=true>
                <h2>"This needs another look"</h2>
                <ul>{items}</ul>
            </div>
        }
    })
}
