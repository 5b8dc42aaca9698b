//! The visitor's namespaces.

use domain::{NamespaceId, Role};
use leptos::prelude::*;

use crate::admin::{AdminContext, Area, Empty, Field, FormErrors, Pager, Problem, Section, frame, render};

#[derive(Clone, Debug, Default)]
pub struct NamespacesPage {
    pub namespaces: Vec<NamespaceLine>,
    pub first: Option<String>,
    pub next: Option<String>,
    /// The rejected id and name. `None` if the visitor may not create namespaces.
    pub new: Option<(String, String)>,
    pub problems: Vec<Problem>,
    /// A problem with the server's clock, for administrators who may confirm it.
    pub clock: Option<String>,
}

#[derive(Clone, Debug)]
pub struct NamespaceLine {
    pub id: NamespaceId,
    pub name: String,
    pub role: Role,
}

pub fn namespaces(cx: AdminContext, page: NamespacesPage) -> String {
    let frame = frame("Namespaces", Section::General).narrow();
    let NamespacesPage { namespaces, first, next, new, problems, clock } = page;
    render(cx, frame, move || {
        let list = if namespaces.is_empty() && new.is_some() {
            view! {
                <Empty
                    title="Create your first namespace"
                    text="A namespace holds quizzes that belong together, such as those of one team or one customer."
                />
            }
            .into_any()
        } else if namespaces.is_empty() {
            view! {
                <Empty
                    title="Nothing here yet"
                    text="You have no role in any namespace. Ask an owner to offer you one."
                />
            }
            .into_any()
        } else {
            let lines: Vec<_> = namespaces.into_iter().map(line).collect();
            view! { <ul class="cards">{lines}</ul> }.into_any()
        };
        let log = new.is_some().then(|| {
            view! { <p class="aside"><a href="/admin/audit">"Audit log of all namespaces"</a></p> }
        });
        view! {
            <h1>"Namespaces"</h1>
            {clock.map(|state| view! { <Clock state=state /> })}
            {list}
            <Pager first=first next=next />
            {log}
            {new.map(|(id, name)| view! { <NewNamespace id=id name=name problems=problems /> })}
        }
    })
}

fn line(namespace: NamespaceLine) -> impl IntoView {
    view! {
        <li class="card card-link">
            <h2>
                <a href=Area::Quizzes.href(&namespace.id)>{namespace.name}</a>
            </h2>
            <p class="hint">{namespace.id.to_string()} " · your role: " {namespace.role.as_str()}</p>
        </li>
    }
}

#[component]
fn Clock(state: String) -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="clock">
            <h2 id="clock">"The clock of the server"</h2>
            <p>{state}"."</p>
            <form method="post" action="/admin/clock">
                <button type="submit" class="button-plain">"The clock is right"</button>
            </form>
        </section>
    }
}

#[component]
fn NewNamespace(id: String, name: String, problems: Vec<Problem>) -> impl IntoView {
    view! {
        <section aria-labelledby="new">
            <h2 id="new">"New namespace"</h2>
            <FormErrors problems=problems.clone() />
            <form method="post" action="/admin/ns" class="card form">
                <Field name="name" label="Name" value=name required=true problems=problems.clone() />
                <Field
                    name="id"
                    label="Id"
                    value=id
                    hint="Part of every link: 2 to 63 lower-case letters, digits and hyphens. It can’t be changed later. Empty, \
                          it is made of the name."
                    problems=problems
                />
                <button type="submit" class="button">"Create namespace"</button>
            </form>
        </section>
    }
}
