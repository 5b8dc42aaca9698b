//! A respondent's attempts, and what their scores are read with.

use std::{collections::BTreeMap, sync::Arc};

use domain::{AnswersRecord, Compared, Definition, EarlierAttempt};

/// What the scores of some attempts of a respondent are read with.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverTime {
    /// Those that gave the scores, by version.
    pub(crate) versions: BTreeMap<u32, Arc<Definition>>,
    /// The attempts that others are compared with.
    pub(crate) attempts: BTreeMap<u32, AnswersRecord>,
}

impl OverTime {
    /// `None` for an attempt that is not submitted.
    pub(crate) fn of(&self, record: &AnswersRecord) -> Option<Compared<'_>> {
        record.submission.as_ref()?;
        let before = || self.attempts.range(..record.attempt).map(|(_, attempt)| attempt);
        Some(Compared {
            scored_by: self.scored_by(record)?,
            previous: before().next_back().and_then(|record| self.earlier(record)),
            first: before().next().filter(|first| first.attempt == 1).and_then(|record| self.earlier(record)),
        })
    }

    fn scored_by(&self, record: &AnswersRecord) -> Option<&Definition> {
        self.versions.get(&record.scored_version()).map(AsRef::as_ref)
    }

    fn earlier<'s>(&'s self, record: &'s AnswersRecord) -> Option<EarlierAttempt<'s>> {
        Some(EarlierAttempt { record, scored_by: self.scored_by(record)? })
    }

    pub(crate) fn judges_change(&self) -> bool {
        self.versions.values().any(|definition| definition.judges_change())
    }
}
