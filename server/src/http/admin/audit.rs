//! The audit log of one namespace or of all.

use std::{collections::HashMap, sync::Arc};

use app::admin::{Area, AuditCheckShown, AuditLine, AuditPage, NamespaceNav, QuizTab, Typed};
use domain::{NamespaceId, QuizId};
use serde::Deserialize;

use super::{Admin, AdminResult, NamespaceHead, Query, answers_view::Zone, list_href, quiz_href};
use crate::{
    clock,
    http::{api::v1::cursor, reply::csv_stream, request::audit_filter::AuditParams},
    service::{AuditCheck, AuditFault, Malformed, QuizPath, ServiceError},
    store::{AuditAction, AuditEntry, AuditFilter, Page},
};

const LINES: u32 = 60;
/// Lines per database read of a CSV file.
const PIECE: u32 = 1000;

const COLUMNS: [&str; 11] =
    ["line", "at", "actorKind", "actorId", "actor", "action", "namespace", "quiz", "subject", "details", "hash"];

#[derive(Default, Deserialize)]
pub(super) struct AuditQuery {
    #[serde(flatten)]
    filter: AuditParams,
    before: Option<String>,
}

pub(super) async fn show_namespace(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Query(query): Query<AuditQuery>,
    Query(typed): Query<Typed>,
) -> AdminResult {
    show(&admin, Some(nav), &query, typed, None).await
}

pub(super) async fn show_all(admin: Admin, Query(query): Query<AuditQuery>, Query(typed): Query<Typed>) -> AdminResult {
    show(&admin, None, &query, typed, None).await
}

pub(super) async fn check(admin: Admin) -> AdminResult {
    let check = match admin.service().check_audit_log(&admin.caller, None).await? {
        AuditCheck::Whole { lines, .. } => AuditCheckShown::Whole(lines),
        AuditCheck::Broken { line, fault: AuditFault::Missing } => AuditCheckShown::Missing(line),
        AuditCheck::Broken { line, fault: AuditFault::Unlinked(chain) } => {
            AuditCheckShown::Unlinked { line, namespace: chain.map(Into::into) }
        }
    };
    show(&admin, None, &AuditQuery::default(), Typed::default(), Some(check)).await
}

pub(super) async fn csv_of_namespace(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Query(query): Query<AuditQuery>,
) -> AdminResult {
    csv(&admin, Some(nav.id), &query).await
}

pub(super) async fn csv_of_all(admin: Admin, Query(query): Query<AuditQuery>) -> AdminResult {
    csv(&admin, None, &query).await
}

async fn show(
    admin: &Admin,
    namespace: Option<NamespaceNav>,
    query: &AuditQuery,
    typed: Typed,
    check: Option<AuditCheckShown>,
) -> AdminResult {
    let page = page(admin, namespace, query, typed, check).await?;
    Ok(admin.form_page(page.problem.is_some(), app::admin::audit, page))
}

async fn page(
    admin: &Admin,
    namespace: Option<NamespaceNav>,
    query: &AuditQuery,
    typed: Typed,
    check: Option<AuditCheckShown>,
) -> Result<AuditPage, ServiceError> {
    let id = namespace.as_ref().map(|namespace| namespace.id.clone());
    let href = id.as_ref().map_or("/admin/audit".to_owned(), |id| Area::AuditLog.href(id));
    let before = query.before.as_deref().and_then(|text| text.parse().ok());
    let zone = admin.zone().await?;
    let (found, problem) = match query.filter.read(id, &zone.zone) {
        Ok(filter) => {
            let page = Page { after: before, limit: LINES + 1 };
            (admin.service().audit_log(&admin.caller, &filter, page).await?, None)
        }
        Err(problem) => (Vec::new(), Some(problem.to_string())),
    };
    let link = |before: Option<&str>| list_href(&href, &query.filter, before.map(|line| ("before", line)));
    let (found, next) = cursor::cut(found, LINES, |entry| link(Some(&entry.seq.to_string())));
    let mut names = HashMap::new();
    let mut lines = Vec::new();
    for entry in found {
        let quiz = match entry.event.namespace_id.clone().zip(entry.event.quiz_id.clone()) {
            Some((namespace, quiz)) => Some(quiz_of(admin, &mut names, QuizPath { namespace, quiz }).await),
            None => None,
        };
        lines.push(line(entry, quiz, &zone));
    }
    Ok(AuditPage {
        namespace,
        typed,
        actions: AuditAction::ALL.iter().map(|action| action.as_str()).collect(),
        lines,
        first: before.map(|_| link(None)),
        next,
        csv: list_href(&format!("{href}/log.csv"), &query.filter, None),
        href,
        zone: zone.name,
        problem,
        check,
    })
}

/// The name and URL of a quiz, or only the id of a deleted one.
async fn quiz_of(
    admin: &Admin,
    names: &mut HashMap<QuizId, (String, Option<String>)>,
    path: QuizPath,
) -> (String, Option<String>) {
    if let Some(known) = names.get(&path.quiz) {
        return known.clone();
    }
    let found = admin.service().quiz(&admin.caller, &path).await.ok();
    let shown = match found {
        Some((quiz, _)) => (quiz.name().to_owned(), Some(quiz_href(&path, QuizTab::Overview))),
        None => (path.quiz.to_string(), None),
    };
    names.insert(path.quiz, shown.clone());
    shown
}

fn line(entry: AuditEntry, quiz: Option<(String, Option<String>)>, zone: &Zone) -> AuditLine {
    let AuditEntry { seq, event, .. } = entry;
    AuditLine {
        number: seq,
        at: zone.minute(event.at),
        actor: event.actor.name,
        action: event.action,
        namespace: event.namespace_id.map(Into::into),
        quiz,
        subject: event.subject,
        details: event.details,
    }
}

async fn csv(admin: &Admin, namespace: Option<NamespaceId>, query: &AuditQuery) -> AdminResult {
    let name = format!("audit-{}.csv", namespace.as_ref().map_or("all", NamespaceId::as_str));
    let zone = admin.zone().await?.zone;
    let filter = query.filter.read(namespace, &zone).map_err(Malformed::Parameter)?;
    admin.service().begin_audit_export(&admin.caller, &filter).await?;
    let (filter, caller): (Arc<AuditFilter>, _) = (Arc::new(filter), admin.caller.clone());
    let service = Arc::clone(&admin.http.service);
    Ok(csv_stream::file(&name, &COLUMNS, None, move |after: Option<u64>| {
        let (service, caller, filter) = (Arc::clone(&service), caller.clone(), Arc::clone(&filter));
        async move {
            let found = service.audit_log(&caller, &filter, Page { after, limit: PIECE }).await?;
            let last = found.last().map(|entry| entry.seq);
            Ok(last.map(|last| (found.into_iter().map(row).collect(), Some(last))))
        }
    }))
}

/// In the order of [`COLUMNS`].
fn row(entry: AuditEntry) -> Vec<String> {
    let AuditEntry { seq, event, hash, .. } = entry;
    vec![
        seq.to_string(),
        clock::to_rfc3339(event.at),
        event.actor.kind.as_str().to_owned(),
        event.actor.id,
        event.actor.name,
        event.action,
        event.namespace_id.map(Into::into).unwrap_or_default(),
        event.quiz_id.map(Into::into).unwrap_or_default(),
        event.subject.unwrap_or_default(),
        event.details.unwrap_or_default(),
        hex::encode(hash),
    ]
}
