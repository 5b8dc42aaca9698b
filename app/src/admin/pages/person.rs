//! What one person answered, whole, and erasing it.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    AnswersRecord, Category, Definition, Language, OptionId, Points, Question, QuestionId, Scores, recommendations,
};
use leptos::prelude::*;

use crate::{
    admin::{AdminContext, NamespaceNav, QuizNav, QuizTab, charts::band_name, render::render, shell::AdminFrame},
    components::{CategoryBars, FocusCard, ScoreGauge, StrengthCard},
    i18n::texts,
};

#[derive(Clone, Debug)]
pub struct PersonPage {
    pub namespace: NamespaceNav,
    pub quiz: QuizNav,
    pub record: AnswersRecord,
    /// What the version asks that was answered.
    pub definition: Arc<Definition>,
    pub started: String,
    pub submitted: Option<String>,
    pub activity: String,
    /// Earlier attempts, the latest first.
    pub attempts: Vec<AttemptLine>,
    /// The page that asks before erasing, for those who may.
    pub erase: Option<String>,
}

#[derive(Clone, Debug)]
pub struct AttemptLine {
    pub number: u32,
    pub submitted: String,
    pub score: Option<Points>,
}

#[must_use]
pub fn person(cx: &AdminContext, page: &PersonPage) -> String {
    let frame = AdminFrame {
        title: "Answers of one person".to_owned(),
        namespace: Some((page.namespace.clone(), None)),
        quiz: Some((page.quiz.clone(), QuizTab::Answers)),
        layout: "person-page",
        ..AdminFrame::default()
    };
    let page = page.clone();
    render(cx, frame, move || {
        let list = page.namespace.quiz_href(&page.quiz.id, QuizTab::Answers);
        let submission = page.record.submission.clone();
        let language = page.record.language;
        let is_scored = page.definition.questions.iter().any(|question| question.indicator().is_some());
        let scores = submission.filter(|_| is_scored).map(|submission| submission.scores);
        let points = scores.as_ref().map(|scores| scores.indicators.clone()).unwrap_or_default();
        view! {
            <p><a href=list>"All answers"</a></p>
            <h1 class="person">{page.record.user.to_string()}</h1>
            <Facts page=page.clone() />
            {scores.clone().map(|scores| view! { <Standing definition=page.definition.clone() scores=scores /> })}
            <section aria-labelledby="answered">
                <h2 id="answered">"Answers"</h2>
                <Answers definition=page.definition.clone() answers=page.record.answers.clone() points=points language=language />
            </section>
            {scores.map(|scores| view! { <Cards scores=scores answers=page.record.answers.clone() language=language /> })}
            {(!page.attempts.is_empty()).then(|| view! { <Attempts attempts=page.attempts /> })}
            {page.erase.map(|href| view! {
                <section aria-labelledby="erase">
                    <h2 id="erase">"Erase this person"</h2>
                    <p class="hint">"Their answers, attempts and invitation. It cannot be undone."</p>
                    <p class="buttons"><a class="button-plain button-danger" href=href>"Erase…"</a></p>
                </section>
            })}
        }
    })
}

#[component]
fn Facts(page: PersonPage) -> impl IntoView {
    let PersonPage { record, started, submitted, activity, .. } = page;
    let state = if submitted.is_some() { "Completed" } else { "Not finished" };
    let facts = [
        ("State", Some(state.to_owned())),
        ("Begun", Some(started)),
        ("Last change", submitted.is_none().then_some(activity)),
        ("Submitted", submitted),
        ("Language", Some(record.language.endonym().to_owned())),
        ("Version of the quiz", Some(record.version.to_string())),
        ("Attempt", (record.attempt > 1).then(|| record.attempt.to_string())),
        ("Custom data", record.custom_data),
    ];
    let facts: Vec<_> = facts
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <div><dt>{name}</dt><dd>{value?}</dd></div> }))
        .collect();
    view! { <dl class="facts card">{facts}</dl> }
}

