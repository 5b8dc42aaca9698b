//! The steps of a result as text, to take along.

use domain::Recommendation;

/// Topics after the first, with a step each. A message that is longer fails in some mail programs.
const OTHERS: usize = 2;

/// All steps of the first topic and the first step of the next ones. `None` without a topic that needs steps.
pub(super) fn plan(cards: &[Recommendation]) -> Option<String> {
    let mut topics = cards.iter().filter(|card| card.show_required);
    let first = topics.next()?;
    let mut lines = vec![first.title.to_owned()];
    lines.extend(first.steps.iter().map(|step| format!("- {step}")));
    for topic in topics.take(OTHERS) {
        lines.extend([String::new(), topic.title.to_owned()]);
        lines.extend(topic.steps.first().map(|step| format!("- {step}")));
    }
    Some(lines.join("\n"))
}
