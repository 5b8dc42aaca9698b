//! The orders in which respondents saw what was shuffled, a column for each question that shuffles.

use std::collections::BTreeMap;

use super::ExportRow;
use crate::{Definition, OrderSeed, QuestionId, QuizId};

pub(super) struct OrderColumns {
    quiz: QuizId,
    /// Those that shuffle anything.
    versions: BTreeMap<u32, Definition>,
    /// With the text of the question in the default language.
    columns: Vec<(QuestionId, String)>,
}

impl OrderColumns {
    /// `None` if no version shuffles anything.
    pub(super) fn new(quiz: &QuizId, versions: &[(u32, Definition)]) -> Option<Self> {
        let mut columns: Vec<(QuestionId, String)> = Vec::new();
        let shuffling = || versions.iter().filter(|(_, definition)| definition.shuffles());
        for (_, definition) in shuffling().rev() {
            for question in definition.questions.iter().filter(|question| question.shuffles()) {
                if !columns.iter().any(|(known, _)| *known == question.id) {
                    let text = question.text(definition.language, definition.language).to_owned();
                    columns.push((question.id.clone(), text));
                }
            }
        }
        let versions = shuffling().cloned().collect();
        (!columns.is_empty()).then(|| Self { quiz: quiz.clone(), versions, columns })
    }

    /// Names and titles.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, String)> {
        self.columns.iter().map(|(id, text)| (format!("{id}.order"), format!("{text} (order)")))
    }

    /// The order of each column: ids with a space between them; `None` where the row's version does not shuffle it.
    pub(super) fn of(&self, row: &ExportRow<'_>) -> Vec<Option<String>> {
        let orders = self.orders(row);
        let of = |(id, _): &(QuestionId, String)| orders.iter().find(|(known, _)| known == id);
        self.columns.iter().map(|column| of(column).map(|(_, order)| order.join(" "))).collect()
    }

    pub(super) fn orders(&self, row: &ExportRow<'_>) -> Vec<(QuestionId, Vec<String>)> {
        let seed = OrderSeed { quiz: &self.quiz, user: row.user, attempt: row.attempt };
        self.versions.get(&row.version).map(|definition| definition.orders(seed)).unwrap_or_default()
    }
}
