//! The answers of one respondent, and erasing them.

use std::sync::Arc;

use domain::{
    Answer, AnswersRecord, Definition, Item, Language, Name, OptionId, Points, Scored, Scores, recommendations,
};
use leptos::prelude::*;

use crate::{
    admin::{AdminContext, Column, DataTable, QuizNav, QuizTab, Section, charts::band_name, frame, render},
    components::{CategoryBars, FoldedCard, ScoreGauge},
    words::texts,
};

#[derive(Clone, Debug)]
pub struct PersonPage {
    pub quiz: QuizNav,
    pub record: AnswersRecord,
    /// The definition of the version that was answered.
    pub definition: Arc<Definition>,
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
    pub score: Option<Points>,
}

pub fn person(cx: AdminContext, page: PersonPage) -> String {
    let frame =
        frame("Answers of one person", Section::Quiz(page.quiz.clone(), QuizTab::Answers)).layout("person-page");
    render(cx, frame, move || {
        let list = page.quiz.href(QuizTab::Answers);
        let PersonPage { record, definition, .. } = &page;
        let is_scored = definition.items().any(|item| item.is_scored());
        let scores = record.submission.as_ref().filter(|_| is_scored).map(|submission| &submission.scores);
        view! {
            <p><a href=list>"All answers"</a></p>
            <h1 class="person">{record.user.to_string()}</h1>
            {facts(&page)}
            {scores.map(|scores| if scores.is_plain() { standing(definition, scores) } else { own_standing(definition, scores) })}
            <section aria-labelledby="answered">
                <h2 id="answered">"Answers"</h2>
                {answers(definition, record, scores)}
            </section>
            {scores.and_then(|scores| cards(scores, record))}
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

/// The scores as the respondent saw them.
fn standing(definition: &Definition, scores: &Scores) -> AnyView {
    let words = texts(Language::EN);
    let asked = definition.categories().map(|category| (category, scores.category(category))).collect();
    let overall = match scores.points() {
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
    .into_any()
}

/// The scores of a scoring of the quiz's own, with its names.
fn own_standing(definition: &Definition, scores: &Scores) -> AnyView {
    let (language, scoring) = (definition.language, definition.scoring.as_ref());
    let fact = |name: String, scored: &Scored, category: Option<&Name>| {
        let mut bands = scoring.into_iter().flat_map(|scoring| scoring.bands_of(category));
        let band = bands.find(|band| Some(&band.id) == scored.band.as_ref());
        let band = band.map(|band| format!(" {}", band.name.in_language(language, language)));
        view! { <div><dt>{name}</dt><dd><strong>{scored.score.to_string()}</strong>{band}</dd></div> }
    };
    let overall = scores.overall.iter().map(|overall| fact("Overall score".to_owned(), overall, None));
    let categories = scores.categories.iter().map(|(id, scored)| {
        let known = scoring.and_then(|scoring| scoring.categories.iter().find(|category| category.id == *id));
        let name =
            known.map_or_else(|| id.to_string(), |category| category.name.in_language(language, language).to_owned());
        fact(name, scored, Some(id))
    });
    let facts: Vec<_> = overall.chain(categories).collect();
    view! {
        <section aria-labelledby="scores">
            <h2 id="scores">"Scores"</h2>
            <dl class="facts card">{facts}</dl>
        </section>
    }
    .into_any()
}

fn answers(definition: &Definition, record: &AnswersRecord, scores: Option<&Scores>) -> AnyView {
    let language = record.language;
    let rows: Vec<_> = definition
        .items()
        .map(|item| {
            let told =
                record.answers.get(&item.id).and_then(|answer| told(answer, &item, language, definition.language));
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

/// `None` for an option that the question does not have.
fn told(answer: &Answer, item: &Item<'_>, language: Language, default: Language) -> Option<String> {
    let options = item.question.options(language, default);
    let label = |id: &OptionId| options.iter().find(|option| option.id == *id).map(|option| option.label.clone());
    match answer {
        Answer::Option(id) => label(id),
        Answer::Options(ids) => Some(ids.iter().map(label).collect::<Option<Vec<_>>>()?.join(", ")),
        Answer::Number(number) => Some(number.to_string()),
        Answer::Text(text) => Some(text.clone()),
        Answer::Consent => Some("✓".to_owned()),
    }
}

/// In the respondent's language.
fn cards(scores: &Scores, record: &AnswersRecord) -> Option<AnyView> {
    let language = record.language;
    let words = texts(language);
    let cards: Vec<_> = recommendations(scores, &record.answers, language)
        .into_iter()
        .map(|card| view! { <FoldedCard words=words card=card help=Vec::new() /> })
        .collect();
    (!cards.is_empty()).then(|| {
        view! {
            <section aria-labelledby="cards">
                <h2 id="cards">"Advice shown"</h2>
                <div class="card folded" lang=language.to_string()>{cards}</div>
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
                    <td class="number">{attempt.score.map(Points::get)}</td>
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
            <h1>"Erase this person?"</h1>
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
