//! The list of questions: kind, text, condition and mistakes of each, and what adds one.

use domain::{
    Indicator,
    edit::{Place, Tree},
};
use leptos::prelude::*;

use crate::{
    controls::button,
    model::{Editor, Here, Part, sentence},
    page::post,
    parts::{dynamic, keyed},
    words,
};

pub(crate) fn list(ed: Editor) -> AnyView {
    let rows =
        move || ed.tree.with(|tree| tree.items(&"questions".into()).iter().map(Place::to_string).collect::<Vec<_>>());
    let open = Memo::new(move |_| ed.question());
    let is_empty = Memo::new(move |_| ed.tree.with(|tree| tree.questions().is_empty()));
    view! {
        <nav class="ed-list" aria-label="Questions">
            <ol data-sortable="questions">
                {keyed(rows, move |place| row(ed, open, Place::parse(&place)))}
            </ol>
            {dynamic(move || is_empty.get().then(|| view! { <p class="hint">"No questions yet. Add the first one below."</p> }))}
            {adding(ed)}
        </nav>
    }
    .into_any()
}

fn row(ed: Editor, open: Memo<Option<String>>, place: Place) -> AnyView {
    let id = place.steps().last().cloned().unwrap_or_default();
    let href = {
        let here = Here { question: Some(id.clone()), part: Part::Question, ..Here::default() };
        ed.given.with_untracked(|given| here.href(&given.base))
    };
    let name = place.to_string();
    let (text_of, kind_of, shown_of, wrong_of) = (place.clone(), place.clone(), place.clone(), place);
    let text = Memo::new(move |_| ed.tree.with(|tree| text(tree, &text_of)));
    let kind = Memo::new(move |_| ed.tree.with(|tree| kind(tree, &kind_of)));
    let shown = Memo::new(move |_| ed.tree.with(|tree| sentence(tree, &shown_of)));
    let wrong = Memo::new(move |_| {
        ed.problems.with(|problems| problems.iter().filter(|problem| problem.place.is_within(&wrong_of)).count())
    });
    let current = Signal::derive(move || open.with(|open| open.as_deref() == Some(&id)).then_some("true"));
    view! {
        <li data-row=name>
            <a href=href aria-current=current data-go="">
                <span class="ed-kind">{kind}</span>
                <span class="ed-text">{text}</span>
                <span class="ed-shown">{shown}</span>
                {dynamic(move || {
                    let count = wrong.get();
                    (count > 0).then(|| view! { <span class="ed-badge">{words::count(count, "problem")}</span> })
                })}
            </a>
        </li>
    }
    .into_any()
}

fn text(tree: &Tree, place: &Place) -> String {
    let id = tree.text(&place.then("id")).unwrap_or_default();
    let written = tree.words(&place.then("text")).map(str::to_owned);
    let built_in = || tree.built_in(place).and_then(|_| tree.question_text(id));
    written.or_else(built_in).unwrap_or_else(|| "(no text yet)".to_owned())
}

fn kind(tree: &Tree, place: &Place) -> &'static str {
    match tree.built_in(place) {
        Some(_) => "Built-in",
        None => words::kind(tree.text(&place.then("kind")).unwrap_or("choice")),
    }
}

/// What adds a question of each kind, and the built-in ones that the quiz does not have.
fn adding(ed: Editor) -> AnyView {
    let kinds: Vec<_> = words::KINDS
        .into_iter()
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
