//! Norms and changes of scores as callers read them.

use domain::{AnswersRecord, Compared, Decimal, Definition, JudgedChange, Norm, Standing, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use super::RecordBody;

/// Where a score stands in a group that was measured before
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NormOfScore)]
pub(crate) struct NormBody {
    /// Of the group, in the record's language
    name: String,
    /// Where its numbers are published
    source: String,
    /// Standard deviations above the mean; of norms with a mean alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    z: Option<Decimal>,
    /// `50 + 10 z`; of norms with a mean alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    t: Option<i64>,
    #[schema(minimum = 1, maximum = 99)]
    percentile: u8,
}

/// What became of a score since earlier attempts
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = ChangesOfScore)]
pub(crate) struct ChangesBody {
    /// Since the attempt before
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    previous: Option<ChangeBody>,
    /// Since the first attempt
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    first: Option<ChangeBody>,
}

/// A change of a score
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeOfScore)]
struct ChangeBody {
    /// The one that is compared with; with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attempt: Option<u32>,
    /// The version of the quiz that gave its score; with a key only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    scored_version: Option<u32>,
    verdict: Verdict,
    /// The later score less the earlier one, where they compare
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    difference: Option<Decimal>,
    /// The reliable change index; of a rule with `sd` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    rci: Option<Decimal>,
    /// The smallest difference that counts
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    smallest: Option<Decimal>,
}

impl ChangesBody {
    pub(crate) fn is_empty(&self) -> bool {
        self.previous.is_none() && self.first.is_none()
    }
}

impl NormBody {
    fn new(norm: &Norm, standing: Standing, record: &AnswersRecord, scored_by: &Definition) -> Self {
        let text = |text: &domain::Text| text.in_language(record.language, scored_by.language).to_owned();
        let Standing { z, t, percentile } = standing;
        Self { name: text(&norm.name), source: text(&norm.source), z, t, percentile }
    }
}

impl ChangeBody {
    fn new(change: JudgedChange, is_whole: bool) -> Self {
        let JudgedChange { attempt, version, judged } = change;
        Self {
            attempt: is_whole.then_some(attempt),
            scored_version: is_whole.then_some(version),
            verdict: judged.verdict,
            difference: judged.difference,
            rci: judged.rci,
            smallest: judged.smallest,
        }
    }
}

impl RecordBody<'_> {
    /// Adds norms and changes.
    pub(crate) fn measured(mut self, record: &AnswersRecord, compared: Option<Compared<'_>>) -> Self {
        let Some(Compared { scored_by, previous, first }) = compared else { return self };
        for (of, norm, standing) in record.norms(scored_by) {
            let body = NormBody::new(norm, standing, record, scored_by);
            match of {
                None => self.norm = Some(body),
                Some(category) => _ = self.category_norms.insert(category.to_string(), body),
            }
        }
        // Replies without a key do not have the number of the attempt, either.
        let is_whole = self.attempt.is_some();
        for (is_first, earlier) in [(false, previous), (true, first)] {
            for (of, change) in earlier.into_iter().flat_map(|earlier| record.changes(scored_by, earlier)) {
                let changes = match of {
                    None => &mut self.change,
                    Some(category) => self.category_changes.entry(category.to_string()).or_default(),
                };
                *(if is_first { &mut changes.first } else { &mut changes.previous }) =
                    Some(ChangeBody::new(change, is_whole));
            }
        }
        self
    }
}
