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
    /// The smallest and largest change of an overall score.
    pub extremes: Option<(String, String)>,
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
    let RescorePreview { examined, changed, higher, lower, extremes } = preview.clone();
    let count = changed;
    let [examined, changed, higher, lower] = [examined, changed, higher, lower].map(thousands);
    if count == 0 {
        let text = format!("All {examined} submitted responses have the scores of version {version} already.");
        return view! { <p class="lead">{text}</p> }.into_any();
    }
    let range = extremes.map(|(least, greatest)| {
        view! {
            <dt>"Differences"</dt>
            <dd>{format!("from {least} to {greatest}")}</dd>
        }
    });
    let label = if count == 1 { "Rescore 1 response".to_owned() } else { format!("Rescore {changed} responses") };
    view! {
        <p class="lead">
            {format!("Version {version} would give {changed} of {examined} submitted responses other scores. ")}
            "The scores before are kept beside the new ones."
        </p>
        <dl class="facts">
            <dt>"Higher overall score"</dt>
            <dd>{higher}</dd>
            <dt>"Lower overall score"</dt>
            <dd>{lower}</dd>
            {range}
        </dl>
        <form method="post" action=format!("{here}/rescore") class="confirm">
            <input type="hidden" name="version" value=version.to_string() />
            <button type="submit" class="button">{label}</button>
        </form>
    }
    .into_any()
}
