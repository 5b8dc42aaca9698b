//! The answers of one respondent, and their erasure.

use std::sync::Arc;

use domain::{
    Advice, AnswersRecord, Definition, Language, Name, PersonField, Points, QuestionId, QuizResult, Rating, Scored,
    Scores,
};
use leptos::prelude::*;

use super::{
    answers_words::{AnswerWords, field_text},
    person_over_time::{self, ScoreOverTime},
};
use crate::{
    admin::{AdminContext, Column, DataTable, QuizNav, QuizTab, Section, band_name, frame, render},
    components::{BUILT_IN_MARKS, CategoryBars, FoldedCard, Latest, OverTime, ScoreGauge, area_name, in_one_line},
    words::texts,
};

#[derive(Clone, Debug)]
pub struct PersonPage {
    pub quiz: QuizNav,
    /// From the invitation, or the beginning of the id.
    pub name: String,
    /// From the invitation, if it also has a name.
    pub email: Option<String>,
    /// `None` if it serves as the name or the visitor may not see it.
    pub id: Option<String>,
    pub record: AnswersRecord,
    /// Those that the quiz declares.
    pub fields: Vec<PersonField>,
    pub definition: Arc<Definition>,
    /// The version that produced the scores.
    pub scored_by: Arc<Definition>,
    /// Earlier attempts that are shown beside the latest, newest first.
    pub earlier: Vec<Attempt>,
    /// Of all attempts, the latest first, as far as the quiz declares norms or what counts as a change.
    pub over_time: Vec<ScoreOverTime>,
    /// Scores that several attempts have.
    pub history: Option<PersonHistory>,
    /// Of all attempts, the first ones first.
    pub alerts: Vec<AlertOfPerson>,
    /// Of a series, the first ones first.
    pub occasions: Vec<OccasionOfPerson>,
    /// Events and times by attempt, from the first one on.
    pub timeline: Vec<(u32, Vec<(&'static str, String)>)>,
    pub zone: String,
    /// The URL of the view that led here.
    pub list: String,
    pub beside: Neighbours,
    /// The URL of the confirmation page, if the visitor may erase.
    pub erase: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PersonHistory {
    pub over_time: OverTime,
    /// The last submitted attempt, and the version that produced its scores.
    pub record: AnswersRecord,
    pub scored_by: Arc<Definition>,
}

#[derive(Clone, Debug)]
pub struct Attempt {
    pub record: AnswersRecord,
    pub definition: Arc<Definition>,
}

#[derive(Clone, Debug)]
pub struct AlertOfPerson {
    pub name: String,
    pub attempt: u32,
    pub is_open: bool,
}

#[derive(Clone, Debug)]
pub struct OccasionOfPerson {
    pub number: u32,
    /// Such as `2026-11-20`.
    pub day: String,
    /// `due`, `answered`, `missed` or `stopped`.
    pub state: &'static str,
    pub attempt: Option<u32>,
}

/// URLs of the previous and next respondent in the view.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    pub previous: Option<String>,
    pub next: Option<String>,
}

const OVERALL: &str = "Overall score";

pub fn person(cx: AdminContext, page: PersonPage) -> String {
    let frame =
        frame("Answers of one person", Section::Quiz(page.quiz.clone(), QuizTab::Answers)).layout("person-page");
    render(cx, frame, move || {
        let scores = page.record.submission.as_ref().map(|submission| &submission.scores);
        let result = scores.and_then(|scores| result(&page.record, &page.scored_by, scores));
        let (facts, answers, scores_section) = (facts(&page), answers(&page), result.as_ref().map(scores_section));
        let history = page.history.as_ref().and_then(history);
        let advice = result.and_then(cards);
        let words = AnswerWords::of(&[(page.record.version, (*page.scored_by).clone())]);
        let (alerts, occasions) = (alerts_section(&page), occasions_section(&page));
        let PersonPage { name, list, beside, erase, timeline, zone, over_time, .. } = page;
        let over_time = person_over_time::over_time(history, over_time, &words);
        view! {
            <div class="person-head">
                <h2 class="title person">{name}</h2>
                <nav class="pager" aria-label="People">
                    {beside.previous.map(|href| view! { <a href=href rel="prev">"Previous person"</a> })}
                    {beside.next.map(|href| view! { <a href=href rel="next">"Next person"</a> })}
                    <a href=list>"All answers"</a>
                    {erase.map(|href| view! { <a class="danger" href=href>"Erase…"</a> })}
                </nav>
            </div>
            {facts}
            {alerts}
            {occasions}
            <section aria-labelledby="answered">
                <h2 id="answered">"Answers"</h2>
                {answers}
            </section>
            {scores_section}
            {over_time}
            {advice}
            <Timeline timeline=timeline zone=zone />
        }
    })
}

fn facts(page: &PersonPage) -> AnyView {
    let PersonPage { record, email, id, fields, .. } = page.clone();
    let state = if record.submission.is_some() { "Completed" } else { "In progress" };
    let known = fields.iter().map(|field| (field.name().to_owned(), field_of(&record, field)));
    let before =
        [("State", Some(state.to_owned())), ("E-mail", email), ("Id", id), ("Custom data", record.custom_data.clone())];
    let after = [
        ("Language", Some(record.language.endonym())),
        ("Version of the quiz", Some(record.version.to_string())),
        ("Attempt", (record.attempt > 1).then(|| record.attempt.to_string())),
    ];
    let named = |(name, value): (&str, Option<String>)| (name.to_owned(), value);
    let facts: Vec<_> = before
        .into_iter()
        .map(named)
        .chain(known)
        .chain(after.into_iter().map(named))
        .filter_map(|(name, value)| Some(view! { <div><dt>{name}</dt><dd>{value?}</dd></div> }))
        .collect();
    view! { <dl class="facts card">{facts}</dl> }.into_any()
}

fn field_of(record: &AnswersRecord, field: &PersonField) -> Option<String> {
    let text = field_text(record.fields.get(field.id.as_str())?);
    let is_unsigned = record.fields.unsigned().any(|id| *id == field.id);
    Some(if is_unsigned { format!("{text} (unsigned)") } else { text })
}

fn occasions_section(page: &PersonPage) -> Option<AnyView> {
    let row = |occasion: &OccasionOfPerson| {
        let attempt = occasion.attempt.map(|attempt| format!(", attempt {attempt}")).unwrap_or_default();
        view! { <li>{format!("{} on {}: {}{attempt}", occasion.number, occasion.day, occasion.state)}</li> }
    };
    let rows: Vec<_> = page.occasions.iter().map(row).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section aria-labelledby="occasions">
                <h2 id="occasions">"Occasions"</h2>
                <ul>{rows}</ul>
            </section>
        }
        .into_any()
    })
}

