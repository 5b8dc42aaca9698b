//! Shared reports: links to figures of a quiz that give no one away; see [`domain::Published`].

use std::sync::Arc;

use domain::{Language, NamespaceId, Permission, Published, Quiz, Threshold, Timestamp};

use super::{
    Caller, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    report_tables::{ReportTable, bundles, report_tables},
    sessions::{hash, later},
};
use crate::{
    clock, random,
    store::{AuditAction, Listed, Report, ReportFigures, Transaction, WorkScope},
};

const DAY: i64 = 86_400 * 1_000_000_000;
/// Reports of a quiz that there are at once.
const MOST: usize = 50;

/// A report as its viewers see it.
#[derive(Clone, Debug)]
pub struct OpenReport {
    pub title: String,
    /// The quiz's own.
    pub language: Language,
    pub tables: Vec<ReportTable>,
    pub threshold: Threshold,
    /// `None` while there are too few records, or after an erasure.
    pub figures: Option<(Published, Timestamp)>,
    pub expires_at: Timestamp,
}

/// The reports of a quiz as its owner sees them.
#[derive(Clone, Debug)]
pub struct QuizReports {
    pub reports: Vec<Report>,
    /// What new ones may show.
    pub tables: Vec<ReportTable>,
    /// `None` before the first report.
    pub threshold: Option<Threshold>,
}

impl Service {
    pub async fn reports(&self, caller: &Caller, path: &QuizPath) -> Result<QuizReports, ServiceError> {
        caller.require(Permission::Manage, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let now = clock::now();
        let mut reports = self.store.reports(&quiz.id).await?;
        reports.retain(|report| report.expires_at > now);
        let threshold = self.store.report_figures(&quiz.id).await?.map(|figures| figures.threshold);
        Ok(QuizReports { reports, tables: self.report_tables(&quiz).await?, threshold })
    }

    async fn report_tables(&self, quiz: &Quiz) -> Result<Vec<ReportTable>, ServiceError> {
        // The only version there is.
        if quiz.version == 1 {
            return Ok(report_tables(&quiz.definition, &Listed::NONE));
        }
        Ok(report_tables(&quiz.definition, &self.store.latest_definitions(&quiz.id).await?))
    }

    /// Returns the token of the link, which is not kept. The threshold of a quiz stays the one of its first report.
    pub async fn create_report(
        &self,
        caller: &Caller,
        path: &QuizPath,
        title: &str,
        tables: Vec<String>,
        days: u16,
        threshold: Threshold,
    ) -> Result<String, ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let quiz = Arc::clone(&target.known);
        let (token, now) = (hex::encode(random::secret()), clock::now());
        let report = Report {
            id: uuid::Uuid::new_v4().to_string(),
            quiz: quiz.id.clone(),
            token_hash: hash(&token),
            title: title.to_owned(),
            tables,
            created_at: now,
            expires_at: later(now, i64::from(days) * DAY),
        };
        let path = path.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                if tx.reports(&report.quiz).await?.len() >= MOST {
                    return Err(ServiceError::Unavailable("end another report first".to_owned()));
                }
                if tx.report_figures(&report.quiz).await?.is_none() {
                    let revision = tx.revision(&report.quiz).await?;
                    let figures = ReportFigures {
                        threshold,
                        published: Published::default(),
                        erased: revision.erased,
                        withdrawn: None,
                        at: None,
                    };
                    tx.put_report_figures(&report.quiz, &figures).await?;
                }
                tx.add_report(&report).await?;
                let draft = AuditDraft::of_quiz(AuditAction::CreateReport, &path).with(report.title.clone());
                record_audit(tx, &caller, draft).await
            })
        })
        .await?;
        Ok(token)
    }

    pub async fn end_report(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Manage, path).await?;
        let (path, id) = (path.clone(), id.to_owned());
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                if !tx.end_report(&quiz.id, &id).await? {
                    return Err(Missing::Link.into());
                }
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::EndReport, &path)).await
            })
        })
        .await
    }

    /// The namespace whose report a link opens, also one that has expired: what opening it costs is the namespace's.
    pub async fn namespace_of_report(&self, token: &str) -> Result<Option<NamespaceId>, ServiceError> {
        Ok(self.store.namespace_of_report(&hash(token)).await?)
    }

    /// For anyone with the link.
    pub async fn open_report(&self, token: &str) -> Result<OpenReport, ServiceError> {
        let report = self.store.report(&hash(token)).await?;
        let report = report.filter(|report| report.expires_at > clock::now()).ok_or(Missing::Link)?;
        let quiz = self.store.quiz(&report.quiz).await?.ok_or(Missing::Link)?;
        let figures = self.renewed(&quiz).await?;
        let tables = self.report_tables(&quiz).await?;
        let is_shown = |table: &ReportTable| {
            let name = table.of.as_ref().unwrap_or(&table.name);
            report.tables.contains(name)
        };
        Ok(OpenReport {
            title: report.title,
            language: quiz.definition.language,
            tables: tables.into_iter().filter(is_shown).collect(),
            threshold: figures.threshold,
            figures: figures.at.filter(|_| figures.withdrawn.is_none()).map(|at| (figures.published, at)),
            expires_at: report.expires_at,
        })
    }

    /// The figures that may be shown now. They change when a threshold's worth of records was added, or one was erased.
    async fn renewed(&self, quiz: &Quiz) -> Result<ReportFigures, ServiceError> {
        let known = self.store.report_figures(&quiz.id).await?.ok_or(Missing::Link)?;
        let records = signed(self.store.counts(&quiz.id).await?.completed);
        if known.erased == self.store.revision(&quiz.id).await?.erased && !is_due(&known, records) {
            return Ok(known);
        }
        let (id, tables) = (quiz.id.clone(), self.report_tables(quiz).await?);
        self.transact_unasked(WorkScope::Namespace(quiz.namespace_id.clone()), move |tx| {
            Box::pin(async move { renew(tx, &id, &tables).await })
        })
        .await
    }
}

pub(super) fn signed(records: u64) -> i64 {
    i64::try_from(records).unwrap_or(i64::MAX)
}

fn is_due(figures: &ReportFigures, records: i64) -> bool {
    records - since(figures) >= signed(figures.threshold.get())
}

/// The number of records from which a batch is counted on.
fn since(figures: &ReportFigures) -> i64 {
    figures.withdrawn.unwrap_or(figures.published.records)
}

async fn renew(
    tx: &mut Transaction<'_>,
    quiz: &domain::QuizId,
    tables: &[ReportTable],
) -> Result<ReportFigures, ServiceError> {
    let mut figures = tx.report_figures(quiz).await?.ok_or(Missing::Link)?;
    let insights = tx.insights(quiz).await?;
    let records = signed(insights.completed());
    let erased = tx.revision(quiz).await?.erased;
    if erased != figures.erased {
        figures.erased = erased;
        figures.withdrawn = Some(records);
    }
    let since = since(&figures);
    if figures.published.add_bundles(records, since, &bundles(tables, &insights), figures.threshold) {
        figures.withdrawn = None;
        figures.at = Some(clock::now());
    }
    tx.put_report_figures(quiz, &figures).await?;
    Ok(figures)
}
