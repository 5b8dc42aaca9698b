//! Controls for single values of the tree. A control's name and id are the place of its value.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    model::{Editor, is_set, is_unscored},
    parts::dynamic,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    pub(crate) hint: &'static str,
    pub(crate) class: &'static str,
    pub(crate) is_number: bool,
    pub(crate) placeholder: String,
    /// The language of the typed text, if it is not English.
    pub(crate) lang: Option<String>,
    /// The label is visible to screen readers only.
    pub(crate) is_bare: bool,
}

/// The messages of visible errors at a place or, with `inside`, anywhere below it.
pub(crate) fn mistakes(ed: Editor, place: &Place, inside: bool) -> Vec<String> {
    ed.problems.with(|problems| {
        let is_here = |found: &Place| if inside { found.is_within(place) } else { found == place };
        let here = problems.iter().filter(|problem| is_here(&problem.place));
        ed.told.with(|told| here.filter(|problem| told.shows(problem)).map(|problem| problem.text.clone()).collect())
    })
}

fn around(ed: Editor, place: &Place, label: Signal<String>, look: &Look, control: AnyView) -> AnyView {
    let id = place.to_string();
    let class = format!("field {}", look.class);
    let hint = look.hint;
    let hint_id = format!("{id}-hint");
    let problem_id = format!("{id}-problem");
    let of = place.clone();
    let problem = Memo::new(move |_| mistakes(ed, &of, false).into_iter().next());
    view! {
        <div class=class class:field-wrong=move || problem.with(Option::is_some)>
            <label for=id class:visually-hidden=look.is_bare>{label}</label>
            {(!hint.is_empty()).then(|| view! { <p class="hint" id=hint_id>{hint}</p> })}
            {control}
            {dynamic(move || problem.get().map(|text| view! { <p class="problem" id=problem_id.clone()>{text}</p> }))}
        </div>
    }
    .into_any()
}

/// The ids of the hint and the error, if present.
fn described(ed: Editor, place: &Place, look: &Look) -> impl Fn() -> Option<String> + Send + Sync + 'static {
    let (place, has_hint) = (place.clone(), !look.hint.is_empty());
    move || {
        let hint = has_hint.then(|| format!("{place}-hint"));
        let problem = (!mistakes(ed, &place, false).is_empty()).then(|| format!("{place}-problem"));
        let ids: Vec<String> = hint.into_iter().chain(problem).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }
}

/// A single-line text or a number.
pub(crate) fn line(ed: Editor, label: impl Into<Signal<String>>, place: &Place, look: Look) -> AnyView {
    let id = place.to_string();
    let option = place.split().filter(|(_, last)| *last == "points").map(|(option, _)| option);
    let given = look.placeholder.clone();
    let placeholder = Signal::derive(move || match &option {
        Some(option) if ed.tree.with(|tree| is_unscored(tree, option)) => "not scored".to_owned(),
        _ => given.clone(),
    });
    let (first, of, wrong) =
        (ed.tree.with_untracked(|tree| crate::model::typed(tree, place)), place.clone(), place.clone());
    let control = view! {
        <input
            id=id.clone()
            name=id
            type="text"
            inputmode=look.is_number.then_some("decimal")
            autocomplete="off"
            placeholder=placeholder
            lang=look.lang.clone()
            aria-describedby=described(ed, place, &look)
            aria-invalid=Signal::derive(move || (!mistakes(ed, &wrong, false).is_empty()).then_some("true"))
            value=first
            prop:value=Signal::derive(move || ed.typed(&of))
        />
    };
    around(ed, place, label.into(), &look, control.into_any())
}

pub(crate) fn area(ed: Editor, label: impl Into<Signal<String>>, place: &Place, rows: u8, look: Look) -> AnyView {
    let id = place.to_string();
    let (first, of, wrong) =
        (ed.tree.with_untracked(|tree| crate::model::typed(tree, place)), place.clone(), place.clone());
    let control = view! {
        <textarea
            id=id.clone()
            name=id
            rows=rows.to_string()
            placeholder=look.placeholder.clone()
            lang=look.lang.clone()
            aria-describedby=described(ed, place, &look)
            aria-invalid=Signal::derive(move || (!mistakes(ed, &wrong, false).is_empty()).then_some("true"))
            prop:value=Signal::derive(move || ed.typed(&of))
        >
            {area_text(&first)}
        </textarea>
    };
    around(ed, place, label.into(), &look, control.into_any())
}

/// A select. If several options have the current value, the first one is chosen.
pub(crate) fn select(
    ed: Editor,
    label: impl Into<Signal<String>>,
    place: &Place,
    options: Vec<(String, String)>,
    now: impl Fn() -> String + Copy + Send + Sync + 'static,
    look: Look,
) -> AnyView {
    let id = place.to_string();
    let options: Vec<_> = options
        .into_iter()
        .map(|(value, label)| {
            let (of, first) = (value.clone(), untrack(now) == value);
            view! { <option value=value selected=first prop:selected=Signal::derive(move || now() == of)>{label}</option> }
        })
        .collect();
    let control =
        view! { <select id=id.clone() name=id aria-describedby=described(ed, place, &look)>{options}</select> };
    around(ed, place, label.into(), &look, control.into_any())
}

/// A select with the tree's value at the place, or `default`.
pub(crate) fn choice(
    ed: Editor,
    label: impl Into<Signal<String>>,
    place: &Place,
    options: &[(&str, &str)],
    look: Look,
) -> AnyView {
    let default = options.first().map(|(value, _)| (*value).to_owned()).unwrap_or_default();
    let options = options.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect();
    let of = place.clone();
    let now =
        Memo::new(move |_| Some(ed.typed(&of)).filter(|value| !value.is_empty()).unwrap_or_else(|| default.clone()));
    select(ed, label, place, options, move || now.get(), look)
}

/// A checkbox. Without scripts, the hidden field before it shows that it was on the page and not ticked.
pub(crate) fn tick(ed: Editor, label: impl Into<Signal<String>>, place: &Place) -> AnyView {
    let (id, label) = (place.to_string(), label.into());
    let (of, first) = (place.clone(), ed.tree.with_untracked(|tree| is_set(tree, place)));
    view! {
        <div class="check">
            {unticked(&id)}
            <input
                type="checkbox"
                id=id.clone()
                name=id.clone()
                value="1"
                checked=first
                prop:checked=Signal::derive(move || ed.is_set(&of))
            />
            <label for=id>{label}</label>
        </div>
    }
    .into_any()
}

pub(crate) fn unticked(name: &str) -> AnyView {
    view! { <input type="hidden" name=name.to_owned() value="" /> }.into_any()
}

/// A button that changes the quiz, immediately or by posting the form around it.
pub(crate) fn button(label: impl Into<String>, action: impl Into<String>, class: &'static str) -> AnyView {
    view! { <button type="submit" class=class name="do" value=action.into()>{label.into()}</button> }.into_any()
}

/// A small button with a symbol, and words for screen readers.
pub(crate) fn sign(sign: &'static str, label: impl Into<Signal<String>>, action: impl Into<String>) -> AnyView {
    let label: Signal<String> = label.into();
    view! {
        <button type="submit" class="ed-sign" name="do" value=action.into() title=label aria-label=label>
            <span aria-hidden="true">{sign}</span>
        </button>
    }
    .into_any()
}

/// Text for a `<textarea>`, which the framework does not escape. It starts with a line break because browsers drop the
/// first one.
fn area_text(text: &str) -> String {
    format!("\n{}", text.replace('&', "&amp;").replace('<', "&lt;"))
}
