//! The audit log of a namespace, or of all of them.

use std::{collections::HashMap, sync::Arc};

use app::admin::{AuditCheckShown, AuditFilterShown, AuditLine, AuditPage, NamespaceNav, QuizTab};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{NamespaceId, QuizId};
use serde::Deserialize;

use super::{
    super::{
        audit_filter::AuditParams,
        csv_stream,
        pages::{Path, Query},
        state::Http,
    },
    context::{context, namespace_nav},
    dates,
    quiz_page::address,
    reply,
    visitor::Visitor,
};
use crate::{
    clock,
    service::{AUDIT_ACTIONS, AuditCheck, Caller, QuizPath, ServiceError},
    store::{AuditEntry, AuditFilter, Page},
};

/// Lines on a page.
const LINES: u32 = 100;
/// Lines that are read at once for a file.
const PIECE: u32 = 1000;

const COLUMNS: [&str; 11] =
    ["line", "at", "actorKind", "actorId", "actor", "action", "namespace", "quiz", "subject", "details", "hash"];

#[derive(Deserialize)]
pub(super) struct AuditQuery {
    #[serde(flatten)]
    filter: AuditParams,
    /// The line that the page begins below.
    before: Option<String>,
}

pub(super) async fn show_namespace(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Query(query): Query<AuditQuery>,
) -> Response {
    show(&http, &visitor, Some(namespace), &query, None).await
}

pub(super) async fn show_all(State(http): State<Http>, visitor: Visitor, Query(query): Query<AuditQuery>) -> Response {
    show(&http, &visitor, None, &query, None).await
}

pub(super) async fn check(State(http): State<Http>, visitor: Visitor) -> Response {
    let check = match http.service.check_audit_log(&visitor.caller()).await {
        Ok(AuditCheck::Whole { lines, .. }) => AuditCheckShown::Whole(lines),
        Ok(AuditCheck::BrokenAt(line)) => AuditCheckShown::BrokenAt(line),
        Err(error) => return reply::failed(&http, Some(&visitor.0), "/admin/audit", error),
    };
    let query = AuditQuery { filter: AuditParams::default(), before: None };
    show(&http, &visitor, None, &query, Some(check)).await
}

pub(super) async fn csv_of_namespace(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Query(query): Query<AuditQuery>,
) -> Response {
    csv(&http, &visitor, Some(namespace), &query).await
}

pub(super) async fn csv_of_all(
    State(http): State<Http>,
    visitor: Visitor,
    Query(query): Query<AuditQuery>,
) -> Response {
    csv(&http, &visitor, None, &query).await
}

async fn show(
    http: &Http,
    visitor: &Visitor,
    namespace: Option<NamespaceId>,
    query: &AuditQuery,
    check: Option<AuditCheckShown>,
) -> Response {
    let path = path(namespace.as_ref());
    match page(http, visitor, namespace, query, check).await {
        Ok(page) => {
            let cx = context(http, Some(&visitor.0), &path);
            let status = if page.problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
            reply::page_with(&cx, status, app::admin::audit(&cx, &page))
        }
        Err(error) => reply::failed(http, Some(&visitor.0), &path, error),
    }
}

