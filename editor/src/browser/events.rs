//! Page events: typing, buttons, links, keys, pasting and dragging.

use domain::edit::{Edit, Place};
use wasm_bindgen::JsCast;
use web_sys::{
    ClipboardEvent, DataTransfer, DragEvent, Element, Event, HtmlInputElement, KeyboardEvent, MouseEvent, SubmitEvent,
};

use super::{
    page, publishing,
    saving::{self, make},
    steps, trying, with,
};
use crate::{
    fields::{field_edits, form_edits},
    model::{Editor, Here, Part, Tab},
    pasting,
};

/// Acts on an event; `None` if it changed nothing.
type Act = fn(&mut Editor, &Event) -> Option<()>;

/// The events of the editor's element.
const INSIDE: [(&str, Act); 10] = [
    ("input", typed),
    ("change", left),
    ("focusout", blurred),
    ("submit", submitted),
    ("click", clicked),
    ("keydown", pressed),
    ("paste", pasted),
    ("dragstart", dragged),
    ("dragover", over),
    ("drop", dropped),
];
/// The events of the window.
const OUTSIDE: [(&str, Act); 4] =
    [("popstate", gone_back), ("online", online), ("beforeunload", leaving), ("keydown", take_back)];

pub(super) fn listen(root: &Element) {
    let window = page::window();
    let (inside, outside) = (INSIDE.map(|event| (root.as_ref(), event)), OUTSIDE.map(|event| (window.as_ref(), event)));
    for (target, (name, act)) in inside.into_iter().chain(outside) {
        page::on(target, name, move |event| {
            with(|ed| act(ed, event));
        });
    }
}

fn gone_back(ed: &mut Editor, _: &Event) -> Option<()> {
    ed.here = Here::parse(page::path().strip_prefix(&ed.given.base).unwrap_or_default());
    Some(())
}

fn online(ed: &mut Editor, _: &Event) -> Option<()> {
    saving::save(ed);
    Some(())
}

fn leaving(ed: &mut Editor, event: &Event) -> Option<()> {
    if saving::is_unsaved(ed) {
        event.prevent_default();
    }
    None
}

/// Takes over text that was typed before the program loaded.
pub(super) fn take(ed: &mut Editor, fields: &[(String, String)]) {
    let edits = form_edits(&ed.tree, fields);
    make(ed, &edits);
}

fn is_id(name: &str) -> bool {
    name.strip_suffix(".id").is_some()
}

fn typed(ed: &mut Editor, event: &Event) -> Option<()> {
    let (name, value) = page::control(event)?;
    // An id is applied only once it is complete.
    if !is_id(&name) {
        set(ed, &name, &value);
    }
    ed.told.typing = Some(Place::parse(&name));
    let is_choice = page::target(event).is_some_and(|target| {
        target.tag_name() == "SELECT" || target.get_attribute("type").as_deref() == Some("checkbox")
    });
    if is_choice {
        ed.history.rest();
        keep_focus(name);
    }
    Some(())
}

/// A control lost the focus, or a choice was made.
fn left(ed: &mut Editor, event: &Event) -> Option<()> {
    ed.history.rest();
    let (name, value) = page::control(event).filter(|(name, _)| is_id(name))?;
    let value = value.trim();
    set(ed, &name, value);
    if let [list, old, _] = Place::parse(&name).steps()
        && list == "questions"
        && ed.tree.get(&Place::question(value)).is_some()
        && ed.question().as_deref() != Some(value)
        && !old.is_empty()
    {
        steps::open(ed, Here { question: Some(value.to_owned()), part: Part::Question, ..Here::default() }, false);
    }
    Some(())
}

/// From now on, the errors of a control are shown.
fn blurred(ed: &mut Editor, event: &Event) -> Option<()> {
    let (name, _) = page::control(event)?;
    let place = Place::parse(&name);
    if ed.told.typing.is_none() && ed.told.left.contains(&place) {
        return None;
    }
    // Delayed, so that nothing moves while the pointer may be pressed on it.
    page::after(saving::PAUSE, move || {
        if page::focused().as_deref() == Some(&name) {
            return;
        }
        with(|ed| {
            ed.told.typing = None;
            ed.told.left.push(place);
            Some(())
        });
    });
    None
}