/// The scores as the person saw them, with the names of the bands.
#[component]
fn Standing(definition: Arc<Definition>, scores: Scores) -> impl IntoView {
    let words = texts(Language::En);
    let asked: Vec<(Category, Option<Points>)> = Category::ALL
        .into_iter()
        .filter(|category| {
            definition.questions.iter().filter_map(Question::indicator).any(|i| i.category() == *category)
        })
        .map(|category| (category, scores.category(category)))
        .collect();
    let overall = match scores.overall {
        Some(score) => view! {
            <ScoreGauge words=words score=score />
            <p class="hint">{band_name(score.band())}</p>
        }
        .into_any(),
        None => view! { <p class="hint">"No overall score: a question that it needs is unanswered."</p> }.into_any(),
    };
    view! {
        <section aria-labelledby="scores">
            <h2 id="scores">"Scores"</h2>
            <div class="chart-pair">
                <div class="card overall">{overall}</div>
                <div class="card"><CategoryBars words=words scores=asked /></div>
            </div>
        </section>
    }
}

#[component]
fn Answers(
    definition: Arc<Definition>,
    answers: BTreeMap<QuestionId, OptionId>,
    points: BTreeMap<domain::Indicator, Points>,
    language: Language,
) -> impl IntoView {
    let rows: Vec<_> = definition
        .questions
        .iter()
        .map(|question| {
            let chosen = answers.get(&question.id);
            let label = question
                .options(language, definition.language)
                .into_iter()
                .find(|option| Some(&option.id) == chosen)
                .map(|option| option.label);
            let answer = match label {
                Some(label) => view! { <td class="prose">{label}</td> }.into_any(),
                None => view! { <td class="hint" lang="en">"Not answered"</td> }.into_any(),
            };
            let points = question.indicator().and_then(|indicator| points.get(&indicator)).map(|points| points.get());
            view! {
                <tr>
                    <th scope="row">{question.text(language, definition.language).to_owned()}</th>
                    {answer}
                    <td class="number">{points}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table" role="region" aria-label="Questions and answers" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Question"</th>
                        <th scope="col">"Answer"</th>
                        <th scope="col" class="number">"Points"</th>
                    </tr>
                </thead>
                <tbody lang=language.as_str()>{rows}</tbody>
            </table>
        </div>
    }
}

/// In the person's language: what they were told.
#[component]
fn Cards(scores: Scores, answers: BTreeMap<QuestionId, OptionId>, language: Language) -> impl IntoView {
    let words = texts(language);
    let cards: Vec<_> = recommendations(&scores, &answers, language)
        .into_iter()
        .map(|card| {
            if card.show_required {
                view! { <FocusCard words=words card=card /> }.into_any()
            } else {
                view! { <StrengthCard words=words card=card /> }.into_any()
            }
        })
        .collect();
    (!cards.is_empty()).then(|| {
        view! {
            <section aria-labelledby="cards">
                <h2 id="cards">"What they were told"</h2>
                <div class="cards person-cards" lang=language.as_str()>{cards}</div>
            </section>
        }
    })
}

#[component]
fn Attempts(attempts: Vec<AttemptLine>) -> impl IntoView {
    let rows: Vec<_> = attempts
        .into_iter()
        .map(|attempt| {
            view! {
                <tr>
                    <th scope="row">{attempt.number}</th>
                    <td>{attempt.submitted}</td>
                    <td class="number">{attempt.score.map(Points::get)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <section aria-labelledby="attempts">
            <h2 id="attempts">"Earlier attempts"</h2>
            <div class="table" role="region" aria-label="Attempts" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"Attempt"</th>
                            <th scope="col">"Submitted"</th>
                            <th scope="col" class="number">"Score"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// The question before a person is erased.
#[derive(Clone, Debug)]
pub struct ErasePage {
    pub namespace: NamespaceNav,
    pub quiz: QuizNav,
    pub user: String,
    /// The person's page.
    pub back: String,
}

#[must_use]
pub fn erase_person(cx: &AdminContext, page: &ErasePage) -> String {
    let frame = AdminFrame {
        title: "Erase a person".to_owned(),
        namespace: Some((page.namespace.clone(), None)),
        quiz: Some((page.quiz.clone(), QuizTab::Answers)),
        ..AdminFrame::default()
    };
    let ErasePage { user, back, .. } = page.clone();
    let action = format!("{back}/erase");
    render(cx, frame, move || {
        view! {
            <h1>"Erase this person?"</h1>
            <p class="person"><strong>{user}</strong></p>
            <p class="prose-text">
                "Their answers, earlier attempts and invitation go at once, also from the figures. Exports that were made before keep them. It cannot be undone."
            </p>
            <form method="post" action=action class="buttons">
                <button type="submit" class="button-plain button-danger">"Erase the answers"</button>
                <a class="button-plain" href=back>"Keep them"</a>
            </form>
        }
    })
}
