//! Shared reports: links to figures of a quiz that give no one away; see [`domain::Published`].
//!
//! Tables are only of what no other table tells: questions that are asked of everyone and not scored, the band of the
//! overall score, and the language. A question that only some are asked would tell the answer that leads to it.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    Band, Definition, Groups, Insights, Item, Kind, KindName, Permission, Published, Quiz, Threshold, Timestamp,
};

use super::{
    Caller, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    sessions::{hash, later},
};
use crate::{
    clock, random,
    store::{AuditAction, Report, ReportFigures, Transaction, WorkScope},
};

const DAY: i64 = 86_400 * 1_000_000_000;
/// Reports of a quiz that there are at once.
const MOST: usize = 50;

/// A table that reports of a quiz may show.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReportTable {
    pub name: String,
    pub label: String,
    /// Ids and labels of the groups.
    pub groups: Vec<(String, String)>,
    /// For an option among several, the name that it shares with the other options of its question.
    pub of: Option<String>,
}

/// A report as its viewers see it.
#[derive(Clone, Debug)]
pub struct OpenReport {
    pub title: String,
    pub tables: Vec<ReportTable>,
    pub threshold: Threshold,
    /// `None` while there are too few records, or after an erasure.
    pub figures: Option<(Published, Timestamp)>,
    pub expires_at: Timestamp,
}

/// A group of those who gave none of the answers that the quiz has now.
pub const NONE: &str = "-";
const CHOSEN: &str = "chosen";

