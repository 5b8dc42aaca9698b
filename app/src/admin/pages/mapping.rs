//! The step before inviting a list: the meaning of its columns, and its errors.

use leptos::prelude::*;

use super::invitations::{LineProblem, Problems};
use crate::admin::{AdminContext, Column, DataTable, QuizNav, QuizTab, Section, area_text, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct MappingPage {
    pub quiz: QuizNav,
    /// The whole list, which the form submits again.
    pub list: String,
    /// True if the first line has the names of the columns.
    pub has_header: bool,
    /// True if the file did not declare its character encoding.
    pub has_unsaid_letters: bool,
    /// The columns that are not empty.
    pub columns: Vec<MappedColumn>,
    pub people: u64,
    /// The first respondents as they will be invited: name, email address, language, custom data, and `fields`.
    pub first: Vec<Vec<String>>,
    /// The names of the fields of people that columns fill.
    pub fields: Vec<String>,
    /// True if respondents who are listed twice or invited already are skipped.
    pub leaves_out: bool,
    pub repeated: u64,
    pub problems: Vec<LineProblem>,
}

#[derive(Clone, Debug)]
pub struct MappedColumn {
    /// Counted from 0, including empty columns.
    pub place: usize,
    pub title: String,
    /// `name`, `email`, `language`, `data`, `ignore` or one of `fields`; `None` for a column that is never imported.
    pub used: Option<String>,
    /// Fields of people that the column can fill: value and label.
    pub fields: Vec<(String, String)>,
    pub cells: Vec<String>,
}

const USES: [(&str, &str); 5] = [
    ("name", "Name"),
    ("email", "E-mail address"),
    ("language", "Language"),
    ("data", "Custom data"),
    ("ignore", "Don’t import"),
];

pub fn mapping(cx: AdminContext, page: MappingPage) -> String {
    let frame = frame("Invite people", Section::Quiz(page.quiz.clone(), QuizTab::Share));
    let MappingPage {
        quiz,
        list,
        has_header,
        has_unsaid_letters,
        columns,
        people,
        first,
        fields,
        leaves_out,
        repeated,
        problems,
    } = page;
    render(cx, frame, move || {
        let at = quiz.href(QuizTab::Share);
        let action = format!("{at}/invite");
        let is_ready = problems.is_empty() && people > 0;
        let label = match people {
            1 => "Create 1 invitation".to_owned(),
            people => format!("Create {} invitations", thousands(people)),
        };
        let (create, check) = if is_ready { ("button", "button-plain") } else { ("button-plain", "button") };
        let left_out = (repeated > 0 || leaves_out).then(|| {
            let text = match repeated {
                0 => "Leave out people who are listed twice or invited already".to_owned(),
                1 => "Leave out the 1 line of people who are listed twice or invited already".to_owned(),
                more => {
                    format!("Leave out the {} lines of people who are listed twice or invited already", thousands(more))
                }
            };
            view! { <Tick name="leave-out" label=text is_ticked=leaves_out /> }
        });
        view! {
            <h2 class="title">"Invite people"</h2>
            <Problems problems=problems at="#columns" />
            <form method="post" action=action enctype="multipart/form-data" class="form mapping">
                <input type="hidden" name="mapped" value="yes" />
                <textarea name="people" hidden=true aria-label="The list">{area_text(list)}</textarea>
                <p id="columns">
                    "Choose what each column is. Several columns can make up the name, in their order. Custom data is kept \
                     under the column’s name."
                </p>
                {has_unsaid_letters
                    .then(|| {
                        view! {
                            <p class="hint">
                                "The file was read as a Western European one. If letters are wrong, save it as “CSV UTF-8”."
                            </p>
                        }
                    })}
                <Columns columns=columns />
                <Tick name="header" label="The first line has the names of the columns" is_ticked=has_header />
                {left_out}
                {(!first.is_empty()).then(|| view! { <First first=first fields=fields /> })}
                <div class="buttons">
                    <button type="submit" class=create name="create" value="yes">{label}</button>
                    <button type="submit" class=check>"Check again"</button>
                    <a class="button-plain" href=at>"Cancel"</a>
                </div>
            </form>
        }
    })
}

#[component]
fn Columns(columns: Vec<MappedColumn>) -> impl IntoView {
    let rows: Vec<_> = columns
        .into_iter()
        .map(|column| {
            let choice = column.used.map(|used| {
                let known = USES.map(|(value, label)| (value.to_owned(), label.to_owned())).into_iter();
                let options: Vec<_> = known
                    .chain(column.fields)
                    .map(|(value, label)| {
                        let is_chosen = value == used;
                        view! { <option value=value selected=is_chosen>{label}</option> }
                    })
                    .collect();
                let (name, label) = (format!("column{}", column.place), format!("Use “{}” as", column.title));
                view! { <select name=name aria-label=label>{options}</select> }
            });
            let cells: Vec<_> = column.cells.into_iter().map(|cell| view! { <td class="prose">{cell}</td> }).collect();
            view! {
                <tr>
                    <th scope="row">{column.title.clone()}</th>
                    <td>
                        {choice.map_or_else(|| "Never imported".into_any(), IntoAny::into_any)}
                    </td>
                    {cells}
                </tr>
            }
        })
        .collect();
    let heads = ["Column", "Use as", "First person", "Second", "Third"].map(Column::text).to_vec();
    view! {
        <DataTable label="Columns of the list" columns=heads>{rows}</DataTable>
    }
}

#[component]
fn Tick(name: &'static str, #[prop(into)] label: String, is_ticked: bool) -> impl IntoView {
    view! {
        <div class="choice">
            <input type="checkbox" id=name name=name value="yes" checked=is_ticked />
            <label for=name>{label}</label>
        </div>
    }
}

#[component]
fn First(first: Vec<Vec<String>>, fields: Vec<String>) -> impl IntoView {
    let rows: Vec<_> = first
        .into_iter()
        .map(|person| {
            let mut cells = person.into_iter();
            let name = cells.next();
            let others: Vec<_> = cells.map(|cell| view! { <td class="prose">{cell}</td> }).collect();
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    {others}
                </tr>
            }
        })
        .collect();
    let own = ["Name", "E-mail address", "Language", "Custom data"].map(ToOwned::to_owned);
    let heads: Vec<Column> = own.into_iter().chain(fields).map(Column::text).collect();
    view! {
        <section>
            <h3>"How the first ones will be invited"</h3>
            <DataTable label="The first people" columns=heads>{rows}</DataTable>
        </section>
    }
}
