//! One question: its texts, the fields of its kind, its condition, and rarely used settings.

use std::collections::BTreeSet;

use domain::{
    KindName,
    edit::{Place, Tree, wording},
};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    condition_view::condition,
    controls::{Look, area, button, choice, line, mistakes, select, sign, tick},
    fields::UNSCORED,
    fixes, kinds,
    model::{Editor, is_unscored},
    page::post,
    parts::{dynamic, keyed},
    picture::picture,
    words,
};

const SCORE: [(&str, &str); 2] = [("", "By its points"), (UNSCORED, "Answered, not scored")];
const MISSING: [(&str, &str); 4] = [
    ("", "An answer"),
    ("declined", "Declined to answer"),
    ("unknown", "Doesn’t know"),
    ("not_applicable", "Does not apply"),
];

pub(crate) fn question(ed: Editor) -> AnyView {
    let open = Memo::new(move |_| ed.question());
    view! {
        <section class="ed-question" aria-label="Question">
            {dynamic(move || match open.get() {
                Some(id) => one(ed, Place::question(&id)),
                None => view! { <p class="hint">"Questions that you add are written here."</p> }.into_any(),
            })}
        </section>
    }
    .into_any()
}

fn one(ed: Editor, place: Place) -> AnyView {
    let (at, of) = (place.clone(), place.clone());
    let number = move || ed.tree.with(|tree| tree.index(&at).map_or(0, |index| index + 1));
    let title = Signal::derive(move || format!("Question {}", number()));
    let kind = Memo::new(move |_| {
        ed.tree.with(|tree| match tree.built_in(&of) {
            Some(_) => None,
            None => Some(tree.kind(&of)),
        })
    });
    let (wrong, inner) = (place.clone(), place.clone());
    let inside = view! {
        <div class="ed-head">
            <h2>{title}</h2>
            <div class="ed-signs">
                {sign("↑", "Move the question up", format!("up {place}"))}
                {sign("↓", "Move the question down", format!("down {place}"))}
                {sign("+", "Duplicate the question", format!("duplicate {place}"))}
                {sign("✕", "Remove the question", format!("remove {place}"))}
            </div>
        </div>
        {dynamic(move || {
            let sentences = mistakes(ed, &wrong, false);
            (!sentences.is_empty()).then(|| {
                view! {
                    <p class="problem">{sentences.join(" ")}</p>
                    <div class="buttons ed-cures">{fixes::buttons(ed, &wrong, false)}</div>
                }
            })
        })}
        {dynamic(move || match kind.get() {
            None => built_in(ed, inner.clone()),
            Some(kind) => own(ed, inner.clone(), kind),
        })}
    };
    post(ed, "ed-form", inside.into_any())
}

fn own(ed: Editor, place: Place, kind: KindName) -> AnyView {
    let names: Vec<_> = KindName::NAMES.iter().copied().zip(words::KINDS).collect();
    let text = if kind == KindName::Statement { "Text" } else { "Question" };
    let required = (kind != KindName::Statement).then(|| tick(ed, "An answer is required", &place.then("required")));
    let category = kinds::is_scored(kind).then(|| kinds::category(ed, &place, false));
    let weight = kinds::is_scored(kind).then(|| {
        let look = Look { is_number: true, hint: "1 unless another number is given.", ..Look::default() };
        line(ed, "Weight", &place.then("weight"), look)
    });
    let id =
        Look { hint: "Names the question in the API and in exports. Letters a to z, digits and _.", ..Look::default() };
    view! {
        {area(ed, text, &place.then("text"), 2, Look::default())}
        {area(ed, "Help below it (optional)", &place.then("help"), 1, Look::default())}
        {picture(ed, &place, "image", "Picture")}
        <div class="ed-pair">
            {choice(ed, "Kind", &place.then("kind"), &names, Look::default())} {required}
        </div>
        {kinds::fields(ed, &place, kind)}
        {explanation(ed, &place, kind)}
        {condition(ed, &place.then("showIf"), "Shown", "always shown")}
        {begins_part(ed, &place)}
        <details class="ed-advanced">
            <summary>"Advanced"</summary>
            <div class="ed-pair">{line(ed, "Id", &place.then("id"), id)} {weight} {category}</div>
        </details>
    }
    .into_any()
}

/// The explanation of the right answer, if the quiz gives feedback.
fn explanation(ed: Editor, place: &Place, kind: KindName) -> Option<AnyView> {
    let place = place.then("explanation");
    let is_told = Memo::new(move |_| ed.tree.with(|tree| tree.text(&"feedback".into()) == Some("at_once")));
    kind.may_be_right().then(|| {
        dynamic(move || is_told.get().then(|| area(ed, "Why it is right (optional)", &place, 1, Look::default())))
    })
}

/// The texts, options and points are the service's own.
fn built_in(ed: Editor, place: Place) -> AnyView {
    let (text, options) = ed.tree.with_untracked(|tree| {
        let language = tree.language();
        let built_in = tree.built_in(&place);
        let options = built_in.iter().flat_map(|question| question.options(language, language));
        let options: Vec<String> = options.map(|option| option.label).collect();
        let id = tree.text(&place.then("id")).unwrap_or_default();
        (tree.question_text(id).unwrap_or_default(), options)
    });
    let options: Vec<_> = options.into_iter().map(|label| view! { <li>{label}</li> }).collect();
    view! {
        <p class="ed-fixed">{text}</p>
        <ol class="ed-fixed-options">{options}</ol>
        <p class="hint">"A built-in question: its words, translations and scores are fixed."</p>
        {tick(ed, "An answer is required", &place.then("required"))}
        {picture(ed, &place, "image", "Picture")}
        {condition(ed, &place.then("showIf"), "Shown", "always shown")}
        {begins_part(ed, &place)}
    }
    .into_any()
}

