//! The figures of a quiz: of everyone from tallies, and of a segment from a count.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    ComparedGroups, Comparison, Counted, Crossed, Day, Definition, Detail, DropOff, Insights, Item, KindName,
    MergedQuestion, Permission, QuestionBase, QuestionId, Quiz, Reliability, Timestamp, merge_versions,
};

use super::{
    Caller, QuizPath, Service, ServiceError,
    counts::{CountKey, CountState, Task},
};
use crate::store::RecordFilter;

/// Maximum number of respondents whose stopping point is determined. Their records must be read, and more would take
/// longer than a page may.
const STOPS: u32 = 10_000;
/// The same on an overview.
const LAST_STOPS: u32 = 1_000;

#[derive(Clone, Debug)]
pub struct QuizInsights {
    pub quiz: Arc<Quiz>,
    pub questions: Vec<MergedQuestion>,
    pub figures: Insights,
    /// Based on the 10,000 unsubmitted records begun last, or fewer if reading them takes too long.
    pub drop_off: DropOff,
    /// The number of submitted records that were asked each question, if known.
    pub bases: BTreeMap<QuestionId, QuestionBase>,
    pub detail: Option<Detail>,
    pub crossed: Option<Crossed>,
    pub groups: Option<ComparedGroups>,
    pub compare: Option<Comparison>,
    /// The figures of the previous period.
    pub before: Option<Insights>,
    /// The first and the last day of the view, if it has any.
    pub span: (Option<Day>, Option<Day>),
    /// True if respondents who are taking the quiz again count by their last submitted attempt.
    pub is_of_last_submitted: bool,
    /// The moment of the figures, if records have changed since.
    pub as_of: Option<Timestamp>,
    /// True if there are more versions, options or distinct answers than are shown. Those of the oldest versions are
    /// left out.
    pub is_partial: bool,
}

#[derive(Clone, Debug)]
pub struct Segment {
    pub filter: RecordFilter,
    /// Identifies the filter: equal filters have equal names.
    pub name: String,
}

#[derive(Clone, Debug, Default)]
pub struct InsightsQuery {
    /// `None` for the stored figures of everyone. A segment of everyone is counted and has the details.
    pub segment: Option<Segment>,
    pub compare: Option<Comparison>,
    /// The previous period, for comparison.
    pub before: Option<Segment>,
    /// The first and the last day of the view, if it has any.
    pub span: (Option<Day>, Option<Day>),
}

#[derive(Clone, Debug)]
pub enum InsightsState {
    Ready(Box<QuizInsights>),
    /// The number of records counted so far, and the approximate total.
    UnderWay {
        quiz: Arc<Quiz>,
        done: u64,
        all: u64,
    },
}

/// Up to this number of records, a quiz is counted immediately for its details.
const FEW: u64 = 2_000;

