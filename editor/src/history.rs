//! Earlier drafts and published versions, for comparing and restoring.

use crate::{
    controls::button,
    html::{Html, el, hint},
    model::{Difference, EarlierState, Editor},
    page::{post, tab},
};

pub(crate) fn history(ed: &Editor) -> Html {
    let item = |EarlierState { title, detail, name }: &EarlierState| {
        let shown = el("span").put(el("strong").put(title.clone())).put(format!(" {detail}"));
        let restore = button(format!("Restore {title}"), format!("restore {name}"), "button-plain");
        el("li").class("ed-kept").put(shown).put(el("span").put(restore))
    };
    let is_empty = ed.given.kept.is_empty();
    let list = if is_empty {
        el("p").put("Earlier versions and drafts appear here.")
    } else {
        el("ol").class("ed-plain").put(ed.given.kept.iter().map(item).collect::<Html>())
    };
    let about = "Restoring puts an earlier version or draft in the place of the present draft, which stays in this list. \
        Respondents see it once you publish.";
    let form = post(ed, "ed-form", [el("h2").put("History").into(), hint(about), list.into()]);
    tab("History", [form.into(), (!is_empty).then(|| comparing(ed)).into()])
}

/// The form that chooses two states, and the differences between the chosen ones.
fn comparing(ed: &Editor) -> Html {
    let difference = ed.given.difference.as_ref();
    let kept = &ed.given.kept;
    let (from, to) = match difference {
        Some(difference) => (difference.from.as_str(), difference.to.as_str()),
        None => (newest_version(kept), "present"),
    };
    let states = |name: &'static str, label: &'static str, chosen: &str| {
        let present = ("present".to_owned(), "The present draft".to_owned());
        let all = kept.iter().map(|one| (one.name.clone(), format!("{}, {}", one.title, one.detail)));
        let option = |(value, label): (String, String)| {
            let is_chosen = value == chosen;
            el("option").attr("value", value).flag("selected", is_chosen).put(label)
        };
        let options: Html = std::iter::once(present).chain(all).map(option).collect();
        let select = el("select").attr("id", format!("compare-{name}")).attr("name", name).put(options);
        el("div").class("field").put(el("label").attr("for", format!("compare-{name}")).put(label)).put(select)
    };
    let told = difference.map(|Difference { titles: [before, after], lines, .. }| {
        let list = if lines.is_empty() {
            el("p").put("They are the same.")
        } else {
            el("ul").class("changes").put(lines.iter().map(|line| el("li").put(line.clone())).collect::<Html>())
        };
        let title = el("h3").attr("id", "differences-title").put(format!("From {before} to {after}"));
        el("section").attr("aria-labelledby", "differences-title").put(title).put(list)
    });
    let show = el("button").attr("type", "submit").class("button-plain").put("Show what differs");
    let form = el("form")
        .attr("method", "get")
        .attr("action", format!("{}/history", ed.given.base))
        .class("ed-form ed-compare")
        .attr("data-plain", "")
        .put(el("h2").put("Compare"))
        .put(el("div").class("ed-pair").put(states("from", "From", from)).put(states("to", "To", to)))
        .put(el("p").put(show));
    [form.into(), told.into()].into()
}

fn newest_version(kept: &[EarlierState]) -> &str {
    kept.iter().find(|one| one.name.starts_with("version")).map_or("", |one| &one.name)
}
