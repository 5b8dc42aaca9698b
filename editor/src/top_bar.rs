//! The bar above all tabs: save status, undo, problems, and publishing.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    controls::button,
    found::Found,
    model::{Editor, Here, Part, Saving, Tab},
    parts::dynamic,
    place_names::place_name,
    words,
};

pub(crate) fn top_bar(ed: Editor) -> AnyView {
    let can_undo = move || ed.history.with(domain::edit::History::can_undo);
    let can_redo = move || ed.history.with(domain::edit::History::can_redo);
    let publish = ed.given.with_untracked(|given| format!("{}/publish", given.base));
    view! {
        <div class="ed-top">
            <p class="ed-state" role="status" id="state">{dynamic(move || state(ed))}</p>
            <div class="ed-undo">
                <button type="button" class="button-plain" data-do="undo" title="Ctrl+Z" disabled=Signal::derive(move || !can_undo())>
                    "Undo"
                </button>
                <button type="button" class="button-plain" data-do="redo" title="Ctrl+Shift+Z" disabled=Signal::derive(move || !can_redo())>
                    "Redo"
                </button>
            </div>
            {problems(ed)}
            <a class="button" href=publish data-leave="">"Publish"</a>
        </div>
        {notice(ed)}
        {refused(ed)}
        {asking(ed)}
        {parts(ed)}
    }
    .into_any()
}

fn state(ed: Editor) -> String {
    let first = || {
        ed.given.with(|given| match (&given.saved_at, &given.saved_by) {
            (Some(at), Some(by)) => format!("Draft of {by}, saved {at}"),
            (Some(at), None) => format!("Draft saved {at}"),
            (None, _) => format!("Version {}, no changes", given.version),
        })
    };
    match ed.saving.get() {
        Saving::Rest => first(),
        Saving::Unsaved => "Unsaved".to_owned(),
        Saving::UnderWay => "Saving…".to_owned(),
        Saving::Saved(at) => format!("Saved {at}"),
        Saving::Offline(count) => format!("Offline ({} here)", words::count(count, "edit")),
        Saving::ChangedBy(by) => format!("Changed by {by}"),
        Saving::Asking => "Not saved: choose below".to_owned(),
        Saving::Refused(..) => "Not saved: see below".to_owned(),
    }
}

/// Each error links to the question or tab that contains it.
fn problems(ed: Editor) -> AnyView {
    let found = move || {
        let base = ed.given.with(|given| given.base.clone());
        let items = ed.problems.with(|problems| {
            let item = |problem: &Found| {
                let here = at(&problem.place);
                let href = format!("{}#{}", here.href(&base), problem.place);
                let fixes: Vec<_> =
                    problem.fixes.iter().map(|(label, action)| button(label, action, "button-quiet")).collect();
                let fixes = (!fixes.is_empty()).then(|| view! { <div class="buttons">{fixes}</div> });
                view! {
                    <li>
                        <a href=href data-go=problem.place.to_string()>{problem.name.clone()} ": " {problem.text.clone()}</a>
                        {fixes}
                    </li>
                }
            };
            problems.iter().map(item).collect::<Vec<_>>()
        });
        view! { <ul>{items}</ul> }
    };
    let revision = Signal::derive(move || ed.given.with(|given| given.revision.clone()));
    let action = Signal::derive(move || ed.given.with(|given| ed.here.with(|here| here.href(&given.base))));
    let count = Memo::new(move |_| ed.problems.with(Vec::len));
    view! {
        <details class="menu ed-problems" id="problems">
            <summary class:ed-none=Signal::derive(move || count.get() == 0)>{dynamic(move || format!("Problems ({})", count.get()))}</summary>
            <div class="ed-menu">
                {dynamic(move || (count.get() == 0).then(|| view! { <p>"Nothing is missing."</p> }))}
                <form method="post" action=action>
                    <input type="hidden" name="revision" value=revision />
                    {dynamic(found)}
                </form>
            </div>
        </details>
    }
    .into_any()
}

