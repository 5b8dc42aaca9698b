//! Shared reports: links to figures of a quiz that its owner publishes; see [`domain::ShownTables`].

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::AtomicU64},
};

use domain::{
    Bundle, CountedTable, Groups, Insights, Permission, Quiz, QuizKind, QuizStatus, ShownTables, Threshold, Timestamp,
    Withheld,
};

use super::{
    Caller, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    counts::{COUNTS, PATIENCE},
    record_pieces::each_record,
    report_tables::{NONE, ReportTable, bundles, groups, report_tables},
    rights,
    root::Target,
    sessions::{hash, later},
};
use crate::{
    clock, random,
    store::{
        AuditAction, CountedAttempts, Listed, Publication, Report, ReportRules, SharedReport, Snapshot, SnapshotFigure,
        SnapshotNumber, SnapshotRow, Store, Transaction, WithheldTable,
    },
};

const DAY: i64 = 86_400 * 1_000_000_000;
/// Maximum number of a quiz's reports with working links. As many expired ones are kept.
const MOST: usize = 50;
/// Days for which the link of an expired report works again after a renewal.
const AGAIN: i64 = 30;
/// Restarts of a publication because another one, or an erasure, came between.
const TRIES: u32 = 3;
/// Length of a question in the list of tables without new numbers, in characters.
const LABEL: usize = 100;

#[derive(Clone, Debug)]
pub struct QuizReports {
    /// Includes expired ones.
    pub reports: Vec<Report>,
    pub tables: Vec<ReportTable>,
    /// `None` before the first report.
    pub threshold: Option<Threshold>,
    /// Number of times that answers were erased by someone other than their respondent. Reports published before the
    /// last one show nothing.
    pub withdrawals: i64,
    /// True if anyone can answer the quiz.
    pub is_open: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Publishing {
    Done,
    /// The answers are still being counted. The figures are published afterwards.
    UnderWay,
    /// There are no answers to include yet.
    TooEarly,
}

impl Service {
    pub async fn reports(&self, caller: &Caller, path: &QuizPath) -> Result<QuizReports, ServiceError> {
        caller.require(Permission::Manage, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let figures = self.store.report_figures(&quiz.id).await?;
        Ok(QuizReports {
            reports: self.store.reports(&quiz.id).await?,
            tables: tables_of(&self.store, &quiz).await?,
            threshold: figures.as_ref().map(|figures| figures.rules.threshold),
            withdrawals: figures.map_or(0, |figures| figures.withdrawals),
            is_open: quiz.kind == QuizKind::Open,
        })
    }

    /// Returns the token of the link, which is not stored. Tables that the quiz does not have are ignored. The quiz
    /// keeps the threshold of its first report.
    pub async fn create_report(
        &self,
        caller: &Caller,
        path: &QuizPath,
        title: &str,
        tables: &BTreeSet<String>,
        days: u16,
        threshold: Threshold,
    ) -> Result<String, ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let mut known = tables_of(&self.store, &target.known).await?;
        known.dedup_by(|one, other| one.figure() == other.figure());
        let tables = known.iter().map(ReportTable::figure).filter(|name| tables.contains(*name)).cloned().collect();
        let (token, now) = (hex::encode(random::secret()), clock::now());
        let report = Report {
            id: uuid::Uuid::new_v4().to_string(),
            quiz: target.known.id.clone(),
            token_hash: hash(&token),
            title: title.to_owned(),
            tables,
            created_at: now,
            expires_at: later(now, i64::from(days) * DAY),
            published: None,
        };
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                let known = tx.reports(&report.quiz).await?;
                let expired: Vec<&Report> = known.iter().filter(|report| report.expires_at <= now).collect();
                require_room(known.len() - expired.len())?;
                for oldest in expired.iter().take(expired.len().saturating_sub(MOST)) {
                    tx.end_report(&report.quiz, &oldest.id).await?;
                }
                if tx.report_figures(&report.quiz).await?.is_none() {
                    let rules = ReportRules { threshold, until: None, shown: ShownTables::default() };
                    tx.put_report_rules(&report.quiz, &rules).await?;
                }
                tx.add_report(&report).await?;
                let draft = AuditDraft::of_quiz(AuditAction::CreateReport, &target.path).with(report.title.clone());
                record_audit(tx, &caller, draft).await
            })
        })
        .await?;
        Ok(token)
    }

    pub async fn end_report(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let id = id.to_owned();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                if !tx.end_report(&quiz.id, &id).await? {
                    return Err(Missing::Link.into());
                }
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::EndReport, &target.path)).await
            })
        })
        .await
    }

    /// Publishes the figures of a report, for the first time or again. An expired link works again. Counting continues
    /// if the caller stops waiting.
    pub async fn publish_report(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<Publishing, ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let (store, caller, id) = (Arc::clone(&self.store), caller.clone(), id.to_owned());
        let namespace = path.namespace.clone();
        let work = async move {
            for _ in 0..TRIES {
                if let Some(outcome) = publish(&store, &target, &caller, &id).await? {
                    return Ok(outcome);
                }
            }
            Err(ServiceError::Busy)
        };
        let publishing = tokio::spawn(async move {
            let outcome = COUNTS.run_future(namespace.as_str(), work).await.flatten();
            if let Err(ServiceError::Internal(error)) = &outcome {
                tracing::error!(%error, "a report was not published");
            }
            outcome
        });
        match tokio::time::timeout(PATIENCE, publishing).await {
            Ok(outcome) => outcome.map_err(|_| ServiceError::Internal("a publication stopped".to_owned()))?,
            Err(_) => Ok(Publishing::UnderWay),
        }
    }

    /// For anyone with the link.
    pub async fn open_report(&self, token: &str) -> Result<SharedReport, ServiceError> {
        let report = self.store.shared_report(&hash(token)).await?;
        report.filter(|report| report.expires_at > clock::now()).ok_or_else(|| Missing::Link.into())
    }

    pub async fn report_snapshot(&self, report: &SharedReport) -> Result<Snapshot, ServiceError> {
        self.store.report_snapshot(&report.quiz, &report.id).await?.ok_or_else(|| Missing::Link.into())
    }
}

