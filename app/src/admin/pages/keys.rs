//! The API keys of a namespace.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Column, CopyLine, DataTable, Empty, Field, FormErrors, NamespaceNav, Pill, Problem,
    Section, frame, render,
};

#[derive(Clone, Debug)]
pub struct KeysPage {
    pub namespace: NamespaceNav,
    pub keys: Vec<KeyLine>,
    /// A newly created key, shown only once.
    pub new_key: Option<String>,
    /// The rejected label, scopes (separated by spaces) and days.
    pub typed: (String, String, String),
    /// A token for this form, so that submitting it twice creates one key.
    pub once: String,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct KeyLine {
    pub id: String,
    pub label: String,
    pub scopes: String,
    /// `valid`, `expired`, `revoked`.
    pub state: &'static str,
    pub created: String,
    /// A day or `Never`.
    pub expires: String,
    pub last_used: String,
}

const SCOPES: [(&str, &str, &str); 3] = [
    ("read", "Read", "Reads quizzes, answers and insights."),
    ("export", "Export", "Starts and downloads exports, and reads the quizzes they are of."),
    ("admin", "Admin", "Everything, including members and keys."),
];

pub fn keys(cx: AdminContext, page: KeysPage) -> String {
    let frame = frame("API keys", Section::Namespace(page.namespace.clone(), Area::Keys));
    let KeysPage { namespace, keys, new_key, typed, once, problems } = page;
    render(cx, frame, move || {
        let path = format!("{}/keys", namespace.href());
        let list = if keys.is_empty() {
            view! {
                <Empty
                    title="No key yet"
                    text="Programs use a key to read answers, invite people or download exports. The API reference lists what they can call."
                >
                    <a class="button-plain" href="/docs">"API reference"</a>
                </Empty>
            }
            .into_any()
        } else {
            view! { <KeyTable path=path.clone() keys=keys /> }.into_any()
        };
        let (label, scopes, days) = typed;
        view! {
            <h1>"API keys"</h1>
            {new_key
                .map(|key| {
                    view! {
                        <div class="card shown-once" role="status">
                            <h2>"Key created"</h2>
                            <p>
                                "Copy it now: it is not shown again. A program sends it as the header " <code>"x-api-key"</code>
                                ", never in an address."
                            </p>
                            <CopyLine id="new-key" label="API key" text=key />
                        </div>
                    }
                })}
            {list}
            <section aria-labelledby="make-title">
                <h2 id="make-title">"Create a key"</h2>
                <FormErrors problems=problems.clone() />
                <form method="post" action=path class="card form measure">
                    <input type="hidden" name="page" value=once />
                    <Field
                        name="label"
                        label="Label"
                        value=label
                        required=true
                        hint="To tell it from others later, such as “nightly report”."
                        problems=problems.clone()
                    />
                    <Choices name="scope" legend="Permissions" options=SCOPES.to_vec() chosen=scopes several=true />
                    <Field
                        name="days"
                        label="Days until it expires"
                        kind="number"
                        value=days
                        hint="Leave it empty for a key that lasts until it is revoked."
                        problems=problems
                    />
                    <button type="submit" class="button">"Create key"</button>
                </form>
            </section>
        }
    })
}

#[component]
fn KeyTable(path: String, keys: Vec<KeyLine>) -> impl IntoView {
    let rows: Vec<_> = keys
        .into_iter()
        .map(|key| {
            let revoke = (key.state == "valid").then(|| {
                let (href, name) = (format!("{path}/{}/revoke", key.id), format!("Revoke {}", key.label));
                view! { <a href=href aria-label=name>"Revoke"</a> }
            });
            view! {
                <tr>
                    <th scope="row">{key.label.clone()} <br /><code class="id">{format!("qa_{}_…", key.id)}</code></th>
                    <td>{key.scopes}</td>
                    <td><Pill status=key.state /></td>
                    <td data-label="Created">{key.created}</td>
                    <td data-label="Expires">{key.expires}</td>
                    <td data-label="Last used">{key.last_used}</td>
                    <td>{revoke}</td>
                </tr>
            }
        })
        .collect();
    let mut columns = ["Key", "Scopes", "State", "Created", "Expires", "Last used"].map(Column::text).to_vec();
    columns.push(Column::Actions("Revoking"));
    view! {
        <DataTable label="API keys" columns=columns>{rows}</DataTable>
    }
}
