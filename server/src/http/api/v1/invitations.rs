//! `/namespaces/{namespaceId}/quizzes/{quizId}/users`

use std::collections::BTreeMap;

use axum::extract::State;
use domain::{FieldCode, FieldInput, InvitedId, Language};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Auth, Editor, Http, IdempotentJson, Keyed, ListParams, Made, PageBody, Path, Query,
    QuizParams, ReadingErrors, answers::UserParams, cursor, cut, names,
};
use crate::{
    clock,
    http::reply::json::Json,
    record::{Fields, shown_fields},
    service::{Caller, Invitee, QuizPath, Respondent},
    store::{AuditAction, Invitation, InvitationGroup, InvitationState, Mailed, MailedState, Page},
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchParams {
    /// Part of the name, the address, the custom data or the id. A whole address or id finds that person alone.
    #[serde(default)]
    #[param(required = false)]
    search: String,
    /// A group of the invited people: one of the first three holds each person, `revoked` those whose link is revoked, `unreached`
    /// those whose last message by mail came back or was refused.
    #[param(value_type = Option<names::InvitationGroup>, inline)]
    state: Option<String>,
}

/// List invited people
///
/// Newest first, those of one call in its order, with how far each has come and the link.
#[utoipa::path(
    get, operation_id = "listInvited",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users", tag = "administration", security(("api_key" = [])),
    params(QuizParams, SearchParams, ListParams),
    responses((status = 200, description = "A page of invitations", body = InvitationPage), ReadingErrors),
)]
pub(super) async fn list_invited(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(SearchParams { search, state }): Query<SearchParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<InvitationPage>, ApiError> {
    let path: QuizPath = path.into();
    let limit = params.limit()?;
    let after = params.after(|text| {
        let (moment, id) = cursor::parse_at(text)?;
        Some((moment, InvitedId::parse(&id).ok()?))
    })?;
    let group = |name: &str| {
        let wrong = || ApiError::parameter("state", FieldCode::NotOneOf(InvitationGroup::NAMES));
        InvitationGroup::parse(name).ok_or_else(wrong)
    };
    let group = state.as_deref().map(group).transpose()?;
    let found = http.service.invitations(&caller, &path, &search, group, Page { after, limit: limit + 1 }).await?;
    let (found, next_cursor) = cut(found, limit, |(last, _)| cursor::at(last.created_at, last.id.as_str()));
    http.service.note_list(&caller, &path, AuditAction::ListUsers, found.len()).await?;
    let body = |(invitation, state)| InvitationBody::new(invitation, state, &path, &http.base_url);
    Ok(Json(PageBody { items: found.into_iter().map(body).collect(), next_cursor }))
}

/// Invite people
///
/// Up to 1,000 at once, all or none.
#[utoipa::path(
    post, operation_id = "inviteUsers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users", tag = "administration",
    security(("api_key" = [])),
    params(QuizParams, ("Idempotency-Key" = inline(Option<names::IdempotencyKey>), Header, description = "Makes the request safe to repeat for a day")),
    request_body = Invitations,
    responses(
        (status = 201, description = "The invitations", body = Invited, headers(("Location", description = "Their list"))),
        AdminErrors,
    ),
)]
pub(super) async fn invite(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    request: IdempotentJson<Invitations>,
) -> Result<Made, ApiError> {
    let path: QuizPath = path.into();
    let made = {
        let (base_url, path) = (http.base_url.clone(), path.clone());
        move |invitations: &Vec<Invitation>| {
            let users = invitations.iter().map(|invitation| InvitedBody {
                link: format!("{base_url}/aq/{}/{}/{}", path.namespace, path.quiz, invitation.id),
                id: invitation.id.to_string(),
            });
            let list = format!("/namespaces/{}/quizzes/{}/users", path.namespace, path.quiz);
            Made::new(&base_url, &list, &Invited { users: users.collect() })
        }
    };
    let once = request.once(&caller, made.clone());
    let people = request.body.users.into_iter().map(Into::into).collect();
    Ok(Made::of(http.service.invite_once(&caller, &path, people, once).await?, made)?)
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Erased {
    erased: bool,
}

/// Erase a person
///
/// The answers, and the invitation if there was one; there is no way back. Without a key, the holder of a
/// respondent's id erases that respondent of an open quiz with `respondentsMayErase`.
#[utoipa::path(
    delete, operation_id = "eraseUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}", tag = "administration",
    security((), ("api_key" = [])), params(UserParams),
    responses((status = 200, description = "The answers and the invitation are erased", body = Erased), AdminErrors),
)]
pub(super) async fn erase(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<UserParams>,
) -> Result<Json<Erased>, ApiError> {
    let (path, user) = path.split();
    match caller {
        Caller::Public => http.service.erase_own(&path, &Respondent::Any(user)).await?,
        known => http.service.erase_user(&known, &path, &user).await?,
    }
    Ok(Json(Erased { erased: true }))
}