async fn tables_of(store: &Store, quiz: &Quiz) -> Result<Vec<ReportTable>, ServiceError> {
    // There is only one version.
    if quiz.version == 1 {
        return Ok(report_tables(&quiz.definition, &Listed::NONE));
    }
    Ok(report_tables(&quiz.definition, &store.latest_definitions(&quiz.id).await?))
}

fn require_room(reports: usize) -> Result<(), ServiceError> {
    if reports < MOST { Ok(()) } else { Err(ServiceError::Unavailable("end another report first".to_owned())) }
}

/// The moment up to which submissions are counted; `last` is that of the previous publication.
///
/// A reader who can answer could fill all groups around a single answer of another respondent, and read that answer
/// from the figures. If anyone can answer, a publication therefore includes whole days only, whose other answers no
/// reader knows completely.
fn reach(quiz: &Quiz, last: Option<Timestamp>, now: Timestamp) -> Timestamp {
    if quiz.kind != QuizKind::Open {
        return last.map_or(now, |last| last.max(now));
    }
    let newest = if quiz.settings.status_for_begun(now) == QuizStatus::Closed { now } else { later(now, -DAY) };
    last.filter(|last| newest < later(*last, DAY)).unwrap_or(newest)
}

/// Counts, decides and stores. Returns `None` if something that it depends on changed meanwhile.
async fn publish(
    store: &Arc<Store>,
    target: &Target,
    caller: &Caller,
    id: &str,
) -> Result<Option<Publishing>, ServiceError> {
    let quiz = store.quiz_again(&target.known).await?.ok_or(Missing::Quiz)?;
    let known = store.report_figures(&quiz.id).await?.ok_or(Missing::Link)?;
    let report = store.reports(&quiz.id).await?.into_iter().find(|report| report.id == id).ok_or(Missing::Link)?;
    let tables = tables_of(store, &quiz).await?;
    let now = clock::now();
    let mut rules = known.rules.clone();
    let until = reach(&quiz, rules.until, now);
    let shows = |published: &Publication| published.until == until && published.withdrawals == known.withdrawals;
    if report.expires_at > now && report.published.as_ref().is_some_and(shows) {
        return Ok(Some(Publishing::TooEarly));
    }
    let counted = count(store, &quiz, &rules, until).await?;
    if rules.until.is_none() && counted.values().all(|part| part.completed() == 0) {
        return Ok(Some(Publishing::TooEarly));
    }
    let wanted: BTreeSet<&String> = report.tables.iter().collect();
    let bundles = bundles(&tables).into_iter().filter(|bundle| bundle.iter().any(|of| wanted.contains(of.figure())));
    let bundles: Vec<Bundle> = bundles.map(|tables| bundle(&tables, &rules.shown, &counted)).collect();
    let withheld = rules.shown.publish(&bundles, until, rules.threshold);
    rules.until = Some(until);
    let shown: Vec<&ReportTable> = tables.iter().filter(|table| wanted.contains(table.figure())).collect();
    let snapshot = Snapshot {
        language: quiz.definition.language,
        time_zone: quiz.settings.time_zone.clone(),
        threshold: rules.threshold,
        is_open: quiz.kind == QuizKind::Open,
        figures: figures(&shown, &rules.shown),
    };
    let publication = Publication {
        at: now,
        until,
        withdrawals: known.withdrawals,
        withheld: without_news(&shown, &rules.shown, &withheld),
    };
    let (target, version) = (target.clone(), quiz.version);
    let (right, scope) = (target.right(), target.path.scope());
    let work = rights::transact(store, caller, right, scope, move |tx, caller| {
        Box::pin(async move {
            let quiz = target.quiz(tx).await?;
            if quiz.version != version || tx.report_figures(&quiz.id).await? != Some(known) {
                return Ok(None);
            }
            let expires_at = if report.expires_at > now {
                report.expires_at
            } else {
                require_room(live(tx, &quiz, now).await?)?;
                later(now, AGAIN * DAY)
            };
            tx.put_report_rules(&quiz.id, &rules).await?;
            if !tx.publish_report((&quiz.id, &report.id), &publication, &snapshot, expires_at).await? {
                return Err(Missing::Link.into());
            }
            let draft = AuditDraft::of_quiz(AuditAction::PublishReport, &target.path).with(report.title);
            record_audit(tx, &caller, draft).await?;
            Ok(Some(Publishing::Done))
        })
    });
    work.await
}