impl Service {
    pub async fn reports(
        &self,
        caller: &Caller,
        path: &QuizPath,
    ) -> Result<(Arc<Quiz>, Vec<Report>, Option<Threshold>), ServiceError> {
        caller.require(Permission::Manage, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let now = clock::now();
        let mut reports = self.store.reports(&quiz.id).await?;
        reports.retain(|report| report.expires_at > now);
        let threshold = self.store.report_figures(&quiz.id).await?.map(|figures| figures.threshold);
        Ok((quiz, reports, threshold))
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
        caller.require(Permission::Manage, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
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
        let (caller, path) = (caller.clone(), path.clone());
        self.transact(path.scope(), move |tx| {
            Box::pin(async move {
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
        caller.require(Permission::Manage, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let (caller, path, id) = (caller.clone(), path.clone(), id.to_owned());
        self.transact(path.scope(), move |tx| {
            Box::pin(async move {
                if !tx.end_report(&quiz.id, &id).await? {
                    return Err(Missing::Link.into());
                }
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::EndReport, &path)).await
            })
        })
        .await
    }

    /// For anyone with the link.
    pub async fn open_report(&self, token: &str) -> Result<OpenReport, ServiceError> {
        let report = self.store.report(&hash(token)).await?;
        let report = report.filter(|report| report.expires_at > clock::now()).ok_or(Missing::Link)?;
        let quiz = self.store.quiz(&report.quiz).await?.ok_or(Missing::Link)?;
        let figures = self.renewed(&quiz).await?;
        let tables = report_tables(&quiz.definition);
        let is_shown = |table: &ReportTable| {
            let name = table.of.as_ref().unwrap_or(&table.name);
            report.tables.contains(name)
        };
        Ok(OpenReport {
            title: report.title,
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
        let (id, definition) = (quiz.id.clone(), Arc::clone(&quiz.definition));
        self.transact(WorkScope::Namespace(quiz.namespace_id.clone()), move |tx| {
            Box::pin(async move { renew(tx, &id, &definition).await })
        })
        .await
    }
}

fn signed(records: u64) -> i64 {
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
    definition: &Definition,
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
    let now = report_tables(definition).iter().map(|table| (table.name.clone(), groups(table, &insights))).collect();
    if figures.published.add(records, since, &now, figures.threshold) {
        figures.withdrawn = None;
        figures.at = Some(clock::now());
    }
    tx.put_report_figures(quiz, &figures).await?;
    Ok(figures)
}

/// The tables that reports of a quiz may show.
pub fn report_tables(definition: &Definition) -> Vec<ReportTable> {
    let language = definition.language;
    let mut tables = Vec::new();
    let ends = |question: &domain::Question| {
        let ends = question.own().is_some_and(|own| matches!(own.kind, Kind::Statement { ends: true }));
        ends && question.show_if.is_some()
    };
    // Behind an early end are questions that only some are asked.
    let asked = definition.questions.iter().take_while(|question| !ends(question));
    for item in asked.flat_map(domain::Question::items).filter(is_plain) {
        let (id, label) = (&item.id, item.text(language, language));
        let name = format!("q.{id}");
        let options = || item.question.options(language, language).into_iter();
        let table =
            |groups: Vec<(String, String)>| ReportTable { name: name.clone(), label: label.clone(), groups, of: None };
        match item.kind() {
            KindName::Choice => {
                tables.push(table(options().map(|option| (option.id.to_string(), option.label)).collect()))
            }
            KindName::Scale => {
                tables.push(table(item.parts().iter().map(|value| (value.to_string(), value.to_string())).collect()));
            }
            KindName::Consent => tables.push(table(vec![(CHOSEN.to_owned(), "Given".to_owned())])),
            KindName::Multiple => tables.extend(options().map(|option| ReportTable {
                name: format!("{name}/{}", option.id),
                label: label.clone(),
                groups: vec![(CHOSEN.to_owned(), option.label)],
                of: Some(name.clone()),
            })),
            _ => {}
        }
    }
    let bands: Vec<(String, String)> = match &definition.scoring {
        Some(scoring) => {
            let words = |text: &domain::Text| text.in_language(language, language).to_owned();
            scoring.bands_of(None).iter().map(|band| (band.id.to_string(), words(&band.name))).collect()
        }
        None if definition.categories().next().is_some() => {
            Band::ALL.map(|band| (band.as_str().to_owned(), band.as_str().to_owned())).to_vec()
        }
        None => Vec::new(),
    };
    if !bands.is_empty() {
        tables.push(ReportTable { name: "band".to_owned(), label: "Band".to_owned(), groups: bands, of: None });
    }
    let languages = definition.languages();
    if languages.len() > 1 {
        let groups = languages.iter().map(|language| (language.to_string(), language.endonym())).collect();
        tables.push(ReportTable { name: "language".to_owned(), label: "Language".to_owned(), groups, of: None });
    }
    tables
}

/// True for what everyone is asked, with the same options, and what no score depends on.
fn is_plain(item: &Item<'_>) -> bool {
    let question = item.question;
    let has_conditional =
        question.own().is_some_and(|own| own.kind.options().iter().any(|option| option.show_if.is_some()));
    question.show_if.is_none() && !has_conditional && !item.is_scored()
}

/// All submitted records by the groups of a table; the rest is in a group of its own.
fn groups(table: &ReportTable, insights: &Insights) -> Groups {
    let (id, option) = match table.name.strip_prefix("q.").map(|rest| rest.split_once('/').unwrap_or((rest, ""))) {
        Some((id, option)) => (domain::QuestionId::parse(id).ok(), option),
        None => (None, ""),
    };
    let count = |group: &str| match &id {
        Some(id) if !option.is_empty() => {
            domain::OptionId::parse(option).map_or(0, |option| insights.chosen(id, &option))
        }
        Some(id) if group == CHOSEN => insights.answered(id),
        Some(id) => match (domain::OptionId::parse(group), domain::Decimal::parse(group)) {
            (Ok(option), _) => insights.chosen(id, &option),
            (_, Some(value)) => {
                let next = domain::Decimal::from_thousandths(i128::from(value.thousandths()) + 1000);
                insights.between(id, value, next)
            }
            _ => 0,
        },
        None if table.name == "language" => domain::Language::parse(group)
            .ok()
            .and_then(|language| insights.languages.get(&language).copied())
            .unwrap_or_default(),
        None => match Band::parse(group) {
            Some(band) if insights.score.total() > 0 && insights.in_band(None, &name(group)) == 0 => {
                insights.score.in_band(band)
            }
            _ => insights.in_band(None, &name(group)),
        },
    };
    let mut groups: BTreeMap<String, i64> =
        table.groups.iter().map(|(group, _)| (group.clone(), signed(count(group)))).collect();
    let rest = signed(insights.completed()) - groups.values().sum::<i64>();
    groups.insert(NONE.to_owned(), rest);
    groups
}

fn name(band: &str) -> domain::Name {
    domain::Name::parse(band).expect("ids of bands are names")
}
