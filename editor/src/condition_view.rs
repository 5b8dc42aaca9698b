//! The editor of a condition: rules with an earlier question, a verb and values, in groups.

use domain::edit::Place;
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    conditions::{ConditionSubject, Node, Takes, asked_before, node, verbs},
    controls::{Look, button, line, mistakes, select, sign, unticked},
    fixes,
    model::Editor,
    parts::dynamic,
    words,
};

const DEEPEST: usize = 5;
const GROUPS: [(&str, &str); 3] =
    [("all", "all of these hold"), ("any", "any of these holds"), ("none", "none of these holds")];

/// The condition at a place, or a note that there is none.
pub(crate) fn condition(ed: Editor, place: &Place, what: &'static str, none: &'static str) -> AnyView {
    let (of, wrong) = (place.clone(), place.clone());
    let is_there = Memo::new(move |_| ed.tree.with(|tree| tree.get(&of).is_some_and(|value| *value != Value::Null)));
    let (id, place) = (place.to_string(), place.clone());
    view! {
        <fieldset class="ed-condition" id=id>
            <legend>{what}</legend>
            {dynamic(move || {
                let sentences = mistakes(ed, &wrong, true);
                (!sentences.is_empty()).then(|| {
                    view! {
                        <p class="problem">{sentences.join(" ")}</p>
                        <div class="buttons ed-cures">{fixes::buttons(ed, &wrong, true)}</div>
                    }
                })
            })}
            {dynamic(move || {
                if is_there.get() {
                    let more = format!("also {place}");
                    view! {
                        {one(ed, place.clone(), 1)}
                        <div class="buttons">
                            {button("And another rule", more, "button-plain")}
                            {button("Remove the condition", format!("remove {place}"), "button-quiet")}
                        </div>
                    }
                    .into_any()
                } else {
                    view! {
                        <p class="ed-shown">
                            {none} " " {button("Add condition", format!("begin {place}"), "button-quiet")}
                        </p>
                    }
                    .into_any()
                }
            })}
        </fieldset>
    }
    .into_any()
}

fn one(ed: Editor, place: Place, depth: usize) -> AnyView {
    let of = place.clone();
    let held = Memo::new(move |_| ed.tree.with(|tree| node(tree, &of)));
    view! {
        {dynamic(move || match held.get() {
            Node::Group(list, word, count) => group(ed, &place, &list, word, count, depth),
            Node::Rule(inner, id, verb) => rule(ed, &place, inner, id, verb),
            Node::Language(inner, is_not) => language(ed, &place, &inner, is_not),
            Node::Unknown => view! { <p>"A rule that isn’t complete. Remove it."</p> }.into_any(),
        })}
    }
    .into_any()
}

fn group(ed: Editor, place: &Place, list: &Place, word: &'static str, count: usize, depth: usize) -> AnyView {
    let options = GROUPS.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect();
    let look = Look { is_bare: true, ..Look::default() };
    let inner: Vec<_> = (0..count)
        .map(|at| {
            let item = list.item(at);
            view! { <li>{one(ed, item.clone(), depth + 1)} {sign("✕", "Remove this rule", format!("remove {item}"))}</li> }
        })
        .collect();
    let deeper = (depth < DEEPEST).then(|| button("Add group", format!("group {list} any"), "button-quiet"));
    view! {
        <div class="ed-group">
            {select(ed, "If", &place.then("@group"), options, move || word.to_owned(), look)} <ul>{inner}</ul>
            <div class="buttons">{button("Add rule", format!("also {list}"), "button-quiet")} {deeper}</div>
        </div>
    }
    .into_any()
}

fn rule(ed: Editor, place: &Place, inner: Place, id: String, verb: &'static str) -> AnyView {
    let of = place.clone();
    let asked = Memo::new(move |_| ed.tree.with(|tree| asked_before(tree, &of)));
    let (question, verb_place) = (place.then("@question"), place.then("@verb"));
    view! {
        <div class="ed-rule">
            {dynamic(move || {
                let asked = asked.get();
                let found = asked.iter().find(|asked| asked.id == id).cloned();
                let takes = found.as_ref().map(|asked| asked.takes.clone());
                let verbs = verbs(takes.as_ref()).into_iter().map(|(value, label)| (value.to_owned(), label.to_owned()));
                let bare = || Look { is_bare: true, ..Look::default() };
                let chosen = StoredValue::new(id.clone());
                view! {
                    {select(ed, "Question", &question, questions(&asked, &id), move || chosen.get_value(), bare())}
                    {select(ed, "Answer", &verb_place, verbs.collect(), move || verb.to_owned(), bare())}
                    {values(ed, &inner, verb, takes.as_ref())}
                }
            })}
        </div>
    }
    .into_any()
}

