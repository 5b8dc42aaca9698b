//! The way through a quiz as its pages would show it, for clients that answer without a key.
#![expect(clippy::option_option, reason = "absent, null and a value mean three things")]

use std::collections::BTreeMap;

use domain::{AnswersRecord, Decimal, Definition, OptionId, QuestionId, RightAnswer};
use serde::Serialize;
use utoipa::ToSchema;

use crate::record::quoting;

/// Absent with a key, where all questions are built in, and from reading.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Way {
    /// Ids of what is answered and shown now, in order: questions, rows of a matrix, texts beside options
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<QuestionId>>, nullable = false)]
    answered: Option<Vec<String>>,
    /// Ids of the questions that are shown now, in order, statements among them
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<QuestionId>>, nullable = false)]
    shown: Option<Vec<String>>,
    /// What comes in an order of this attempt: the ids of a question's options, or of the questions behind a statement
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, Vec<String>>, required = false)]
    order: BTreeMap<String, Vec<String>>,
    /// The question to show next; null when only the submission is missing, and after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<QuestionId>, required = false)]
    next: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    progress: Option<Progress>,
    /// On the answer that was just given, where the quiz tells at once whether it is right
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    feedback: Option<AnswerFeedback>,
}

/// The answer stands once this is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswerFeedback {
    is_right: bool,
    /// Of a choice any of these options, of a `multiple` all of them, is right; empty for a number
    right_options: Vec<OptionId>,
    /// Of a number any from the first to the last of a pair is right; empty for others
    right_numbers: Vec<[Decimal; 2]>,
    /// The owner's words on the right answer, in the language of the record
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Progress {
    /// Questions that are shown now and answered whole
    answered: usize,
    /// Questions that are shown now and take an answer
    total: usize,
}

impl Way {
    /// The way on after the answer to the question `last`, or after beginning or returning.
    pub(super) fn of(record: &AnswersRecord, definition: &Definition, last: Option<&QuestionId>) -> Self {
        if definition.questions.iter().all(|question| question.own().is_none()) {
            return Self::default();
        }
        let orders = definition.orders(record.order_seed());
        let in_order = definition.in_order(record.order_seed());
        let journey = in_order.journey(&record.answers, record.language.as_str());
        let next = match last {
            _ if record.submission.is_some() => None,
            Some(last) => journey.next_after_part(last),
            None if journey.first_open().is_none() => None,
            None => journey.resume(),
        };
        let answered = journey.items.iter().filter(|item| journey.answer(item).is_some());
        let (done, total) = journey.progress();
        Self {
            answered: Some(answered.map(|item| item.id.to_string()).collect()),
            shown: Some(journey.shown.iter().map(|question| question.id.to_string()).collect()),
            order: orders.into_iter().map(|(id, order)| (id.to_string(), order)).collect(),
            next: Some(next.map(|question| question.id.to_string())),
            progress: Some(Progress { answered: done, total }),
            feedback: last.and_then(|last| AnswerFeedback::on(record, definition, last)),
        }
    }
}

impl AnswerFeedback {
    fn on(record: &AnswersRecord, definition: &Definition, question: &QuestionId) -> Option<Self> {
        let quoting = quoting(definition, record, None, record.language);
        let definition = quoting.as_ref().unwrap_or(definition);
        let feedback = definition.feedback(definition.question(question)?, &record.answers)?;
        let numbers = if let RightAnswer::Numbers(numbers) = &feedback.right { numbers.as_slice() } else { &[] };
        Some(Self {
            is_right: feedback.is_right,
            right_options: feedback.right.options().into_iter().cloned().collect(),
            right_numbers: numbers.iter().map(|(first, last)| [*first, *last]).collect(),
            explanation: feedback
                .explanation
                .map(|text| text.in_language(record.language, definition.language).to_owned()),
        })
    }
}
