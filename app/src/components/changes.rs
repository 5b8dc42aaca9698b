//! How scores moved since the result before.

use domain::{Category, Points, Scores};
use leptos::prelude::*;

use crate::i18n::Texts;

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
