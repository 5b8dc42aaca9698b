//! The editor of a condition: rules with an earlier question or a score, a verb and values, in groups.

use domain::edit::{Phrase, Place, phrase};
use serde_json::Value;

use crate::{
    conditions::{ConditionSubject, Node, Takes, asked_before, node, subject, verbs},
    controls::{Look, button, fixed, line, select, sign, unticked},
    html::{Element, Html, Words, el},
    languages, measures,
    model::{Editor, written},
    question::cures,
    words,
};

const DEEPEST: usize = 5;
const GROUPS: [(&str, &str); 3] =
    [("all", "all of these hold"), ("any", "any of these holds"), ("none", "none of these holds")];
const SCORE_VERBS: [(&str, &str); 2] = [("is", "is one of"), ("not-is", "is none of")];
const VERDICTS: [(&str, &str); 4] =
    [("worse", "worse"), ("same", "no change"), ("better", "better, or recovered"), ("recovered", "recovered")];
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
        .attr("tabindex", "-1")
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
        Node::Score(inner, test, of, is_not) => score(ed, place, &inner, test, &of, is_not),
        Node::Unknown => match ed.tree.get(place).map(|condition| phrase(&ed.tree, condition)) {
            None | Some(Phrase::Unfinished) => el("p").put("A rule that isn’t complete. Remove it.").into(),
            Some(phrase) => {
                el("p").put(format!("{}. This rule has no fields here; it stays as it is.", written(&phrase))).into()
            }
        },
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
        .put(select(ed, "Question", &place.then("@question"), questions(ed, place, &asked, id), id, bare()))
        .put(select(ed, "Answer", &place.then("@verb"), fixed(&verbs(takes)), verb, bare()))
        .put(values(ed, inner, verb, takes))
        .into()
}

/// The possible subjects of a rule, including its current one if that no longer exists.
fn questions(ed: &Editor, place: &Place, asked: &[ConditionSubject], id: &str) -> Vec<(Words, Words)> {
    let mut options: Vec<(Words, Words)> =
        asked.iter().map(|asked| (asked.id.clone().into(), shortened(&asked.text).into())).collect();
    if !id.starts_with('@') && !asked.iter().any(|asked| asked.id == id) {
        options.insert(0, (id.to_owned().into(), format!("{id} (not asked before)").into()));
    }
    options.push(("@language".into(), "The respondent’s language".into()));
    if place.steps().first().is_some_and(|first| first == "alerts") {
        for (of, name) in ed.tree.scores() {
            let name = name.map_or_else(|| "the overall score".to_owned(), |name| format!("“{name}”"));
            options.push((subject("band", &of).into(), format!("Band of {name}").into()));
            options.push((subject("change", &of).into(), format!("Change of {name}").into()));
        }
    }
    if id.starts_with('@') && !options.iter().any(|(known, _)| known == id) {
        options.push((id.to_owned().into(), format!("{} (gone)", &id[1..]).into()));
    }
    options
}

/// A test of a score. Bands are named with their lower bounds.
fn score(ed: &Editor, place: &Place, test: &Place, word: &str, of: &str, is_not: bool) -> Html {
    let list = test.then("is");
    let mut options: Vec<(String, String)> = if word == "band" {
        measures::bands(&ed.tree, of)
    } else {
        VERDICTS.map(|(verdict, label)| (verdict.to_owned(), label.to_owned())).to_vec()
    };
    for gone in ed.tree.list(&list).iter().filter_map(Value::as_str) {
        if !options.iter().any(|(known, _)| known == gone) {
            options.push((gone.to_owned(), format!("{gone} (gone)")));
        }
    }
    let chosen = subject(word, of);
    let questions = questions(ed, place, &asked_before(&ed.tree, place), &chosen);
    let verb = if is_not { "not-is" } else { "is" };
    el("div")
        .class("ed-rule")
        .put(select(ed, "Question", &place.then("@question"), questions, &chosen, bare()))
        .put(select(ed, "Answer", &place.then("@verb"), fixed(&SCORE_VERBS), verb, bare()))
        .put(chips(ed, &list, &options))
        .into()
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
    let questions = questions(ed, place, &asked_before(&ed.tree, place), "@language");
    let verb = if is_not { "not-language" } else { "language" };
    el("div")
        .class("ed-rule")
        .put(select(ed, "Question", &place.then("@question"), questions, "@language", bare()))
        .put(select(ed, "Answer", &place.then("@verb"), fixed(&LANGUAGE_VERBS), verb, bare()))
        .put(chips(ed, &list, &options))
        .into()
}