fn alerts_section(page: &PersonPage) -> Option<AnyView> {
    let row = |alert: &AlertOfPerson| {
        let state = if alert.is_open { "open" } else { "acknowledged" };
        view! { <li>{format!("{}: attempt {}, {state}", alert.name, alert.attempt)}</li> }
    };
    let rows: Vec<_> = page.alerts.iter().map(row).collect();
    let href = page.quiz.href(QuizTab::Alerts);
    (!rows.is_empty()).then(|| {
        view! {
            <section aria-labelledby="alerts">
                <h2 id="alerts">"Alerts"</h2>
                <ul>{rows}</ul>
                <p class="aside"><a href=href>"All alerts of the quiz"</a></p>
            </section>
        }
        .into_any()
    })
}

/// The result that the respondent saw, in the dashboard's language; `None` if no asked question is scored.
fn result(record: &AnswersRecord, scored_by: &Definition, scores: &Scores) -> Option<QuizResult> {
    let journey = scored_by.journey(&record.answers, record.language.as_str());
    journey.is_scored().then(|| journey.result(scores, None, Language::EN, Language::EN))
}

fn history(history: &PersonHistory) -> Option<AnyView> {
    let PersonHistory { over_time, scored_by, .. } = history;
    let view = history.with_latest(|latest| over_time.view(texts(Language::EN), Language::EN, latest))?;
    let files = over_time.scores.iter().map(|(of, _)| {
        let id = of.as_ref().map_or("overall", Name::as_str);
        let name = of.as_ref().map_or(OVERALL.to_owned(), |of| {
            let area = scored_by.area(of, Language::EN);
            area.map_or(id.to_owned(), |area| area_name(texts(Language::EN), area).text)
        });
        let (file, label) = (format!("{id}.svg"), format!("{name} as SVG"));
        view! { <a href=format!("?svg={id}") download=file aria-label=label>{name}</a> " " }
    });
    let files: Vec<_> = files.collect();
    Some(view! { <div class="card">{view}<p class="figure-files">"SVG: " {files}</p></div> }.into_any())
}

