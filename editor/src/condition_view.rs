//! The editor of a condition: rules with an earlier question, a verb and values, in groups.

use domain::edit::Place;
use serde_json::Value;

use crate::{
    conditions::{ConditionSubject, Node, Takes, asked_before, node, verbs},
    controls::{Look, button, fixed, line, select, sign, unticked},
    html::{Element, Html, Words, el},
    languages,
    model::Editor,
    question::cures,
    words,
};

const DEEPEST: usize = 5;
const GROUPS: [(&str, &str); 3] =
    [("all", "all of these hold"), ("any", "any of these holds"), ("none", "none of these holds")];
const LANGUAGE_VERBS: [(&str, &str); 2] = [("language", "is one of"), ("not-language", "is none of")];

fn bare() -> Look {
    Look { is_bare: true, ..Look::default() }
}

/// The condition at a place, or a note that there is none.
pub(crate) fn condition(ed: &Editor, place: &Place, what: &'static str, none: &'static str) -> Html {
    let inside = if ed.tree.get(place).is_some_and(|value| *value != Value::Null) {
        let buttons = el("div")
            .class("buttons")
            .put(button("And another rule", format!("also {place}"), "button-plain"))
            .put(button("Remove the condition", format!("remove {place}"), "button-quiet"));
        Html::from([one(ed, place, 1), buttons.into()])
    } else {
        let begin = button("Add condition", format!("begin {place}"), "button-quiet");
        el("p").class("ed-shown").put(format!("{none} ")).put(begin).into()
    };
    el("fieldset")
        .class("ed-condition")
        .attr("id", place.to_string())
        .put(el("legend").put(what))
        .put(cures(ed, place, true))
        .put(inside)
        .into()
}

fn one(ed: &Editor, place: &Place, depth: usize) -> Html {
    match node(&ed.tree, place) {
        Node::Group(list, word, count) => group(ed, place, &list, word, count, depth),
        Node::Rule(inner, id, verb) => rule(ed, place, &inner, &id, verb),
        Node::Language(inner, is_not) => language(ed, place, &inner, is_not),
        Node::Unknown => el("p").put("A rule that isn’t complete. Remove it.").into(),
    }
}

fn group(ed: &Editor, place: &Place, list: &Place, word: &str, count: usize, depth: usize) -> Html {
    let inner = (0..count).map(|at| {
        let item = list.item(at);
        el("li").put(one(ed, &item, depth + 1)).put(sign("✕", "Remove this rule", "remove", &item))
    });
    let deeper = (depth < DEEPEST).then(|| button("Add group", format!("group {list} any"), "button-quiet"));
    let add = button("Add rule", format!("also {list}"), "button-quiet");
    el("div")
        .class("ed-group")
        .put(select(ed, "If", &place.then("@group"), fixed(&GROUPS), word, bare()))
        .put(el("ul").put(inner.collect::<Html>()))
        .put(el("div").class("buttons").put(add).put(deeper))
        .into()
}

fn rule(ed: &Editor, place: &Place, inner: &Place, id: &str, verb: &'static str) -> Html {
    let asked = asked_before(&ed.tree, place);
    let takes = asked.iter().find(|asked| asked.id == id).map(|asked| &asked.takes);
    el("div")
        .class("ed-rule")
        .put(select(ed, "Question", &place.then("@question"), questions(&asked, id), id, bare()))
        .put(select(ed, "Answer", &place.then("@verb"), fixed(&verbs(takes)), verb, bare()))
        .put(values(ed, inner, verb, takes))
        .into()
}

/// The possible subjects of a rule, including its current one if that no longer exists.
fn questions(asked: &[ConditionSubject], id: &str) -> Vec<(Words, Words)> {
    let mut options: Vec<(Words, Words)> =
        asked.iter().map(|asked| (asked.id.clone().into(), shortened(&asked.text).into())).collect();
    if id != "@language" && !asked.iter().any(|asked| asked.id == id) {
        options.insert(0, (id.to_owned().into(), format!("{id} (not asked before)").into()));
    }
    options.push(("@language".into(), "The respondent’s language".into()));
    options
}

fn shortened(text: &str) -> String {
    if text.chars().count() > 60 { text.chars().take(59).chain(['…']).collect() } else { text.to_owned() }
}

fn values(ed: &Editor, rule: &Place, verb: &str, takes: Option<&Takes>) -> Html {
    let number = |label, name| line(ed, label, &rule.then(name), Look { is_number: true, ..bare() });
    let (least, most) = (|| number("At least", "atLeast"), || number("At most", "atMost"));
    match (verb.trim_start_matches("not-"), takes) {
        (list @ ("is" | "includes"), Some(Takes::One(options) | Takes::Several(options))) => {
            chips(ed, &rule.then(list), options).into()
        }
        ("least", _) => least(),
        ("most", _) => most(),
        ("between", _) => [least(), el("span").put("and").into(), most()].into(),
        _ => Html::Many(Vec::new()),
    }
}

/// Checkboxes that share a name: together they are the list at the place.
fn chips(ed: &Editor, place: &Place, options: &[(String, String)]) -> Element {
    let name = place.to_string();
    let list = ed.tree.list(place);
    let chip = |(at, (id, label)): (u64, &(String, String))| {
        // An option may also be referred to by its number.
        let is_chosen = list.iter().any(|named| named.as_str() == Some(id) || named.as_u64() == Some(at));
        let control = el("input").attr("type", "checkbox").attr("name", name.clone()).attr("value", id.clone());
        let control = control.flag("checked", is_chosen);
        el("label").class("ed-chip").put(control).put(el("span").put(label.clone()))
    };
    let chips = el("span").class("ed-chips").attr("role", "group").attr("aria-label", "Answers").put(unticked(&name));
    chips.put((1..).zip(options).map(chip).collect::<Html>())
}

fn language(ed: &Editor, place: &Place, inner: &Place, is_not: bool) -> Html {
    let list = inner.then("language");
    let mut tags = languages::of(&ed.tree);
    for tag in ed.tree.list(&list).iter().filter_map(Value::as_str) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    let options: Vec<_> = tags.into_iter().map(|tag| (tag.clone(), words::language(&tag))).collect();
    let questions = questions(&asked_before(&ed.tree, place), "@language");
    let verb = if is_not { "not-language" } else { "language" };
    el("div")
        .class("ed-rule")
        .put(select(ed, "Question", &place.then("@question"), questions, "@language", bare()))
        .put(select(ed, "Answer", &place.then("@verb"), fixed(&LANGUAGE_VERBS), verb, bare()))
        .put(chips(ed, &list, &options))
        .into()
}
