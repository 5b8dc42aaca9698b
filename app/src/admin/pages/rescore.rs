//! The effect of the current version's scoring on answers submitted under earlier versions.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct RescorePage {
    pub quiz: QuizNav,
    pub version: u32,
    /// `None` if there are more responses than a page examines.
    pub preview: Option<RescorePreview>,
}

#[derive(Clone, Debug)]
pub struct RescorePreview {
    pub examined: u64,
    pub changed: u64,
    pub higher: u64,
    pub lower: u64,
    /// The smallest and largest change of an overall score, if any changes.
    pub extremes: Option<(String, String)>,
    /// Names of the overall bands before and after, with the number of responses that move.
    pub moved: Vec<(String, String, u64)>,
    /// Responses whose overall score and band stay.
    pub apart: u64,
    /// Alerts that the new scores would raise.
    pub alerts: u64,
}

pub fn rescore(cx: AdminContext, page: RescorePage) -> String {
    let RescorePage { quiz, version, preview } = page;
    let here = quiz.href(QuizTab::Overview);
    let frame = frame("Rescore", Section::Quiz(quiz, QuizTab::Overview)).narrow();
    let content = match preview {
        None => view! {
            <p class="lead">"This quiz has more responses than a page can go through. Use the command line or the API."</p>
        }
        .into_any(),
        Some(preview) => figures(&preview, version, &here),
    };
    render(cx, frame, move || {
        view! {
            <h2 class="title">"Rescore"</h2>
            {content}
            <p><a href=here>"Back to the overview"</a></p>
        }
    })
}

fn figures(preview: &RescorePreview, version: u32, here: &str) -> AnyView {
    let RescorePreview { examined, changed, higher, lower, extremes, moved, apart, alerts } = preview.clone();
    if changed == 0 {
        let text =
            format!("All {} submitted responses have the scores of version {version} already.", thousands(examined));
        return view! { <p class="lead">{text}</p> }.into_any();
    }
    let row =
        |term: String, count: u64| (count > 0).then(|| view! { <div><dt>{term}</dt><dd>{thousands(count)}</dd></div> });
    let range = extremes.map(|(least, greatest)| {
        let range = if least == greatest { least } else { format!("{least} to {greatest}") };
        view! {
            <div>
                <dt>"Change of the score"</dt>
                <dd>{range}</dd>
            </div>
        }
    });
    let moved: Vec<_> =
        moved.into_iter().map(|(from, to, count)| row(format!("From “{from}” to “{to}”"), count)).collect();
    let (examined, count) = (thousands(examined), thousands(changed));
    let label = if changed == 1 { "Rescore 1 response".to_owned() } else { format!("Rescore {count} responses") };
    view! {
        <p class="lead">
            {format!("Version {version} scores {count} of {examined} submitted responses differently. ")}
            "The scores before are kept beside the new ones."
        </p>
        <dl class="facts">
            {row("Higher overall score".to_owned(), higher)}
            {row("Lower overall score".to_owned(), lower)} {range} {moved}
            {row("Changed in the range, a category, points or norms alone".to_owned(), apart)}
            {row("Alerts that would be raised; a rescoring raises none".to_owned(), alerts)}
        </dl>
        <form method="post" action=format!("{here}/rescore") class="confirm">
            <input type="hidden" name="version" value=version.to_string() />
            <button type="submit" class="button">{label}</button>
        </form>
    }
    .into_any()
}
