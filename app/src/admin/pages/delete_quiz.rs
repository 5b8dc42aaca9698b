//! Deletes a quiz after its name is typed as confirmation.

use leptos::prelude::*;

use crate::admin::{AdminContext, Field, FormErrors, Problem, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct DeleteQuizPage {
    pub quiz: QuizNav,
    pub started: u64,
    pub typed: String,
    pub problems: Vec<Problem>,
}

pub fn delete_quiz(cx: AdminContext, page: DeleteQuizPage) -> String {
    let frame = frame("Delete", Section::Quiz(page.quiz.clone(), QuizTab::Overview));
    let DeleteQuizPage { quiz, started, typed, problems } = page;
    let here = quiz.href(QuizTab::Overview);
    let answers = match started {
        0 => "No one has responded to it.".to_owned(),
        1 => "The answers of one person are erased with it.".to_owned(),
        many => format!("The answers of {} people are erased with it.", thousands(many)),
    };
    render(cx, frame, move || {
        view! {
            <h2 class="title">"Delete this quiz?"</h2>
            <p class="lead">{answers} " Its links no longer work. This can’t be undone."</p>
            <FormErrors problems=problems.clone() />
            <form method="post" action=format!("{here}/delete") class="card form">
                <p>
                    "Its name is " <strong>{quiz.name}</strong>
                </p>
                <Field
                    name="name"
                    label="Type the name to delete it"
                    value=typed
                    autocomplete="off"
                    required=true
                    problems=problems
                />
                <div class="buttons">
                    <button type="submit" class="button button-danger">"Delete quiz"</button>
                    <a href=here.clone()>"Keep it"</a>
                </div>
            </form>
        }
    })
}
