//! Form components: fields with label, hint and problem, and the summary of problems.

use leptos::prelude::*;

use crate::admin::Problem;

/// A single-line input, whose id is its name.
#[component]
pub(in crate::admin) fn Field(
    name: &'static str,
    #[prop(into)] label: String,
    #[prop(default = "text")] kind: &'static str,
    #[prop(optional, into)] value: String,
    #[prop(optional)] hint: &'static str,
    #[prop(optional)] autocomplete: Option<&'static str>,
    #[prop(optional)] required: bool,
    /// A script suggests time zone names, and fills in the browser's own if the field is empty.
    #[prop(optional)]
    takes_zone: bool,
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
                data-zone=takes_zone
                autocomplete=autocomplete
                aria-describedby=described
                aria-invalid=is_wrong.then_some("true")
            />
        </div>
    }
}

/// The browser's time zone, for an account without one. A script fills it in.
#[component]
pub(in crate::admin) fn OwnZone() -> impl IntoView {
    view! { <input type="hidden" name="zone" data-zone=true /> }
}

/// The account's password, or with `is_new` a password to choose.
#[component]
pub(in crate::admin) fn PasswordField(
    name: &'static str,
    label: &'static str,
    #[prop(optional)] is_new: bool,
    #[prop(optional)] hint: &'static str,
    #[prop(optional)] problems: Vec<Problem>,
) -> impl IntoView {
    let autocomplete = if is_new { "new-password" } else { "current-password" };
    view! {
        <Field name=name label=label kind="password" hint=hint autocomplete=autocomplete required=true problems=problems />
    }
}

/// The summary above a form, with a link from each problem to its field.
#[component]
pub(in crate::admin) fn FormErrors(problems: Vec<Problem>) -> impl IntoView {
    let items: Vec<_> = problems
        .into_iter()
        .map(|problem| view! { <li><a href=format!("#{}", problem.field)>{problem.message}</a></li> })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <div class="error-summary" role="alert" tabindex="-1" autofocus=true>
                <h2>"There’s a problem"</h2>
                <ul>{items}</ul>
            </div>
        }
    })
}

/// `options` are pairs of value and label. The id of the `<select>` is its name.
#[component]
pub(in crate::admin) fn Select<V: AsRef<str>, L: Into<String>>(
    name: &'static str,
    label: &'static str,
    #[prop(optional)] hint: &'static str,
    options: Vec<(V, L)>,
    #[prop(into)] chosen: String,
) -> impl IntoView {
    let options: Vec<_> = options
        .into_iter()
        .map(move |(value, label)| {
            let value = value.as_ref().to_owned();
            let is_chosen = value == chosen;
            view! { <option value=value selected=is_chosen>{label.into()}</option> }
        })
        .collect();
    let hint_id = (!hint.is_empty()).then(|| format!("{name}-hint"));
    view! {
        <div class="field">
            <label for=name>{label}</label>
            {hint_id.clone().map(|id| view! { <p class="hint" id=id>{hint}</p> })}
            <select id=name name=name aria-describedby=hint_id>{options}</select>
        </div>
    }
}

/// Radio buttons, or checkboxes if `several`, each with a hint. `options` are value, label and hint. For checkboxes,
/// `chosen` is a space-separated list.
#[component]
pub(in crate::admin) fn Choices(
    name: &'static str,
    legend: &'static str,
    options: Vec<(&'static str, &'static str, &'static str)>,
    #[prop(into)] chosen: String,
    #[prop(optional)] several: bool,
) -> impl IntoView {
    let options: Vec<_> = options
        .into_iter()
        .map(move |(value, label, hint)| {
            let id = format!("{name}-{value}");
            let hint_id = format!("{id}-hint");
            view! {
                <div class="choice">
                    <input
                        type=if several { "checkbox" } else { "radio" }
                        id=id.clone()
                        name=name
                        value=value
                        checked=chosen.split(' ').any(|chosen| chosen == value)
                        aria-describedby=hint_id.clone()
                    />
                    <label for=id>{label}</label>
                    <p class="hint" id=hint_id>{hint}</p>
                </div>
            }
        })
        .collect();
    view! {
        <fieldset class="choices">
            <legend>{legend}</legend>
            {options}
        </fieldset>
    }
}

/// Text for a `<textarea>`, which the framework does not escape. It starts with a line break because browsers drop the
/// first one.
pub(in crate::admin) fn area_text(mut text: String) -> String {
    text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.insert(0, '\n');
    text
}

#[cfg(test)]
mod tests {
    use super::area_text;

    #[test]
    fn no_text_ends_the_field_or_becomes_an_element() {
        assert_eq!(area_text("</textarea><b>&lt;".to_owned()), "\n&lt;/textarea>&lt;b>&amp;lt;");
    }
}
