//! One question: its texts, the fields of its kind, its condition, and rarely used settings.

use std::collections::BTreeSet;

use domain::{
    KindName,
    edit::{Place, Tree, wording},
};
use serde_json::Value;

use crate::{
    condition_view::condition,
    controls::{Look, advanced, area, button, choice, fixed, line, mistake, mistakes, select, sign, signs, tick},
    fields::{QUESTIONS, UNSCORED},
    fixes,
    html::{Element, Html, el, hint},
    kinds,
    model::{Editor, is_unscored},
    page::post,
    picture::picture,
    words,
};

const SCORE: [(&str, &str); 2] = [("", "By its points"), (UNSCORED, "Answered, not scored")];
const OPTIONS_COME: [(&str, &str); 2] = [("", "As written"), ("options", "In another order for each respondent")];
const QUESTIONS_COME: [(&str, &str); 2] =
    [("", "As written"), (QUESTIONS, "In another order for each respondent, up to the next statement")];
const MISSING: [(&str, &str); 4] = [
    ("", "An answer"),
    ("declined", "Declined to answer"),
    ("unknown", "Doesn’t know"),
    ("not_applicable", "Does not apply"),
];

pub(crate) fn question(ed: &Editor) -> Html {
    let open = match ed.question() {
        Some(id) => one(ed, &Place::question(&id)).key(id).into(),
        None => hint("Questions that you add are written here."),
    };
    el("section").class("ed-question").attr("aria-label", "Question").put(open).into()
}

fn one(ed: &Editor, place: &Place) -> Element {
    let number = ed.tree.index(place).map_or(0, |index| index + 1);
    let buttons = [
        sign("↑", "Move the question up", "up", place),
        sign("↓", "Move the question down", "down", place),
        sign("+", "Duplicate the question", "duplicate", place),
        sign("✕", "Remove the question", "remove", place),
    ];
    let head = el("div").class("ed-head").put(el("h2").put(format!("Question {number}")));
    let head = head.put(el("div").class("ed-signs").put(buttons));
    let fields = if ed.tree.built_in(place).is_some() { built_in(ed, place) } else { own(ed, place) };
    post(ed, "ed-form", [head.into(), cures(ed, place, false), fields])
}

/// What is wrong at a place or, with `inside`, anywhere below it, and the buttons that put it right.
pub(crate) fn cures(ed: &Editor, place: &Place, inside: bool) -> Html {
    let sentences = mistakes(ed, place, inside);
    let told = (!sentences.is_empty()).then(|| {
        let buttons = el("div").class("buttons ed-cures").put(fixes::buttons(ed, place, inside));
        Html::from([el("p").class("problem").put(sentences.join(" ")).into(), buttons.into()])
    });
    told.into()
}

fn own(ed: &Editor, place: &Place) -> Html {
    let kind = ed.tree.kind(place);
    let names: Vec<_> = KindName::NAMES.iter().copied().zip(words::KINDS).collect();
    let text = if kind == KindName::Statement { "Text" } else { "Question" };
    let required = (kind != KindName::Statement).then(|| tick(ed, "An answer is required", &place.then("required")));
    let weight = kinds::is_scored(kind).then(|| {
        let look = Look { is_number: true, hint: "1 unless another number is given.", ..Look::default() };
        line(ed, "Weight", &place.then("weight"), look)
    });
    let id =
        Look { hint: "Names the question in the API and in exports. Letters a to z, digits and _.", ..Look::default() };
    let rare = el("div")
        .class("ed-pair")
        .put(line(ed, "Id", &place.then("id"), id))
        .put(weight)
        .put(kinds::is_scored(kind).then(|| kinds::category(ed, place, false)));
    let pair = el("div").class("ed-pair").put(choice(ed, "Kind", &place.then("kind"), &names, Look::default()));
    [
        area(ed, text, &place.then("text"), "2", Look::default()),
        area(ed, "Help below it (optional)", &place.then("help"), "1", Look::default()),
        picture(ed, place, "image", "Picture"),
        pair.put(required).into(),
        kinds::fields(ed, place, kind),
        order(ed, place, kind).into(),
        explanation(ed, place, kind).into(),
        condition(ed, &place.then("showIf"), "Shown", "always shown"),
        begins_part(ed, place),
        advanced("Advanced").put(rare).into(),
    ]
    .into()
}

/// Whether what it holds, or what follows a statement, is shuffled.
fn order(ed: &Editor, place: &Place, kind: KindName) -> Option<Html> {
    let (label, ways) = match kind {
        KindName::Choice | KindName::Multiple | KindName::Ranking => ("Options come", &OPTIONS_COME),
        KindName::Statement => ("The questions behind it come", &QUESTIONS_COME),
        _ => return None,
    };
    let now = if is_shuffled(ed, place) { ways[1].0 } else { "" };
    Some(select(ed, label, &place.then("@order"), fixed(ways), now, Look::default()))
}

fn is_shuffled(ed: &Editor, question: &Place) -> bool {
    ed.tree.get(&question.then("shuffle")).is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)))
}

/// The explanation of the right answer, if the quiz gives feedback.
fn explanation(ed: &Editor, place: &Place, kind: KindName) -> Option<Html> {
    let is_told = ed.tree.text(&"feedback".into()) == Some("at_once") && kind.may_be_right();
    is_told.then(|| area(ed, "Why it is right (optional)", &place.then("explanation"), "1", Look::default()))
}

