//! Starts and submissions over time.

use leptos::prelude::*;

use super::numbers::{share, thousands};
use crate::admin::{Column, DataTable};

/// Consecutive periods of equal length.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Periods {
    /// `day`, `week` or `four weeks`.
    pub unit: &'static str,
    /// Without gaps, oldest first.
    pub all: Vec<Period>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Period {
    /// Its first day.
    pub label: String,
    pub started: u64,
    pub completed: u64,
}

const HEIGHT: u64 = 1000;
/// Width of a period in SVG units.
const STEP: usize = 10;

#[component]
pub(in crate::admin) fn DaysChart(periods: Periods) -> impl IntoView {
    let Periods { unit, all } = periods;
    let most = all.iter().map(|period| period.started.max(period.completed)).max().unwrap_or_default();
    let peak = all.iter().rev().max_by_key(|period| period.completed).cloned();
    let describe = peak.filter(|peak| peak.completed > 0).map_or_else(
        || "No responses submitted yet.".to_owned(),
        |peak| {
            let number = thousands(peak.completed);
            format!("Busiest {unit}: {}, with {number} submitted.", peak.label)
        },
    );
    let ends: Vec<String> = [all.first(), all.get(all.len() / 2).filter(|_| all.len() > 2), all.last()]
        .into_iter()
        .flatten()
        .map(|period| period.label.clone())
        .collect();
    let ends: Vec<_> = ends.into_iter().take(all.len()).map(|label| view! { <span>{label}</span> }).collect();
    let bars: Vec<_> = all.iter().enumerate().map(|(index, period)| bars(index, period, most)).collect();
    let rows: Vec<_> = all
        .iter()
        .rev()
        .map(|period| {
            view! {
                <tr>
                    <th scope="row">{period.label.clone()}</th>
                    <td class="number">{thousands(period.started)}</td>
                    <td class="number">{thousands(period.completed)}</td>
                </tr>
            }
        })
        .collect();
    let columns =
        vec![Column::text(format!("First day of the {unit}")), Column::number("Started"), Column::number("Completed")];
    view! {
        <figure class="chart">
            <figcaption class="chart-key">
                <span class="key-started">"Started"</span>
                <span class="key-completed">"Completed"</span>
                <span>{format!("by {unit}, in UTC")}</span>
            </figcaption>
            <div class="chart-plot">
                <p class="chart-scale" aria-hidden="true">
                    <span>{thousands(most)}</span>
                    <span>"0"</span>
                </p>
                <svg
                    viewBox=format!("0 0 {} {HEIGHT}", all.len().max(1) * STEP)
                    preserveAspectRatio="none"
                    role="img"
                    aria-labelledby="days-title days-desc"
                    focusable="false"
                >
                    <title id="days-title">{format!("Started and completed by {unit}")}</title>
                    <desc id="days-desc">{describe}</desc>
                    {bars}
                </svg>
            </div>
            <p class="chart-ends" aria-hidden="true">{ends}</p>
            <details id="days-data">
                <summary>"The numbers"</summary>
                <DataTable label="Started and completed" columns=columns region="table chart-data">{rows}</DataTable>
            </details>
        </figure>
    }
    .into_any()
}

/// Draws the submissions in front of the starts.
fn bars(index: usize, period: &Period, most: u64) -> impl IntoView + use<> {
    let column = |class: &'static str, count: u64, inset: usize| {
        let height = share(count, most, HEIGHT);
        (height > 0).then(|| {
            let (x, width) = (index * STEP + inset, STEP - 2 * inset);
            view! { <rect class=class x=x y=HEIGHT - height width=width height=height /> }
        })
    };
    (column("bar-started", period.started, 1), column("bar-completed", period.completed, 2))
}
