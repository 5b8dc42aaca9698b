//! The scores of the categories that the quiz asks about.

use domain::{Category, Points};
use leptos::prelude::*;

use super::Meter;
use crate::i18n::Texts;

/// `None` for a category whose score is absent.
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
