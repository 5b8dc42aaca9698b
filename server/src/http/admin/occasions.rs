//! The occasions of a series by number and state, as a page of *Insights*.

use app::admin::{ListedOccasions, OCCASION_STATES, OccasionLine, OccasionOf, OccasionsPage, QuizTab};
use domain::{Day, UserId};
use serde::Deserialize;

use super::{Admin, AdminResult, Query, QuizHead, person_ids::PersonIds};
use crate::{
    clock,
    service::ServiceError,
    store::{AuditAction, Occasion, OccasionCounts, OccasionFilter, OccasionState, Page},
};

/// Rows of a page.
const ROWS: u32 = 50;
/// Numbers on a page.
const NUMBERS: usize = 100;

#[derive(Deserialize)]
pub(super) struct OccasionsQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    occasion: String,
    after: Option<String>,
    /// Only numbers below it.
    before: Option<u32>,
}

pub(super) async fn show(admin: Admin, head: QuizHead, Query(query): Query<OccasionsQuery>) -> AdminResult {
    let counts = admin.service().occasion_counts(&admin.caller, &head.path).await?;
    let state = OccasionState::parse(&query.state);
    let listed = match state.zip(query.occasion.parse().ok().filter(|number| *number > 0)) {
        Some((state, number)) => Some(listed(&admin, &head, state, number, query.after).await?),
        None => None,
    };
    let mut shown = counts.iter().filter(|counts| query.before.is_none_or(|before| counts.number < before));
    let lines: Vec<_> = shown.by_ref().take(NUMBERS).map(line).collect();
    let earlier = shown.next().and(lines.last()).map(|last| format!("?before={}", last.number));
    let page = OccasionsPage { lines, earlier, listed, quiz: head.nav };
    Ok(admin.page(app::admin::occasions, page))
}

fn line(counts: &OccasionCounts) -> OccasionLine {
    let (first, last) = counts.days;
    let day = |day: Day| clock::to_date(day);
    let days = if first == last { day(first) } else { format!("{} – {}", day(first), day(last)) };
    let count = |(name, _)| OccasionState::parse(name).map_or(0, |state| counts.of(state));
    OccasionLine { number: counts.number, days, counts: OCCASION_STATES.map(count) }
}

async fn listed(
    admin: &Admin,
    head: &QuizHead,
    state: OccasionState,
    number: u32,
    after: Option<String>,
) -> Result<ListedOccasions, ServiceError> {
    let (service, path) = (admin.service(), &head.path);
    let filter = OccasionFilter { state: Some(state), number: Some(number) };
    let page = Page { after: after.filter(|id| id.len() <= 64), limit: ROWS };
    let (_, found) = service.occasions(&admin.caller, path, filter, page).await?;
    service.note_list(&admin.caller, path, AuditAction::ListOccasions, found.items.len()).await?;
    let next = found.next(|last| last.id.clone());
    let older = next.map(|id| format!("?occasion={number}&state={}&after={id}#listed", state.as_str()));
    let (ids, zone, answers) = (PersonIds::of(admin, path), admin.zone().await?, head.href(QuizTab::Answers));
    let users = found.items.iter().map(|occasion| occasion.user.as_str());
    let invitations = service.invitations_of(&admin.caller, path, users).await?;
    let shown = |occasion: &Occasion| {
        let user = UserId::parse(head.quiz.kind, &occasion.user)?;
        let (person, href) = ids.named(&answers, &user, &invitations);
        let (due, until) = (clock::to_date(occasion.due), zone.minute(occasion.closes_at));
        Some(OccasionOf { person, href: occasion.attempt.is_some().then_some(href), due, until })
    };
    let people = found.items.iter().filter_map(shown).collect();
    Ok(ListedOccasions { number, state: state.as_str(), people, older })
}
