//! The editor's page, with the form beside a preview.

use domain::{Indicator, QuizKind};
use leptos::prelude::*;

use super::notes::{draft_note, earlier_drafts, saving_note};
use super::{about::About, look::Look, pair::Pair, question::question_card};
use crate::admin::{
    AdminContext, Field, FormErrors, Problem, QuizNav, QuizTab, Section, Select, area_text, editor::EditorFields,
    frame, render,
};

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says if a part of the page is shown")]
pub struct EditorPage {
    pub quiz: QuizNav,
    pub fields: EditorFields,
    pub version: u32,
    pub kind: QuizKind,
    /// Some respondents have begun this version.
    pub is_begun: bool,
    pub saving: Saving,
    /// The edition of the quiz that the form is based on.
    pub based_on: String,
    /// The revision of the draft that the fields were made from; empty where there was none.
    pub seen: String,
    /// The present draft.
    pub draft: Option<DraftNote>,
    /// The present draft is not the one that the fields were made from.
    pub is_overtaken: bool,
    /// The quiz has changed since the draft was begun.
    pub is_stale: bool,
    /// The fields are those of an earlier draft.
    pub is_earlier: bool,
    pub earlier: Vec<DraftNote>,
    pub problems: Vec<Problem>,
}

/// The author and age of the draft.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DraftNote {
    pub by: String,
    pub at: String,
    /// The revision of the draft.
    pub stamp: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Saving {
    /// Questions and language are unchanged.
    SameVersion,
    NewVersion,
    /// The fields are invalid.
    NotYet,
}

pub fn editor(cx: AdminContext, page: EditorPage) -> String {
    let section = Section::Quiz(page.quiz.clone(), QuizTab::Edit);
    let frame = frame("Edit", section).layout("editing").scripts(cx.assets.editor.clone().into_iter().collect());
    let here = page.quiz.href(QuizTab::Edit);
    let preview = format!("{}/preview", page.quiz.href(QuizTab::Overview));
    render(cx, frame, move || {
        let earlier = page.is_earlier.then(|| view! { <input type="hidden" name="earlier" value="1" /> });
        let parts = vec![
            draft_note(&page),
            words(&page),
            questions(&page),
            view! { <About fields=page.fields.about.clone() problems=page.problems.clone() /> }.into_any(),
            view! { <Look colour=page.fields.colour.clone() problems=page.problems.clone() /> }.into_any(),
            rules(&page),
            saving_note(&page),
            earlier_drafts(&page),
        ];
        view! {
            <h2 class="visually-hidden">"Edit"</h2>
            <FormErrors problems=page.problems />
            <div class="editor">
                <form method="post" action=here id="editor" autocomplete="off">
                    // Enter in a field presses the first button of a form.
                    <button type="submit" name="do" value="keep" hidden=true tabindex="-1">"Keep"</button>
                    <input type="hidden" name="based-on" value=page.based_on />
                    <input type="hidden" name="seen" value=page.seen />
                    {earlier}
                    {parts}
                </form>
                <Preview href=preview />
            </div>
        }
    })
}

fn words(page: &EditorPage) -> AnyView {
    let (fields, problems) = (&page.fields, &page.problems);
    view! {
        <section class="card form" aria-labelledby="words-title">
            <h2 id="words-title">"Name and description"</h2>
            <Pair base="name" label="Name" wording=fields.name.clone() rows=1 problems=problems.clone() />
            <Pair
                base="description"
                label="Description"
                wording=fields.description.clone()
                rows=3
                problems=problems.clone()
            />
            <Select
                name="language"
                label="Default language"
                hint="Its texts must be complete in it. The other language is offered when it is complete, too."
                options=vec![("en", "English"), ("es", "Spanish")]
                chosen=fields.language.as_str()
            />
        </section>
    }
    .into_any()
}

fn questions(page: &EditorPage) -> AnyView {
    let count = page.fields.questions.len();
    let missing: Vec<_> = Indicator::ALL
        .into_iter()
        .filter(|indicator| page.fields.questions.iter().all(|question| question.id != indicator.as_str()))
        .map(|indicator| {
            let text = domain::Question::built_in(indicator, true);
            let text = text.text(domain::Language::EN, domain::Language::EN).to_owned();
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
        .iter()
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
    .into_any()
}

fn rules(page: &EditorPage) -> AnyView {
    let problem = page.problems.iter().find(|problem| problem.field == "origins").map(|one| one.message.clone());
    let is_wrong = problem.is_some();
    let described = if is_wrong { "origins-hint origins-problem" } else { "origins-hint" };
    let may_erase = page.fields.may_erase;
    let erasing = (page.kind == QuizKind::Open).then(|| {
        view! {
            <div class="check">
                <input type="checkbox" id="may-erase" name="may-erase" value="1" checked=may_erase />
                <label for="may-erase">"Respondents may delete their own answers"</label>
            </div>
        }
    });
    view! {
        <section class="card form" aria-labelledby="rules-title">
            <h2 id="rules-title">"Taking it again, deleting, and embedding"</h2>
            <Field
                name="retry-after"
                label="Allow retakes after (days)"
                value=page.fields.retry_after.clone()
                hint="0 means at once, up to 3650. Empty: it is taken once."
                problems=page.problems.clone()
            />
            {erasing}
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
                    {area_text(page.fields.origins.clone())}
                </textarea>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn Preview(href: String) -> impl IntoView {
    view! {
        <section class="preview" aria-labelledby="preview-title">
            <div class="preview-head">
                <h2 id="preview-title">"Preview"</h2>
                <a href=href.clone() target="preview">"Open in new tab"</a>
            </div>
            <p class="hint">"What people see. Nothing is stored when you answer here."</p>
            <iframe id="preview" src=href title="Preview of the quiz"></iframe>
        </section>
    }
}