fn set(ed: &mut Editor, name: &str, value: &str) {
    let edits = field_edits(&ed.tree, &Place::parse(name), value);
    make(ed, &edits);
}

fn keep_focus(id: String) {
    page::after(0, move || {
        if page::focused().is_none() {
            page::focus(&id);
        }
    });
}

/// Buttons act immediately, except those of the history, which the server handles.
fn submitted(ed: &mut Editor, event: &Event) -> Option<()> {
    if let Some(form) = page::target(event).filter(page::is_plain) {
        if saving::is_unsaved(ed) {
            event.prevent_default();
            let address = page::address_of(&form);
            saving::then(ed, move |_| page::go(&address));
        }
        return Some(());
    }
    let button = event.dyn_ref::<SubmitEvent>()?.submitter().and_then(|button| button.get_attribute("value"));
    let button = button.unwrap_or_default();
    let is_restoring = button.starts_with("restore ");
    if is_restoring && !saving::is_unsaved(ed) {
        return None;
    }
    event.prevent_default();
    match button.as_str() {
        "" => {}
        "save" => saving::save(ed),
        _ if is_restoring => saving::save(ed),
        "try" => {
            let tried = page::tried();
            saving::then(ed, move |ed| {
                trying::ask(ed.here.href(&ed.given.base), ed.given.revision.clone(), tried);
            });
        }
        button => {
            steps::press(ed, button);
            close_menus(event);
        }
    }
    Some(())
}

fn close_menus(event: &Event) {
    if let Some(open) = page::target(event).and_then(|form| form.query_selector("details.ed-add[open]").ok().flatten())
    {
        let _ = open.remove_attribute("open");
    }
}