/// The view that contains the controls of a place.
pub(crate) fn at(place: &Place) -> Here {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let tab = |tab| Here { tab, ..Here::default() };
    match steps[..] {
        ["questions", id, ..] => Here { question: Some(id.to_owned()), part: Part::Question, ..Here::default() },
        ["scoring", ..] => tab(Tab::Scoring),
        ["words", _, tag] => Here { language: Some(tag.to_owned()), ..tab(Tab::Languages) },
        ["words", ..] => tab(Tab::Languages),
        ["primaryColor", ..] => tab(Tab::Look),
        ["questions"] => Here::default(),
        _ => tab(Tab::Settings),
    }
}

fn notice(ed: Editor) -> AnyView {
    view! {
        <div role="status" class="ed-notice">
            {dynamic(move || {
                ed.notice.get().map(|notice| {
                    let undo = notice.has_undo.then(|| {
                        view! { <button type="button" class="button-plain" data-do="undo">"Undo"</button> }
                    });
                    view! { <p class="said">{notice.text} " " {undo}</p> }
                })
            })}
        </div>
    }
    .into_any()
}

/// The fields that two administrators changed differently.
fn asking(ed: Editor) -> AnyView {
    let rows = move || {
        let conflicts = ed.conflicts.get();
        let rows: Vec<_> = conflicts
            .into_iter()
            .enumerate()
            .map(|(at, conflict)| {
                let shown = |value: &Option<serde_json::Value>| match value {
                    Some(serde_json::Value::String(text)) => text.clone(),
                    Some(serde_json::Value::Null) => "not scored".to_owned(),
                    Some(value) => value.to_string(),
                    None => "(taken away)".to_owned(),
                };
                view! {
                    <li>
                        <p>{ed.tree.with_untracked(|tree| place_name(tree, &conflict.place))}</p>
                        <button type="button" class="button-plain" data-do=format!("mine {at}")>
                            "Keep mine: " {shown(&conflict.mine)}
                        </button>
                        <button type="button" class="button-plain" data-do=format!("theirs {at}")>
                            "Take theirs: " {shown(&conflict.theirs)}
                        </button>
                    </li>
                }
            })
            .collect();
        (!rows.is_empty()).then(|| {
            view! {
                <section class="ed-asking said said-error" aria-labelledby="asking-title">
                    <h2 id="asking-title">"Changed by two of you"</h2>
                    <p>"Everything else is merged. Choose one of each:"</p>
                    <ul>{rows}</ul>
                </section>
            }
        })
    };
    view! { {dynamic(rows)} }.into_any()
}

/// The changes that the server rejected, and the reason.
fn refused(ed: Editor) -> AnyView {
    let told = move || match ed.saving.get() {
        Saving::Refused(why, lines) => {
            let items: Vec<_> = lines.into_iter().map(|line| view! { <li>{line}</li> }).collect();
            Some(view! {
                <section class="ed-asking said said-error" aria-labelledby="refused-title">
                    <h2 id="refused-title">"Not saved"</h2>
                    <p>{why} " These changes are on this page alone. This tab keeps them, also while you load it again:"</p>
                    <ul>{items}</ul>
                    <button type="button" class="button-plain" data-do="again">"Try again"</button>
                </section>
            })
        }
        _ => None,
    };
    view! { <div role="alert" class="ed-alert">{dynamic(told)}</div> }.into_any()
}

/// On a phone, one of the three parts is shown at a time.
fn parts(ed: Editor) -> AnyView {
    let one = |part: Part, name: &'static str, label: &'static str| {
        let pressed =
            Signal::derive(move || Some(if ed.here.with(|here| here.part == part) { "true" } else { "false" }));
        view! { <button type="button" class="button-plain" data-do=format!("part {name}") aria-pressed=pressed>{label}</button> }
    };
    view! {
        <div class="ed-parts" role="group" aria-label="View">
            {one(Part::List, "list", "List")} {one(Part::Question, "question", "Question")}
            {one(Part::Preview, "preview", "Preview")}
        </div>
    }
    .into_any()
}
