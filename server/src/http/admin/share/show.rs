//! The share page, which differs by kind of quiz.

use app::admin::{
    InAppPart, InvitationLine, InvitationTotal, InvitationsPart, LineProblem, QuizTab, SharePage, ShareWay, field_text,
};
use axum::http::StatusCode;
use domain::{InvitedId, Permission, PersonField, Quiz, QuizKind, QuizStatus, Timestamp};
use serde::{Deserialize, Serialize};

use super::super::{
    Admin, AdminResult, Http, Path, Query, QuizHead, SMALL, answers_view::Zone, list_href, person_ids::PersonIds, qr,
    quiz_href, reply,
};
use super::embedding::own_origin;
use crate::{
    clock,
    http::api::v1::cursor,
    service::{Missing, QuizPath, ServiceError},
    store::{Invitation, InvitationGroup, InvitationState, Mailed, MailedState, Page},
};

const ROWS: u32 = 25;

#[derive(Default, Deserialize)]
pub(in crate::http::admin) struct ShareQuery {
    #[serde(default)]
    pub(super) search: String,
    /// A group of invited people. An unknown value selects all.
    #[serde(default)]
    pub(super) state: String,
    /// The last invitation of the previous page, as `timestamp:id`, sealed for readers who may not see ids.
    after: Option<String>,
}

#[derive(Serialize)]
struct ListQuery<'q> {
    #[serde(skip_serializing_if = "str::is_empty")]
    search: &'q str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
}

impl<'q> ListQuery<'q> {
    fn of(search: &'q str, group: Option<InvitationGroup>) -> Self {
        Self { search, state: group.map(InvitationGroup::as_str) }
    }
}

#[derive(Default)]
pub(super) struct Refused {
    pub(super) typed: String,
    pub(super) problems: Vec<LineProblem>,
}

pub(in crate::http::admin) async fn show(admin: Admin, head: QuizHead, Query(query): Query<ShareQuery>) -> AdminResult {
    page(&admin, head, &query, Refused::default()).await
}

pub(super) async fn refuse(admin: &Admin, head: QuizHead, refused: Refused) -> AdminResult {
    page(admin, head, &ShareQuery::default(), refused).await
}

async fn page(admin: &Admin, head: QuizHead, query: &ShareQuery, refused: Refused) -> AdminResult {
    let (is_refused, is_large) = (!refused.problems.is_empty(), refused.typed.len() > SMALL);
    let QuizHead { path, nav, quiz, .. } = head;
    let is_open = nav.status == QuizStatus::Open;
    let way = match quiz.kind {
        QuizKind::Open => {
            let link = link(&admin.http, &path);
            ShareWay::Open { qr: qr::svg(&link), link }
        }
        QuizKind::InApp => {
            let can_manage = admin.role(&path.namespace).allows(Permission::Manage);
            ShareWay::InApp(InAppPart { can_manage, ..in_app(&admin.http, &path, &quiz) })
        }
        QuizKind::Invited => ShareWay::Invited(Box::new(people(admin, (&path, &quiz), is_open, query, refused).await?)),
    };
    let page = SharePage { quiz: nav, way };
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(admin.page_apart(is_large, status, app::admin::share, page).await)
}

pub(in crate::http::admin) async fn qr_file(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let is_open = quiz.status(clock::now()) == QuizStatus::Open;
    let picture = (quiz.kind == QuizKind::Open && is_open).then(|| qr::svg(&link(&admin.http, &path))).flatten();
    Ok(reply::drawing(picture.ok_or(Missing::File)?, &format!("quiz-{}", path.quiz)))
}

fn link(http: &Http, path: &QuizPath) -> String {
    format!("{}/aq/{}/{}", http.base_url, path.namespace, path.quiz)
}

fn in_app(http: &Http, path: &QuizPath, quiz: &Quiz) -> InAppPart {
    let (base, QuizPath { namespace, quiz: id }) = (&http.base_url, path);
    let server = own_origin(base).to_owned();
    InAppPart {
        is_signed: quiz.session_secret.is_some(),
        can_manage: false,
        is_own_allowed: quiz.settings.allowed_origins.contains(&server),
        server,
        origins: quiz.settings.allowed_origins.clone(),
        snippet: format!(
            "<script src=\"{base}/embed.js\" data-quiz=\"{namespace}/{id}\"\n        data-session-id=\"SESSION_ID\"></script>"
        ),
        reading: format!(
            "curl -sS \"{base}/api/v1/namespaces/{namespace}/quizzes/{id}/users/SESSION_ID/answers\" \\\n  \
             -H \"x-api-key: YOUR_KEY\""
        ),
    }
}

