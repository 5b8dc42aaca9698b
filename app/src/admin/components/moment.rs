//! A field for a moment in UTC.

use leptos::prelude::*;

use crate::admin::Problem;

/// `value` is such as `2026-11-21T14:03`, or empty.
#[component]
pub(in crate::admin) fn Moment(
    name: &'static str,
    label: &'static str,
    value: String,
    problems: Vec<Problem>,
) -> impl IntoView {
    let problem = problems.into_iter().find(|problem| problem.field == name).map(|problem| problem.message);
    let is_wrong = problem.is_some();
    let problem_id = is_wrong.then(|| format!("{name}-problem"));
    view! {
        <div class=if is_wrong { "field field-wrong" } else { "field" }>
            <label for=name>{label}</label>
            {problem.zip(problem_id.clone()).map(|(text, id)| view! { <p class="problem" id=id>{text}</p> })}
            <input
                id=name
                name=name
                type="datetime-local"
                value=value
                aria-describedby=problem_id
                aria-invalid=is_wrong.then_some("true")
            />
        </div>
    }
}
