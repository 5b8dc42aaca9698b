//! The scores of one respondent's attempts beside norms and earlier attempts.

use domain::{Decimal, JudgedChange, Language, Name, Standing, Verdict};
use leptos::prelude::*;

use super::answers_words::AnswerWords;
use crate::{
    admin::{Column, DataTable},
    words::{Texts, texts},
};

/// One score of one attempt; the overall one has no category.
#[derive(Clone, Debug)]
pub struct ScoreOverTime {
    pub attempt: u32,
    pub category: Option<Name>,
    pub score: Decimal,
    pub norm: Option<NormOfScore>,
    pub since_previous: Option<JudgedChange>,
    pub since_first: Option<JudgedChange>,
}

/// In the dashboard's language, as far as the owner wrote it.
#[derive(Clone, Debug)]
pub struct NormOfScore {
    pub name: String,
    pub source: String,
    pub standing: Standing,
}

/// The drawings, and the table of a quiz that declares norms or what counts as a change.
pub(super) fn over_time(history: Option<AnyView>, scores: Vec<ScoreOverTime>, names: &AnswerWords) -> Option<AnyView> {
    let words = texts(Language::EN);
    let row = |score: &ScoreOverTime| {
        let name = score.category.as_ref().map_or("Overall score", |id| {
            names.categories.iter().find(|(known, _)| known == id).map_or(id.as_str(), |(_, name)| name)
        });
        let change = |change: Option<JudgedChange>| change.map(|change| told(words, change));
        view! {
            <tr>
                <th scope="row">{name.to_owned()}</th>
                <td class="number">{score.attempt}</td>
                <td class="number">{words.number(score.score)}</td>
                <td class="prose">{change(score.since_previous)}</td>
                <td class="prose">{change(score.since_first)}</td>
                <td class="prose">{score.norm.as_ref().map(|norm| place(words, norm))}</td>
            </tr>
        }
    };
    let rows: Vec<_> = scores.iter().map(row).collect();
    let columns = vec![
        Column::text("Score"),
        Column::number("Attempt"),
        Column::number("Result"),
        Column::text("Since the attempt before"),
        Column::text("Since the first attempt"),
        Column::text("Norm"),
    ];
    let table =
        (!rows.is_empty()).then(|| view! { <DataTable label="Scores over time" columns=columns>{rows}</DataTable> });
    (table.is_some() || history.is_some()).then(|| {
        view! {
            <section aria-labelledby="over-time">
                <h2 id="over-time">"Over time"</h2>
                {history}
                {table}
            </section>
        }
        .into_any()
    })
}

/// `Better: +15; reliable change index 3.16; from 9.3 on it counts`
fn told(words: &'static Texts, change: JudgedChange) -> String {
    let judged = change.judged;
    let verdict = match judged.verdict {
        Verdict::Better => "Better",
        Verdict::Worse => "Worse",
        Verdict::Same => "No reliable change",
        Verdict::Recovered => "Better, past the cut-off",
        Verdict::NotComparable => {
            return format!("Not comparable with attempt {}, scored by version {}", change.attempt, change.version);
        }
    };
    let difference = judged.difference.map(|difference| format!(": {}", words.signed(difference)));
    let index = judged.rci.map(|rci| format!("; reliable change index {}", words.number(rci)));
    let smallest = judged.smallest.map(|smallest| format!("; from {} on it counts", words.number(smallest)));
    [Some(verdict.to_owned()), difference, index, smallest].into_iter().flatten().collect()
}

/// `Adults: percentile 84, T 60, z 1 (Manual, 2020)`
fn place(words: &'static Texts, norm: &NormOfScore) -> String {
    let Standing { z, t, percentile } = norm.standing;
    let t = t.map(|t| format!(", T {t}")).unwrap_or_default();
    let z = z.map(|z| format!(", z {}", words.number(z))).unwrap_or_default();
    format!("{}: percentile {percentile}{t}{z} ({})", norm.name, norm.source)
}
