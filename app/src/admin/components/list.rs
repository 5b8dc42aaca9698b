//! List components: tables, pagination links, status labels, and an empty state.

use leptos::prelude::*;

#[derive(Clone)]
pub(in crate::admin) enum Column {
    Text(String),
    Number(String),
    /// Visible to screen readers only.
    Actions(&'static str),
}

impl Column {
    pub(in crate::admin) fn text(name: impl Into<String>) -> Self {
        Self::Text(name.into())
    }

    pub(in crate::admin) fn number(name: impl Into<String>) -> Self {
        Self::Number(name.into())
    }
}

/// Scrolls sideways on narrow screens. `children` are the rows, `class` is for the table and `region` for the scrolling
/// element around it.
#[component]
pub(in crate::admin) fn DataTable(
    #[prop(into)] label: String,
    columns: Vec<Column>,
    #[prop(optional)] class: Option<&'static str>,
    #[prop(default = "table")] region: &'static str,
    /// The language of the rows, if it differs from the page's.
    #[prop(optional)]
    lang: Option<String>,
    children: Children,
) -> impl IntoView {
    // On a phone, each row is a card.
    let class = class.or((region == "table").then_some("line-cards"));
    let heads: Vec<_> = columns
        .into_iter()
        .map(|column| match column {
            Column::Text(name) => view! { <th scope="col">{name}</th> }.into_any(),
            Column::Number(name) => view! { <th scope="col" class="number">{name}</th> }.into_any(),
            Column::Actions(name) => {
                view! { <th scope="col"><span class="visually-hidden">{name}</span></th> }.into_any()
            }
        })
        .collect();
    view! {
        <div class=region role="region" aria-label=label tabindex="0">
            <table class=class>
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody lang=lang>{children()}</tbody>
            </table>
        </div>
    }
}

/// Links to the first and next page of a list. `first` is `None` on the first page.
#[component]
pub(in crate::admin) fn Pager(first: Option<String>, next: Option<String>) -> impl IntoView {
    (first.is_some() || next.is_some()).then(|| {
        view! {
            <nav class="pager" aria-label="Pages">
                {first.map(|href| view! { <a href=href>"Back to the first page"</a> })}
                {next.map(|href| view! { <a href=href rel="next">"Next page"</a> })}
            </nav>
        }
    })
}

#[component]
pub(in crate::admin) fn Pill(status: &'static str) -> impl IntoView {
    let text = if status == "begun" { "started" } else { status };
    view! { <span class=format!("pill pill-{status}")>{text}</span> }
}

/// Explains the purpose of an empty list, and the next action.
#[component]
pub(in crate::admin) fn Empty(
    title: &'static str,
    #[prop(into)] text: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="card empty">
            <h2>{title}</h2>
            <p>{text}</p>
            {children.map(|children| view! { <div class="buttons">{children()}</div> })}
        </div>
    }
}
