//! A definition whose texts quote what a record says.

use app::pages::quoted;
use domain::{AnswersRecord, Definition, Language, Quotable};

/// `None` if its texts quote nothing. `scored_by` is the version that gave the record's scores; none before the
/// submission.
pub(crate) fn quoting(
    definition: &Definition,
    record: &AnswersRecord,
    scored_by: Option<&Definition>,
    language: Language,
) -> Option<Definition> {
    let scores = record.submission.as_ref().map(|submission| &submission.scores).zip(scored_by);
    // Until the submission, conditions follow the language of the page.
    let answered_in = if record.submission.is_some() { record.language } else { language };
    let from = Quotable { answers: &record.answers, answered_in, scores, read_in: language };
    definition.quoting(from, &quoted)
}
