//! The lines between a question and its fields.

use domain::Kind;
use leptos::prelude::*;

use crate::components::{
    item_errors::{ErrorText, ItemErrors},
    lang_of, linked,
    question_view::QuestionView,
};

pub(crate) struct Hints {
    pub(crate) view: AnyView,
    /// The ids of the lines, for `aria-describedby`.
    pub(crate) ids: String,
}

pub(crate) fn hints(asked: &QuestionView<'_>, mistakes: &[ItemErrors], is_optional: bool) -> Hints {
    let words = asked.words;
    let mut ids = Vec::new();
    if asked.of_part.is_some_and(|of_part| of_part.part.begins) {
        ids.push(asked.part("part"));
    }
    let help = asked.help().map(|help| {
        ids.push(asked.part("help"));
        view! {
            <p id=asked.part("help") {..lang_of(&help)} class="hint lines">
                {linked(&help.text)}
            </p>
        }
    });
    let hint = [hint(asked), is_optional.then(|| asked.optional.clone())];
    let hint = hint.into_iter().flatten().reduce(|hint, optional| [&hint, " ", &optional].concat()).map(|hint| {
        ids.push(asked.part("hint"));
        view! {
            <p id=asked.part("hint") class="hint">
                {hint}
            </p>
        }
    });
    // Rows have their own.
    let error = mistakes.iter().find(|mistake| mistake.item == asked.question.id).map(|mistake| {
        ids.push(asked.part("error"));
        view! { <ErrorText words=words mistake=mistake is_visible=false /> }
    });
    if asked.is_current && !asked.is_last && asked.question.takes_one_tap() {
        // Explains the effect of a tap; announced once.
        ids.push("tapping".to_owned());
    }
    let view = view! {
        {help}
        {hint}
        {error}
    };
    Hints { view: view.into_any(), ids: ids.join(" ") }
}

/// The hint for the kind of the question.
fn hint(asked: &QuestionView<'_>) -> Option<String> {
    let words = asked.words;
    Some(match asked.question.kind() {
        Kind::Multiple { options, min, max } => {
            let (min, max) = (min.unwrap_or_default(), max.filter(|max| *max < options.len()));
            match max {
                None if min < 2 => words.choose_any.to_owned(),
                None => (words.choose_least)(min),
                Some(max) if min == max => (words.choose_count)(max),
                Some(max) if min < 2 => (words.choose_most)(max),
                Some(max) => (words.choose_range)(min, max),
            }
        }
        Kind::Ranking { .. } => words.rank_hint.to_owned(),
        _ => return None,
    })
}
