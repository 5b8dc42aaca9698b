//! The words that appear on a tree's question pages.

use serde_json::Value;

use super::{Tree, built_in, kind};
use crate::{PageWord, quiz::own_words::PageParts};

pub fn page_words(tree: &Tree) -> Vec<&'static PageWord> {
    let questions = || tree.questions().iter();
    let is_set = |value: Option<&Value>| value.is_some_and(|value| *value == Value::Bool(true));
    let options = |question: &Value| question.get("options").and_then(Value::as_array).cloned().unwrap_or_default();
    let parts = PageParts {
        kinds: questions().map(kind).collect(),
        has_other: questions().any(|question| options(question).iter().any(|option| is_set(option.get("other")))),
        has_scores: tree.get(&"scoring".into()).is_some_and(|scoring| !scoring.is_null())
            || questions().any(|question| built_in(question).is_some()),
        has_review: is_set(tree.get(&"review".into())),
        has_parts: questions().any(|question| question.get("part").is_some_and(|part| !part.is_null())),
        has_feedback: tree.get(&"feedback".into()).is_some_and(|feedback| feedback == "at_once"),
    };
    parts.words()
}
