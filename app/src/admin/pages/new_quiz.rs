//! Creating a quiz from a template, from scratch or from a definition.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Field, FormErrors, NamespaceNav, Problem, Section, area_text, frame, render,
};

#[derive(Clone, Debug)]
pub struct NewQuizPage {
    pub namespace: NamespaceNav,
    pub typed: NewQuizFields,
    pub definition: String,
    pub problems: Vec<Problem>,
    /// Problems of the definition, whose fields are paths in it.
    pub import_problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct NewQuizFields {
    pub name: String,
    /// `open`, `inapp`, `invited`.
    pub kind: String,
    pub language: String,
    /// `template`, `own`, or the name of another template.
    pub begin: String,
}

const KINDS: [(&str, &str, &str); 3] = [
    ("open", "Open", "Anyone who has the link responds, without a name."),
    ("inapp", "In-app", "Users of your application respond inside it; your application identifies them."),
    ("invited", "Invited", "People you invite respond, each with a personal link."),
];
const LANGUAGES: [(&str, &str, &str); 2] = [
    ("en", "English", "People may switch to Spanish where all texts exist in it."),
    ("es", "Spanish", "People may switch to English where all texts exist in it."),
];
const BEGINNINGS: [(&str, &str, &str); 6] = [
    ("template", "The money check-up", "Eight built-in questions in English and Spanish, with scores and advice."),
    ("team-check", "Team check", "Six questions on how everyone is doing, with your own scores, bands and advice."),
    ("course-quiz", "Course quiz", "Five questions with right and wrong answers, told at once."),
    ("event-feedback", "Event feedback", "Ten questions of many kinds, some asked only where they apply. No scores."),
    ("recommendation", "Recommendation", "From 0 to 10, would they recommend you, and why."),
    ("own", "Questions of your own", "You write them next."),
];

pub fn new_quiz(cx: AdminContext, page: NewQuizPage) -> String {
    let frame = frame("New quiz", Section::Namespace(page.namespace.clone(), Area::Quizzes)).narrow();
    let NewQuizPage { namespace, typed, definition, problems, import_problems } = page;
    let quizzes = format!("{}/quizzes", namespace.href());
    render(cx, frame, move || {
        view! {
            <h1>"New quiz"</h1>
            <p class="lead">"The quiz is a draft until you open it."</p>
            <FormErrors problems=problems.clone() />
            <form method="post" action=format!("{quizzes}/new") class="card form">
                <Field name="name" label="Name" value=typed.name required=true problems=problems />
                <Choices name="begin" legend="Start with" options=BEGINNINGS.to_vec() chosen=typed.begin />
                <Choices name="kind" legend="Who can respond? (can’t be changed later)" options=KINDS.to_vec() chosen=typed.kind />
                <Choices name="language" legend="Language" options=LANGUAGES.to_vec() chosen=typed.language />
                <button type="submit" class="button">"Create quiz"</button>
            </form>
            <Import action=format!("{quizzes}/import") definition=definition problems=import_problems />
        }
    })
}

#[component]
fn Import(action: String, definition: String, problems: Vec<Problem>) -> impl IntoView {
    let is_wrong = !problems.is_empty();
    let items: Vec<_> = problems
        .into_iter()
        .map(|Problem { field, message }| view! { <li><code>{field}</code>" "{message}</li> })
        .collect();
    let items = is_wrong.then(|| {
        view! {
            <div class="error-summary" role="alert" tabindex="-1" autofocus=true id="definition-problems">
                <h3>"There’s a problem with this definition"</h3>
                <ul>{items}</ul>
            </div>
        }
    });
    let described = if is_wrong { "definition-hint definition-problems" } else { "definition-hint" };
    view! {
        <section aria-labelledby="import-title">
            <h2 id="import-title">"Import a definition"</h2>
            <form method="post" action=action enctype="multipart/form-data" class="card form">
                {items}
                <div class=if is_wrong { "field field-wrong" } else { "field" }>
                    <label for="definition">"Definition as JSON"</label>
                    <p class="hint" id="definition-hint">
                        "The exported definition of a quiz, or the body of Create Quiz in the API. Up to 1 MiB. Pictures are left out: add them on the page Pictures of the new quiz. A secret for signed sessions is never in it: make one on Share, as in the quiz that it comes from."
                    </p>
                    <textarea
                        id="definition"
                        name="definition"
                        rows="8"
                        class="code"
                        spellcheck="false"
                        aria-describedby=described
                        aria-invalid=is_wrong.then_some("true")
                    >
                        {area_text(definition)}
                    </textarea>
                </div>
                <div class="field">
                    <label for="file">"Or a file"</label>
                    <input id="file" name="file" type="file" accept="application/json,.json" />
                </div>
                <button type="submit" class="button-plain">"Import"</button>
            </form>
        </section>
    }
}