fn begins_part(ed: Editor, place: &Place) -> AnyView {
    let hint = "Long quizzes are easier in parts: respondents see “Part 2 of 4”, this name, and how long is left.";
    line(ed, "Begins the part (optional)", &place.then("part"), Look { hint, ..Look::default() })
}

pub(crate) fn options(ed: Editor, question: &Place, kind: KindName) -> AnyView {
    let list = question.then("options");
    let (of, at) = (list.clone(), list.clone());
    let rows = move || ed.tree.with(|tree| tree.items(&of).iter().map(Place::to_string).collect::<Vec<_>>());
    let has_points = kinds::is_scored(kind);
    let problem = Memo::new(move |_| mistakes(ed, &at, false).into_iter().next());
    let alike = {
        let list = list.clone();
        Memo::new(move |_| ed.tree.with(|tree| alike(tree, &list)))
    };
    view! {
        <fieldset class="ed-options">
            <legend>"Options"</legend>
            {dynamic(move || problem.get().map(|text| view! { <p class="problem">{text}</p> }))}
            {has_points.then(|| view! { <p class="ed-columns" aria-hidden="true"><span>"Points"</span></p> })}
            <ol data-sortable=list.to_string()>
                {keyed(rows, move |place| option(ed, Place::parse(&place), kind, has_points, alike))}
            </ol>
            {button("Add option", format!("add {list}"), "button-plain")}
        </fieldset>
    }
    .into_any()
}

/// The places of options with the label of an earlier one: readers of answers cannot tell them apart.
pub(crate) fn alike(tree: &Tree, list: &Place) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let words = |option: &Value| option.get("label").filter(|label| wording(label, tree.language()).is_some()).cloned();
    let labelled = tree.each(list).filter_map(|(place, option)| Some((place, words(option)?.to_string())));
    labelled.filter(|(_, label)| !known.insert(label.clone())).map(|(place, _)| place.to_string()).collect()
}

fn option(ed: Editor, place: Place, kind: KindName, has_points: bool, alike: Memo<BTreeSet<String>>) -> AnyView {
    let at = place.clone();
    let number = Memo::new(move |_| ed.tree.with(|tree| tree.index(&at).map_or(0, |index| index + 1)));
    let named = move |words: fn(usize) -> String| Memo::new(move |_| words(number.get()));
    let points = has_points.then(|| {
        let look = Look { is_number: true, is_bare: true, class: "ed-points", ..Look::default() };
        line(ed, named(|n| format!("Points of option {n}")), &place.then("points"), look)
    });
    let score = has_points.then(|| {
        let of = place.clone();
        let way = Memo::new(move |_| if ed.tree.with(|tree| is_unscored(tree, &of)) { UNSCORED } else { "" });
        let ways = SCORE.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect();
        select(ed, "In scores", &place.then("@score"), ways, move || way.get().to_owned(), Look::default())
    });
    let missing =
        (kind != KindName::Ranking).then(|| choice(ed, "Counts as", &place.then("missing"), &MISSING, Look::default()));
    let exclusive = (kind == KindName::Multiple).then(|| tick(ed, "Excludes the others", &place.then("exclusive")));
    let other = matches!(kind, KindName::Choice | KindName::Multiple)
        .then(|| tick(ed, "Opens a text field", &place.then("other")));
    let seen = matches!(kind, KindName::Choice | KindName::Multiple).then(|| picture(ed, &place, "image", "Picture"));
    let shown = place.then("showIf");
    let has_more = {
        let (place, shown) = (place.clone(), shown.clone());
        Memo::new(move |_| {
            let is_set = |name: &str| ed.is_set(&place.then(name));
            is_set("exclusive")
                || ed.tree.with(|tree| is_unscored(tree, &place) || tree.text(&place.then("missing")).is_some())
                || is_set("other")
                || ed.tree.with(|tree| tree.get(&place.then("image")).is_some())
                || ed.tree.with(|tree| tree.get(&shown).is_some_and(|value| *value != Value::Null))
        })
    };
    let look = Look { is_bare: true, class: "ed-label", ..Look::default() };
    let name = place.to_string();
    let is_alike = Memo::new(move |_| alike.with(|alike| alike.contains(&name)));
    view! {
        <li data-row=place.to_string()>
            <div class="ed-option">
                <span class="ed-number ed-handle" draggable="true" aria-hidden="true">{number}</span>
                {line(ed, named(|n| format!("Option {n}")), &place.then("label"), look)}
                {points}
                <details class="ed-more" class:ed-marked=Signal::derive(move || has_more.get())>
                    <summary aria-label=named(|n| format!("More about option {n}")) title="More">"⋯"</summary>
                    <div class="ed-menu">
                        {seen} {exclusive} {other} {score} {missing} {condition(ed, &shown, "This option is shown", "always shown")}
                        {button("Duplicate", format!("duplicate {place}"), "button-plain")}
                    </div>
                </details>
                {sign("↑", named(|n| format!("Move option {n} up")), format!("up {place}"))}
                {sign("↓", named(|n| format!("Move option {n} down")), format!("down {place}"))}
                {sign("✕", named(|n| format!("Remove option {n}")), format!("remove {place}"))}
            </div>
            {dynamic(move || {
                is_alike.get().then(|| view! { <p class="hint">"Another option has the same words."</p> })
            })}
        </li>
    }
    .into_any()
}
