//! The fields of people that a quiz declares: a form to add, rename and remove them.

use domain::{FieldType, PersonField};
use leptos::prelude::*;

use crate::admin::{
    AdminContext, Column, DataTable, Field, FormErrors, Problem, QuizNav, QuizTab, Section, Select, Typed, frame,
    render,
};

#[derive(Clone, Debug)]
pub struct PersonFieldsPage {
    pub quiz: QuizNav,
    pub fields: Vec<PersonField>,
    /// Of the new field: `id`, `name` and `type`.
    pub typed: Typed,
    pub problems: Vec<Problem>,
}

const TYPES: [(&str, &str); FieldType::ALL.len()] =
    [("text", "Text"), ("number", "Number"), ("date", "Date"), ("yesNo", "Yes or no")];

pub fn person_fields(cx: AdminContext, page: PersonFieldsPage) -> String {
    let frame = frame("Fields of people", Section::Quiz(page.quiz.clone(), QuizTab::Share)).narrow();
    let PersonFieldsPage { quiz, fields, typed, problems } = page;
    render(cx, frame, move || {
        let back = quiz.href(QuizTab::Share);
        let action = format!("{back}/fields");
        let is_full = fields.len() >= PersonField::MOST;
        let known = (!fields.is_empty()).then(|| view! { <Known action=action.clone() fields=fields /> });
        let new = (!is_full).then(|| view! { <New action=action typed=typed problems=problems.clone() /> });
        view! {
            <h2 class="title">"Fields of people"</h2>
            <p>
                "What you know of people beside their answers, such as a region. Columns of a list, invitations and signed \
                 sessions fill them. An attempt keeps the values that it began with, and answers can be filtered by them. \
                 Respondents don’t see them."
            </p>
            <FormErrors problems=problems />
            {known}
            {new}
            {is_full.then(|| view! { <p class="said">{format!("A quiz has at most {} fields.", PersonField::MOST)}</p> })}
            <p class="aside"><a href=back>"Back to sharing"</a></p>
        }
    })
}

/// The declared fields, each with its name to change and a box to remove it.
#[component]
fn Known(action: String, fields: Vec<PersonField>) -> impl IntoView {
    let rows: Vec<_> = fields.into_iter().map(row).collect();
    let heads = ["Id", "Name", "Type", "Remove"].map(Column::text).to_vec();
    view! {
        <form method="post" action=action class="card form">
            <DataTable label="Fields of people" columns=heads>{rows}</DataTable>
            <p class="hint">
                "A removed field is no longer filled, listed or exported. Attempts keep its values until they are erased."
            </p>
            <button type="submit" class="button" name="do" value="keep">"Save fields"</button>
        </form>
    }
}

fn row(field: PersonField) -> impl IntoView {
    let (id, name) = (field.id.to_string(), field.name().to_owned());
    let kind = TYPES.into_iter().find(|(value, _)| *value == field.kind.as_str()).map(|(_, label)| label);
    let unsigned = field.from_custom_data.then(|| view! { <span class="hint">" also from custom data"</span> });
    view! {
        <tr>
            <th scope="row">{id.clone()}</th>
            <td>
                <input name=format!("name.{id}") value=name aria-label=format!("Name of {id}") maxlength="80" />
            </td>
            <td>{kind} {unsigned}</td>
            <td>
                <input type="checkbox" name="remove" value=id.clone() aria-label=format!("Remove {id}") />
            </td>
        </tr>
    }
}

#[component]
fn New(action: String, typed: Typed, problems: Vec<Problem>) -> impl IntoView {
    let is_ticked = !typed.get("custom").is_empty();
    view! {
        <section aria-labelledby="new-title">
            <h3 id="new-title">"New field"</h3>
            <form method="post" action=action class="card form">
                <Field
                    name="name"
                    label="Name"
                    value=typed.get("name").to_owned()
                    hint="Heading in tables and files."
                    problems=problems.clone()
                />
                <Field
                    name="id"
                    label="Id"
                    value=typed.get("id").to_owned()
                    hint="For programs and headings of lists: small letters, digits and _. Empty: made from the name."
                    problems=problems
                />
                <Select name="type" label="Type" options=TYPES.to_vec() chosen=typed.get("type") />
                <div class="choice">
                    <input type="checkbox" id="custom" name="custom" value="yes" checked=is_ticked />
                    <label for="custom">
                        "Also fill it from custom data, such as region=North. Such values are marked as unsigned where \
                         respondents could have written them."
                    </label>
                </div>
                <button type="submit" class="button" name="do" value="add">"Add field"</button>
            </form>
        </section>
    }
}
