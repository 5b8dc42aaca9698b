//! The complete editor: the top bar, the tabs and the content of the open tab.

use domain::edit::Tree;
use leptos::prelude::*;

use crate::{
    browser,
    colour::colour,
    controls::button,
    found::Found,
    history::history,
    languages::languages,
    list::list,
    model::{Editor, Given, Here, Part, Tab, Tried},
    parts::dynamic,
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

/// The server-rendered page: forms that work without scripts, and the data that the browser program starts with.
pub fn view(page: Page) -> AnyView {
    let Page { tree, given, rest, problems, notes, program, tried } = page;
    let (script, wasm) = program.unzip();
    let start = serde_json::to_string(&given).unwrap_or_default();
    let outcome = tried.as_ref().map(|tried| try_out::result(&tree, tried));
    let ed = Editor::new(tree, given, Here::parse(&rest), problems);
    ed.outcome.set(outcome);
    ed.tried.set(tried.unwrap_or_default());
    let notes: Vec<_> =
        notes.into_iter().map(|note| view! { <p class="said said-error" role="alert">{note}</p> }).collect();
    view! {
        {notes}
        <div id="editor" data-given=start data-script=script data-program=wasm>
            {whole(ed)}
        </div>
    }
    .into_any()
}

/// The whole editor, which listens to the events of all its controls.
pub(crate) fn whole(ed: Editor) -> AnyView {
    let tab = Memo::new(move |_| ed.here.with(|here| here.tab));
    let part = move || {
        ed.here.with(|here| match (here.tab, here.part) {
            (Tab::Questions, Part::List) => "ed ed-at-list",
            (Tab::Questions, Part::Question) => "ed ed-at-question",
            (Tab::Questions, Part::Preview) => "ed ed-at-preview",
            _ => "ed ed-wide",
        })
    };
    view! {
        <div
            class=part
            on:input=move |event| browser::typed(ed, &event)
            on:change=move |event| browser::left(ed, &event)
            on:focusout=move |event| browser::blurred(ed, &event)
            on:submit=move |event| browser::submitted(ed, &event)
            on:click=move |event| browser::clicked(ed, &event)
            on:keydown=move |event| browser::pressed(ed, &event)
            on:paste=move |event| browser::pasted(ed, &event)
            on:dragstart=move |event| browser::dragged(&event)
            on:dragover=move |event| browser::over(&event)
            on:drop=move |event| browser::dropped(ed, &event)
        >
            {top_bar(ed)} {tabs(ed)}
            {dynamic(move || match tab.get() {
                Tab::Questions => view! { {list(ed)} {question(ed)} {preview(ed)} }.into_any(),
                Tab::Scoring => scoring(ed),
                Tab::Languages => languages(ed),
                Tab::Look => colour(ed),
                Tab::Settings => settings(ed),
                Tab::History => history(ed),
            })}
        </div>
    }
    .into_any()
}

fn tabs(ed: Editor) -> AnyView {
    let base = ed.given.with_untracked(|given| given.base.clone());
    let items: Vec<_> = Tab::ALL
        .into_iter()
        .map(|tab| {
            let href = Here { tab, ..Here::default() }.href(&base);
            let current = Signal::derive(move || ed.here.with(|here| here.tab == tab).then_some("page"));
            // Only the server has the history.
            let is_elsewhere = tab == Tab::History;
            let (go, leave) = ((!is_elsewhere).then_some(""), is_elsewhere.then_some(""));
            view! { <li><a href=href aria-current=current data-go=go data-leave=leave>{tab.label()}</a></li> }
        })
        .collect();
    view! {
        <nav class="ed-tabs" aria-label="Parts of the editor">
            <ul>{items}</ul>
        </nav>
    }
    .into_any()
}

/// A form that posts to the current URL. Enter activates its first button.
pub(crate) fn post(ed: Editor, class: &'static str, inside: AnyView) -> AnyView {
    let action = Signal::derive(move || ed.given.with(|given| ed.here.with(|here| here.href(&given.base))));
    let revision = Signal::derive(move || ed.given.with(|given| given.revision.clone()));
    let asking = ed.given.with_untracked(|given| given.is_asking);
    view! {
        <form method="post" action=action class=class autocomplete="off">
            <button type="submit" name="do" value="save" hidden=true tabindex="-1">"Save"</button>
            <input type="hidden" name="revision" value=revision />
            {asking.then(|| view! { <input type="hidden" name="decided" value="1" /> })}
            {inside}
            <p class="ed-save">{button("Save draft", "save", "button")}</p>
        </form>
    }
    .into_any()
}

/// The respondent's page at the open question. The browser program reloads it after each save.
fn preview(ed: Editor) -> AnyView {
    let href = Memo::new(move |_| {
        let preview = ed.given.with(|given| given.preview.clone());
        ed.question().map_or(preview.clone(), |id| format!("{preview}?q={id}"))
    });
    view! {
        <section class="ed-preview" aria-labelledby="preview-title">
            <div class="ed-head">
                <h2 id="preview-title">"Preview"</h2>
                <a href=href target="preview">"Open in new tab"</a>
            </div>
            <iframe id="preview" src=href title="Preview of the quiz"></iframe>
        </section>
    }
    .into_any()
}
