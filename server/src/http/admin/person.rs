//! The answers of one respondent, and erasing them.

use app::admin::{
    AlertOfPerson, Attempt, ErasePage, Flash, Neighbours, NormOfScore, OccasionOfPerson, PersonHistory, PersonPage,
    QuizTab, ScoreOverTime,
};
use app::pages::{HistoryDays, Moment, OverTime as OverTimeView};
use axum::extract::RawQuery;
use domain::{AnswersRecord, Compared, JudgedChange, Language, Name, Permission, Text};
use serde::Deserialize;

use super::{
    Admin, AdminResult, NamespaceHead, Path, QuizHead,
    answers::person_href,
    answers_view::{View, Zone, pairs, with},
    dates,
    person_ids::PersonIds,
    quiz_href, quiz_nav, reply,
};
use crate::{
    clock,
    record::OverTime,
    service::{AlertShown, History, Missing, PersonAnswers, QuizPath, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct ByUser {
    user: String,
}

/// Names the overall score where a drawing is asked for.
const OVERALL: &str = "overall";
/// Maximum number of attempts side by side.
const SIDE_BY_SIDE: usize = 5;

pub(super) async fn show(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(path): Path<QuizPath>,
    Path(ByUser { user }): Path<ByUser>,
    RawQuery(query): RawQuery,
) -> AdminResult {
    let ids = PersonIds::of(&admin, &path);
    let user = ids.opened(&user).ok_or(ServiceError::from(Missing::User))?;
    let found = admin.service().person(&admin.caller, &path, &user).await?;
    let invitation = admin.service().invitation_of(&admin.caller, &path, &found.record).await?;
    let zone = Zone::of(admin.service().table_settings(&admin.caller, &path).await?.time_zone);
    let list = quiz_href(&path, QuizTab::Answers);
    let (drawings, query): (Vec<_>, Vec<_>) = pairs(query.as_deref()).into_iter().partition(|(name, _)| name == "svg");
    let drawn = drawings.into_iter().next().map(|(_, of)| of);
    let view = View::read(&query, &found.quiz).ok();
    let beside = match &view {
        Some(view) => neighbours(&admin, &path, view, &found.record).await?,
        None => Neighbours::default(),
    };
    let query = view.map(|view| view.query()).unwrap_or_default();
    let local = |at| dates::clock_in(at, &zone.zone);
    let moments = |record: &AnswersRecord| {
        let started = Some(("Started", local(record.started_at)));
        let invited = invitation.as_ref().map(|invitation| ("Invited", local(invitation.created_at)));
        let invited = invited.filter(|_| record.attempt == 1);
        let changed = ("Last change", local(record.activity_at));
        let latest = record.submission.as_ref().map_or(changed, |submission| ("Submitted", local(submission.at)));
        [invited, started, Some(latest)].into_iter().flatten().collect()
    };
    let erase = namespace
        .role
        .allows(Permission::Edit)
        .then(|| format!("{}/erase", person_href(&list, found.record.user.as_str())));
    let name = ids.name(&found.record.user, invitation.as_ref());
    let id = Some(found.record.user.to_string()).filter(|id| ids.are_open() && *id != name);
    let email = invitation.as_ref().and_then(|invitation| invitation.email.clone()).filter(|email| *email != name);
    let PersonAnswers { quiz, record, definition, scored_by, attempts } = found;
    let timeline = attempts.iter().rev().chain([&record]).map(|attempt| (attempt.attempt, moments(attempt))).collect();
    let mut over_time = Vec::new();
    if scored_by.judges_change() || scored_by.has_norms() {
        let all: Vec<AnswersRecord> = std::iter::once(&record).chain(&attempts).cloned().collect();
        let compared = admin.service().over_time(&path, &all).await?;
        over_time = all.iter().flat_map(|record| scores_over_time(record, &compared)).collect();
    }
    let mut history = None;
    // Also while another attempt is under way.
    let submitted = std::iter::once(&record).chain(&attempts).find(|attempt| attempt.submission.is_some());
    if let Some(submitted) = submitted.filter(|_| !attempts.is_empty()) {
        let History { scores, missed } = admin.service().history(&quiz, submitted).await?;
        let day = |at| Moment { text: dates::day_in(at, &zone.zone), at: clock::to_rfc3339(at), is_day: true };
        if !scores.is_empty() {
            let over_time = OverTimeView { days: HistoryDays::new(&scores, &missed, day), scores };
            let scored_by = admin.service().definition_of(&path, submitted).await?;
            history = Some(PersonHistory { over_time, record: submitted.clone(), scored_by });
        }
    }
    let mut earlier = Vec::new();
    for record in attempts.into_iter().take(SIDE_BY_SIDE - 1) {
        let definition = admin.service().asked_of(&path, &record).await?.0;
        earlier.push(Attempt { record, definition });
    }
    let now = clock::now();
    let found = admin.service().occasions_of(&admin.caller, &path, record.user.as_str()).await?;
    let occasions = found.iter().map(|occasion| OccasionOfPerson {
        number: occasion.number,
        day: clock::to_date(occasion.due),
        state: occasion.state(now).as_str(),
        attempt: occasion.attempt,
    });
    let occasions = occasions.collect();
    let fields = quiz.settings.fields.clone();
    let quiz = quiz_nav(&admin, namespace, &quiz).await?;
    let mut alerts = Vec::new();
    if quiz.alerts.is_some() {
        let found = admin.service().alerts_of(&admin.caller, &path, record.user.as_str()).await?;
        alerts.extend(found.into_iter().map(|AlertShown { alert, name, .. }| AlertOfPerson {
            name: name.map_or_else(
                || alert.alert.to_string(),
                |name| name.in_language(Language::EN, scored_by.language).to_owned(),
            ),
            attempt: alert.attempt,
            is_open: alert.acknowledged.is_none(),
        }));
    }
    let page = PersonPage {
        quiz,
        alerts,
        occasions,
        name,
        email,
        id,
        zone: zone.name,
        definition,
        scored_by,
        record,
        fields,
        earlier,
        over_time,
        history,
        timeline,
        list: with(&list, &query),
        beside,
        erase: erase.map(|erase| with(&erase, &query)),
    };
    if let Some(of) = drawn {
        let id = Some(&*of).filter(|of| *of != OVERALL).map(Name::parse).transpose().map_err(|_| Missing::Figure)?;
        return Ok(reply::drawing(app::admin::history_file(&page, id.as_ref()).ok_or(Missing::Figure)?, &of));
    }
    Ok(admin.page(app::admin::person, page))
}

/// The scores of an attempt that have a norm or a verdict.
fn scores_over_time(record: &AnswersRecord, compared: &OverTime) -> Vec<ScoreOverTime> {
    let Some((submission, compared)) = record.submission.as_ref().zip(compared.of(record)) else {
        return Vec::new();
    };
    let Compared { scored_by, previous, first } = compared;
    let text = |text: &Text| text.in_language(Language::EN, scored_by.language).to_owned();
    let norms = record.norms(scored_by);
    let [previous, first] =
        [previous, first].map(|earlier| earlier.map(|earlier| record.changes(scored_by, earlier)).unwrap_or_default());
    let score = |of: Option<&Name>| {
        let norm = norms.iter().find(|(known, ..)| *known == of).map(|(_, norm, standing)| NormOfScore {
            name: text(&norm.name),
            source: text(&norm.source),
            standing: *standing,
        });
        let found = ScoreOverTime {
            attempt: record.attempt,
            category: of.cloned(),
            score: submission.scores.score_of(of)?,
            norm,
            since_previous: change_of(&previous, of),
            since_first: change_of(&first, of),
        };
        (found.norm.is_some() || found.since_previous.is_some()).then_some(found)
    };
    scored_by.measured().filter_map(score).collect()
}

fn change_of(changes: &[(Option<&Name>, JudgedChange)], of: Option<&Name>) -> Option<JudgedChange> {
    changes.iter().find(|(known, _)| *known == of).map(|(_, change)| *change)
}

async fn neighbours(
    admin: &Admin,
    path: &QuizPath,
    view: &View,
    record: &AnswersRecord,
) -> Result<Neighbours, ServiceError> {
    let (filter, order) = (&view.filter.filter, view.order);
    let [before, after] = admin.service().neighbours(&admin.caller, path, filter, order, record).await?;
    let (list, ids) = (quiz_href(path, QuizTab::Answers), PersonIds::of(admin, path));
    let href = |record: AnswersRecord| with(&ids.href(&list, &record.user), &view.query());
    Ok(Neighbours { previous: before.map(href), next: after.map(href) })
}

pub(super) async fn ask(
    admin: Admin,
    head: QuizHead,
    Path(ByUser { user }): Path<ByUser>,
    RawQuery(query): RawQuery,
) -> AdminResult {
    let query = query.unwrap_or_default();
    let ids = PersonIds::of(&admin, &head.path);
    let user = ids.opened(&user).unwrap_or(user);
    let person = person_href(&head.href(QuizTab::Answers), &user);
    let name = ids.names(std::iter::once(user.as_str())).await?.remove(&user);
    let page = ErasePage {
        quiz: head.nav,
        name: name.unwrap_or(user),
        back: with(&person, &query),
        action: with(&format!("{person}/erase"), &query),
    };
    Ok(admin.page(app::admin::erase_person, page))
}

pub(super) async fn erase(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ByUser { user }): Path<ByUser>,
    RawQuery(query): RawQuery,
) -> AdminResult {
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    admin.service().erase_user(&admin.caller, &path, &user).await?;
    // Only the parts that belong to a view.
    let view = View::read(&pairs(query.as_deref()), &quiz).ok();
    let query = view.map(|view| view.query()).unwrap_or_default();
    Ok(reply::see(&with(&quiz_href(&path, QuizTab::Answers), &query), Flash::Erased))
}
