//! Data tables, which scroll sideways on narrow screens.

use leptos::prelude::*;

/// The head of a column.
#[derive(Clone)]
pub(in crate::admin) enum Column {
    Text(String),
    /// Aligned to the right.
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

/// `children` are the rows, `class` is for the table and `region` for the scrolling element around it.
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