async fn live(tx: &mut Transaction<'_>, quiz: &Quiz, now: Timestamp) -> Result<usize, ServiceError> {
    Ok(tx.reports(&quiz.id).await?.iter().filter(|report| report.expires_at > now).count())
}

/// Counts the submitted records in parts, by the last moment of submissions in each. The parts end where the shown
/// numbers of some table do, and the last one ends at `until`.
async fn count(
    store: &Arc<Store>,
    quiz: &Quiz,
    rules: &ReportRules,
    until: Timestamp,
) -> Result<BTreeMap<Timestamp, Insights>, ServiceError> {
    let ends = rules.shown.0.values().map(|table| table.until).chain([until]);
    let mut counted: BTreeMap<Timestamp, Insights> = ends.map(|end| (end, Insights::default())).collect();
    let parts = quiz.definition.items().map(|item| (item.id.clone(), item.parts())).collect();
    let count = |record: &domain::AnswersRecord| {
        if let Some(submission) = &record.submission
            && let Some((_, part)) = counted.range_mut(submission.at..).next()
        {
            part.count(record, &parts);
        }
    };
    each_record(store, quiz, CountedAttempts::LastSubmitted, count, &AtomicU64::new(0)).await?;
    Ok(counted)
}

fn bundle(tables: &[&ReportTable], shown: &ShownTables, counted: &BTreeMap<Timestamp, Insights>) -> Bundle {
    let table = |table: &&ReportTable| {
        let known_until = shown.0.get(&table.name).map(|shown| shown.until);
        let mut parts = CountedTable::default();
        for (end, part) in counted {
            let is_known = known_until.is_some_and(|known| *end <= known);
            add(if is_known { &mut parts.known } else { &mut parts.added }, groups(table, part));
        }
        (table.name.clone(), parts)
    };
    tables.iter().map(table).collect()
}

