//! Events that are held after a restore or on a copy.

use leptos::prelude::*;

use super::brief;
use crate::admin::{AdminContext, Area, Column, DataTable, NamespaceNav, Pager, Section, frame, render};

#[derive(Clone, Debug)]
pub struct HeldNote {
    pub since: String,
}

#[derive(Clone, Debug)]
pub struct OutgoingPage {
    pub namespace: NamespaceNav,
    /// `None` if nothing is held.
    pub held: Option<HeldNote>,
    /// True if the visitor may release and drop events, which requires an administrator of all namespaces.
    pub may_release: bool,
    pub waiting: Vec<WaitingLine>,
    pub first: Option<String>,
    pub next: Option<String>,
}

/// An event that may have been sent already.
#[derive(Clone, Debug)]
pub struct WaitingLine {
    pub event: String,
    pub kind: String,
    pub at: String,
    pub webhook_id: String,
    pub url: String,
}

/// `path` is that of the namespace's webhooks.
pub(super) fn held_notice(path: &str, note: &HeldNote) -> impl IntoView + use<> {
    let text = format!(
        "Nothing is sent since {}: this database was restored from a backup or is a copy, and some events may have gone \
         already. ",
        note.since
    );
    view! {
        <p class="said said-error">
            {text} <a href=format!("{path}/held")>"See what is held"</a>
        </p>
    }
}

pub fn outgoing(cx: AdminContext, page: OutgoingPage) -> String {
    let frame = frame("Held events", Section::Namespace(page.namespace.clone(), Area::Webhooks));
    let OutgoingPage { namespace, held, may_release, waiting, first, next } = page;
    render(cx, frame, move || {
        let path = Area::Webhooks.href(&namespace.id);
        let content = match held {
            None => view! { <p class="lead">"Nothing is held."</p> }.into_any(),
            Some(note) => view! {
                <p class="measure-wide">
                    {format!(
                        "Nothing is sent since {}, when this database was restored from a backup or made as a copy. The events below are from before that moment. They were waiting in the backup or the other database, which may have sent them, or may send them still.",
                        note.since,
                    )}
                </p>
                <div class="under">
                    <Waiting path=path.clone() waiting=waiting />
                </div>
                <Pager first=first next=next />
                <Release namespace=namespace.id.to_string() may_release=may_release />
            }
            .into_any(),
        };
        view! {
            <h1>"Held events"</h1>
            {content}
            <p class="aside"><a href=path>"Back to webhooks"</a></p>
        }
    })
}

#[component]
fn Waiting(path: String, waiting: Vec<WaitingLine>) -> impl IntoView {
    if waiting.is_empty() {
        return view! { <p class="hint">"No event of this namespace may have gone already."</p> }.into_any();
    }
    let rows: Vec<_> = waiting
        .into_iter()
        .map(|line| {
            view! {
                <tr>
                    <th scope="row">{line.kind} <br /> <code class="id">{line.event}</code></th>
                    <td data-label="Happened">{line.at}</td>
                    <td class="prose"><a href=format!("{path}/{}", line.webhook_id)>{brief(&line.url)}</a></td>
                </tr>
            }
        })
        .collect();
    let columns = ["Event", "Happened", "Webhook"].map(Column::text).to_vec();
    view! {
        <DataTable label="Events that may have gone already" columns=columns>{rows}</DataTable>
    }
    .into_any()
}

#[component]
fn Release(namespace: String, may_release: bool) -> impl IntoView {
    if !may_release {
        return view! { <p class="hint aside">"An administrator of all namespaces sends them or gives them up."</p> }
            .into_any();
    }
    view! {
        <section aria-labelledby="release-title">
            <h2 id="release-title">"Send or give up"</h2>
            <p class="measure-wide">
                "This holds for all namespaces. Receivers that deduplicate by webhook-id notice an event that comes a second \
                 time. What is given up stays in the lists as failed, and can be sent again one by one."
            </p>
            <div class="confirm under">
                <form method="post" action="/admin/outgoing/release">
                    <input type="hidden" name="namespace" value=namespace.clone() />
                    <button type="submit" class="button">"Send what is held"</button>
                </form>
                <form method="post" action="/admin/outgoing/drop">
                    <input type="hidden" name="namespace" value=namespace />
                    <button type="submit" class="button button-danger">"Give up what is held"</button>
                </form>
            </div>
        </section>
    }
    .into_any()
}
