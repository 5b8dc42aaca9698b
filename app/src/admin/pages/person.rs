//! The answers of one respondent, and erasing them.

use std::sync::Arc;

use domain::{Advice, AnswersRecord, Decimal, Definition, Language, Outcome, Points, Rating, Scores};
use leptos::prelude::*;

use crate::{
    admin::{AdminContext, Column, DataTable, QuizNav, QuizTab, Section, band_name, frame, render},
    components::{BUILT_IN_MARKS, CategoryBars, FoldedCard, ScoreGauge, area_name, in_one_line},
    words::texts,
};

#[derive(Clone, Debug)]
pub struct PersonPage {
    pub quiz: QuizNav,
    pub record: AnswersRecord,
    /// The definition of the version that was answered.
    pub definition: Arc<Definition>,
    /// The version that gave the scores.
    pub scored_by: Arc<Definition>,
    pub started: String,
    pub submitted: Option<String>,
    pub activity: String,
    /// Earlier attempts, the latest first.
    pub attempts: Vec<AttemptLine>,
    /// The address of the confirmation page, if the visitor may erase.
    pub erase: Option<String>,
}

#[derive(Clone, Debug)]
pub struct AttemptLine {
    pub number: u32,
    pub submitted: String,
    pub score: Option<Decimal>,
}

pub fn person(cx: AdminContext, page: PersonPage) -> String {
    let frame =
        frame("Answers of one person", Section::Quiz(page.quiz.clone(), QuizTab::Answers)).layout("person-page");
    render(cx, frame, move || {
        let list = page.quiz.href(QuizTab::Answers);
        let PersonPage { record, definition, .. } = &page;
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        let outcome = scores.and_then(|scores| outcome(&page, scores));
        view! {
            <p><a href=list>"All answers"</a></p>
            <h2 class="title person">{record.user.to_string()}</h2>
            {facts(&page)}
            {outcome.as_ref().map(standing)}
            <section aria-labelledby="answered">
                <h2 id="answered">"Answers"</h2>
                {answers(definition, record, scores)}
            </section>
            {outcome.and_then(|outcome| cards(outcome, record.language))}
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

fn facts(page: &PersonPage) -> AnyView {
    let PersonPage { record, started, submitted, activity, .. } = page.clone();
    let state = if submitted.is_some() { "Completed" } else { "In progress" };
    let facts = [
        ("State", Some(state.to_owned())),
        ("Begun", Some(started)),
        ("Last change", submitted.is_none().then_some(activity)),
        ("Submitted", submitted),
        ("Language", Some(record.language.endonym())),
        ("Version of the quiz", Some(record.version.to_string())),
        ("Attempt", (record.attempt > 1).then(|| record.attempt.to_string())),
        ("Custom data", record.custom_data),
    ];
    let facts: Vec<_> = facts
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <div><dt>{name}</dt><dd>{value?}</dd></div> }))
        .collect();
    view! { <dl class="facts card">{facts}</dl> }.into_any()
}

/// What the respondent was shown, in their language; `None` where nothing that was asked is scored.
fn outcome(page: &PersonPage, scores: &Scores) -> Option<Outcome> {
    let PersonPage { record, scored_by, .. } = page;
    let journey = scored_by.journey(&record.answers, record.language.as_str());
    journey.is_scored().then(|| journey.outcome(scores, None, record.language, record.language))
}

fn standing(outcome: &Outcome) -> AnyView {
    let scores = if outcome.is_built_in { built_in_scores(outcome) } else { own_scores(outcome) };
    view! {
        <section aria-labelledby="scores">
            <h2 id="scores">"Scores"</h2>
            {scores}
        </section>
    }
    .into_any()
}

fn built_in_scores(outcome: &Outcome) -> AnyView {
    let words = texts(Language::EN);
    let score = outcome.overall.ranged.and_then(|ranged| Points::try_from(ranged.score).ok());
    let overall = match score {
        Some(score) => view! {
            <ScoreGauge words=words score=score.into() marks=BUILT_IN_MARKS.to_vec() />
            <p class="hint">{band_name(score.band())}</p>
        }
        .into_any(),
        None => view! { <p class="hint">{missing(outcome)}</p> }.into_any(),
    };
    view! {
        <div class="chart-pair">
            <div class="card overall">{overall}</div>
            <div class="card"><CategoryBars words=words areas=outcome.areas.clone() /></div>
        </div>
    }
    .into_any()
}

/// The scores of a scoring of the quiz's own, with its names.
fn own_scores(outcome: &Outcome) -> AnyView {
    let words = texts(Language::EN);
    let fact = |name: String, rating: &Rating| {
        let value = match rating.ranged {
            Some(ranged) => view! {
                <strong>{words.number(ranged.score)}</strong>
                {format!(" ({}–{})", words.number(ranged.least), words.number(ranged.most))}
                {rating.own_band().map(|band| format!(" {}", band.name.text))}
            }
            .into_any(),
            None => missing(outcome).into_any(),
        };
        view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
    };
    let areas = outcome.areas.iter().map(|(name, rating)| fact(area_name(words, name.clone()).text, rating));
    let facts: Vec<_> = std::iter::once(fact("Overall score".to_owned(), &outcome.overall)).chain(areas).collect();
    view! { <dl class="facts card">{facts}</dl> }.into_any()
}

fn missing(outcome: &Outcome) -> &'static str {
    if outcome.has_gaps {
        "No score: a question that it needs is unanswered."
    } else {
        "No score: what was asked does not give one."
    }
}