impl Service {
    /// Returns questions and options in the quiz's own language, with at most `most_options` options.
    pub async fn insights(
        &self,
        caller: &Caller,
        path: &QuizPath,
        query: InsightsQuery,
        most_options: usize,
    ) -> Result<InsightsState, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let versions = self.latest_definitions(&quiz).await?;
        let InsightsQuery { segment, compare, before, span } = query;
        let is_of_last_submitted = segment.is_none() && self.store.has_past_attempts(&quiz.id).await?;
        // One after the other: a page holds one of the few reading connections, however many viewers it has.
        let ((counted, as_of), before) = match segment {
            Some(segment) => {
                let counted = match self.count(path, &quiz, &versions.items, segment, compare.clone()).await? {
                    CountState::Done(counted, as_of) => (Counted::clone(&counted), as_of),
                    CountState::UnderWay { done, all } => return Ok(InsightsState::UnderWay { quiz, done, all }),
                };
                let before = match before {
                    Some(before) => match self.count(path, &quiz, &versions.items, before, None).await? {
                        CountState::Done(before, as_of) => Some((before.figures.clone(), as_of)),
                        CountState::UnderWay { done, all } => return Ok(InsightsState::UnderWay { quiz, done, all }),
                    },
                    None => None,
                };
                (counted, before)
            }
            None => (self.kept_figures(path, &quiz, &versions.items).await?, None),
        };
        let (before, before_as_of) = match before {
            Some((before, as_of)) => (Some(before), as_of),
            None => (None, None),
        };
        let Counted { figures, detail, drop_off, crossed, groups, .. } = counted;
        let (questions, has_all) = merge_versions(&versions.items, quiz.definition.language, most_options);
        let bases = if versions.is_more { BTreeMap::new() } else { QuestionBase::of_questions(&versions.items) };
        let is_partial = figures.is_partial
            || versions.is_more
            || !has_all
            || groups.as_ref().is_some_and(|groups: &ComparedGroups| groups.is_partial);
        Ok(InsightsState::Ready(Box::new(QuizInsights {
            quiz,
            questions,
            figures,
            drop_off,
            bases,
            detail,
            crossed,
            groups,
            compare,
            before,
            span,
            is_of_last_submitted,
            as_of: as_of.into_iter().chain(before_as_of).min(),
            is_partial,
        })))
    }

    /// The stored figures of everyone for an overview: without details, and stops of the last respondents alone.
    pub async fn figures_at_a_glance(
        &self,
        caller: &Caller,
        path: &QuizPath,
        most_options: usize,
    ) -> Result<QuizInsights, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let versions = self.latest_definitions(&quiz).await?;
        let (questions, has_all) = merge_versions(&versions.items, quiz.definition.language, most_options);
        let bases = if versions.is_more { BTreeMap::new() } else { QuestionBase::of_questions(&versions.items) };
        Ok(QuizInsights {
            figures: self.store.insights(&quiz.id).await?,
            drop_off: self.store.drop_off(&quiz.id, &versions.items, LAST_STOPS).await?,
            questions,
            bases,
            detail: None,
            crossed: None,
            groups: None,
            compare: None,
            before: None,
            span: (None, None),
            is_of_last_submitted: self.store.has_past_attempts(&quiz.id).await?,
            as_of: None,
            is_partial: versions.is_more || !has_all,
            quiz,
        })
    }

    /// Returns the figures of everyone, with the details if there are few records.
    async fn kept_figures(
        &self,
        path: &QuizPath,
        quiz: &Arc<Quiz>,
        versions: &[(u32, Definition)],
    ) -> Result<(Counted, Option<Timestamp>), ServiceError> {
        let mut figures = self.store.insights(&quiz.id).await?;
        self.count_days(quiz, &mut figures).await?;
        let drop_off = self.store.drop_off(&quiz.id, versions, STOPS).await?;
        let mut of_details = None;
        let mut kept = Counted { figures, drop_off, ..Counted::default() };
        if has_details(&quiz.definition) && (1..=FEW).contains(&kept.figures.started()) {
            let everyone = Segment {
                filter: RecordFilter { last_submitted: true, ..RecordFilter::default() },
                name: "attempts=submitted".to_owned(),
            };
            if let CountState::Done(counted, as_of) = self.count(path, quiz, versions, everyone, None).await? {
                kept.detail.clone_from(&counted.detail);
                for item in quiz.definition.items().filter(Item::has_more_digits_than_tallies) {
                    kept.figures.take_numbers(&item.id, &counted.figures);
                }
                of_details = as_of;
            }
        }
        Ok((kept, of_details))
    }

    async fn count(
        &self,
        path: &QuizPath,
        quiz: &Arc<Quiz>,
        versions: &[(u32, Definition)],
        segment: Segment,
        compare: Option<Comparison>,
    ) -> Result<CountState, ServiceError> {
        let Segment { filter, name } = segment;
        let compared = compare.as_ref().map(|Comparison { rows, columns }| match columns {
            Some(columns) => format!("{rows} {columns}"),
            None => rows.to_string(),
        });
        let of = format!("{name} {} {}", compared.unwrap_or_default(), quiz.settings.time_zone.as_str());
        let key = CountKey { quiz: quiz.id.clone(), version: quiz.version, of };
        let raised = self.store.raised(&quiz.id, &filter).await?;
        let task = Task {
            quiz: Arc::clone(quiz),
            versions: versions.to_vec(),
            attempts: filter.attempts(),
            fits: Box::new(move |record, versions| filter.fits(record, None, versions, &raised)),
            compare,
            changes: None,
            all: self.store.counts(&quiz.id).await?.started,
        };
        self.counts.get(&self.store, &path.namespace, key, task).await
    }
}

/// True for quizzes with figures that tallies do not hold, apart from those of the built-in scoring.
fn has_details(definition: &Definition) -> bool {
    let is_of_kind = |item: Item<'_>| matches!(item.kind.name(), KindName::Date | KindName::Ranking);
    definition.items().any(|item| item.has_more_digits_than_tallies() || is_of_kind(item))
        || definition.scoring.is_some() && definition.items().filter(Item::is_scored).count() >= Reliability::FEWEST
}
