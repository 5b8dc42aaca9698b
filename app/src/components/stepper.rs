//! The frame that stays while questions change: the way back, the progress, and the state of saving.
//! The browser's program finds the parts by their classes.

use domain::{Journey, Question, QuestionPageState};
use leptos::prelude::*;

use super::Meter;
use crate::words::Texts;

/// The parts at the question that the page opens with.
pub(crate) fn around(words: &'static Texts, sheet: &QuestionPageState, journey: &Journey<'_>) -> AnyView {
    let place = |question: &Question| sheet.definition.questions.iter().position(|other| other.id == question.id);
    let shown: Vec<usize> = journey.shown.iter().copied().filter_map(place).collect();
    let number = shown.iter().filter(|step| **step <= sheet.current).count();
    let before = number.checked_sub(2).map(|index| sheet.address(shown[index], &sheet.language));
    // Nothing at the first question; the last still leaves a step to the result.
    let percent = number.saturating_sub(1) * 100 / shown.len().max(1);
    view! {
        // Empty until there is something to say.
        <div class="save-note" data-tone="">
            <p role="status"></p>
            <button type="button" class="button-plain"></button>
        </div>
        <div class="way">
            <a class="back-link" href=before.clone() hidden=before.is_none()>
                {words.back}
            </a>
            <p>{sheet.words.progress(number, shown.len())}</p>
        </div>
        <Meter percent=percent />
    }
    .into_any()
}

/// True if a tap on the question that the page opens with does not lead on.
pub(crate) fn stays(sheet: &QuestionPageState, journey: &Journey<'_>) -> bool {
    let is_last = sheet.review_href.is_none() && journey.is_last(sheet.question_id(sheet.current));
    is_last || !sheet.definition.questions[sheet.current].takes_one_tap()
}
