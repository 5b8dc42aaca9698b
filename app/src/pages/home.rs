//! `/`: an introduction, and the quizzes of the demo.

use domain::Rendition;
use leptos::prelude::*;

use super::{PageContext, render::document};
use crate::components::{Frame, Preview, lang_of, linked};

#[derive(Clone, Debug)]
pub struct HomePage {
    /// Empty without a demo.
    pub quizzes: Vec<QuizLink>,
    pub docs_href: String,
}

#[derive(Clone, Debug)]
pub struct QuizLink {
    pub name: Rendition,
    pub description: Option<Rendition>,
    pub href: String,
    /// Designed for embedding in another application.
    pub is_inapp: bool,
}

pub(super) fn home(cx: &PageContext, page: &HomePage) -> AnyView {
    let words = cx.words();
    let frame = Frame {
        title: words.product.to_owned(),
        description: Some(words.home_lead.to_owned()),
        preview: Some(Preview { title: words.product.to_owned(), url: Some(cx.path.clone()) }),
        layout: "home",
        ..Frame::default()
    };
    let HomePage { quizzes, docs_href } = page.clone();
    document(cx, frame, move || {
        let quizzes = if quizzes.is_empty() {
            view! { <p class="lead">{words.home_empty}</p> }.into_any()
        } else {
            let links: Vec<_> = quizzes.into_iter().map(|quiz| quiz_link(quiz, words.home_embedded)).collect();
            view! {
                <section aria-labelledby="quizzes">
                    <h2 id="quizzes">{words.home_quizzes}</h2>
                    <ul class="quiz-links">{links}</ul>
                </section>
            }
            .into_any()
        };
        view! {
            <h1>{words.home_title}</h1>
            <p class="lead">{words.home_lead}</p>
            {quizzes}
            <p class="aside">
                <a href=docs_href>{words.home_docs}</a>
            </p>
        }
    })
}

fn quiz_link(quiz: QuizLink, embedded: &'static str) -> impl IntoView {
    view! {
        <li class="card">
            <h3>
                <a href=quiz.href {..lang_of(&quiz.name)}>{quiz.name.text.clone()}</a>
            </h3>
            {quiz.description.map(|said| view! { <p class="lines" {..lang_of(&said)}>{linked(&said.text)}</p> })}
            {quiz.is_inapp.then(|| view! { <p class="hint">{embedded}</p> })}
        </li>
    }
}