/// The possible subjects of a rule, including its current one if that no longer exists.
fn questions(asked: &[ConditionSubject], id: &str) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> =
        asked.iter().map(|asked| (asked.id.clone(), shortened(&asked.text))).collect();
    if id != "@language" && !asked.iter().any(|asked| asked.id == id) {
        options.insert(0, (id.to_owned(), format!("{id} (not asked before)")));
    }
    options.push(("@language".to_owned(), "The respondent’s language".to_owned()));
    options
}

fn shortened(text: &str) -> String {
    if text.chars().count() > 60 { text.chars().take(59).chain(['…']).collect() } else { text.to_owned() }
}

fn values(ed: Editor, rule: &Place, verb: &str, takes: Option<&Takes>) -> AnyView {
    let bare = || Look { is_bare: true, is_number: true, ..Look::default() };
    let least = || line(ed, "At least", &rule.then("atLeast"), bare());
    let most = || line(ed, "At most", &rule.then("atMost"), bare());
    match (verb.trim_start_matches("not-"), takes) {
        ("is", Some(Takes::One(options) | Takes::Several(options))) => chips(ed, &rule.then("is"), options),
        ("includes", Some(Takes::One(options) | Takes::Several(options))) => chips(ed, &rule.then("includes"), options),
        ("least", _) => least(),
        ("most", _) => most(),
        ("between", _) => view! { {least()} <span>"and"</span> {most()} }.into_any(),
        _ => ().into_any(),
    }
}

/// Checkboxes that share a name: together they are the list at the place.
fn chips(ed: Editor, place: &Place, options: &[(String, String)]) -> AnyView {
    let name = place.to_string();
    let of = place.clone();
    let count = options.len();
    let ids: Vec<String> = options.iter().map(|(id, _)| id.clone()).collect();
    // An option may also be referred to by its number.
    let chosen = Memo::new(move |_| {
        ed.tree.with(|tree| {
            let list = tree.list(&of);
            let is_named = |(at, id): (usize, &String)| {
                list.iter().any(|named| named.as_str() == Some(id) || named.as_u64() == u64::try_from(at + 1).ok())
            };
            ids.iter().enumerate().map(is_named).collect::<Vec<bool>>()
        })
    });
    let boxes: Vec<_> = options
        .iter()
        .zip(0..count)
        .map(|((id, label), at)| {
            let is_chosen = move || chosen.with(|chosen| chosen.get(at).copied().unwrap_or_default());
            let first = untrack(is_chosen);
            view! {
                <label class="ed-chip">
                    <input type="checkbox" name=name.clone() value=id.clone() checked=first prop:checked=Signal::derive(is_chosen) />
                    <span>{label.clone()}</span>
                </label>
            }
        })
        .collect();
    view! { <span class="ed-chips" role="group" aria-label="Answers">{unticked(&name)} {boxes}</span> }.into_any()
}

fn language(ed: Editor, place: &Place, inner: &Place, is_not: bool) -> AnyView {
    let bare = || Look { is_bare: true, ..Look::default() };
    let of = place.clone();
    let asked = ed.tree.with_untracked(|tree| asked_before(tree, &of));
    let verbs =
        vec![("language".to_owned(), "is one of".to_owned()), ("not-language".to_owned(), "is none of".to_owned())];
    let list = inner.then("language");
    let offered = ed.tree.with_untracked(crate::languages::of);
    let mut options: Vec<(String, String)> = offered.iter().map(|tag| (tag.clone(), words::language(tag))).collect();
    for tag in ed.tree.with_untracked(|tree| tree.list(&list).to_vec()).iter().filter_map(Value::as_str) {
        if !offered.iter().any(|known| known == tag) {
            options.push((tag.to_owned(), words::language(tag)));
        }
    }
    let verb = if is_not { "not-language" } else { "language" };
    view! {
        <div class="ed-rule">
            {select(ed, "Question", &place.then("@question"), questions(&asked, "@language"), || "@language".to_owned(), bare())}
            {select(ed, "Answer", &place.then("@verb"), verbs, move || verb.to_owned(), bare())}
            {chips(ed, &list, &options)}
        </div>
    }
    .into_any()
}
