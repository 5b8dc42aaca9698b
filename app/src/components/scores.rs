//! Scores as they are drawn: the gauge, a bar for each category, and how they moved since the result before.

use domain::{Category, Points, Scores};
use leptos::prelude::*;

use crate::{islands::quiz_stepper::Bar, words::Texts};

/// The overall score as a half circle with its number.
#[component]
pub(crate) fn ScoreGauge(words: &'static Texts, score: Points) -> impl IntoView {
    let score = score.get();
    // Measured in per cent of the path. The round end of a stroke would show as a dot at 0.
    let value = (score > 0).then(|| {
        view! {
            <path
                class="gauge-value"
                pathLength="100"
                stroke-dasharray=format!("{score} 200")
                d="M20 120a100 100 0 0 1 200 0"
            />
        }
    });
    view! {
        <div class="gauge">
            <svg viewBox="0 0 240 132" role="img" aria-label=(words.gauge_label)(score) focusable="false">
                <path class="gauge-track" d="M20 120a100 100 0 0 1 200 0" />
                {value}
                // Where the bands begin: 40 and 80.
                <path class="gauge-mark" d="M92.2 34.4L86 15.4M192.8 67.1L209 55.3" />
            </svg>
            <p aria-hidden="true">
                <strong>{score}</strong>
                <span>{words.out_of_100}</span>
            </p>
        </div>
    }
}

/// What the overall score means, folded: a scale with the bands, what each is called, and how the number is made.
#[component]
pub(crate) fn Meaning(words: &'static Texts, score: Points) -> impl IntoView {
    let at = format!("{}%", score.get());
    let marks = [40, 80].map(|mark| {
        let at = format!("{mark}%");
        view! {
            <rect class="scale-mark" x=at.clone() width="2" height="10" />
            <text x=at y="28" text-anchor="middle">
                {mark}
            </text>
        }
    });
    let bands = ["0–39", "40–79", "80–100"].into_iter().zip(words.band_title).enumerate();
    let bands = bands.map(|(index, (range, title))| {
        let is_own = (score.band().index() == index).then_some("true");
        view! {
            <li aria-current=is_own>
                <strong>{range}</strong>
                {format!(" {title}")}
            </li>
        }
    });
    view! {
        <details class="meaning">
            <summary>{words.meaning}</summary>
            <svg class="scale" width="100%" height="32" aria-hidden="true" focusable="false">
                <rect class="meter-track" width="100%" height="10" rx="5" />
                <rect class="meter-value" width=at height="10" rx="5" />
                {marks}
            </svg>
            <ul>{bands.collect::<Vec<_>>()}</ul>
            <p>{words.meaning_text}</p>
        </details>
    }
}

/// The categories that the quiz asks about; `None` for one whose score is absent.
#[component]
pub(crate) fn CategoryBars(words: &'static Texts, scores: Vec<(Category, Option<Points>)>) -> impl IntoView {
    let bars: Vec<_> = scores
        .into_iter()
        .map(|(category, score)| {
            let remark = score.map_or(words.no_category_score, |score| words.band_short[score.band().index()]);
            view! {
                <li class=score.map(|score| score.band().as_str())>
                    <h3>{words.category_name(category)}</h3>
                    <p>{remark}</p>
                    {score.map(|score| view! { <strong>{score.get()}</strong> })}
                    <Meter percent=score.map_or(0, |score| usize::from(score.get())) />
                </li>
            }
        })
        .collect();
    view! { <ul class="bars">{bars}</ul> }
}

/// Draws nothing where no score can be compared. `day` is that of the earlier result.
#[component]
pub(crate) fn Changes(words: &'static Texts, earlier: Scores, now: Scores, day: String) -> impl IntoView {
    let areas: Vec<_> = Category::ALL
        .into_iter()
        .filter_map(|category| Some((category, now.since(&earlier, Some(category))?)))
        .map(|(category, (before, after))| {
            let name = format!("{} ", words.category_name(category));
            view! { <li>{name} <strong>{difference(words, before, after)}</strong></li> }
        })
        .collect();
    (!areas.is_empty()).then(|| {
        let sentence = match now.since(&earlier, None) {
            Some((before, after)) => (words.changed_score)(&day, before.get(), after.get()),
            None => (words.changed_areas)(&day),
        };
        view! {
            <section class="card changes" aria-labelledby="changes">
                <h2 id="changes">{words.changes_title}</h2>
                <p>{sentence}</p>
                <ul>{areas}</ul>
            </section>
        }
    })
}

/// `+20`, or a word where nothing changed.
fn difference(words: &'static Texts, before: Points, after: Points) -> String {
    match i16::from(after.get()) - i16::from(before.get()) {
        0 => words.unchanged.to_owned(),
        up @ 1.. => format!("+{up}"),
        down => format!("−{}", -down),
    }
}

/// A bar that is filled from 0 to 100 per cent and stays so.
#[component]
pub(crate) fn Meter(percent: usize) -> impl IntoView {
    view! { <Bar width=Box::new(move || format!("{percent}%")) /> }
}
