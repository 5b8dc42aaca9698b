//! The text answers to a question, for reading and searching.

use leptos::prelude::*;

use crate::admin::{AdminContext, Empty, Field, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct TextsPage {
    pub quiz: QuizNav,
    pub question: String,
    pub search: String,
    /// Names and values that the form passes on.
    pub kept: Vec<(String, String)>,
    /// The number of matching texts, and whether there may be more.
    pub matches: (u64, bool),
    pub texts: Vec<TextLine>,
    pub next: Option<String>,
    /// True if the page has fewer texts than match because it reached the limit of responses to examine.
    pub is_partial: bool,
    /// The URL of the same responses in the table of answers.
    pub answers: String,
    pub insights: String,
}

#[derive(Clone, Debug)]
pub struct TextLine {
    pub text: String,
    /// The respondent, and the URL of the answers.
    pub name: String,
    pub href: String,
    pub submitted: String,
}

pub fn texts(cx: AdminContext, page: TextsPage) -> String {
    let frame = frame("Texts", Section::Quiz(page.quiz.clone(), QuizTab::Insights));
    render(cx, frame, move || {
        let TextsPage { question, search, kept, matches, texts, next, is_partial, answers, insights, .. } = page;
        let kept: Vec<_> =
            kept.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
        let (number, has_more) = matches;
        let found = format!(
            "{}{} text{}",
            thousands(number),
            if has_more { "+" } else { "" },
            if number == 1 && !has_more { "" } else { "s" }
        );
        let is_empty = texts.is_empty();
        let list = texts.into_iter().map(line).collect::<Vec<_>>();
        let list = if is_empty && !is_partial {
            view! { <Empty title="No matching texts" text="Search for another part of a text." /> }.into_any()
        } else {
            view! { <ul class="texts">{list}</ul> }.into_any()
        };
        let hint = is_partial.then(|| {
            view! { <p class="hint">"No more matches among the responses looked at so far; the next page goes on."</p> }
        });
        view! {
            <h2 class="title" dir="auto">{question}</h2>
            <form method="get" class="filter" role="search">
                {kept}
                <Field name="find" label="Search in these texts" kind="search" value=search />
                <button type="submit" class="button-plain">"Search"</button>
            </form>
            <p class="hint">{found}</p>
            {list}
            {hint}
            {next.map(|href| view! { <nav class="pager" aria-label="Pages"><a href=href rel="next">"Next page"</a></nav> })}
            <p class="aside">
                <a href=answers>"Show these answers in the table"</a> " · " <a href=insights>"Back to insights"</a>
            </p>
        }
    })
}

fn line(line: TextLine) -> impl IntoView {
    let TextLine { text, name, href, submitted } = line;
    view! {
        <li class="card">
            <p class="given-text" dir="auto">{text}</p>
            <p class="hint"><a href=href dir="auto">{name}</a>{format!(", {submitted}")}</p>
        </li>
    }
}
