//! The editor's page: what is edited on one side, what people will see on the other.

use domain::Indicator;
use leptos::prelude::*;

use super::{
    about::About,
    look::Look,
    notes::{Kept, SavingNote},
    pair::Pair,
    question::question_card,
};
use crate::admin::{
    AdminContext, NamespaceNav, Problem, QuizNav, QuizTab,
    components::{Field, FormErrors, area_text},
    editor::EditorFields,
    render::render,
    shell::AdminFrame,
};

#[derive(Clone, Debug)]
pub struct EditorPage {
    pub namespace: NamespaceNav,
    pub quiz: QuizNav,
    pub fields: EditorFields,
    /// The version that is asked now.
    pub version: u32,
    /// Whether people have begun it.
    pub is_begun: bool,
    pub saving: Saving,
    /// What names the state of the quiz that is edited.
    pub based_on: String,
    pub draft: Option<DraftNote>,
    /// Whether somebody else changed the quiz since the draft was begun.
    pub is_stale: bool,
    pub problems: Vec<Problem>,
}

/// Whose changes are shown, and since when they wait.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DraftNote {
    pub by: String,
    pub at: String,
    /// What names this state of the draft.
    pub stamp: String,
}

/// What saving would do now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Saving {
    /// The questions and the language are as they were.
    SameVersion,
    NewVersion,
    /// Something is wrong yet.
    NotYet,
}

#[must_use]
pub fn editor(cx: &AdminContext, page: &EditorPage) -> String {
    let frame = AdminFrame {
        title: "Edit".to_owned(),
        namespace: Some((page.namespace.clone(), None)),
        quiz: Some((page.quiz.clone(), QuizTab::Edit)),
        layout: "editing",
        scripts: cx.assets.editor.clone().into_iter().collect(),
    };
    let page = page.clone();
    let here = page.namespace.quiz_href(&page.quiz.id, QuizTab::Edit);
    let preview = format!("{}/preview", page.namespace.quiz_href(&page.quiz.id, QuizTab::Overview));
    render(cx, frame, move || {
        let stamp = page.draft.as_ref().map(|draft| draft.stamp.clone());
        let parts = vec![
            view! { <Kept page=page.clone() /> }.into_any(),
            view! { <Words page=page.clone() /> }.into_any(),
            view! { <Questions page=page.clone() /> }.into_any(),
            view! { <About fields=page.fields.about.clone() problems=page.problems.clone() /> }.into_any(),
            view! { <Look colour=page.fields.colour.clone() problems=page.problems.clone() /> }.into_any(),
            view! { <Rules page=page.clone() /> }.into_any(),
            view! { <SavingNote page=page.clone() /> }.into_any(),
        ];
        view! {
            <h1 class="visually-hidden">"Edit"</h1>
            <FormErrors problems=page.problems.clone() />
            <div class="editor">
                <form method="post" action=here id="editor" autocomplete="off">
                    // Pressed by Enter in a field: the first button of a form is.
                    <button type="submit" name="do" value="keep" hidden=true tabindex="-1">"Keep"</button>
                    <input type="hidden" name="based-on" value=page.based_on />
                    <input type="hidden" name="seen" id="seen" value=stamp />
                    {parts}
                </form>
                <Preview href=preview />
            </div>
        }
    })
}

#[component]
fn Words(page: EditorPage) -> impl IntoView {
    let languages: Vec<_> = [("en", "English"), ("es", "Spanish")]
        .into_iter()
        .map(|(value, label)| {
            let is_chosen = page.fields.language.as_str() == value;
            view! { <option value=value selected=is_chosen>{label}</option> }
        })
        .collect();
    view! {
        <section class="card form" aria-labelledby="words-title">
            <h2 id="words-title">"Name and description"</h2>
            <Pair base="name" label="Name" wording=page.fields.name rows=1 problems=page.problems.clone() />
            <Pair
                base="description"
                label="Description"
                wording=page.fields.description
                rows=3
                problems=page.problems
            />
            <div class="field">
                <label for="language">"The quiz's own language"</label>
                <p class="hint" id="language-hint">
                    "Its texts must be complete in it. The other language is offered when it is complete, too."
                </p>
                <select id="language" name="language" aria-describedby="language-hint">{languages}</select>
            </div>
        </section>
    }
}

#[component]
fn Questions(page: EditorPage) -> impl IntoView {
    let count = page.fields.questions.len();
    let missing: Vec<_> = Indicator::ALL
        .into_iter()
        .filter(|indicator| page.fields.questions.iter().all(|question| question.id != indicator.as_str()))
        .map(|indicator| {
            let text = domain::Question::built_in(indicator, true);
            let text = text.text(domain::Language::En, domain::Language::En).to_owned();
            let id = indicator.as_str();
            view! {
                <li>
                    <button type="submit" class="button-plain" name="do" value=format!("add-built-in:{id}")>
                        "Add " {id}
                    </button>
                    <span>{text}</span>
                </li>
            }
        })
        .collect();
    let built_in = (!missing.is_empty()).then(|| {
        view! {
            <details class="built-in" id="built-in">
                <summary>"Add a built-in question, with scores"</summary>
                <ul>{missing}</ul>
            </details>
        }
    });
    let cards: Vec<_> = page
        .fields
        .questions
        .into_iter()
        .enumerate()
        .map(|(index, question)| question_card(index, count, question, &page.problems))
        .collect();
    view! {
        <section aria-labelledby="questions-title" class="questions-section">
            <h2 id="questions-title">"Questions"</h2>
            <ol class="question-list" data-sortable="">{cards}</ol>
            <div class="buttons">
                <button type="submit" class="button-plain" name="do" value="add-question" id="add-question">
                    "Add a question"
                </button>
            </div>
            {built_in}
        </section>
    }
}

#[component]
fn Rules(page: EditorPage) -> impl IntoView {
    let problem = page.problems.iter().find(|problem| problem.field == "origins").map(|one| one.message.clone());
    let is_wrong = problem.is_some();
    let described = if is_wrong { "origins-hint origins-problem" } else { "origins-hint" };
    view! {
        <section class="card form" aria-labelledby="rules-title">
            <h2 id="rules-title">"Taking it again, and embedding"</h2>
            <Field
                name="retry-after"
                label="Days until it may be taken again"
                value=page.fields.retry_after
                hint="0 means at once, up to 3650. Empty: it is taken once."
                problems=page.problems
            />
            <div class=if is_wrong { "field field-wrong" } else { "field" }>
                <label for="origins">"Origins whose pages may embed it"</label>
                <p class="hint" id="origins-hint">"One a line, such as https://app.example.com."</p>
                {problem.map(|text| view! { <p class="problem" id="origins-problem">{text}</p> })}
                <textarea
                    id="origins"
                    name="origins"
                    rows="3"
                    class="code"
                    spellcheck="false"
                    aria-describedby=described
                    aria-invalid=is_wrong.then_some("true")
                >
                    {area_text(page.fields.origins)}
                </textarea>
            </div>
        </section>
    }
}

#[component]
fn Preview(href: String) -> impl IntoView {
    view! {
        <section class="preview" aria-labelledby="preview-title">
            <div class="preview-head">
                <h2 id="preview-title">"Preview"</h2>
                <a href=href.clone() target="preview">"On a page of its own"</a>
            </div>
            <p class="hint">"What people see. Nothing is stored when you answer here."</p>
            <iframe id="preview" src=href title="Preview of the quiz"></iframe>
        </section>
    }
}