fn answers(definition: &Definition, record: &AnswersRecord, scores: Option<&Scores>) -> AnyView {
    let language = record.language;
    let journey = definition.journey(&record.answers, language.as_str());
    let rows: Vec<_> = journey
        .items
        .iter()
        .map(|item| {
            let told = journey.answer(item).and_then(|answer| item.told(answer, language, definition.language));
            let told = told.map(|told| in_one_line(texts(language), told));
            let answer = match told {
                Some(text) => view! { <td class="prose">{text}</td> }.into_any(),
                None => view! { <td class="hint" lang="en">"Not answered"</td> }.into_any(),
            };
            let points = scores.and_then(|scores| scores.questions.get(&item.id)).map(ToString::to_string);
            view! {
                <tr>
                    <th scope="row">{item.text(language, definition.language)}</th>
                    {answer}
                    <td class="number">{points}</td>
                </tr>
            }
        })
        .collect();
    let columns = vec![Column::text("Question"), Column::text("Answer"), Column::number("Points")];
    view! {
        <DataTable label="Questions and answers" columns=columns lang=language.to_string()>{rows}</DataTable>
    }
    .into_any()
}

/// The cards in the respondent's language.
fn cards(outcome: Outcome, language: Language) -> Option<AnyView> {
    let words = texts(language);
    let Outcome { start, cards, focus, strengths, .. } = outcome;
    let all: Vec<Advice> = start.into_iter().chain(cards).chain(focus).chain(strengths).collect();
    let all: Vec<_> =
        all.into_iter().map(|card| view! { <FoldedCard words=words card=card help=Vec::new() /> }).collect();
    (!all.is_empty()).then(|| {
        view! {
            <section aria-labelledby="cards">
                <h2 id="cards">"Advice shown"</h2>
                <div class="card folded" lang=language.to_string()>{all}</div>
            </section>
        }
        .into_any()
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
                    <td class="number">{attempt.score.map(|score| score.to_string())}</td>
                </tr>
            }
        })
        .collect();
    let columns = vec![Column::text("Attempt"), Column::text("Submitted"), Column::number("Score")];
    view! {
        <section aria-labelledby="attempts">
            <h2 id="attempts">"Earlier attempts"</h2>
            <DataTable label="Attempts" columns=columns>{rows}</DataTable>
        </section>
    }
}

#[derive(Clone, Debug)]
pub struct ErasePage {
    pub quiz: QuizNav,
    pub user: String,
    /// The address of the respondent's page.
    pub back: String,
}

pub fn erase_person(cx: AdminContext, page: ErasePage) -> String {
    let frame = frame("Erase a person", Section::Quiz(page.quiz.clone(), QuizTab::Answers));
    let ErasePage { user, back, .. } = page;
    let action = format!("{back}/erase");
    render(cx, frame, move || {
        view! {
            <h2 class="title">"Erase this person?"</h2>
            <p class="person"><strong>{user}</strong></p>
            <p class="prose-text">
                "Their answers, earlier attempts and invitation go at once, also from the figures. Exports that may hold them are deleted, too. It cannot be undone."
            </p>
            <form method="post" action=action class="buttons">
                <button type="submit" class="button-plain button-danger">"Erase the answers"</button>
                <a class="button-plain" href=back>"Keep them"</a>
            </form>
        }
    })
}
