//! The result: where somebody stands, what to do next, what works well, what was answered.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    Band, Category, Definition, HelpLinkText, OptionId, Points, Question, QuestionId, Recommendation, Scores,
    recommendations,
};
use leptos::prelude::*;

use super::{PageContext, QuizView, render::document};
use crate::{
    components::{
        AnswerList, AttemptNote, CategoryBars, FocusCard, Frame, HelpBox, KeepLink, Languages, Preview, RESULT_SCRIPT,
        RetakeBox, ScoreGauge, StrengthCard, TrustLine,
    },
    i18n::{Texts, texts},
};

#[derive(Clone, Debug)]
pub struct ResultPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: BTreeMap<QuestionId, OptionId>,
    pub scores: Scores,
    /// The day, written for the reader.
    pub submitted_at: String,
    /// The absolute URL to come back to.
    pub link: String,
    /// Where forms are posted to.
    pub action: String,
    /// None where the quiz is taken once, is closed, or this is not the latest attempt.
    pub retake: Option<Retake>,
    /// The result before this one.
    pub earlier_href: Option<String>,
    /// On a result that is not the latest: where the person is now.
    pub latest_href: Option<String>,
}

/// When the quiz may be taken again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Retake {
    Now,
    /// The day, written for the reader.
    From(String),
}

pub(super) fn result(cx: &PageContext, page: &ResultPage) -> AnyView {
    let words = texts(cx.language);
    let is_scored = page.definition.questions.iter().any(|question| question.indicator().is_some());
    let title = if is_scored { words.result_title } else { words.thanks_title };
    let frame = Frame {
        title: title.to_owned(),
        description: page.quiz.description.clone().or_else(|| Some(page.quiz.name.clone())),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.link.clone()),
        layout: "result",
        is_personal: true,
        script: Some(RESULT_SCRIPT.to_owned()),
        // Who shares the link shows the quiz, not how it ended.
        preview: Some(Preview { title: page.quiz.name.clone(), url: None }),
    };
    let date = (words.result_date)(&page.submitted_at);
    let link = page.link.clone();
    let answers = answers_of(cx, page);
    let summary = is_scored.then(|| summary(words, page));
    let cards = recommendations(&page.scores, &page.answers, cx.language);
    let language = cx.language.as_str();
    let about = page.quiz.about.clone();
    let is_lowest = page.scores.overall.is_some_and(|score| score.band() == Band::Vulnerable);
    let needs_help = is_lowest || cards.iter().any(|card| card.help_step.is_some());
    let ResultPage { action, retake, earlier_href, latest_href, .. } = page.clone();
    document(cx, frame, move || {
        let latest =
            latest_href.map(|href| view! { <AttemptNote text=words.is_earlier label=words.latest href=href /> });
        let retake = retake.map(|retake| {
            view! { <RetakeBox words=words language=language retake=retake action=action /> }
        });
        let earlier = earlier_href.map(|href| {
            view! {
                <p>
                    <a href=href>{words.earlier_result}</a>
                </p>
            }
        });
        let help_box =
            needs_help.then(|| view! { <HelpBox words=words help=about.help.clone() is_lowest=is_lowest /> });
        let thanks = (!is_scored).then(|| view! { <p class="lead">{words.thanks_text}</p> });
        view! {
            <header class="result-head">
                <h1>{title}</h1>
                <p class="hint">{date}</p>
                {latest}
            </header>
            {thanks}
            {summary}
            {help_box}
            {sections(words, cards, &about.help)}
            <details class="card answers-box" open=!is_scored>
                <summary>{words.answers_title}</summary>
                <AnswerList words=words answers=answers />
            </details>
            {retake}
            <KeepLink words=words link=link />
            {earlier}
            <TrustLine words=words about=about />
            {is_scored.then(|| view! { <p class="aside">{words.not_advice}</p> })}
        }
    })
}

fn summary(words: &'static Texts, page: &ResultPage) -> impl IntoView + use<> {
    let asked: Vec<(Category, Option<Points>)> = Category::ALL
        .into_iter()
        .filter(|category| {
            page.definition.questions.iter().filter_map(Question::indicator).any(|i| i.category() == *category)
        })
        .map(|category| (category, page.scores.category(category)))
        .collect();
    let (title, text) =
        page.scores.overall.map_or((words.no_score_title, words.no_score_text), |score| words.band(score.band()));
    let gauge = page.scores.overall.map(|score| view! { <ScoreGauge words=words score=score /> });
    view! {
        <div class="summary">
            <section class="card overall" aria-labelledby="band">
                {gauge}
                <h2 id="band">{title}</h2>
                <p>{text}</p>
            </section>
            <section class="card areas" aria-labelledby="areas">
                <h2 id="areas">{words.categories_title}</h2>
                <CategoryBars words=words scores=asked />
            </section>
        </div>
    }
}

/// Focus areas, then strengths; a section without cards is left out.
fn sections(words: &'static Texts, cards: Vec<Recommendation>, help: &[HelpLinkText]) -> impl IntoView + use<> {
    let (focus, strengths): (Vec<_>, Vec<_>) = cards.into_iter().partition(|card| card.show_required);
    let focus = (!focus.is_empty()).then(|| {
        let cards: Vec<_> =
            focus.into_iter().map(|card| view! { <FocusCard words=words card=card help=help.to_vec() /> }).collect();
        view! {
            <section class="focus" aria-labelledby="focus">
                <h2 id="focus">{words.focus_title}</h2>
                <p class="hint">{words.focus_lead}</p>
                <div class="cards">{cards}</div>
            </section>
        }
    });
    let strengths = (!strengths.is_empty()).then(|| {
        let cards: Vec<_> =
            strengths.into_iter().map(|card| view! { <StrengthCard words=words card=card /> }).collect();
        view! {
            <section class="strengths" aria-labelledby="strengths">
                <h2 id="strengths">{words.strengths_title}</h2>
                <p class="hint">{words.strengths_lead}</p>
                <div class="cards">{cards}</div>
            </section>
        }
    });
    (focus, strengths)
}

/// Every question of the quiz with the label of the chosen option.
fn answers_of(cx: &PageContext, page: &ResultPage) -> Vec<(String, Option<String>)> {
    let default = page.definition.language;
    page.definition
        .questions
        .iter()
        .map(|question| {
            let chosen = page.answers.get(&question.id);
            let label = question
                .options(cx.language, default)
                .into_iter()
                .find(|option| Some(&option.id) == chosen)
                .map(|option| option.label);
            (question.text(cx.language, default).to_owned(), label)
        })
        .collect()
}
