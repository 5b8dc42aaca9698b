//! The tasks that batch single writes and lookups.

use super::{
    Begin, GroupWriter, Reader, Replacement, batcher::Batcher, keys::KeyRow, lookups::Lookups, record_row::RecordRow,
};
use crate::store::{NewAnswer, Reading};

#[derive(Clone)]
pub(in crate::store) struct Batches {
    pub(in crate::store) records: Lookups<RecordRow>,
    pub(in crate::store) keys: Lookups<KeyRow>,
    pub(in crate::store) begins: Batcher<Begin>,
    pub(in crate::store) answers: Batcher<NewAnswer>,
    pub(in crate::store) replacements: Batcher<Replacement>,
    pub(in crate::store) readings: Batcher<Reading>,
}

impl Batches {
    /// Records are looked up by a reader of their own, so that respondents do not wait for other lookups.
    pub(in crate::store) fn start(records: impl Reader, others: impl Reader, writer: &impl GroupWriter) -> Self {
        Self {
            records: Lookups::start(records),
            keys: Lookups::start(others),
            begins: writer.batcher(),
            answers: writer.batcher(),
            replacements: writer.batcher(),
            readings: writer.batcher(),
        }
    }

    /// Carries out queued requests and refuses new ones.
    pub(in crate::store) async fn end(&self) {
        tokio::join!(
            self.begins.end(),
            self.answers.end(),
            self.replacements.end(),
            self.readings.end(),
            self.records.end(),
            self.keys.end()
        );
    }

    /// A copy whose task for answers has stopped.
    #[cfg(test)]
    pub(in crate::store) fn without_answers(&self) -> Self {
        Self { answers: Batcher::stopped(), ..self.clone() }
    }

    #[cfg(test)]
    pub(in crate::store) fn without_lookups(&self) -> Self {
        Self { records: Lookups::stopped(), ..self.clone() }
    }

    pub(in crate::store) fn have_stopped(&self) -> bool {
        self.records.has_stopped()
            || self.keys.has_stopped()
            || self.answers.has_stopped()
            || self.begins.has_stopped()
            || self.replacements.has_stopped()
            || self.readings.has_stopped()
    }

    pub(in crate::store) fn waiting(&self) -> [(&'static str, usize); 5] {
        [
            ("begins", self.begins.waiting()),
            ("answers", self.answers.waiting()),
            ("submissions", self.replacements.waiting()),
            ("readings", self.readings.waiting()),
            ("lookups", self.records.waiting() + self.keys.waiting()),
        ]
    }
}