type InvitationPage = PageBody<InvitationBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvitationBody {
    #[schema(format = "uuid")]
    id: String,
    name: Option<String>,
    email: Option<String>,
    custom_data: Option<String>,
    /// Values of the fields that the quiz declares, by their ids; absent where none is filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, serde_json::Value>>, nullable = false)]
    fields: Option<Fields>,
    /// Of the messages to this person; null for that of the quiz.
    language: Option<Language>,
    #[schema(value_type = names::InvitationState)]
    state: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    mail: MailedBody,
    /// The page where this person answers.
    link: String,
}

/// What became of the messages to an invited person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mailed)]
pub(super) struct MailedBody {
    /// Of the last message; null if none was sent or tried.
    #[schema(value_type = Option<names::MailedState>, required)]
    state: Option<&'static str>,
    /// When a mail server took the last one, or may have taken it.
    #[schema(format = DateTime)]
    sent_at: Option<String>,
    /// Why the last one was refused or came back.
    error: Option<String>,
    reminders: u32,
}

impl From<Mailed> for MailedBody {
    fn from(mailed: Mailed) -> Self {
        Self {
            state: mailed.state.map(MailedState::as_str),
            sent_at: mailed.at.map(clock::to_rfc3339),
            error: mailed.error,
            reminders: mailed.reminders,
        }
    }
}

impl InvitationBody {
    fn new(invitation: Invitation, state: InvitationState, path: &QuizPath, base_url: &str) -> Self {
        Self {
            link: format!("{base_url}/aq/{}/{}/{}", path.namespace, path.quiz, invitation.id),
            id: invitation.id.into(),
            name: invitation.name,
            email: invitation.email,
            custom_data: invitation.custom_data,
            fields: shown_fields(&invitation.fields),
            language: invitation.language,
            state: state.as_str(),
            created_at: clock::to_rfc3339(invitation.created_at),
            mail: invitation.mailed.into(),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Invitations {
    #[schema(min_items = 1, max_items = 1000)]
    users: Vec<InviteeBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InviteeBody {
    #[schema(max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 200)]
    email: Option<String>,
    #[schema(value_type = Option<names::CustomData>)]
    custom_data: Option<String>,
    /// Values of fields that the quiz declares, by their ids
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, serde_json::Value>, required = false)]
    fields: BTreeMap<String, FieldInput>,
    /// Of the messages to this person; that of the quiz without it.
    language: Option<Language>,
}

impl From<InviteeBody> for Invitee {
    fn from(body: InviteeBody) -> Self {
        let InviteeBody { name, email, custom_data, fields, language } = body;
        Self { name, email, custom_data, fields, language }
    }
}

/// In the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Invited {
    users: Vec<InvitedBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InvitedBody {
    #[schema(format = "uuid")]
    id: String,
    /// The page where this person answers.
    link: String,
}