/// The texts, options and points are the service's own.
fn built_in(ed: &Editor, place: &Place) -> Html {
    let language = ed.tree.language();
    let built_in = ed.tree.built_in(place);
    let options = built_in.iter().flat_map(|question| question.options(language, language));
    let options: Html = options.map(|option| el("li").put(option.label)).collect();
    let text = ed.tree.text(&place.then("id")).and_then(|id| ed.tree.question_text(id)).unwrap_or_default();
    [
        el("p").class("ed-fixed").put(text).into(),
        el("ol").class("ed-fixed-options").put(options).into(),
        hint("A built-in question: its words, translations and scores are fixed."),
        tick(ed, "An answer is required", &place.then("required")),
        picture(ed, place, "image", "Picture"),
        condition(ed, &place.then("showIf"), "Shown", "always shown"),
        begins_part(ed, place),
    ]
    .into()
}

fn begins_part(ed: &Editor, place: &Place) -> Html {
    let hint = "Long quizzes are easier in parts: respondents see “Part 2 of 4”, this name, and how long is left.";
    line(ed, "Begins the part (optional)", &place.then("part"), Look { hint, ..Look::default() })
}

pub(crate) fn options(ed: &Editor, question: &Place, kind: KindName) -> Html {
    let list = question.then("options");
    let alike = alike(&ed.tree, &list);
    let rows: Html =
        ed.tree.items(&list).iter().enumerate().map(|(at, place)| option(ed, place, at + 1, kind, &alike)).collect();
    let columns = kinds::is_scored(kind)
        .then(|| el("p").class("ed-columns").attr("aria-hidden", "true").put(el("span").put("Points")));
    el("fieldset")
        .class("ed-options")
        .put(el("legend").put("Options"))
        .put(mistake(ed, &list))
        .put(columns)
        .put(el("ol").attr("data-sortable", list.to_string()).put(rows))
        .put(button("Add option", format!("add {list}"), "button-plain"))
        .into()
}

/// The places of options with the label of an earlier one: readers of answers cannot tell them apart.
pub(crate) fn alike(tree: &Tree, list: &Place) -> BTreeSet<String> {
    let (mut known, mut alike) = (BTreeSet::new(), BTreeSet::new());
    for (place, option) in tree.each(list) {
        let label = option.get("label").filter(|label| wording(label, tree.language()).is_some());
        if label.is_some_and(|label| !known.insert(label.to_string())) {
            alike.insert(place.to_string());
        }
    }
    alike
}

fn option(ed: &Editor, place: &Place, number: usize, kind: KindName, alike: &BTreeSet<String>) -> Element {
    let name = place.to_string();
    let is_alike = alike.contains(&name);
    let handle = el("span").class("ed-number ed-handle").attr("draggable", "true").attr("aria-hidden", "true");
    let points = kinds::is_scored(kind).then(|| {
        let look = Look { is_number: true, is_bare: true, class: "ed-points", ..Look::default() };
        line(ed, format!("Points of option {number}"), &place.then("points"), look)
    });
    let look = Look { is_bare: true, class: "ed-label", ..Look::default() };
    let row = el("div")
        .class("ed-option")
        .put(handle.put(number.to_string()))
        .put(line(ed, format!("Option {number}"), &place.then("label"), look))
        .put(points)
        .put(more(ed, place, number, kind))
        .put(signs(&format!("option {number}"), place));
    let alike = is_alike.then(|| hint("Another option has the same words."));
    el("li").key(name.clone()).attr("data-row", name).put(row).put(alike)
}

/// The menu of an option, marked if something in it is set.
fn more(ed: &Editor, place: &Place, number: usize, kind: KindName) -> Element {
    let is_unscored = is_unscored(&ed.tree, place);
    let is_chosen = matches!(kind, KindName::Choice | KindName::Multiple);
    let has = |name: &str| ed.tree.get(&place.then(name)).is_some_and(|value| *value != Value::Null);
    let has_more = is_unscored
        || ed.is_set(&place.then("exclusive"))
        || ed.is_set(&place.then("other"))
        || ed.is_set(&place.then("last"))
        || ["missing", "image", "places", "showIf"].into_iter().any(has);
    let question = place.first(2);
    let stays = is_shuffled(ed, &question) || ed.is_set(&place.then("last"));
    let places = Look { is_number: true, ..Look::default() };
    let score = kinds::is_scored(kind).then(|| {
        let way = if is_unscored { UNSCORED } else { "" };
        select(ed, "In scores", &place.then("@score"), fixed(&SCORE), way, Look::default())
    });
    let missing =
        (kind != KindName::Ranking).then(|| choice(ed, "Counts as", &place.then("missing"), &MISSING, Look::default()));
    let menu = el("div")
        .class("ed-menu")
        .put(is_chosen.then(|| picture(ed, place, "image", "Picture")))
        .put((kind == KindName::Multiple).then(|| tick(ed, "Excludes the others", &place.then("exclusive"))))
        .put(is_chosen.then(|| tick(ed, "Opens a text field", &place.then("other"))))
        .put(stays.then(|| tick(ed, "Stays at the end of the others", &place.then("last"))))
        .put(is_chosen.then(|| line(ed, "Places, if limited", &place.then("places"), places)))
        .put(score)
        .put(missing)
        .put(condition(ed, &place.then("showIf"), "This option is shown", "always shown"))
        .put(button("Duplicate", format!("duplicate {place}"), "button-plain"));
    let summary =
        el("summary").attr("aria-label", format!("More about option {number}")).attr("title", "More").put("⋯");
    el("details").class(if has_more { "ed-more ed-marked" } else { "ed-more" }).put(summary).put(menu)
}
