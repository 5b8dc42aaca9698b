//! Shared reports, as their owner sees them.

use std::collections::BTreeSet;

use app::admin::{
    Confirmation, Flash, OlderFigure, Problem, QuizTab, ReportLine, ReportState, ReportsPage, Section, Typed,
};
use domain::{Threshold, Withheld};

use super::{Admin, AdminResult, ById, Form, Path, QuizHead, answers_view::Zone, problem, reply};
use crate::{
    clock,
    service::{Missing, Publishing, QuizReports, ReportTable, ServiceError},
    store::{Report, WithheldTable},
};

const DAYS: std::ops::RangeInclusive<u16> = 1..=366;
const TITLE: usize = 200;

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    let page = page(&admin, head, None, Typed::default(), Vec::new()).await?;
    Ok(admin.page(app::admin::reports, page))
}

pub(super) async fn create(admin: Admin, head: QuizHead, Form(fields): Form<Vec<(String, String)>>) -> AdminResult {
    let one = |name: &str| fields.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value.trim());
    let offered = tables(&admin.service().reports(&admin.caller, &head.path).await?.tables);
    let offered: BTreeSet<&String> = offered.iter().map(|(name, _)| name).collect();
    let is_offered = |(name, value): &&(String, String)| name == "table" && offered.contains(value);
    let wanted: BTreeSet<String> = fields.iter().filter(is_offered).map(|(_, value)| value.clone()).collect();
    let title = one("title");
    let days = one("days").parse::<u16>().ok().filter(|days| DAYS.contains(days));
    let threshold = match one("threshold") {
        "" => Some(Threshold::DEFAULT),
        text => text.parse().ok().and_then(Threshold::new),
    };
    let mut problems: Vec<Problem> = Vec::new();
    if title.is_empty() || title.chars().count() > TITLE {
        problems.push(problem("title", "Enter a title of at most 200 characters."));
    }
    if wanted.is_empty() {
        problems.push(problem("title", "Choose at least one thing to show."));
    }
    if days.is_none() {
        problems.push(problem("days", "Enter a number of days from 1 to 366."));
    }
    if threshold.is_none() {
        problems.push(problem("threshold", "Enter a number of people from 5 to 1000."));
    }
    let (Some(days), Some(threshold), true) = (days, threshold, problems.is_empty()) else {
        let typed = Typed(fields.iter().cloned().collect());
        let page = page(&admin, head, None, typed, problems).await?;
        return Ok(admin.form_page(true, app::admin::reports, page));
    };
    let created = admin.service().create_report(&admin.caller, &head.path, title, &wanted, days, threshold).await;
    let link = format!("{}/report/{}", admin.http.base_url, created?);
    let page = page(&admin, head, Some(link), Typed::default(), Vec::new()).await?;
    Ok(admin.page(app::admin::reports, page))
}

pub(super) async fn publish(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    let flash = match admin.service().publish_report(&admin.caller, &head.path, &id).await? {
        Publishing::Done => Flash::ReportPublished,
        Publishing::UnderWay => Flash::ReportCounting,
        Publishing::TooEarly => Flash::ReportTooEarly,
    };
    Ok(reply::see(&format!("{}/reports", head.href(QuizTab::Insights)), flash))
}

pub(super) async fn ask_end(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    let QuizReports { reports, .. } = admin.service().reports(&admin.caller, &head.path).await?;
    let report = reports.into_iter().find(|report| report.id == id).ok_or(ServiceError::from(Missing::Link))?;
    let back = format!("{}/reports", head.href(QuizTab::Insights));
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Insights),
        title: format!("End the report {}?", report.title),
        text: "Its link opens nothing any more, and this report cannot be shared again. The answers stay.".to_owned(),
        action: format!("{back}/{id}/end"),
        fields: Vec::new(),
        button: "End report",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn end(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    admin.service().end_report(&admin.caller, &head.path, &id).await?;
    Ok(reply::see(&format!("{}/reports", head.href(QuizTab::Insights)), Flash::ReportEnded))
}

async fn page(
    admin: &Admin,
    head: QuizHead,
    link: Option<String>,
    typed: Typed,
    problems: Vec<Problem>,
) -> Result<ReportsPage, ServiceError> {
    let QuizReports { reports, tables: offered, threshold, withdrawals, is_open } =
        admin.service().reports(&admin.caller, &head.path).await?;
    let zone = admin.zone().await?;
    let reports = reports.into_iter().map(|report| line(report, withdrawals, &zone));
    Ok(ReportsPage {
        quiz: head.nav,
        reports: reports.collect(),
        tables: tables(&offered),
        threshold: threshold.map(Threshold::get),
        is_open,
        link,
        typed,
        problems,
    })
}

fn line(report: Report, withdrawals: i64, zone: &Zone) -> ReportLine {
    let is_expired = report.expires_at <= clock::now();
    let (published, older) = match report.published {
        None => (None, Vec::new()),
        Some(published) => {
            let older = published.withheld.into_iter().map(|table| older(table, zone)).collect();
            (Some((zone.minute(published.at), published.withdrawals < withdrawals)), older)
        }
    };
    let state = match published {
        _ if is_expired => ReportState::Expired,
        None => ReportState::Unpublished,
        Some((_, true)) => ReportState::Withdrawn,
        Some((at, false)) => ReportState::Published { at, older },
    };
    ReportLine {
        id: report.id,
        title: report.title,
        state,
        created: zone.day(report.created_at),
        expires: zone.day(report.expires_at),
    }
}

fn older(table: WithheldTable, zone: &Zone) -> OlderFigure {
    let reason = match table.reason {
        Withheld::FewAdded => "too few people were added to a group",
        Withheld::FewRemoved => "too few people left a group",
        Withheld::FewLeft => "too few people are left in a group",
    };
    OlderFigure { label: table.label, reason, until: table.until.map(|until| zone.minute(until)) }
}

/// Names and labels. The options of one question count as one table.
fn tables(all: &[ReportTable]) -> Vec<(String, String)> {
    let mut tables: Vec<(String, String)> =
        all.iter().map(|table| (table.figure().clone(), table.label.clone())).collect();
    tables.dedup();
    tables
}
