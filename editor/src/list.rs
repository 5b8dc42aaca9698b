//! The list of questions: kind, text, condition and errors of each, and the menu that adds one.

use std::collections::BTreeMap;

use domain::{
    Indicator, KindName,
    edit::{Place, Tree, built_in, kind, wording},
};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{button, mistakes},
    model::{Editor, Here, Part, sentence},
    page::post,
    parts::{dynamic, keyed},
    words,
};

pub(crate) fn list(ed: Editor) -> AnyView {
    let rows =
        move || ed.tree.with(|tree| tree.items(&"questions".into()).iter().map(Place::to_string).collect::<Vec<_>>());
    let open = Memo::new(move |_| ed.question());
    let shown = Memo::new(move |_| ed.tree.with(all_shown));
    let is_empty = Memo::new(move |_| ed.tree.with(|tree| tree.questions().is_empty()));
    view! {
        <nav class="ed-list" aria-label="Questions">
            <ol data-sortable="questions">
                {keyed(rows, move |place| row(ed, open, shown, Place::parse(&place)))}
            </ol>
            {dynamic(move || is_empty.get().then(|| view! { <p class="hint">"No questions yet. Add the first one below."</p> }))}
            {adding(ed)}
        </nav>
    }
    .into_any()
}

#[derive(Clone, PartialEq)]
struct Shown {
    /// The name of the part that begins with it.
    part: String,
    text: String,
    kind: &'static str,
    condition: String,
}

/// All rows, by place. They are built together: a lookup per question would take quadratic time on every key press.
fn all_shown(tree: &Tree) -> BTreeMap<String, Shown> {
    let questions = tree.questions().iter().map(|question| Shown::of(tree, question));
    tree.items(&"questions".into()).iter().map(Place::to_string).zip(questions).collect()
}

fn row(ed: Editor, open: Memo<Option<String>>, shown: Memo<BTreeMap<String, Shown>>, place: Place) -> AnyView {
    let id = place.steps().last().cloned().unwrap_or_default();
    let href = {
        let here = Here { question: Some(id.clone()), part: Part::Question, ..Here::default() };
        ed.given.with_untracked(|given| here.href(&given.base))
    };
    let name = place.to_string();
    let own = {
        let name = name.clone();
        Memo::new(move |_| shown.with(|shown| shown.get(&name).cloned()))
    };
    let part =
        move |part: fn(&Shown) -> &str| move || own.with(|own| own.as_ref().map(part).unwrap_or_default().to_owned());
    let name_of_part = part(|own| &own.part);
    let wrong = Memo::new(move |_| mistakes(ed, &place, true).len());
    let current = Signal::derive(move || open.with(|open| open.as_deref() == Some(&id)).then_some("true"));
    view! {
        <li data-row=name>
            {dynamic(move || {
                let name = name_of_part();
                (!name.is_empty()).then(|| view! { <span class="ed-part">{name}</span> })
            })}
            <a href=href aria-current=current data-go="">
                <span class="ed-kind">{part(|own| own.kind)}</span>
                <span class="ed-text">{part(|own| &own.text)}</span>
                <span class="ed-shown">{part(|own| &own.condition)}</span>
                {dynamic(move || {
                    let count = wrong.get();
                    (count > 0).then(|| view! { <span class="ed-badge">{words::count(count, "problem")}</span> })
                })}
            </a>
        </li>
    }
    .into_any()
}

impl Shown {
    fn of(tree: &Tree, question: &Value) -> Self {
        let language = tree.language();
        let built_in = built_in(question);
        let written = question.get("text").and_then(|text| wording(text, language));
        let text = written.or_else(|| Some(built_in.as_ref()?.text(language, language)));
        Self {
            part: question.get("part").and_then(|name| wording(name, language)).unwrap_or_default().to_owned(),
            text: text.unwrap_or("(no text yet)").to_owned(),
            kind: if built_in.is_some() { "Built-in" } else { words::KINDS[kind(question) as usize] },
            condition: sentence(tree, question),
        }
    }
}

/// The menu that adds a question of each kind, or a built-in question that the quiz does not have.
fn adding(ed: Editor) -> AnyView {
    let kinds: Vec<_> = KindName::NAMES
        .iter()
        .zip(words::KINDS)
        .map(|(kind, label)| view! { <li>{button(label, format!("add questions {kind}"), "ed-item")}</li> })
        .collect();
    let missing = Memo::new(move |_| {
        let is_there = |id: &str| ed.tree.with(|tree| tree.questions().iter().any(|question| question["id"] == id));
        Indicator::ALL.into_iter().map(Indicator::as_str).filter(|id| !is_there(id)).collect::<Vec<_>>()
    });
    let built_in = move || {
        let items: Vec<_> = missing
            .get()
            .into_iter()
            .map(|id| {
                let text = ed.tree.with_untracked(|tree| built_in_text(tree, id));
                view! { <li>{button(format!("{id}: {text}"), format!("add questions {id}"), "ed-item")}</li> }
            })
            .collect();
        (!items.is_empty()).then(|| {
            view! {
                <details class="ed-add">
                    <summary>"Add a built-in question"</summary>
                    <p class="hint">"About money, with fixed words and scores."</p>
                    <ul>{items}</ul>
                </details>
            }
        })
    };
    let inside = view! {
        {button("Add question", "add questions choice", "button-plain ed-first")}
        <details class="ed-add">
            <summary>"Add another kind"</summary>
            <ul>{kinds}</ul>
        </details>
        {dynamic(built_in)}
    };
    post(ed, "ed-adding", inside.into_any())
}

fn built_in_text(tree: &Tree, id: &str) -> String {
    let language = tree.language();
    let indicator = Indicator::ALL.into_iter().find(|indicator| indicator.as_str() == id);
    indicator.map(|one| domain::Question::built_in(one, true).text(language, language).to_owned()).unwrap_or_default()
}
