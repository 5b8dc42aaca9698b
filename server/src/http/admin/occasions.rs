//! What became of the occasions of a series, as a page of *Insights*.

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
/// Numbers of occasions, the greatest.
const NUMBERS: usize = 100;

#[derive(Deserialize)]
pub(super) struct OccasionsQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    occasion: String,
    after: Option<String>,
}

pub(super) async fn show(admin: Admin, head: QuizHead, Query(query): Query<OccasionsQuery>) -> AdminResult {
    let counts = admin.service().occasion_counts(&admin.caller, &head.path).await?;
    let state = OccasionState::parse(&query.state);
    let listed = match state.zip(query.occasion.parse().ok().filter(|number| *number > 0)) {
        Some((state, number)) => Some(listed(&admin, &head, state, number, query.after).await?),
        None => None,
    };
    let page = OccasionsPage { lines: counts.into_iter().take(NUMBERS).map(line).collect(), listed, quiz: head.nav };
    Ok(admin.page(app::admin::occasions, page))
}

fn line(counts: OccasionCounts) -> OccasionLine {
    let OccasionCounts { number, days: (first, last), due, answered, missed, stopped } = counts;
    let day = |day: Day| clock::to_date(day);
    let days = if first == last { day(first) } else { format!("{} – {}", day(first), day(last)) };
    OccasionLine { number, days, counts: [due, answered, missed, stopped] }
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
    let name = state.as_str();
    let older = next.map(|id| format!("?occasion={number}&state={name}&after={id}#listed"));
    let (ids, zone, answers) = (PersonIds::of(admin, path), admin.zone().await?, head.href(QuizTab::Answers));
    let users = found.items.iter().map(|occasion| occasion.user.as_str());
    let invitations = service.invitations_of(&admin.caller, path, users).await?;
    let shown = |occasion: &Occasion| {
        let user = UserId::parse(head.quiz.kind, &occasion.user)?;
        let invitation = if let UserId::Invited(id) = &user { invitations.get(id) } else { None };
        Some(OccasionOf {
            person: ids.name(&user, invitation),
            href: occasion.attempt.is_some().then(|| ids.href(&answers, &user)),
            due: clock::to_date(occasion.due),
            until: zone.minute(occasion.closes_at),
        })
    };
    let people = found.items.iter().filter_map(shown).collect();
    let state = OCCASION_STATES.into_iter().find(|(known, _)| *known == name).map_or("", |(_, column)| column);
    Ok(ListedOccasions { number, state, people, older })
}
