//! A respondent's attempts, and what their scores are read with.

use std::{collections::BTreeMap, sync::Arc};

use domain::{AnswersRecord, Definition, EarlierAttempt};

/// What the scores of some attempts of a respondent are read with.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverTime {
    /// Those that gave the scores, by version.
    pub(crate) versions: BTreeMap<u32, Arc<Definition>>,
    /// The attempts that others are compared with.
    pub(crate) attempts: BTreeMap<u32, AnswersRecord>,
}

impl OverTime {
    pub(crate) fn scored_by(&self, record: &AnswersRecord) -> Option<&Definition> {
        record.submission.as_ref()?;
        self.versions.get(&record.scored_version()).map(AsRef::as_ref)
    }

    /// The attempt before this one, as far as it is kept.
    pub(crate) fn previous(&self, record: &AnswersRecord) -> Option<EarlierAttempt<'_>> {
        self.earlier(self.attempts.range(..record.attempt).next_back()?.1)
    }

    /// The first attempt, before this one, as far as it is kept.
    pub(crate) fn first(&self, record: &AnswersRecord) -> Option<EarlierAttempt<'_>> {
        self.earlier(self.attempts.range(..record.attempt).next().filter(|(attempt, _)| **attempt == 1)?.1)
    }

    fn earlier<'s>(&'s self, record: &'s AnswersRecord) -> Option<EarlierAttempt<'s>> {
        Some(EarlierAttempt { record, scored_by: self.scored_by(record)? })
    }

    pub(crate) fn judges_change(&self) -> bool {
        self.versions.values().any(|definition| definition.judges_change())
    }
}