impl PersonHistory {
    fn with_latest<T>(&self, draw: impl FnOnce(Latest<'_>) -> Option<T>) -> Option<T> {
        let Self { record, scored_by, .. } = self;
        let scores = &record.submission.as_ref()?.scores;
        let result = &result(record, scored_by, scores)?;
        let (answers, answered_in) = (&record.answers, record.language);
        draw(Latest { scored_by, answers, answered_in, scores, overall: OVERALL, result })
    }
}

/// The drawing of a score over time as a file: that of a category, or the overall one.
pub fn history_file(page: &PersonPage, of: Option<&Name>) -> Option<String> {
    let history = page.history.as_ref()?;
    history.with_latest(|latest| history.over_time.file(texts(Language::EN), Language::EN, latest, of))
}

fn scores_section(result: &QuizResult) -> AnyView {
    let scores = if result.is_built_in { built_in_scores(result) } else { own_scores(result) };
    view! {
        <section aria-labelledby="scores">
            <h2 id="scores">"Scores"</h2>
            {scores}
        </section>
    }
    .into_any()
}

fn built_in_scores(result: &QuizResult) -> AnyView {
    let words = texts(Language::EN);
    let score = result.overall.ranged.and_then(|ranged| Points::try_from(ranged.score).ok());
    let overall = match score {
        Some(score) => view! {
            <ScoreGauge words=words score=score.into() marks=BUILT_IN_MARKS.to_vec() />
            <p class="hint">{band_name(score.band())}</p>
        }
        .into_any(),
        None => view! { <p class="hint">{missing(result)}</p> }.into_any(),
    };
    view! {
        <div class="chart-pair">
            <div class="card overall">{overall}</div>
            <div class="card"><CategoryBars words=words areas=result.areas.clone() /></div>
        </div>
    }
    .into_any()
}

/// The scores of the quiz's own scoring, with its names.
fn own_scores(result: &QuizResult) -> AnyView {
    let words = texts(Language::EN);
    let fact = |name: String, rating: &Rating| {
        let value = match rating.ranged {
            Some(ranged) => view! {
                <strong>{words.number(ranged.score)}</strong>
                {format!(" ({}–{})", words.number(ranged.least), words.number(ranged.most))}
                {rating.own_band().map(|band| format!(" {}", band.name.text))}
            }
            .into_any(),
            None => missing(result).into_any(),
        };
        view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
    };
    let areas = result.areas.iter().map(|(name, rating)| fact(area_name(words, name.clone()).text, rating));
    let facts: Vec<_> = std::iter::once(fact(OVERALL.to_owned(), &result.overall)).chain(areas).collect();
    view! { <dl class="facts card">{facts}</dl> }.into_any()
}

fn missing(result: &QuizResult) -> &'static str {
    if result.has_gaps {
        "No score: a question that it needs is unanswered."
    } else {
        "No score: what was asked does not give one."
    }
}

