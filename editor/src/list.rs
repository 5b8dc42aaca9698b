//! The list of questions: kind, text, condition and errors of each, and the menu that adds one.

use domain::{
    Indicator, KindName, Question,
    edit::{Place, Tree, built_in, kind, wording},
};
use serde_json::Value;

use crate::{
    controls::{button, mistakes},
    html::{Element, Html, el, hint},
    model::{Editor, Here, Part, sentence},
    page::post,
    words,
};

pub(crate) fn list(ed: &Editor) -> Html {
    let open = ed.question();
    let questions = ed.tree.each(&"questions".into());
    let rows: Html = questions.map(|(place, question)| row(ed, open.as_deref(), &place, question)).collect();
    let empty = ed.tree.questions().is_empty().then(|| hint("No questions yet. Add the first one below."));
    let list = el("ol").attr("data-sortable", "questions").put(rows);
    el("nav").class("ed-list").attr("aria-label", "Questions").put(list).put(empty).put(adding(ed)).into()
}

fn row(ed: &Editor, open: Option<&str>, place: &Place, question: &Value) -> Element {
    let language = ed.tree.language();
    let built_in = built_in(question);
    let written = question.get("text").and_then(|text| wording(text, language));
    let text = written.or_else(|| Some(built_in.as_ref()?.text(language, language))).unwrap_or("(no text yet)");
    let kind = if built_in.is_some() { "Built-in" } else { words::KINDS[kind(question) as usize] };
    let part = question.get("part").and_then(|name| wording(name, language)).filter(|name| !name.is_empty());
    let id = place.steps().last().cloned();
    let is_open = open == id.as_deref();
    let count = mistakes(ed, place, true).len();
    let link = el("a")
        .attr("href", Here { question: id, part: Part::Question, ..Here::default() }.href(&ed.given.base))
        .maybe("aria-current", is_open.then_some("true"))
        .put(el("span").class("ed-kind").put(kind))
        .put(el("span").class("ed-text").put(text.to_owned()))
        .put(el("span").class("ed-shown").put(sentence(&ed.tree, question)))
        .put((count > 0).then(|| el("span").class("ed-badge").put(words::count(count, "problem"))));
    let name = place.to_string();
    let part = part.map(|name| el("span").class("ed-part").put(name.to_owned()));
    el("li").key(name.clone()).attr("data-row", name).put(part).put(link)
}

/// The menu that adds a question of each kind, or a built-in question that the quiz does not have.
fn adding(ed: &Editor) -> Element {
    let item = |label: String, word: &str| el("li").put(button(label, format!("add questions {word}"), "ed-item"));
    let kinds: Html =
        KindName::NAMES.iter().zip(words::KINDS).map(|(kind, label)| item(label.to_owned(), kind)).collect();
    let is_there = |id: &str| ed.tree.questions().iter().any(|question| question["id"] == id);
    let missing = Indicator::ALL.into_iter().filter(|indicator| !is_there(indicator.as_str()));
    let missing = missing.map(|indicator| {
        let id = indicator.as_str();
        Html::from(item(format!("{id}: {}", built_in_text(&ed.tree, indicator)), id))
    });
    let missing: Vec<Html> = missing.collect();
    let more = |summary: &'static str| el("details").class("ed-add").put(el("summary").put(summary));
    let built_in = (!missing.is_empty()).then(|| {
        let about = hint("About money, with fixed words and scores.");
        more("Add a built-in question").put(about).put(el("ul").put(missing))
    });
    let first = button("Add question", "add questions choice", "button-plain ed-first");
    post(ed, "ed-adding", [first, more("Add another kind").put(el("ul").put(kinds)).into(), built_in.into()])
}

fn built_in_text(tree: &Tree, indicator: Indicator) -> String {
    let language = tree.language();
    Question::built_in(indicator, true).text(language, language).to_owned()
}
