//! Page events: typing, buttons, links, keys, pasting and dragging.

use domain::edit::{Edit, Place};
use leptos::{
    ev::{ClipboardEvent, DragEvent, Event, FocusEvent, KeyboardEvent, MouseEvent, SubmitEvent},
    prelude::*,
};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::{page, publishing, saving, steps, trying};
use crate::{
    fields::field_edits,
    model::{Editor, Here, Part, Tab},
    pasting,
};

/// Listens to events outside the editor's element.
pub(super) fn listen(ed: Editor) {
    // Dropping the handles does not remove the listeners.
    let _ = window_event_listener_untyped("popstate", move |_| {
        let base = ed.given.with_untracked(|given| given.base.clone());
        ed.here.set(Here::parse(page::path().strip_prefix(&base).unwrap_or_default()));
    });
    let _ = window_event_listener_untyped("online", move |_| saving::save(ed));
    let _ = window_event_listener_untyped("beforeunload", move |event| {
        if saving::is_unsaved(ed) {
            event.prevent_default();
        }
    });
    let _ = window_event_listener_untyped("keydown", move |event| {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
            take_back(ed, event);
        }
    });
}

/// Takes over text that was typed before the program loaded.
pub(super) fn take(ed: Editor, fields: &[(String, String)]) {
    let edits = ed.tree.with_untracked(|tree| crate::fields::form_edits(tree, fields));
    ed.make(&edits);
}

fn is_id(name: &str) -> bool {
    name.strip_suffix(".id").is_some()
}

pub(crate) fn typed(ed: Editor, event: &Event) {
    let Some((name, value)) = page::control(event) else { return };
    // An id is applied only once it is complete.
    if !is_id(&name) {
        set(ed, &name, &value);
    }
    let place = Some(Place::parse(&name));
    if ed.told.with_untracked(|told| told.typing != place) {
        ed.told.update(|told| told.typing = place);
    }
    let is_choice = page::target(event).is_some_and(|target| {
        target.tag_name() == "SELECT" || target.get_attribute("type").as_deref() == Some("checkbox")
    });
    if is_choice {
        ed.history.update(domain::edit::History::rest);
        keep_focus(name);
    }
}

/// A control lost the focus, or a choice was made.
pub(crate) fn left(ed: Editor, event: &Event) {
    ed.history.update(domain::edit::History::rest);
    let Some((name, value)) = page::control(event) else { return };
    let place = Place::parse(&name);
    if !is_id(&name) {
        return;
    }
    let value = value.trim();
    set(ed, &name, value);
    if let [list, old, _] = place.steps()
        && list == "questions"
        && ed.tree.with_untracked(|tree| tree.get(&Place::question(value)).is_some())
        && ed.question().as_deref() != Some(value)
        && !old.is_empty()
    {
        steps::open(ed, Here { question: Some(value.to_owned()), part: Part::Question, ..Here::default() }, false);
    }
}

/// From now on, the errors of a control are shown.
pub(crate) fn blurred(ed: Editor, event: &FocusEvent) {
    let Some((name, _)) = page::control(event) else { return };
    let place = Place::parse(&name);
    if ed.told.with_untracked(|told| told.typing.is_none() && told.left.contains(&place)) {
        return;
    }
    // Delayed, so that nothing moves while the pointer may be pressed on it.
    page::after(saving::PAUSE, move || {
        if page::focused().as_deref() == Some(&name) {
            return;
        }
        ed.told.update(|told| {
            told.typing = None;
            told.left.push(place);
        });
    });
}

fn set(ed: Editor, name: &str, value: &str) {
    let edits = ed.tree.with_untracked(|tree| field_edits(tree, &Place::parse(name), value));
    ed.make(&edits);
}

fn keep_focus(id: String) {
    page::after(0, move || {
        if page::focused().is_none() {
            page::focus(&id);
        }
    });
}

