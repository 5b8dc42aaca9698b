//! The webhooks of a namespace.

use leptos::prelude::*;

use super::{
    brief,
    outgoing::{HeldNote, held_notice},
};
use crate::admin::{
    AdminContext, Area, Column, DataTable, Empty, NamespaceNav, Pill, Section, frame, render, thousands,
};

#[derive(Clone, Debug)]
pub struct WebhooksPage {
    pub namespace: NamespaceNav,
    pub webhooks: Vec<WebhookLine>,
    pub held: Option<HeldNote>,
}

#[derive(Clone, Debug)]
pub struct WebhookLine {
    pub id: String,
    pub url: String,
    pub description: String,
    /// `on`, `failing`, `stopped`, `off`, `held`.
    pub state: &'static str,
    pub events: String,
    pub quizzes: String,
    pub last_success: Option<String>,
    pub last_failure: Option<String>,
    pub waiting: u64,
    pub failed: u64,
    pub held: u64,
}

pub fn webhooks(cx: AdminContext, page: WebhooksPage) -> String {
    let frame = frame("Webhooks", Section::Namespace(page.namespace.clone(), Area::Webhooks));
    let WebhooksPage { namespace, webhooks, held } = page;
    render(cx, frame, move || {
        let path = Area::Webhooks.href(&namespace.id);
        let new = format!("{path}/new");
        let list = if webhooks.is_empty() {
            view! {
                <Empty
                    title="No webhook yet"
                    text="A webhook tells another system a moment after a respondent begins or submits, a quiz opens, an export ends."
                >
                    <a class="button-plain" href=new>"New webhook"</a>
                    <a href="/docs">"API reference"</a>
                </Empty>
            }
            .into_any()
        } else {
            view! {
                <WebhookTable path=path.clone() webhooks=webhooks />
                <p class="aside"><a class="button-plain" href=new>"New webhook"</a></p>
            }
            .into_any()
        };
        view! {
            <h1>"Webhooks"</h1>
            {held.map(|note| held_notice(&path, &note))}
            {list}
        }
    })
}

#[component]
fn WebhookTable(path: String, webhooks: Vec<WebhookLine>) -> impl IntoView {
    let never = || "Never".to_owned();
    let count = |count: u64| (count > 0).then(|| thousands(count));
    let rows: Vec<_> = webhooks
        .into_iter()
        .map(|webhook| {
            view! {
                <tr>
                    <th scope="row">
                        <a href=format!("{path}/{}", webhook.id)>{brief(&webhook.url)}</a>
                        {(!webhook.description.is_empty())
                            .then(|| view! { <br /> <span class="id" dir="auto">{webhook.description}</span> })}
                    </th>
                    <td><Pill status=webhook.state /></td>
                    <td data-label="Events">{webhook.events}</td>
                    <td data-label="Quizzes">{webhook.quizzes}</td>
                    <td data-label="Last success"><span class="prose">{webhook.last_success.unwrap_or_else(never)}</span></td>
                    <td data-label="Last failure"><span class="prose">{webhook.last_failure.unwrap_or_else(never)}</span></td>
                    <td class="number" data-label="Waiting">{count(webhook.waiting)}</td>
                    <td class="number" data-label="Failed">{count(webhook.failed)}</td>
                    <td class="number" data-label="Held">{count(webhook.held)}</td>
                </tr>
            }
        })
        .collect();
    let mut columns =
        ["Webhook", "State", "Events", "Quizzes", "Last success", "Last failure"].map(Column::text).to_vec();
    columns.extend(["Waiting", "Failed", "Held"].map(Column::number));
    view! {
        <DataTable label="Webhooks" columns=columns>{rows}</DataTable>
    }
}
