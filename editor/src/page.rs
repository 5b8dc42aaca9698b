//! The complete editor: the top bar, the tabs and the content of the open tab.

use domain::edit::Tree;

use crate::{
    alerts::alerts,
    colour::colour,
    controls::{button, hidden},
    found::Found,
    history::history,
    html::{Element, Html, el},
    languages::languages,
    list::list,
    model::{Editor, Given, Here, Part, Tab, Tried},
    question::question,
    scoring::scoring,
    settings::settings,
    top_bar::top_bar,
    try_out,
};

#[derive(Clone, Debug)]
pub struct Page {
    pub tree: Tree,
    pub given: Given,
    /// The rest of the path after the editor's own.
    pub rest: String,
    pub problems: Vec<Found>,
    /// Sentences about the submitted form, such as that another administrator saved first.
    pub notes: Vec<String>,
    /// The URLs of the browser program's JavaScript and WebAssembly.
    pub program: Option<(String, String)>,
    pub tried: Option<Tried>,
}

/// The server-rendered page as HTML: forms that work without scripts, and the data that the browser program starts with.
pub fn view(page: Page) -> String {
    let Page { tree, given, rest, problems, notes, program, tried } = page;
    let (script, wasm) = program.unzip();
    let start = serde_json::to_string(&given).unwrap_or_default();
    let outcome = tried.as_ref().map(|tried| try_out::result(&tree, tried));
    let mut ed = Editor::new(tree, given, Here::parse(&rest), problems);
    ed.outcome = outcome;
    ed.tried = tried.unwrap_or_default();
    let mut html = String::new();
    for note in notes {
        Html::from(el("p").class("said said-error").attr("role", "alert").put(note)).write(&mut html);
    }
    let root = el("div").attr("id", "editor").attr("data-given", start);
    let root = root.maybe("data-script", script).maybe("data-program", wasm).put(whole(&ed));
    Html::from(root).write(&mut html);
    html
}

pub(crate) fn whole(ed: &Editor) -> Html {
    let class = match (ed.here.tab, ed.here.part) {
        (Tab::Questions, Part::List) => "ed ed-at-list",
        (Tab::Questions, Part::Question) => "ed ed-at-question",
        (Tab::Questions, Part::Preview) => "ed ed-at-preview",
        _ => "ed ed-wide",
    };
    let open = match ed.here.tab {
        Tab::Questions => [list(ed), question(ed), preview(ed)].into(),
        Tab::Scoring => scoring(ed),
        Tab::Alerts => alerts(ed),
        Tab::Languages => languages(ed),
        Tab::Look => colour(ed),
        Tab::Settings => settings(ed),
        Tab::History => history(ed),
    };
    el("div").class(class).put(top_bar(ed)).put(tabs(ed)).put(open).into()
}

fn tabs(ed: &Editor) -> Html {
    let item = |tab: Tab| {
        let link = el("a").attr("href", Here { tab, ..Here::default() }.href(&ed.given.base));
        let link = link.maybe("aria-current", (ed.here.tab == tab).then_some("page"));
        // Only the server has the history.
        el("li").put(link.flag("data-leave", tab == Tab::History).put(tab.label()))
    };
    let items: Html = Tab::ALL.into_iter().map(item).collect();
    el("nav").class("ed-tabs").attr("aria-label", "Parts of the editor").put(el("ul").put(items)).into()
}

/// The content of a tab.
pub(crate) fn tab(name: &'static str, inside: impl Into<Html>) -> Html {
    el("section").class("ed-tab").attr("aria-label", name).put(inside).into()
}

/// A form that posts to the current URL. Enter activates its first button.
pub(crate) fn post(ed: &Editor, class: &'static str, inside: impl Into<Html>) -> Element {
    let save = el("button").attr("type", "submit").attr("name", "do").attr("value", "save");
    el("form")
        .attr("method", "post")
        .attr("action", ed.here.href(&ed.given.base))
        .class(class)
        .attr("autocomplete", "off")
        .put(save.flag("hidden", true).attr("tabindex", "-1").put("Save"))
        .put(hidden("revision", ed.given.revision.clone()))
        .put(ed.given.is_asking.then(|| hidden("decided", "1")))
        .put(inside)
        .put(el("p").class("ed-save").put(button("Save draft", "save", "button")))
}

/// The respondent's page at the open question. The browser program reloads it after each save.
fn preview(ed: &Editor) -> Html {
    let preview = &ed.given.preview;
    let href = ed.question().map_or_else(|| preview.clone(), |id| format!("{preview}?q={id}"));
    let head = el("div")
        .class("ed-head")
        .put(el("h2").attr("id", "preview-title").put("Preview"))
        .put(el("a").attr("href", href.clone()).attr("target", "preview").put("Open in new tab"));
    el("section")
        .class("ed-preview")
        .attr("aria-labelledby", "preview-title")
        .put(head)
        .put(el("iframe").attr("id", "preview").attr("src", href).attr("title", "Preview of the quiz"))
        .into()
}