/// Buttons act immediately, except those of the history, which the server handles.
pub(crate) fn submitted(ed: Editor, event: &SubmitEvent) {
    if let Some(form) = page::target(event).filter(page::is_plain) {
        if saving::is_unsaved(ed) {
            event.prevent_default();
            let address = page::address_of(&form);
            saving::then(ed, move || page::go(&address));
        }
        return;
    }
    let button = event.submitter().and_then(|button| button.get_attribute("value")).unwrap_or_default();
    if button.starts_with("restore ") && !saving::is_unsaved(ed) {
        return;
    }
    event.prevent_default();
    match button.as_str() {
        "" => {}
        "save" => saving::save(ed),
        "try" => {
            let tried = page::tried();
            saving::then(ed, move || trying::ask(ed, tried));
        }
        button if button.starts_with("restore ") => saving::save(ed),
        button => {
            steps::press(ed, button);
            close_menus(event);
        }
    }
}

fn close_menus(event: &Event) {
    if let Some(open) = page::target(event).and_then(|form| form.query_selector("details.ed-add[open]").ok().flatten())
    {
        let _ = open.remove_attribute("open");
    }
}

pub(crate) fn clicked(ed: Editor, event: &MouseEvent) {
    if event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0 {
        return;
    }
    if let Some((_, what)) = page::marked(event, "data-do") {
        return done(ed, &what);
    }
    if let Some((link, place)) = page::marked(event, "data-go") {
        let href = link.get_attribute("href").unwrap_or_default();
        let path = href.split('#').next().unwrap_or_default();
        let base = ed.given.with_untracked(|given| given.base.clone());
        let Some(rest) = path.strip_prefix(&base) else { return };
        event.prevent_default();
        steps::open(ed, Here::parse(rest), true);
        if let Ok(Some(menu)) = link.closest("details.menu") {
            let _ = menu.remove_attribute("open");
        }
        if !place.is_empty() {
            ed.told.update(|told| told.left.push(Place::parse(&place)));
            page::after(0, move || to_place(&Place::parse(&place)));
        }
        return;
    }
    if let Some((link, _)) = page::marked(event, "data-leave")
        && let Some(href) = link.get_attribute("href")
        && (saving::is_unsaved(ed) || href.ends_with("/publish"))
    {
        event.prevent_default();
        if href.ends_with("/publish") {
            ed.told.update(|told| told.is_all = true);
            saving::then(ed, || publishing::open(href));
        } else {
            saving::then(ed, move || page::go(&href));
        }
    }
}

/// Focuses the control of a place, or the nearest enclosing one.
fn to_place(place: &Place) {
    let depths = (1..=place.steps().len()).rev();
    let found = depths.map(|depth| place.first(depth)).find(|place| page::by_id(&place.to_string()).is_some());
    match found {
        Some(place) => page::focus(&place.to_string()),
        None => steps::focus(&place.first(2)),
    }
}

fn done(ed: Editor, what: &str) {
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    match verb {
        "undo" => steps::undo(ed, false),
        "redo" => steps::undo(ed, true),
        "again" => saving::again(ed),
        "mine" | "theirs" => saving::decide(ed, rest.parse().unwrap_or_default(), verb == "mine"),
        "part" => {
            let part = match rest {
                "question" => Part::Question,
                "preview" => Part::Preview,
                _ => Part::List,
            };
            ed.here.update(|here| here.part = part);
        }
        _ => {}
    }
}

/// Handles Ctrl+Z and Ctrl+Shift+Z, wherever the focus is.
fn take_back(ed: Editor, event: &KeyboardEvent) {
    let is_command = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
    let again = match (event.key().to_lowercase().as_str(), event.shift_key()) {
        ("z", again) if is_command => again,
        ("y", false) if is_command => true,
        _ => return,
    };
    event.prevent_default();
    steps::undo(ed, again);
}