/// The attempts side by side, latest first: a row for each question, and one for the score.
fn answers(page: &PersonPage) -> AnyView {
    let latest = Attempt { record: page.record.clone(), definition: page.definition.clone() };
    let attempts: Vec<Attempt> = std::iter::once(latest).chain(page.earlier.iter().cloned()).collect();
    let has_several = attempts.len() > 1;
    let definition = &page.definition;
    let journey = definition.journey(&page.record.answers, page.record.language.as_str());
    let rows: Vec<_> = journey
        .items
        .iter()
        .map(|item| {
            let cells: Vec<_> = attempts.iter().map(|attempt| answer_cells(attempt, &item.id)).collect();
            view! {
                <tr>
                    <th scope="row">{item.text(Language::EN, definition.language)}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let words = AnswerWords::of(&[(page.record.version, (*page.scored_by).clone())]);
    let overall = (OVERALL.to_owned(), None);
    let categories = words.categories.iter().map(|(id, name)| (name.clone(), Some(id.clone())));
    // With a single attempt, categories are shown below instead.
    let categories = categories.filter(|_| has_several);
    let scores: Vec<_> = std::iter::once(overall)
        .chain(categories)
        .filter_map(|(name, of)| score_row(name, of.as_ref(), &attempts, &words))
        .collect();
    let mut columns = vec![Column::text("Question")];
    for attempt in &attempts {
        let name = if has_several { format!("Attempt {}", attempt.record.attempt) } else { "Answer".to_owned() };
        columns.push(Column::text(name));
        columns.push(Column::number("Points"));
    }
    // The language in which this page shows the quiz.
    let language = definition.closest(Language::EN).to_string();
    view! {
        <DataTable label="Questions and answers" columns=columns lang=language>{rows}{scores}</DataTable>
    }
    .into_any()
}

/// The scores of the attempts, overall or in a category, with their bands; `None` if there are none.
fn score_row(name: String, of: Option<&Name>, attempts: &[Attempt], words: &AnswerWords) -> Option<AnyView> {
    let scored = |attempt: &Attempt| {
        let scores = &attempt.record.submission.as_ref()?.scores;
        of.map_or(scores.overall.as_ref(), |of| scores.categories.get(of)).cloned()
    };
    let found: Vec<Option<Scored>> = attempts.iter().map(scored).collect();
    let number = |scored: &Scored| texts(Language::EN).number(scored.score);
    let cell = |scored: &Option<Scored>| {
        let band = scored.as_ref().map(|scored| band_of(scored, of, words));
        view! {
            <td class="hint" lang="en">{band}</td>
            <td class="number"><strong>{scored.as_ref().map(number)}</strong></td>
        }
    };
    found.iter().any(Option::is_some).then(|| {
        let cells: Vec<_> = found.iter().map(cell).collect();
        view! { <tr><th scope="row" lang="en">{name}</th>{cells}</tr> }.into_any()
    })
}

/// The name of a score's band; empty if it has none.
fn band_of(scored: &Scored, of: Option<&Name>, words: &AnswerWords) -> String {
    let built_in = || Points::try_from(scored.score).ok().map(|points| points.band().as_str().to_owned());
    let own = scored.band.as_ref().map(ToString::to_string);
    let is_built_in = scored.range.is_none() && words.has_built_in_bands;
    own.or_else(|| built_in().filter(|_| is_built_in)).map(|id| words.band(of, &id)).unwrap_or_default()
}

fn answer_cells(attempt: &Attempt, question: &QuestionId) -> AnyView {
    let Attempt { record, definition } = attempt;
    let journey = definition.journey(&record.answers, record.language.as_str());
    let item = journey.items.iter().find(|item| item.id == *question);
    let answer = item.and_then(|item| {
        let told = item.readable(journey.answer(item)?, Language::EN, definition.language)?;
        Some(in_one_line(texts(Language::EN), told))
    });
    let answer = match (item, answer) {
        (_, Some(text)) => view! { <td class="prose" dir="auto">{text}</td> }.into_any(),
        (Some(_), None) => view! { <td class="hint" lang="en">"Not answered"</td> }.into_any(),
        (None, None) => view! { <td class="hint" lang="en">"Not asked"</td> }.into_any(),
    };
    let scores = record.submission.as_ref().map(|submission| &submission.scores);
    let points = match scores.and_then(|scores| scores.questions.get(question)) {
        Some(points) => view! { <td class="number">{points.to_string()}</td> }.into_any(),
        None if item.is_some_and(|item| journey.answer(item).is_some_and(|answer| item.is_unscored(answer))) => {
            view! { <td class="hint" lang="en">"Not scored"</td> }.into_any()
        }
        None => view! { <td class="number"></td> }.into_any(),
    };
    view! { {answer} {points} }.into_any()
}

/// The cards in the dashboard's language.
fn cards(result: QuizResult) -> Option<AnyView> {
    let words = texts(Language::EN);
    let QuizResult { start, cards, focus, strengths, .. } = result;
    let all: Vec<Advice> = start.into_iter().chain(cards).chain(focus).chain(strengths).collect();
    let all: Vec<_> =
        all.into_iter().map(|card| view! { <FoldedCard words=words card=card help=Vec::new() /> }).collect();
    (!all.is_empty()).then(|| {
        view! {
            <section aria-labelledby="cards">
                <h2 id="cards">"Advice shown"</h2>
                <div class="card folded">{all}</div>
            </section>
        }
        .into_any()
    })
}

#[component]
fn Timeline(timeline: Vec<(u32, Vec<(&'static str, String)>)>, zone: String) -> impl IntoView {
    let has_several = timeline.len() > 1;
    let rows: Vec<_> = timeline
        .into_iter()
        .flat_map(|(attempt, moments)| moments.into_iter().map(move |moment| (attempt, moment)))
        .map(|(attempt, (what, at))| {
            let attempt = has_several.then(|| view! { <span class="hint">{format!(" (attempt {attempt})")}</span> });
            view! { <li><strong>{what}</strong>{attempt}" "{at}</li> }
        })
        .collect();
    view! {
        <section aria-labelledby="timeline">
            <h2 id="timeline">{format!("Timeline ({zone})")}</h2>
            <ol class="timeline">{rows}</ol>
        </section>
    }
}

#[derive(Clone, Debug)]
pub struct ErasePage {
    pub quiz: QuizNav,
    /// From the invitation, otherwise the id.
    pub name: String,
    pub back: String,
    pub action: String,
}

pub fn erase_person(cx: AdminContext, page: ErasePage) -> String {
    let frame = frame("Erase a person", Section::Quiz(page.quiz.clone(), QuizTab::Answers));
    let ErasePage { name, back, action, .. } = page;
    render(cx, frame, move || {
        view! {
            <h2 class="title">"Erase this person?"</h2>
            <p class="person"><strong>{name}</strong></p>
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
