//! The frame that stays while questions change: the back link, the progress, and the save status. The browser program
//! finds the parts by their classes.

use domain::{Journey, Question, QuestionPageState};
use leptos::prelude::*;

use super::Meter;
use crate::words::Texts;

/// The progress at the question that the page opens with.
#[derive(Debug)]
pub(crate) struct Progress {
    /// Among the shown questions with items; `None` for a statement.
    pub(crate) number: Option<usize>,
    pub(crate) count: usize,
    /// The number of those before it.
    done: usize,
    /// The index of the previous question in the definition.
    before: Option<usize>,
    /// True if a tap does not lead on.
    pub(crate) stays: bool,
}

impl Progress {
    pub(crate) fn of(sheet: &QuestionPageState, journey: &Journey<'_>) -> Self {
        let questions = &sheet.definition.questions;
        let current = &questions[sheet.current];
        let place = |question: &Question| questions.iter().position(|other| other.id == question.id);
        let shown: Vec<usize> = journey.shown.iter().copied().filter_map(place).collect();
        let asked = || shown.iter().filter(|step| questions[**step].asks());
        let done = asked().filter(|step| **step < sheet.current).count();
        let is_last = sheet.review_href.is_none() && journey.is_last(&current.id);
        Self {
            number: current.asks().then_some(done + 1),
            count: asked().count(),
            done,
            before: shown.iter().rev().find(|step| **step < sheet.current).copied(),
            stays: is_last || !current.takes_one_tap(),
        }
    }
}

pub(crate) fn around(words: &'static Texts, sheet: &QuestionPageState, progress: &Progress) -> AnyView {
    let Progress { number, count, done, before, .. } = *progress;
    let before = before.map(|before| sheet.address(before, &sheet.language));
    // Empty at the first question; at the last, one step is left for the result.
    let percent = done * 100 / count.max(1);
    view! {
        // Empty until there is a status to show.
        <div class="save-note" data-tone="">
            <p role="status"></p>
            <button type="button" class="button-plain"></button>
        </div>
        <div class="way">
            <a class="back-link" href=before.clone() hidden=before.is_none()>
                {words.back}
            </a>
            <p hidden=count < 2>{sheet.words.progress(number, count)}</p>
        </div>
        <Meter percent=percent />
    }
    .into_any()
}