pub(crate) fn pressed(ed: Editor, event: &KeyboardEvent) {
    let Some(target) = page::target(event) else { return };
    let name = target.get_attribute("name").unwrap_or_default();
    let row = page::marked(event, "data-row").map(|(_, place)| Place::parse(&place));
    let is_line = target.dyn_ref::<HtmlInputElement>().is_some_and(|input| input.type_() == "text");
    let is_first =
        row.as_ref().is_some_and(|row| ["label", "text"].iter().any(|field| name == row.then(*field).to_string()));
    let item = || row.clone().or_else(|| ed.question().map(|id| Place::question(&id)));
    let is_command = event.ctrl_key() || event.meta_key();
    let button = match event.key().as_str() {
        "Enter" if is_command && ed.here.with_untracked(|here| here.tab == Tab::Questions) => Some(next_question(ed)),
        "Enter" if is_first && is_line => {
            if let Some(next) = row.as_ref().and_then(|row| empty_after(ed, row)) {
                event.prevent_default();
                return steps::focus(&next);
            }
            row.as_ref().map(|row| format!("after {row}"))
        }
        "Enter" if is_line => {
            event.prevent_default();
            None
        }
        "Backspace" if is_first && is_line && value_of(&target).is_empty() => {
            row.as_ref().map(|row| format!("remove {row}"))
        }
        "ArrowUp" if event.alt_key() => item().map(|item| format!("up {item}")),
        "ArrowDown" if event.alt_key() => item().map(|item| format!("down {item}")),
        "d" | "D" if is_command && !event.shift_key() => item().map(|item| format!("duplicate {item}")),
        _ => None,
    };
    if let Some(button) = button {
        event.prevent_default();
        let is_moved = event.alt_key();
        steps::press(ed, &button);
        if is_moved {
            keep_focus(target.id());
        }
    }
}

/// The button that adds a question after the open one.
fn next_question(ed: Editor) -> String {
    ed.question().map_or_else(|| "add questions choice".to_owned(), |id| format!("after {}", Place::question(&id)))
}

/// The next row, if its text is empty.
fn empty_after(ed: Editor, row: &Place) -> Option<Place> {
    ed.tree.with_untracked(|tree| {
        let (list, _) = row.split()?;
        let next = tree.items(&list).into_iter().nth(tree.index(row)? + 1)?;
        let is_empty = ["label", "text"].iter().all(|field| tree.words(&next.then(*field)).is_none());
        is_empty.then_some(next)
    })
}

fn value_of(target: &web_sys::Element) -> String {
    target.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value).unwrap_or_default()
}

pub(crate) fn pasted(ed: Editor, event: &ClipboardEvent) {
    let Some((name, _)) = page::control(event) else { return };
    let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
    let made = ed.tree.with_untracked(|tree| pasting::made(tree, &Place::parse(&name), &text, &mut steps::new_id));
    if let Some(made) = made {
        event.prevent_default();
        steps::take(ed, &made);
    }
}

/// The data type of a dragged item, which no other page uses.
const DRAGGED: &str = "application/x-quiz-place";

pub(crate) fn dragged(event: &DragEvent) {
    let Some((_, place)) = page::marked(event, "data-row") else { return };
    if let Some(data) = event.data_transfer() {
        let _ = data.set_data(DRAGGED, &place);
        data.set_effect_allowed("move");
    }
}

pub(crate) fn over(event: &DragEvent) {
    let is_ours = event.data_transfer().is_some_and(|data| data.types().includes(&DRAGGED.into(), 0));
    if is_ours && page::marked(event, "data-row").is_some() {
        event.prevent_default();
    }
}

pub(crate) fn dropped(ed: Editor, event: &DragEvent) {
    let dragged = event.data_transfer().and_then(|data| data.get_data(DRAGGED).ok()).unwrap_or_default();
    let Some((_, onto)) = page::marked(event, "data-row").filter(|_| !dragged.is_empty()) else { return };
    event.prevent_default();
    let (dragged, onto) = (Place::parse(&dragged), Place::parse(&onto));
    let is_beside = dragged.split().map(|(list, _)| list) == onto.split().map(|(list, _)| list);
    let to = ed.tree.with_untracked(|tree| tree.index(&onto)).filter(|_| is_beside && dragged != onto);
    if let Some(to) = to {
        ed.make(&[Edit::shift(dragged, to)]);
    }
}
