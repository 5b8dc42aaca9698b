//! The steps of a result as text to keep.

use domain::{Advice, QuizResult};

/// The number of further topics, with one step each. Longer messages fail in some mail programs.
const OTHERS: usize = 2;

/// All steps of the first topic and the first step of the next ones. `None` if no topic has steps.
pub(super) fn plan(result: &QuizResult) -> Option<String> {
    let has_steps = |card: &&Advice| card.is_focus && !card.steps.is_empty();
    let mut topics = result.start.iter().chain(&result.cards).chain(&result.focus).filter(has_steps);
    let first = topics.next()?;
    let mut lines = vec![first.title.text.clone()];
    lines.extend(first.steps.iter().map(|step| format!("- {}", step.text)));
    for topic in topics.take(OTHERS) {
        lines.extend([String::new(), topic.title.text.clone()]);
        lines.extend(topic.steps.first().map(|step| format!("- {}", step.text)));
    }
    Some(lines.join("\n"))
}