async fn people(
    admin: &Admin,
    (path, quiz): (&QuizPath, &Quiz),
    is_open: bool,
    query: &ShareQuery,
    refused: Refused,
) -> Result<InvitationsPart, ServiceError> {
    let ids = PersonIds::of(admin, path);
    let after = query.after.as_deref().and_then(|place| parse_after(&ids.opened(place)?));
    let search = query.search.trim();
    let group = InvitationGroup::parse(&query.state);
    let page = Page { after: after.clone(), limit: ROWS + 1 };
    let found = admin.service().invitations(&admin.caller, path, search, group, page).await?;
    let list = quiz_href(path, QuizTab::Share);
    let of = |group: Option<InvitationGroup>| ListQuery::of(search, group);
    let link = |after: Option<&str>| list_href(&list, &of(group), after.map(|place| ("after", place)));
    let (shown, next) = cursor::cut(found, ROWS, |(last, _)| link(Some(&ids.sealed(place_of(last)))));
    let role = admin.role(&path.namespace);
    let link_of_quiz = self::link(&admin.http, path);
    let shows_links = is_open && role.allows(Permission::Edit);
    let zone = admin.zone().await?;
    let people = shown.iter().map(|(person, _)| person);
    let silent = admin.service().wanting_no_mail(&admin.caller, path, people).await?;
    let counts = admin.service().invitation_counts(&admin.caller, path).await?;
    Ok(InvitationsPart {
        can_edit: role.allows(Permission::Edit),
        can_export: role.allows(Permission::Export),
        has_mail: admin.service().mails_links(),
        all: InvitationTotal {
            number: counts.waiting + counts.begun + counts.submitted,
            label: "invited",
            href: list_href(&list, &of(None), None),
            is_shown: group.is_none(),
        },
        totals: InvitationGroup::ALL
            .into_iter()
            .zip([
                (counts.waiting, "not started"),
                (counts.begun, "started"),
                (counts.submitted, "submitted"),
                (counts.revoked, "revoked"),
                (counts.unreached, "not reached by mail"),
            ])
            .filter(|(one, (number, _))| matches!(one, InvitationGroup::Of(_)) || *number > 0 || group == Some(*one))
            .map(|(one, (number, label))| InvitationTotal {
                number,
                label,
                href: list_href(&list, &of(Some(one)), None),
                is_shown: group == Some(one),
            })
            .collect(),
        links: list_href(&format!("{list}/links.csv"), &of(group), None),
        people: shown
            .into_iter()
            .map(|(invitation, state)| {
                let link = shows_links.then(|| format!("{}/{}", link_of_quiz, invitation.id));
                let is_silent = silent.contains(&invitation.id);
                let mail = mailed(&invitation.mailed, is_silent, &zone);
                InvitationLine { mail, ..line(invitation, state, (link, &quiz.settings.fields), &zone) }
            })
            .collect(),
        search: search.to_owned(),
        group: group.map(InvitationGroup::as_str),
        first: after.map(|_| link(None)),
        next,
        typed: refused.typed,
        problems: refused.problems,
    })
}

fn mailed(mailed: &Mailed, is_silent: bool, zone: &Zone) -> String {
    let day = mailed.at.map(|at| zone.day(at)).unwrap_or_default();
    let reason = mailed.error.as_deref().unwrap_or_default();
    let state = match mailed.state {
        None => String::new(),
        Some(MailedState::Sent) => format!("Sent {day}"),
        Some(MailedState::Unknown) => format!("Perhaps sent {day}"),
        Some(MailedState::Refused) => format!("Refused: {reason}"),
        Some(MailedState::Bounced) => format!("Came back ({reason})"),
    };
    let reminders = match mailed.reminders {
        0 => String::new(),
        1 => "1 reminder".to_owned(),
        many => format!("{many} reminders"),
    };
    let silent = if is_silent { "wants no messages" } else { "" };
    [state.as_str(), &reminders, silent].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn place_of(last: &Invitation) -> String {
    format!("{}:{}", last.created_at.nanoseconds(), last.id)
}

fn parse_after(text: &str) -> Option<(Timestamp, InvitedId)> {
    let (moment, id) = text.split_once(':')?;
    Some((Timestamp::from_nanoseconds(moment.parse().ok()?), InvitedId::parse(id).ok()?))
}

/// Fields with their names, and custom data.
fn known_of(invitation: &Invitation, fields: &[PersonField]) -> String {
    let told = |field: &PersonField| {
        Some(format!("{}: {}", field.name(), field_text(invitation.fields.get(field.id.as_str())?)))
    };
    let known = fields.iter().filter_map(told).chain(invitation.custom_data.clone());
    known.collect::<Vec<_>>().join("; ")
}

fn line(
    invitation: Invitation,
    state: InvitationState,
    (link, fields): (Option<String>, &[PersonField]),
    zone: &Zone,
) -> InvitationLine {
    let is_revoked = invitation.revoked_at.is_some();
    let custom_data = known_of(&invitation, fields);
    InvitationLine {
        link: link.filter(|_| !is_revoked),
        can_renew: state == InvitationState::Invited,
        id: invitation.id.into(),
        name: invitation.name.unwrap_or_default(),
        email: invitation.email.unwrap_or_default(),
        custom_data,
        state: if is_revoked { "revoked" } else { state.as_str() },
        invited: zone.day(invitation.created_at),
        mail: String::new(),
    }
}
