//! The scores of the categories that the quiz asks about.

use domain::{Category, Points};
use leptos::prelude::*;

use crate::{i18n::Texts, islands::Meter};

/// `None` for a category whose score is absent.
#[component]
pub(crate) fn CategoryBars(words: &'static Texts, scores: Vec<(Category, Option<Points>)>) -> impl IntoView {
    let bars: Vec<_> = scores
        .into_iter()
        .map(|(category, score)| {
            let (number, remark) = match score {
                Some(score) => (
                    Some(view! {
                        <span class="bar-score">
                            <strong>{score.get()}</strong>
                            {format!(" {}", words.out_of_100)}
                        </span>
                    }),
                    words.band_short[score.band().index()],
                ),
                None => (None, words.no_category_score),
            };
            view! {
                <li>
                    <h3>{words.category_name(category)}</h3>
                    {number}
                    <Meter percent=score.map_or(0, |score| usize::from(score.get())) />
                    <p>{remark}</p>
                </li>
            }
        })
        .collect();
    view! { <ul class="bars">{bars}</ul> }
}
