//! The bar above all tabs: save status, undo, problems, and publishing.

use domain::edit::Place;
use serde_json::Value;

use crate::{
    controls::{act, button, hidden},
    found::Found,
    html::{Element, Html, el},
    model::{Editor, Here, Part, Saving, Tab},
    place_names::place_name,
    words,
};

pub(crate) fn top_bar(ed: &Editor) -> Html {
    let undo = el("div")
        .class("ed-undo")
        .put(act("Undo", "undo").attr("title", "Ctrl+Z").flag("disabled", !ed.history.can_undo()))
        .put(act("Redo", "redo").attr("title", "Ctrl+Shift+Z").flag("disabled", !ed.history.can_redo()));
    let publish = el("a").class("button").attr("href", format!("{}/publish", ed.given.base)).attr("data-leave", "");
    let bar = el("div")
        .class("ed-top")
        .put(el("p").class("ed-state").attr("role", "status").attr("id", "state").put(state(ed)))
        .put(undo)
        .put(problems(ed))
        .put(publish.put("Publish"));
    [bar.into(), notice(ed), refused(ed), asking(ed).into(), parts(ed)].into()
}

fn state(ed: &Editor) -> String {
    let given = &ed.given;
    match &ed.saving {
        Saving::Rest => match (&given.saved_at, &given.saved_by) {
            (Some(at), Some(by)) => format!("Draft of {by}, saved {at}"),
            (Some(at), None) => format!("Draft saved {at}"),
            (None, _) => format!("Version {}, no changes", given.version),
        },
        Saving::Unsaved => "Unsaved".to_owned(),
        Saving::UnderWay => "Saving…".to_owned(),
        Saving::Saved(at) => format!("Saved {at}"),
        Saving::Offline(count) => format!("Offline ({} here)", words::count(*count, "edit")),
        Saving::ChangedBy(by) => format!("Changed by {by}"),
        Saving::Asking => "Not saved: choose below".to_owned(),
        Saving::Refused(..) => "Not saved: see below".to_owned(),
    }
}

/// Each error links to the question or tab that contains it.
fn problems(ed: &Editor) -> Html {
    let item = |problem: &Found| {
        let href = format!("{}#{}", at(&problem.place).href(&ed.given.base), problem.place);
        let link = el("a").attr("href", href);
        let fixes: Vec<Html> =
            problem.fixes.iter().map(|(label, action)| button(label.clone(), action.clone(), "button-quiet")).collect();
        let fixes = (!fixes.is_empty()).then(|| el("div").class("buttons").put(fixes));
        el("li").put(link.put(format!("{}: {}", problem.name, problem.text))).put(fixes)
    };
    let count = ed.problems.len();
    let form = el("form")
        .attr("method", "post")
        .attr("action", ed.here.href(&ed.given.base))
        .put(hidden("revision", ed.given.revision.clone()))
        .put(el("ul").put(ed.problems.iter().map(item).collect::<Html>()));
    let summary = el("summary").maybe("class", (count == 0).then_some("ed-none")).put(format!("Problems ({count})"));
    el("details")
        .class("menu ed-problems")
        .attr("id", "problems")
        .put(summary)
        .put(el("div").class("ed-menu").put((count == 0).then(|| el("p").put("Nothing is missing."))).put(form))
        .into()
}

/// The view that contains the controls of a place.
pub(crate) fn at(place: &Place) -> Here {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let tab = |tab| Here { tab, ..Here::default() };
    match steps[..] {
        ["questions", id, ..] => Here { question: Some(id.to_owned()), part: Part::Question, ..Here::default() },
        ["scoring", ..] => tab(Tab::Scoring),
        ["alerts", ..] => tab(Tab::Alerts),
        ["words", _, tag] => Here { language: Some(tag.to_owned()), ..tab(Tab::Languages) },
        ["words", ..] => tab(Tab::Languages),
        ["primaryColor", ..] => tab(Tab::Look),
        ["questions"] => Here::default(),
        _ => tab(Tab::Settings),
    }
}

fn notice(ed: &Editor) -> Html {
    let told = ed.notice.as_ref().map(|notice| {
        let undo = notice.has_undo.then(|| act("Undo", "undo"));
        el("p").class("said").put(format!("{} ", notice.text)).put(undo)
    });
    el("div").attr("role", "status").class("ed-notice").put(told).into()
}

/// The fields that two administrators changed differently.
fn asking(ed: &Editor) -> Option<Element> {
    let shown = |value: &Option<Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) => "not scored".to_owned(),
        Some(value) => value.to_string(),
        None => "(taken away)".to_owned(),
    };
    let rows = ed.conflicts.iter().enumerate().map(|(at, conflict)| {
        el("li")
            .put(el("p").put(place_name(&ed.tree, &conflict.place)))
            .put(act("Keep mine: ", format!("mine {at}")).put(shown(&conflict.mine)))
            .put(act("Take theirs: ", format!("theirs {at}")).put(shown(&conflict.theirs)))
    });
    let rows: Html = rows.collect();
    (!ed.conflicts.is_empty()).then(|| {
        let title = el("h2").attr("id", "asking-title").put("Changed by two of you");
        let section =
            el("section").class("ed-asking said said-error").attr("aria-labelledby", "asking-title").put(title);
        section.put(el("p").put("Everything else is merged. Choose one of each:")).put(el("ul").put(rows))
    })
}

/// The changes that the server rejected, and the reason.
fn refused(ed: &Editor) -> Html {
    let told = match &ed.saving {
        Saving::Refused(why, lines) => {
            let items: Html = lines.iter().map(|line| el("li").put(line.clone())).collect();
            let text = " These changes are on this page alone. This tab keeps them, also while you load it again:";
            let section = el("section")
                .class("ed-asking said said-error")
                .attr("aria-labelledby", "refused-title")
                .put(el("h2").attr("id", "refused-title").put("Not saved"))
                .put(el("p").put(format!("{why}{text}")));
            Some(section.put(el("ul").put(items)).put(act("Try again", "again")))
        }
        _ => None,
    };
    el("div").attr("role", "alert").class("ed-alert").put(told).into()
}

/// On a phone, one of the three parts is shown at a time.
fn parts(ed: &Editor) -> Html {
    let one = |part: Part, name: &'static str, label: &'static str| -> Html {
        act(label, format!("part {name}")).attr("aria-pressed", (ed.here.part == part).to_string()).into()
    };
    let all = [
        one(Part::List, "list", "List"),
        one(Part::Question, "question", "Question"),
        one(Part::Preview, "preview", "Preview"),
    ];
    el("div").class("ed-parts").attr("role", "group").attr("aria-label", "View").put(all).into()
}
