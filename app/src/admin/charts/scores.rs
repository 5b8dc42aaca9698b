//! The distribution of scores from 0 to 100, with the three bands marked.

use domain::{Band, Distribution};
use leptos::prelude::*;

use super::numbers::{percent, share, thousands};
use crate::admin::{Column, DataTable};

/// Scores per column.
const WIDTH: usize = 5;
const COLUMNS: usize = 100 / WIDTH;
const HEIGHT: u64 = 1000;

/// `id` prefixes the ids of its parts.
#[component]
pub(in crate::admin) fn ScoresChart(id: &'static str, name: &'static str, scores: Distribution) -> impl IntoView {
    let counts = columns(&scores);
    let total = scores.total();
    let most = counts.into_iter().max().unwrap_or_default();
    let bars: Vec<_> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(index, count)| {
            let height = share(*count, most, HEIGHT).max(8);
            view! { <rect class="bar-completed" x=index * 10 + 1 y=HEIGHT - height width="8" height=height /> }
        })
        .collect();
    let bands: Vec<_> = Band::ALL
        .into_iter()
        .map(|band| {
            let count = scores.in_band(band);
            let (low, high) = band.range();
            let range = format!("{}–{}", low.get(), high.get());
            view! {
                <li class=format!("band band-{}", band.as_str())>
                    <span class="band-name">{band_name(band)}</span>
                    <span>{range}</span>
                    <strong>{percent(count, total)}</strong>
                </li>
            }
        })
        .collect();
    let rows: Vec<_> = counts
        .iter()
        .enumerate()
        .map(|(index, count)| {
            view! {
                <tr>
                    <th scope="row">{column_name(index)}</th>
                    <td class="number">{thousands(*count)}</td>
                    <td class="number">{percent(*count, total)}</td>
                </tr>
            }
        })
        .collect();
    let median = scores.median().map_or_else(|| "No score yet".to_owned(), |median| format!("Median {}", median.get()));
    let describe = format!("{median}. {}", bands_in_words(&scores));
    let columns = vec![Column::text("Score"), Column::number("People"), Column::number("Share")];
    view! {
        <figure class="chart">
            <figcaption class="chart-key">
                <strong>{median}</strong>
                <span>{format!("of {} with a score", thousands(total))}</span>
            </figcaption>
            <svg
                class="chart-scores"
                viewBox=format!("0 0 {} {HEIGHT}", COLUMNS * 10)
                preserveAspectRatio="none"
                role="img"
                aria-labelledby=format!("{id}-title {id}-desc")
                focusable="false"
            >
                <title id=format!("{id}-title")>{format!("{name}: how the scores are spread")}</title>
                <desc id=format!("{id}-desc")>{describe}</desc>
                <rect class="band-ground" x="80" y="0" width="80" height=HEIGHT />
                {bars}
            </svg>
            <ul class="bands">{bands}</ul>
            <details id=format!("{id}-data")>
                <summary>"The numbers"</summary>
                <DataTable label=format!("{name}, scores") columns=columns region="table chart-data">{rows}</DataTable>
            </details>
        </figure>
    }
    .into_any()
}

/// The last column holds 95 to 100, the others five scores each.
fn columns(scores: &Distribution) -> [u64; COLUMNS] {
    let mut counts = [0; COLUMNS];
    for (points, count) in scores.iter() {
        counts[(usize::from(points.get()) / WIDTH).min(COLUMNS - 1)] += count;
    }
    counts
}

fn column_name(index: usize) -> String {
    let last = if index == COLUMNS - 1 { 100 } else { index * WIDTH + WIDTH - 1 };
    format!("{}–{last}", index * WIDTH)
}

pub(in crate::admin) fn band_name(band: Band) -> &'static str {
    ["Vulnerable", "Coping", "Healthy"][band.index()]
}

fn bands_in_words(scores: &Distribution) -> String {
    let total = scores.total();
    let parts = Band::ALL.map(|band| format!("{} {}", band_name(band), percent(scores.in_band(band), total)));
    format!("{}.", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use domain::{Insights, Points, Tally};

    use super::*;

    #[test]
    fn every_score_stands_in_the_column_of_its_band() {
        let scores =
            [0, 4, 39, 40, 79, 80, 99, 100].map(|score| (Tally::Score(Points::new(score).expect("valid").into()), 1));
        let insights: Insights = scores.into_iter().collect();
        let counts = columns(&insights.score);
        assert_eq!((counts[0], counts[7], counts[8], counts[15], counts[16], counts[19]), (2, 1, 1, 1, 1, 2));
        assert_eq!(counts.iter().sum::<u64>(), 8);
        assert_eq!([0, 7, 8, 19].map(column_name), ["0–4", "35–39", "40–44", "95–100"]);
        assert_eq!(bands_in_words(&insights.score), "Vulnerable 38 %, Coping 25 %, Healthy 38 %.");
    }
}