async fn page(
    http: &Http,
    visitor: &Visitor,
    namespace: Option<NamespaceId>,
    query: &AuditQuery,
    check: Option<AuditCheckShown>,
) -> Result<AuditPage, ServiceError> {
    let nav: Option<NamespaceNav> = match &namespace {
        Some(id) => Some(namespace_nav(http, visitor, id).await?),
        None => None,
    };
    let path = path(namespace.as_ref());
    let caller = visitor.caller();
    let before = query.before.as_deref().and_then(|text| text.parse().ok());
    let filter = query.filter.read(namespace);
    let (found, problem) = match &filter {
        Ok(filter) => (http.service.audit_log(&caller, filter, Page { after: before, limit: LINES + 1 }).await?, None),
        Err(problem) => (Vec::new(), Some((*problem).to_owned())),
    };
    let is_more = found.len() > LINES as usize;
    let found: Vec<AuditEntry> = found.into_iter().take(LINES as usize).collect();
    let link = |path: &str, before: Option<u64>| {
        let mut text = serde_urlencoded::to_string(&query.filter).unwrap_or_default();
        if let Some(before) = before {
            let separator = if text.is_empty() { "" } else { "&" };
            text = format!("{text}{separator}before={before}");
        }
        if text.is_empty() { path.to_owned() } else { format!("{path}?{text}") }
    };
    let next = found.last().filter(|_| is_more).map(|entry| link(&path, Some(entry.seq)));
    let mut names = HashMap::new();
    let mut lines = Vec::new();
    for entry in found {
        let quiz = match entry.event.namespace_id.clone().zip(entry.event.quiz_id.clone()) {
            Some((namespace, quiz)) => Some(quiz_of(http, &caller, &mut names, QuizPath { namespace, quiz }).await),
            None => None,
        };
        lines.push(line(entry, quiz));
    }
    let AuditParams { action, actor, from, to } = query.filter.clone();
    Ok(AuditPage {
        namespace: nav,
        filter: AuditFilterShown { action, actor, from, to },
        actions: AUDIT_ACTIONS.to_vec(),
        lines,
        first: before.map(|_| link(&path, None)),
        next,
        csv: link(&format!("{path}/log.csv"), None),
        problem,
        check,
    })
}

/// The name of a quiz and its page; the id alone of one that is gone.
async fn quiz_of(
    http: &Http,
    caller: &Caller,
    names: &mut HashMap<QuizId, (String, Option<String>)>,
    path: QuizPath,
) -> (String, Option<String>) {
    if let Some(known) = names.get(&path.quiz) {
        return known.clone();
    }
    let found = http.service.quiz(caller, &path).await.ok();
    let shown = match found {
        Some((quiz, _)) => (quiz.settings.name.clone(), Some(address(&path, QuizTab::Overview))),
        None => (path.quiz.to_string(), None),
    };
    names.insert(path.quiz, shown.clone());
    shown
}

fn line(entry: AuditEntry, quiz: Option<(String, Option<String>)>) -> AuditLine {
    let AuditEntry { seq, event, .. } = entry;
    AuditLine {
        number: seq,
        at: dates::minute(event.at),
        actor: event.actor.name,
        action: event.action,
        namespace: event.namespace_id.map(Into::into),
        quiz,
        subject: event.subject,
        details: event.details,
    }
}

async fn csv(http: &Http, visitor: &Visitor, namespace: Option<NamespaceId>, query: &AuditQuery) -> Response {
    let path = path(namespace.as_ref());
    let caller = visitor.caller();
    let name = format!("audit-{}.csv", namespace.as_ref().map_or("all", NamespaceId::as_str));
    let begun = match query.filter.read(namespace) {
        Ok(filter) => http.service.begin_audit_export(&caller, &filter).await.map(|()| filter),
        Err(problem) => Err(ServiceError::Malformed(problem.to_owned())),
    };
    let filter: Arc<AuditFilter> = match begun {
        Ok(filter) => Arc::new(filter),
        Err(error) => return reply::failed(http, Some(&visitor.0), &path, error),
    };
    let service = Arc::clone(&http.service);
    csv_stream::file(&name, &COLUMNS, None, move |after: Option<u64>| {
        let (service, caller, filter) = (Arc::clone(&service), caller.clone(), Arc::clone(&filter));
        async move {
            let found = service.audit_log(&caller, &filter, Page { after, limit: PIECE }).await?;
            let last = found.last().map(|entry| entry.seq);
            Ok(last.map(|last| (found.into_iter().map(row).collect(), Some(last))))
        }
    })
}

/// In the order of [`COLUMNS`].
fn row(entry: AuditEntry) -> Vec<String> {
    let AuditEntry { seq, event, hash } = entry;
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

fn path(namespace: Option<&NamespaceId>) -> String {
    namespace.map_or("/admin/audit".to_owned(), |id| format!("/admin/ns/{id}/audit"))
}
