//! The overall score as a half circle with its number.

use domain::Points;
use leptos::prelude::*;

use crate::i18n::Texts;

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
            </svg>
            <p aria-hidden="true">
                <strong>{score}</strong>
                <span>{words.out_of_100}</span>
            </p>
        </div>
    }
}
