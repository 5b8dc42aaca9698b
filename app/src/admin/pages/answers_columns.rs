//! The columns of the table of answers, which each administrator chooses individually.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, brief, frame, render};

#[derive(Clone, Debug)]
pub struct AnswerColumnsPage {
    pub quiz: QuizNav,
    /// The visible columns in their order, then the others.
    pub columns: Vec<ColumnChoice>,
    /// The search term, if there are more columns than a page lists.
    pub find: Option<String>,
    /// True if the search found further columns.
    pub has_more: bool,
    pub query: String,
}

#[derive(Clone, Debug)]
pub struct ColumnChoice {
    pub key: String,
    pub label: String,
    pub is_shown: bool,
}

pub fn answer_columns(cx: AdminContext, page: AnswerColumnsPage) -> String {
    let frame = frame("Columns", Section::Quiz(page.quiz.clone(), QuizTab::Answers));
    render(cx, frame, move || {
        let AnswerColumnsPage { quiz, columns, find, has_more, query } = page;
        let list = quiz.href(QuizTab::Answers);
        let action = quiz.table_href();
        let back = if query.is_empty() { list } else { format!("{list}?{query}") };
        let rows: Vec<_> = (1..).zip(columns).map(|(place, column)| choice(place, column)).collect();
        view! {
            <h2 class="title">"Columns"</h2>
            <form method="post" action=action class="form measure">
                <p class="hint">"Only you see this choice. Columns stand in the order of their numbers. \
                     The list can be sorted by when people started or submitted and by scores. Dates and times are in the \
                     time zone of " <a href="/admin/account">"your account"</a> "."</p>
                <fieldset class="column-choices">
                    <legend>"Shown in the table"</legend>
                    {find.map(|find| find_columns(find, has_more))}
                    <ul>{rows}</ul>
                </fieldset>
                <input type="hidden" name="query" value=query />
                <p class="buttons">
                    <button type="submit" class="button">"Save columns"</button>
                    <a class="button-plain" href=back>"Cancel"</a>
                </p>
            </form>
        }
    })
}

/// A search among many columns. Ticked columns stay ticked.
pub(super) fn find_columns(find: String, has_more: bool) -> impl IntoView {
    view! {
        <div class="answers-search">
            <input type="search" name="find" value=find aria-label="Find a column" placeholder="Part of its name" />
            <button type="submit" name="do" value="find" class="button-plain">"Find"</button>
        </div>
        {has_more.then(|| view! { <p class="hint">"There are more columns. Find them by a part of the name."</p> })}
    }
}

fn choice(place: usize, column: ColumnChoice) -> impl IntoView {
    let ColumnChoice { key, label, is_shown } = column;
    let label = brief(&label);
    let id = format!("column-{place}");
    let place_label = format!("Place of {label}");
    view! {
        <li>
            <input type="checkbox" id=id.clone() name="column" value=key.clone() checked=is_shown />
            <label for=id>{label}</label>
            <input
                type="number"
                name=format!("place {key}")
                value=place.to_string()
                min="1"
                max="999"
                aria-label=place_label
                class="column-place"
            />
        </li>
    }
}
