//! What the answers of a quiz say at a glance, on its overview.

use leptos::prelude::*;

use crate::admin::{Column, DataTable, Figure, charts::FigureView, thousands};

/// Empty before the first answer.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// What waits for a member, each with the URL of the page to go to.
    pub to_do: Vec<(String, String)>,
    /// Scores and bands, or the first questions of a quiz that gives none.
    pub results: Vec<Figure>,
    pub stops: Vec<StopLine>,
    pub latest: Vec<LatestLine>,
}

/// A question at which respondents stopped.
#[derive(Clone, Debug)]
pub struct StopLine {
    pub question: String,
    pub stopped: u64,
    /// Those who came to it, if known.
    pub reached: Option<u64>,
}

/// One of the last submitted answers.
#[derive(Clone, Debug)]
pub struct LatestLine {
    pub person: String,
    pub href: String,
    pub at: String,
    /// Empty without one.
    pub score: String,
}

impl Glance {
    /// The sections that have content, with `figures` after what there is to do.
    pub(super) fn sections(self, figures: AnyView, insights: &str, answers: String) -> Vec<AnyView> {
        let Self { to_do, results, stops, latest } = self;
        let to_do = (!to_do.is_empty()).then(|| view! { <ToDo to_do=to_do /> }.into_any());
        let others = [
            (!results.is_empty())
                .then(|| view! { <Results figures=results insights=insights.to_owned() /> }.into_any()),
            (!stops.is_empty())
                .then(|| view! { <Stops stops=stops insights=format!("{insights}#stops") /> }.into_any()),
            (!latest.is_empty()).then(|| view! { <Latest latest=latest answers=answers /> }.into_any()),
        ];
        to_do.into_iter().chain([figures]).chain(others.into_iter().flatten()).collect()
    }
}

#[component]
fn ToDo(to_do: Vec<(String, String)>) -> impl IntoView {
    let items: Vec<_> = to_do.into_iter().map(|(text, href)| view! { <li><a href=href>{text}</a></li> }).collect();
    view! {
        <section class="card" id="to-do" aria-labelledby="to-do-title">
            <h2 id="to-do-title">"To do"</h2>
            <ul>{items}</ul>
        </section>
    }
}

#[component]
fn Results(figures: Vec<Figure>, insights: String) -> impl IntoView {
    let figures: Vec<_> = figures
        .into_iter()
        .map(|figure| view! { <FigureView figure=figure files=(String::new(), String::new()) /> })
        .collect();
    view! {
        <section class="overview-results" aria-labelledby="results-title">
            <h2 id="results-title" class="visually-hidden">"Results"</h2>
            {figures}
            <p class="aside"><a href=insights>"All insights"</a></p>
        </section>
    }
}

#[component]
fn Stops(stops: Vec<StopLine>, insights: String) -> impl IntoView {
    let line = |StopLine { question, stopped, reached }: StopLine| {
        let of = match reached {
            Some(reached) => format!("{} of {} who came to it", thousands(stopped), thousands(reached)),
            None => thousands(stopped),
        };
        view! { <li><span dir="auto">{question}</span> " " <span class="hint">{of}</span></li> }
    };
    let lines: Vec<_> = stops.into_iter().map(line).collect();
    view! {
        <section class="card" id="stops-card" aria-labelledby="stops-title">
            <h2 id="stops-title">"Where people stop"</h2>
            <ol class="stops">{lines}</ol>
            <p class="aside"><a href=insights>"All questions"</a></p>
        </section>
    }
}

#[component]
fn Latest(latest: Vec<LatestLine>, answers: String) -> impl IntoView {
    let is_scored = latest.iter().any(|line| !line.score.is_empty());
    let rows: Vec<_> = latest
        .into_iter()
        .map(|LatestLine { person, href, at, score }| {
            let score = is_scored.then(|| view! { <td class="number" data-label="Score">{score}</td> });
            view! {
                <tr>
                    <th scope="row" class="prose"><a href=href>{person}</a></th>
                    <td data-label="Submitted">{at}</td>
                    {score}
                </tr>
            }
        })
        .collect();
    let columns = [Column::text("Person"), Column::text("Submitted")].into_iter();
    let columns = columns.chain(is_scored.then(|| Column::number("Score"))).collect();
    view! {
        <section class="card" id="latest" aria-labelledby="latest-title">
            <h2 id="latest-title">"Latest answers"</h2>
            <DataTable label="Answers that were submitted last" columns=columns>{rows}</DataTable>
            <p class="aside"><a href=answers>"All answers"</a></p>
        </section>
    }
}
