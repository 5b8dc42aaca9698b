//! Controls for single values of the tree. A control's name and id are the place of its value.

use domain::edit::Place;

use crate::{
    html::{Element, Html, Words, el},
    model::{Editor, is_unscored},
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    pub(crate) hint: &'static str,
    pub(crate) class: &'static str,
    pub(crate) is_number: bool,
    pub(crate) placeholder: &'static str,
    /// The language of the typed text, if it is not English.
    pub(crate) lang: Option<String>,
    /// The label is visible to screen readers only.
    pub(crate) is_bare: bool,
}

/// The messages of visible errors at a place or, with `inside`, anywhere below it.
pub(crate) fn mistakes(ed: &Editor, place: &Place, inside: bool) -> Vec<String> {
    let is_here = |found: &Place| if inside { found.is_within(place) } else { found == place };
    let here = ed.problems.iter().filter(|problem| is_here(&problem.place));
    here.filter(|problem| ed.told.shows(problem)).map(|problem| problem.text.clone()).collect()
}

/// The first error at a place.
pub(crate) fn mistake(ed: &Editor, place: &Place) -> Option<Element> {
    mistakes(ed, place, false).into_iter().next().map(|text| el("p").class("problem").put(text))
}

fn around(ed: &Editor, label: Words, place: &Place, look: &Look, control: Element) -> Html {
    let id = place.to_string();
    let mistake = mistake(ed, place);
    let is_wrong = mistake.is_some();
    let told = [(!look.hint.is_empty()).then_some("hint"), is_wrong.then_some("problem")];
    let ids: Vec<String> = told.iter().flatten().map(|word| format!("{id}-{word}")).collect();
    let wrong = if is_wrong { " field-wrong" } else { "" };
    let hint = (!look.hint.is_empty()).then(|| el("p").class("hint").attr("id", format!("{id}-hint")).put(look.hint));
    let label =
        el("label").attr("for", id.clone()).maybe("class", look.is_bare.then_some("visually-hidden")).put(label);
    let control = control
        .attr("id", id.clone())
        .attr("name", id.clone())
        .maybe("lang", look.lang.clone())
        .maybe("aria-describedby", (!ids.is_empty()).then(|| ids.join(" ")))
        .maybe("aria-invalid", is_wrong.then_some("true"));
    el("div")
        .class(format!("field {}{wrong}", look.class))
        .put(label)
        .put(hint)
        .put(control)
        .put(mistake.map(|mistake| mistake.attr("id", format!("{id}-problem"))))
        .into()
}

/// A single-line text or a number.
pub(crate) fn line(ed: &Editor, label: impl Into<Words>, place: &Place, look: Look) -> Html {
    let is_unscored = place.split().is_some_and(|(option, last)| last == "points" && is_unscored(&ed.tree, &option));
    let placeholder = if is_unscored { "not scored" } else { look.placeholder };
    let control = el("input")
        .attr("type", "text")
        .maybe("inputmode", look.is_number.then_some("decimal"))
        .maybe("placeholder", Some(placeholder).filter(|words| !words.is_empty()))
        .attr("value", ed.typed(place));
    around(ed, label.into(), place, &look, control)
}

pub(crate) fn area(ed: &Editor, label: impl Into<Words>, place: &Place, rows: &'static str, look: Look) -> Html {
    let control = el("textarea").attr("rows", rows).attr("value", ed.typed(place));
    around(ed, label.into(), place, &look, control)
}

/// A select. If several options have the current value, the first one is chosen.
pub(crate) fn select(
    ed: &Editor,
    label: impl Into<Words>,
    place: &Place,
    options: Vec<(Words, Words)>,
    now: &str,
    look: Look,
) -> Html {
    let option = |(value, label): (Words, Words)| {
        let is_chosen = value == now;
        el("option").attr("value", value).flag("selected", is_chosen).put(label)
    };
    around(ed, label.into(), place, &look, el("select").put(options.into_iter().map(option).collect::<Html>()))
}

/// The options of a select whose words are known.
pub(crate) fn fixed(options: &[(&'static str, &'static str)]) -> Vec<(Words, Words)> {
    options.iter().map(|(value, label)| ((*value).into(), (*label).into())).collect()
}

/// A select with the tree's value at the place, or the first one.
pub(crate) fn choice(
    ed: &Editor,
    label: &'static str,
    place: &Place,
    options: &[(&'static str, &'static str)],
    look: Look,
) -> Html {
    let typed = ed.typed(place);
    let default = options.first().map_or("", |(value, _)| value);
    let now = if typed.is_empty() { default } else { &typed };
    select(ed, label, place, fixed(options), now, look)
}

/// A checkbox. Without scripts, the hidden field before it shows that it was on the page and not ticked.
pub(crate) fn tick(ed: &Editor, label: &'static str, place: &Place) -> Html {
    let id = place.to_string();
    let control =
        el("input").attr("type", "checkbox").attr("id", id.clone()).attr("name", id.clone()).attr("value", "1");
    el("div")
        .class("check")
        .put(unticked(&id))
        .put(control.flag("checked", ed.is_set(place)))
        .put(el("label").attr("for", id).put(label))
        .into()
}

pub(crate) fn unticked(name: &str) -> Element {
    hidden(name.to_owned(), "")
}

pub(crate) fn hidden(name: impl Into<Words>, value: impl Into<Words>) -> Element {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}

/// A button that changes the quiz, immediately or by posting the form around it.
pub(crate) fn button(label: impl Into<Words>, action: impl Into<Words>, class: &'static str) -> Html {
    el("button").attr("type", "submit").class(class).attr("name", "do").attr("value", action).put(label.into()).into()
}

/// A button that only the program of the browser answers.
pub(crate) fn act(label: &'static str, what: impl Into<Words>) -> Element {
    el("button").attr("type", "button").class("button-plain").attr("data-do", what).put(label)
}

/// A small button with a symbol, and words for screen readers.
pub(crate) fn sign(sign: &'static str, label: impl Into<Words>, verb: &'static str, place: &Place) -> Html {
    let label = label.into();
    el("button")
        .attr("type", "submit")
        .class("ed-sign")
        .attr("name", "do")
        .attr("value", format!("{verb} {place}"))
        .attr("title", label.clone())
        .attr("aria-label", label)
        .put(el("span").attr("aria-hidden", "true").put(sign))
        .into()
}

/// The buttons that move an item and remove it; `item` names it for screen readers.
pub(crate) fn signs(item: &str, place: &Place) -> Html {
    let item = if item.is_empty() { String::new() } else { format!(" {item}") };
    [
        sign("↑", format!("Move{item} up"), "up", place),
        sign("↓", format!("Move{item} down"), "down", place),
        sign("✕", format!("Remove{item}"), "remove", place),
    ]
    .into()
}

/// What is seldom needed, behind a word.
pub(crate) fn advanced(summary: impl Into<Words>) -> Element {
    el("details").class("ed-advanced").put(el("summary").put(summary.into()))
}