fn clicked(ed: &mut Editor, event: &Event) -> Option<()> {
    let mouse = event.dyn_ref::<MouseEvent>()?;
    if mouse.ctrl_key() || mouse.meta_key() || mouse.shift_key() || mouse.button() != 0 {
        return None;
    }
    if let Some((_, what)) = page::marked(event, "data-do") {
        return done(ed, &what);
    }
    let link = page::target(event)?.closest("a[href]").ok()??;
    let href = link.get_attribute("href")?;
    if !link.has_attribute("data-leave") {
        let (path, place) = href.split_once('#').unwrap_or((&href, ""));
        let rest = path.strip_prefix(&ed.given.base)?;
        event.prevent_default();
        steps::open(ed, Here::parse(rest), true);
        if let Ok(Some(menu)) = link.closest("details.menu") {
            let _ = menu.remove_attribute("open");
        }
        if !place.is_empty() {
            let place = Place::parse(place);
            ed.told.left.push(place.clone());
            page::after(0, move || to_place(&place));
        }
        return Some(());
    }
    if href.ends_with("/publish") {
        event.prevent_default();
        ed.told.is_all = true;
        saving::then(ed, |_| publishing::open(href));
    } else if saving::is_unsaved(ed) {
        event.prevent_default();
        saving::then(ed, move |_| page::go(&href));
    }
    Some(())
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

fn done(ed: &mut Editor, what: &str) -> Option<()> {
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    match verb {
        "undo" | "redo" => return steps::undo(ed, verb == "redo"),
        "again" => saving::again(ed),
        "mine" | "theirs" => saving::decide(ed, rest.parse().unwrap_or_default(), verb == "mine"),
        "part" => {
            ed.here.part = match rest {
                "question" => Part::Question,
                "preview" => Part::Preview,
                _ => Part::List,
            };
        }
        _ => return None,
    }
    Some(())
}

/// Handles Ctrl+Z and Ctrl+Shift+Z, wherever the focus is.
fn take_back(ed: &mut Editor, event: &Event) -> Option<()> {
    let key = event.dyn_ref::<KeyboardEvent>()?;
    let is_command = (key.ctrl_key() || key.meta_key()) && !key.alt_key();
    let again = match (key.key().as_str(), key.shift_key()) {
        ("z" | "Z", again) if is_command => again,
        ("y" | "Y", false) if is_command => true,
        _ => return None,
    };
    event.prevent_default();
    steps::undo(ed, again)
}

fn pressed(ed: &mut Editor, event: &Event) -> Option<()> {
    let key = event.dyn_ref::<KeyboardEvent>()?;
    let target = page::target(event)?;
    let name = target.get_attribute("name").unwrap_or_default();
    let row = page::marked(event, "data-row").map(|(_, place)| Place::parse(&place));
    let is_line = target.dyn_ref::<HtmlInputElement>().is_some_and(|input| input.type_() == "text");
    let is_first =
        row.as_ref().is_some_and(|row| ["label", "text"].iter().any(|field| name == row.then(*field).to_string()));
    let item = || row.clone().or_else(|| ed.question().map(|id| Place::question(&id)));
    let is_command = key.ctrl_key() || key.meta_key();
    let button = match key.key().as_str() {
        "Enter" if is_command && ed.here.tab == Tab::Questions => Some(next_question(ed)),
        "Enter" if is_first && is_line => {
            if let Some(next) = row.as_ref().and_then(|row| empty_after(ed, row)) {
                event.prevent_default();
                page::after(0, move || steps::focus(&next));
                return None;
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
        "ArrowUp" if key.alt_key() => item().map(|item| format!("up {item}")),
        "ArrowDown" if key.alt_key() => item().map(|item| format!("down {item}")),
        "d" | "D" if is_command && !key.shift_key() => item().map(|item| format!("duplicate {item}")),
        _ => None,
    };
    let button = button?;
    event.prevent_default();
    if key.alt_key() {
        keep_focus(target.id());
    }
    steps::press(ed, &button)
}

/// The button that adds a question after the open one.
fn next_question(ed: &Editor) -> String {
    ed.question().map_or_else(|| "add questions choice".to_owned(), |id| format!("after {}", Place::question(&id)))
}

/// The next row, if its text is empty.
fn empty_after(ed: &Editor, row: &Place) -> Option<Place> {
    let (list, _) = row.split()?;
    let next = ed.tree.items(&list).into_iter().nth(ed.tree.index(row)? + 1)?;
    let is_empty = ["label", "text"].iter().all(|field| ed.tree.words(&next.then(*field)).is_none());
    is_empty.then_some(next)
}

fn value_of(target: &Element) -> String {
    target.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value).unwrap_or_default()
}

fn pasted(ed: &mut Editor, event: &Event) -> Option<()> {
    let (name, _) = page::control(event)?;
    let text = event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text/plain").ok()?;
    let made = pasting::made(&ed.tree, &Place::parse(&name), &text, &mut steps::new_id)?;
    event.prevent_default();
    steps::take(ed, &made);
    Some(())
}

/// The data type of a dragged item, which no other page uses.
const DRAGGED: &str = "application/x-quiz-place";

fn transfer(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<DragEvent>()?.data_transfer()
}

fn dragged(_: &mut Editor, event: &Event) -> Option<()> {
    let (_, place) = page::marked(event, "data-row")?;
    let data = transfer(event)?;
    let _ = data.set_data(DRAGGED, &place);
    data.set_effect_allowed("move");
    None
}

fn over(_: &mut Editor, event: &Event) -> Option<()> {
    let is_ours = transfer(event)?.types().includes(&DRAGGED.into(), 0);
    if is_ours && page::marked(event, "data-row").is_some() {
        event.prevent_default();
    }
    None
}

fn dropped(ed: &mut Editor, event: &Event) -> Option<()> {
    let dragged = transfer(event)?.get_data(DRAGGED).ok().filter(|place| !place.is_empty())?;
    let (_, onto) = page::marked(event, "data-row")?;
    event.prevent_default();
    let (dragged, onto) = (Place::parse(&dragged), Place::parse(&onto));
    let is_beside = dragged.split().map(|(list, _)| list) == onto.split().map(|(list, _)| list);
    let to = ed.tree.index(&onto).filter(|_| is_beside && dragged != onto)?;
    make(ed, &[Edit::shift(dragged, to)]);
    Some(())
}
