//! Creating or changing a webhook.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Field, FormErrors, NamespaceNav, Problem, Section, area_text, frame, render,
};

#[derive(Clone, Debug)]
pub struct WebhookFormPage {
    pub namespace: NamespaceNav,
    /// Set when an existing webhook is changed.
    pub id: Option<String>,
    pub fields: WebhookFields,
    pub types: &'static [&'static str],
    pub quizzes: Vec<(String, String)>,
    pub has_more_quizzes: bool,
    /// Names of its stored headers.
    pub header_names: Vec<String>,
    /// A token for this form, so that submitting it twice creates one webhook.
    pub once: String,
    pub problems: Vec<Problem>,
}

/// The fields as stored or as typed.
#[derive(Clone, Debug, Default)]
pub struct WebhookFields {
    pub url: String,
    pub description: String,
    pub events: Vec<String>,
    pub quizzes: Vec<String>,
    pub with_answers: bool,
    /// Typed headers only: stored ones are never shown.
    pub headers: String,
    pub removes_headers: bool,
    pub is_on: bool,
}

pub fn webhook_form(cx: AdminContext, page: WebhookFormPage) -> String {
    let title = if page.id.is_some() { "Change webhook" } else { "New webhook" };
    let frame = frame(title, Section::Namespace(page.namespace.clone(), Area::Webhooks));
    render(cx, frame, move || {
        let WebhookFormPage { namespace, id, fields, types, quizzes, has_more_quizzes, header_names, once, problems } =
            page;
        let path = Area::Webhooks.href(&namespace.id);
        let (action, back, button) = match &id {
            Some(id) => (format!("{path}/{id}/change"), format!("{path}/{id}"), "Save webhook"),
            None => (path.clone(), path, "Create webhook"),
        };
        let state = id.as_ref().map(|_| {
            let chosen = if fields.is_on { "on" } else { "off" };
            view! {
                <Choices
                    name="state"
                    legend="State"
                    options=vec![
                        ("on", "On", "Sends events as they come."),
                        ("off", "Off", "Holds what comes until you send it again."),
                    ]
                    chosen=chosen
                />
            }
        });
        let first = id.is_none().then(|| view! { <input type="hidden" name="page" value=once /> });
        let types = types.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
        view! {
            <h1>{title}</h1>
            <FormErrors problems=problems.clone() />
            <form method="post" action=action class="card form measure">
                {first}
                <Field
                    name="url"
                    label="Address"
                    kind="url"
                    value=fields.url
                    required=true
                    hint="An address of your receiver that begins with https://. Events are posted to it."
                    problems=problems.clone()
                />
                <Field
                    name="description"
                    label="Description (optional)"
                    value=fields.description
                    problems=problems.clone()
                />
                {state}
                <Boxes
                    name="events"
                    legend="Events"
                    hint="Choose none to send all, and those of later versions.".to_owned()
                    options=types
                    chosen=fields.events
                />
                {quiz_boxes(quizzes, fields.quizzes, has_more_quizzes)}
                <Choices
                    name="answers"
                    legend="Answers"
                    options=vec![
                        (
                            "yes",
                            "Send answers too",
                            "Otherwise a receiver gets ids, scores and bands, never what a respondent answered.",
                        ),
                    ]
                    chosen=if fields.with_answers { "yes" } else { "" }
                    several=true
                />
                {headers(fields.headers, fields.removes_headers, &header_names, &problems)}
                <button type="submit" class="button">{button}</button>
            </form>
            <p class="aside"><a href=back>"Go back"</a></p>
        }
    })
}

fn quiz_boxes(quizzes: Vec<(String, String)>, chosen: Vec<String>, has_more: bool) -> AnyView {
    if quizzes.is_empty() {
        return view! { <p class="hint" id="quizzes">"It hears of all quizzes that this namespace gets."</p> }
            .into_any();
    }
    let more = if has_more { " The newest 100 are listed; the API takes others." } else { "" };
    let hint = format!("Choose none for all quizzes, and later ones.{more}");
    view! { <Boxes name="quizzes" legend="Quizzes" hint=hint options=quizzes chosen=chosen /> }.into_any()
}

/// Checkboxes in a scrolling box of limited height. `options` are values and labels.
#[component]
fn Boxes(
    name: &'static str,
    legend: &'static str,
    hint: String,
    options: Vec<(String, String)>,
    chosen: Vec<String>,
) -> impl IntoView {
    let boxes: Vec<_> = options
        .into_iter()
        .map(|(value, label)| {
            let is_chosen = chosen.contains(&value);
            view! {
                <li>
                    <label class="check">
                        <input type="checkbox" name=name value=value checked=is_chosen />
                        <span dir="auto">{label}</span>
                    </label>
                </li>
            }
        })
        .collect();
    let hint_id = format!("{name}-hint");
    let described = hint_id.clone();
    view! {
        <fieldset class="some-columns" id=name aria-describedby=described>
            <legend>{legend}</legend>
            <p class="hint" id=hint_id>{hint}</p>
            <ul tabindex="0" aria-label=format!("{legend} to choose from")>{boxes}</ul>
        </fieldset>
    }
}

fn headers(typed: String, removes: bool, names: &[String], problems: &[Problem]) -> impl IntoView + use<> {
    let problem = problems.iter().find(|problem| problem.field == "headers").map(|problem| problem.message.clone());
    let is_wrong = problem.is_some();
    let described = if is_wrong { "headers-hint headers-problem" } else { "headers-hint" };
    let has_some = !names.is_empty();
    let hint = if has_some {
        format!(
            "It sends {}. Values are not shown again. Leave this empty to keep them; what you type replaces all.",
            names.join(", ")
        )
    } else {
        "One a line, such as Authorization: Bearer … They are encrypted, and not shown again.".to_owned()
    };
    view! {
        <div class=if is_wrong { "field field-wrong" } else { "field" }>
            <label for="headers">"Headers of your own (optional)"</label>
            <p class="hint" id="headers-hint">{hint}</p>
            {problem.map(|text| view! { <p class="problem" id="headers-problem">{text}</p> })}
            <textarea
                id="headers"
                name="headers"
                rows="3"
                spellcheck="false"
                autocomplete="off"
                aria-describedby=described
                aria-invalid=is_wrong.then_some("true")
            >
                {area_text(typed)}
            </textarea>
        </div>
        {has_some
            .then(|| {
                view! {
                    <label class="check">
                        <input type="checkbox" name="remove_headers" value="yes" checked=removes />
                        <span>"Remove all headers"</span>
                    </label>
                }
            })}
    }
}
