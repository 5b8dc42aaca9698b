//! Editing steps: the effect of a button or key, the focus afterwards, and undo.

use domain::{
    OptionId,
    edit::{Edit, Place, User, uses},
};

use super::{
    page,
    saving::{changed, make},
};
use crate::{
    actions::{Made, act},
    model::{Editor, Here, Notice, Part},
    top_bar::at,
};

pub(super) fn new_id() -> OptionId {
    OptionId::from_random(page::random_bits())
}

fn is_question(place: &Place) -> bool {
    matches!(place.steps(), [list, _] if list == "questions")
}

/// Applies a button by its value.
pub(super) fn press(ed: &mut Editor, button: &str) -> Option<()> {
    let made = act(&ed.tree, button, &mut new_id)?;
    let removed = button.strip_prefix("remove ").map(Place::parse);
    let notice = removed.as_ref().and_then(|place| told(ed, place));
    if removed.as_ref().is_some_and(is_question) {
        let next = made.focus.clone().filter(is_question).and_then(|place| place.steps().get(1).cloned());
        open(ed, Here { question: next, ..Here::default() }, false);
    }
    take(ed, &made);
    // A copy is meant to be overwritten.
    if made.focus.is_some() && button.starts_with("duplicate ") {
        page::after(0, page::select);
    }
    ed.notice = notice;
    Some(())
}

pub(super) fn take(ed: &mut Editor, made: &Made) {
    ed.notice = None;
    make(ed, &made.edits);
    let Some(place) = made.focus.clone() else { return };
    if is_question(&place) {
        let id = place.steps().last().cloned();
        open(ed, Here { question: id, part: Part::Question, ..Here::default() }, true);
    }
    page::after(0, move || focus(&place));
}

pub(super) fn focus(place: &Place) {
    let names = ["text", "label", "name", "title", "subTitle", "@question", "below", "values", "better", "@count"];
    let inside = names.iter().map(|name| place.then(*name).to_string());
    let id = std::iter::once(place.to_string()).chain(inside).rfind(|id| page::by_id(id).is_some());
    if let Some(id) = id {
        page::focus(&id);
    }
}

/// Describes a removed item and the places that refer to it.
fn told(ed: &Editor, place: &Place) -> Option<Notice> {
    let tree = &ed.tree;
    tree.get(place)?;
    let name = ["text", "label", "name", "title"].into_iter().find_map(|field| tree.words(&place.then(field)));
    let name = name.map_or_else(|| "Removed.".to_owned(), |name| format!("Removed “{name}”."));
    let used = uses(tree, place);
    let by = used.iter().map(|one| {
        let title = tree.words(&one.place.then("text")).or_else(|| tree.words(&one.place.then("title")));
        let title = title.or_else(|| tree.words(&one.place.then("label"))).unwrap_or("…");
        match one.by {
            User::Question => format!("question “{title}”"),
            User::Option => format!("option “{title}”"),
            User::Table => "a conversion table".to_owned(),
            User::Norm => "a norm".to_owned(),
            User::Alert => "an alert".to_owned(),
            User::Card => format!("card “{title}”"),
        }
    });
    let by: Vec<String> = by.collect();
    let text = if by.is_empty() { name } else { format!("{name} It is still named in: {}.", by.join(", ")) };
    Some(Notice { text, has_undo: true })
}

pub(super) fn open(ed: &mut Editor, here: Here, is_new: bool) {
    let address = here.href(&ed.given.base);
    if is_new && address != page::path() {
        page::push(&address);
    } else {
        page::replace(&address);
    }
    ed.here = here;
}

pub(super) fn undo(ed: &mut Editor, again: bool) -> Option<()> {
    let (history, tree) = (&mut ed.history, &mut ed.tree);
    let edits = if again { history.redo(tree) } else { history.undo(tree) }?;
    ed.notice = None;
    changed(ed);
    let place = edits.last().map(|edit: &Edit| edit.place.clone())?;
    let is_list = matches!(place.steps(), [list] if list == "questions");
    let here = at(&place);
    let is_open = ed.here.tab == here.tab && (here.question.is_none() || ed.question() == here.question);
    // Points are also in the table of all questions, and a text may be shown in one language only.
    let control = |place: &Place| page::find(&format!("[id=\"{place}\"], [id^=\"{place}.\"]")).map(|found| found.id());
    let is_shown = edits.iter().any(|edit| control(&edit.place).is_some());
    if !is_open && !is_list && !is_shown {
        open(ed, here, true);
    }
    page::after(0, move || {
        if let Some(id) = control(&place) {
            page::focus(&id);
        }
    });
    Some(())
}