fn add(sum: &mut Groups, groups: Groups) {
    for (name, count) in groups {
        *sum.entry(name).or_default() += count;
    }
}

/// One figure for each table. The options of one question share one.
fn figures(tables: &[&ReportTable], shown: &ShownTables) -> Vec<SnapshotFigure> {
    let by_figure = tables.chunk_by(|one, other| one.figure() == other.figure());
    let figure = |tables: &[&ReportTable]| SnapshotFigure {
        label: tables[0].label.clone(),
        rows: tables.iter().flat_map(|table| rows(table, shown)).collect(),
    };
    by_figure.map(figure).collect()
}

fn rows(table: &ReportTable, shown: &ShownTables) -> Vec<SnapshotRow> {
    let shown = shown.0.get(&table.name);
    let unsigned = |count: i64| u64::try_from(count).unwrap_or_default();
    let row = |id: &str, label: &str| SnapshotRow {
        label: label.to_owned(),
        number: shown.and_then(|shown| {
            let (count, whole) = (*shown.groups.get(id)?, shown.groups.values().sum());
            Some(SnapshotNumber { count: unsigned(count), whole: unsigned(whole), until: shown.until })
        }),
    };
    let mut rows: Vec<SnapshotRow> = table.groups.iter().map(|(id, label)| row(id, label)).collect();
    if table.of.is_none() {
        rows.push(row(NONE, "No answer, or another one"));
    }
    rows
}

/// One entry for each figure in which a table got no new numbers.
fn without_news(
    tables: &[&ReportTable],
    shown: &ShownTables,
    withheld: &BTreeMap<String, Withheld>,
) -> Vec<WithheldTable> {
    let by_figure = tables.chunk_by(|one, other| one.figure() == other.figure());
    let one = |tables: &[&ReportTable]| {
        let first = tables.iter().find(|table| withheld.contains_key(&table.name))?;
        Some(WithheldTable {
            label: first.label.chars().take(LABEL).collect(),
            reason: *withheld.get(&first.name)?,
            until: shown.0.get(&first.name).map(|shown| shown.until),
        })
    };
    by_figure.filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::contract::samples;

    #[test]
    fn where_anyone_can_answer_a_publication_takes_up_whole_days() {
        let hour = |hour: i64| Timestamp::from_nanoseconds((1000 + hour) * DAY / 24);
        let open = samples::quiz(QuizKind::Open, 1);
        let mut closed = open.clone();
        closed.settings.status = QuizStatus::Closed;
        let reaches = |quiz: &Quiz, last: Option<i64>, now: i64| reach(quiz, last.map(hour), hour(now));
        assert_eq!(reaches(&open, None, 0), hour(-24), "answers are a day old");
        assert_eq!(reaches(&open, Some(-24), 23), hour(-24), "nothing new on the same day");
        assert_eq!(reaches(&open, Some(-24), 24), hour(0));
        assert_eq!(reaches(&closed, Some(-24), 1), hour(1), "all that there are");
        assert_eq!(reaches(&closed, Some(1), 9), hour(1), "opened and closed again on the same day");
        assert_eq!(reaches(&open, Some(1), 26), hour(1), "an hour of answers is no day");
        assert_eq!(reaches(&open, Some(1), 49), hour(25));
        let in_app = samples::quiz(QuizKind::InApp, 1);
        assert_eq!((reaches(&in_app, None, 3), reaches(&in_app, Some(3), 5)), (hour(3), hour(5)));
        assert_eq!(reaches(&in_app, Some(5), 3), hour(5), "a clock that went back");
    }
}
