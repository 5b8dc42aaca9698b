//! What the answers of a quiz say at a glance, as view models of its overview.

use app::admin::{Area, Figure, Glance, LatestLine, QuizTab, StopLine, brief, number_text, thousands};
use domain::{Permission, QuizKind};

use super::super::{Admin, QuizHead, answers_view::Zone, person_ids::PersonIds};
use crate::{
    http::figures::{Links, drop_off_by_question, first_figures},
    service::{QuizInsights, ServiceError},
    store::{AuditAction, EndpointState, JobState, RecordFilter, RecordOrder, RecordQuery, RecordState},
};

/// Maximum number of options over all questions, as only the first are drawn.
const OPTIONS: usize = 500;
const STOPS: usize = 3;
const LATEST: u32 = 5;

pub(super) async fn glance(admin: &Admin, head: &QuizHead, zone: &Zone) -> Result<Glance, ServiceError> {
    let mut glance = Glance { to_do: to_do(admin, head).await?, ..Glance::default() };
    if head.counts.started == 0 {
        return Ok(glance);
    }
    let found = admin.service().figures_at_a_glance(&admin.caller, &head.path, OPTIONS).await?;
    glance.results = results(&found, &Links::new(&head.path, Vec::new()).of(&found));
    glance.stops = stops(&found);
    glance.latest = latest(admin, head, zone).await?;
    Ok(glance)
}

fn results(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    match found.figures.completed() {
        0 => Vec::new(),
        _ => first_figures(found, links),
    }
}

/// The questions at which most respondents stopped.
fn stops(found: &QuizInsights) -> Vec<StopLine> {
    let mut stops: Vec<_> = drop_off_by_question(found).into_iter().filter(|stop| stop.stopped > 0).collect();
    stops.sort_by_key(|stop| std::cmp::Reverse(stop.stopped));
    let line = |stop: crate::http::figures::QuestionDropOff<'_>| StopLine {
        question: brief(stop.text),
        stopped: stop.stopped,
        reached: stop.reached,
    };
    stops.into_iter().take(STOPS).map(line).collect()
}

async fn latest(admin: &Admin, head: &QuizHead, zone: &Zone) -> Result<Vec<LatestLine>, ServiceError> {
    let (service, path) = (admin.service(), &head.path);
    let filter = RecordFilter::of_state(RecordState::Completed);
    let query = RecordQuery { filter, order: RecordOrder::LastSubmitted, after: None, limit: LATEST };
    let records = service.list_answers(&admin.caller, path, &query).await?.items;
    let users = records.iter().map(|record| record.user.as_str());
    let invitations = service.invitations_of(&admin.caller, path, users).await?;
    if head.quiz.kind == QuizKind::Invited {
        service.note_list(&admin.caller, path, AuditAction::ListAnswers, records.len()).await?;
    }
    let (ids, list) = (PersonIds::of(admin, path), head.href(QuizTab::Answers));
    let line = |record: &domain::AnswersRecord| {
        let submission = record.submission.as_ref()?;
        let (person, href) = ids.named(&list, &record.user, &invitations);
        let score = submission.scores.overall.as_ref().map(|scored| number_text(scored.score)).unwrap_or_default();
        Some(LatestLine { person, href, at: zone.minute(submission.at), score })
    };
    Ok(records.iter().filter_map(line).collect())
}

/// What waits for the reader, as far as the role allows to act on it.
async fn to_do(admin: &Admin, head: &QuizHead) -> Result<Vec<(String, String)>, ServiceError> {
    let (service, caller, path) = (admin.service(), &admin.caller, &head.path);
    let role = head.nav.namespace.role;
    let mut to_do = Vec::new();
    if let Some(open) = head.nav.alerts.filter(|open| *open > 0) {
        let alerts = if open == 1 { "alert waits" } else { "alerts wait" };
        to_do.push((format!("{} {alerts} for a member to acknowledge", thousands(open)), head.href(QuizTab::Alerts)));
    }
    if role.allows(Permission::Export) {
        let schedules = service.schedules_of(caller, path).await?;
        let failed = |scheduled: &crate::service::Scheduled| {
            scheduled.runs.first().is_some_and(|run| run.state == JobState::Failed)
        };
        if schedules.iter().any(failed) {
            to_do.push(("The last delivery of an export failed".to_owned(), head.href(QuizTab::Exports)));
        }
    }
    if role.allows(Permission::Manage) {
        let endpoints = service.endpoints(caller, &path.namespace).await?;
        let failing = endpoints.into_iter().filter(|endpoint| {
            let is_of_quiz = endpoint.quizzes.is_empty() || endpoint.quizzes.contains(&path.quiz);
            is_of_quiz && endpoint.state != EndpointState::Off && endpoint.failing_since.is_some()
        });
        let webhooks = Area::Webhooks.href(&path.namespace);
        to_do.extend(failing.map(|endpoint| {
            let text = format!("Events do not reach the webhook {}", brief(&endpoint.url));
            (text, format!("{webhooks}/{}", endpoint.id))
        }));
    }
    Ok(to_do)
}
