//! `…/quizzes/{quizId}/mails` and `…/mailTexts`

use axum::extract::State;
use domain::{FieldCode, Invalid, Language, NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Editor, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors, cursor,
    names, webhook_deliveries::SentAgain,
};
use crate::{
    clock,
    http::{reply::json::Json, request::extract},
    service::{LeftOut, MailPlan, Mailshot, QuizPath},
    store::{BounceStatus, Mail, MailKind, MailState, MailText, Page},
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MailshotBody {
    #[schema(value_type = names::PersonMailKind)]
    kind: String,
    /// With an invitation: the days after it on which those who have not finished are reminded; up to 3, at least 2 apart.
    #[serde(default)]
    #[schema(required = false, max_items = 3)]
    remind_after_days: Vec<u32>,
    /// Say who would get a message, and send none.
    #[serde(default)]
    #[schema(required = false)]
    dry_run: bool,
}

/// The people who get a message, and why others do not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailPlan)]
pub(super) struct MailPlanBody {
    people: u64,
    left_out: Vec<LeftOutBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeftOut)]
pub(super) struct LeftOutBody {
    #[schema(value_type = names::LeftOutName)]
    reason: &'static str,
    people: u64,
}

impl From<MailPlan> for MailPlanBody {
    fn from(plan: MailPlan) -> Self {
        let left_out = plan.left_out.into_iter();
        let body = |(why, people): (LeftOut, u64)| LeftOutBody { reason: why.as_str(), people };
        Self { people: plan.people, left_out: left_out.map(body).collect() }
    }
}

/// Parses a kind of message that is sent to invited people on request.
fn kind_of(text: &str) -> Result<MailKind, ApiError> {
    let kind = MailKind::parse(text).filter(|kind| kind.is_on_request());
    kind.ok_or_else(|| Invalid::one("kind", FieldCode::NotOneOf(MailKind::ON_REQUEST)).into())
}

/// Write to invited people
///
/// To everyone who is to get such a message now: an `invitation` to those who got none, a `reminder` to those who have not
/// finished, a `reminder-to-start` to those who have not started. Whether each is still wanted is decided when it is sent.
/// A repeated call writes to no person twice.
#[utoipa::path(
    post, operation_id = "mailInvited",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mails", tag = "administration", security(("api_key" = [])),
    params(QuizParams), request_body = MailshotBody,
    responses((status = 200, description = "Who gets a message", body = MailPlanBody), AdminErrors),
)]
pub(super) async fn send(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<MailshotBody>,
) -> Result<Json<MailPlanBody>, ApiError> {
    let (path, kind) = (QuizPath::from(path), kind_of(&body.kind)?);
    let plan = if body.dry_run {
        http.service.mail_plan(&caller, &path, kind).await?
    } else {
        let shot = Mailshot { kind, remind_after: body.remind_after_days };
        http.service.write_to_people(&caller, &path, shot).await?
    };
    Ok(Json(plan.into()))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MailParams {
    #[param(value_type = Option<names::MailState>, inline)]
    state: Option<String>,
}

/// List messages to invited people
///
/// The newest first; those that have ended are kept for a while, by default 30 days. `queued` ones are coming.
#[utoipa::path(
    get, operation_id = "listMails",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mails", tag = "administration", security(("api_key" = [])),
    params(QuizParams, MailParams, ListParams),
    responses((status = 200, description = "A page of messages", body = MailPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(MailParams { state }): Query<MailParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<MailPage>, ApiError> {
    let path = QuizPath::from(path);
    let named = |name: &str| {
        MailState::parse(name).ok_or_else(|| ApiError::parameter("state", FieldCode::NotOneOf(MailState::NAMES)))
    };
    let state = state.as_deref().map(named).transpose()?;
    let page = Page { after: params.after(|text| Some(text.to_owned()))?, limit: params.limit()? };
    let found = http.service.mails_of_quiz(&caller, &path, state, page).await?;
    let next_cursor = found.next(|last| cursor::encode(&last.new.id));
    Ok(Json(PageBody { items: found.items.into_iter().map(MailBody::from).collect(), next_cursor }))
}

/// Cancel messages to invited people
///
/// All that wait to be sent, planned reminders among them.
#[utoipa::path(
    delete, operation_id = "cancelMails",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mails", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The number of messages", body = CancelledMails), AdminErrors),
)]
pub(super) async fn cancel(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
) -> Result<Json<CancelledMails>, ApiError> {
    let cancelled = http.service.cancel_mails_of_quiz(&caller, &path.into()).await?;
    Ok(Json(CancelledMails { cancelled }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[serde(rename_all = "camelCase")]
pub(super) struct MailPathParams {
    namespace_id: NamespaceId,
    quiz_id: QuizId,
    mail_id: String,
}

/// Send a message again
///
/// One that was refused or cancelled, or of which it is not known whether it was sent: the person may get it twice. Whether it
/// is still wanted is decided when it is sent.
#[utoipa::path(
    post, operation_id = "sendMailAgain",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mails/{mailId}/send", tag = "administration",
    security(("api_key" = [])), params(MailPathParams),
    responses((status = 200, description = "It is sent", body = SentAgain), AdminErrors),
)]
pub(super) async fn send_again(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<MailPathParams>,
) -> Result<Json<SentAgain>, ApiError> {
    let quiz = QuizPath { namespace: path.namespace_id, quiz: path.quiz_id };
    http.service.resend_mail_of_quiz(&caller, &quiz, &path.mail_id).await?;
    Ok(Json(SentAgain { count: 1 }))
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CancelledMails {
    cancelled: u64,
}

type MailPage = PageBody<MailBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mail)]
pub(crate) struct MailBody {
    id: String,
    #[schema(value_type = names::ListedMailKind)]
    kind: &'static str,
    /// Of the invited person.
    #[schema(format = "uuid")]
    user_id: Option<String>,
    #[schema(value_type = names::MailState)]
    state: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    /// Not sent before; null unless it is queued.
    #[schema(format = DateTime)]
    due_at: Option<String>,
    #[schema(format = DateTime)]
    ended_at: Option<String>,
    /// Why it was refused or cancelled, or the last attempt failed.
    error: Option<String>,
}

impl From<Mail> for MailBody {
    fn from(mail: Mail) -> Self {
        let due_at = (mail.state == MailState::Queued).then(|| clock::to_rfc3339(mail.new.due_at));
        Self {
            id: mail.new.id,
            kind: mail.new.kind.as_str(),
            user_id: mail.new.user,
            state: mail.state.as_str(),
            created_at: clock::to_rfc3339(mail.new.at),
            due_at,
            ended_at: mail.ended_at.map(clock::to_rfc3339),
            error: mail.error,
        }
    }
}

/// What is written to invited people, in one language. In both texts, `{name}`, `{quiz}`, `{link}` and `{closes}` stand for the
/// person, the quiz, the personal link and the moment of closing; a paragraph with `{closes}` is left out where there is none.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MailText)]
pub(super) struct MailTextBody {
    /// `invitation`, `reminder` or `occasion`.
    #[schema(value_type = names::MailTextKind)]
    kind: String,
    language: Language,
    /// One line; with an empty `body`, empty to bring the usual words back.
    #[schema(max_length = 200)]
    subject: String,
    /// Paragraphs, with an empty line between two.
    #[schema(max_length = 5000)]
    body: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MailTexts {
    items: Vec<MailTextBody>,
}

impl From<Vec<MailText>> for MailTexts {
    fn from(texts: Vec<MailText>) -> Self {
        let body = |text: MailText| MailTextBody {
            kind: text.kind.as_str().to_owned(),
            language: text.language,
            subject: text.subject,
            body: text.body,
        };
        Self { items: texts.into_iter().map(body).collect() }
    }
}

/// List what is written to invited people
///
/// The owner's own words; where there are none, the usual ones are sent.
#[utoipa::path(
    get, operation_id = "listMailTexts",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mailTexts", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The texts", body = MailTexts), ReadingErrors),
)]
pub(super) async fn texts(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<MailTexts>, ApiError> {
    let texts = http.service.mail_texts(&caller, &path.into()).await?;
    Ok(Json(texts.into()))
}

/// Change what is written to invited people
///
/// In one language. What waits is sent in the new words.
#[utoipa::path(
    put, operation_id = "putMailText",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mailTexts", tag = "administration", security(("api_key" = [])),
    params(QuizParams), request_body = MailTextBody,
    responses((status = 200, description = "The texts", body = MailTexts), AdminErrors),
)]
pub(super) async fn put_text(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<MailTextBody>,
) -> Result<Json<MailTexts>, ApiError> {
    let path = QuizPath::from(path);
    let kind = MailKind::parse(&body.kind).filter(|kind| MailKind::WRITTEN.contains(&kind.as_str()));
    let kind = kind.ok_or_else(|| Invalid::one("kind", FieldCode::NotOneOf(MailKind::WRITTEN)))?;
    let text = MailText { kind, language: body.language, subject: body.subject, body: body.body };
    http.service.set_mail_text(&caller, &path, text).await?;
    let texts = http.service.mail_texts(&caller, &path).await?;
    Ok(Json(texts.into()))
}

/// Maximum length in characters.
const MESSAGE_ID: usize = 200;
const STATUS: usize = 20;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BounceBody {
    /// The `Message-ID` of the message that came back, or its id in the list of messages.
    #[schema(max_length = 200)]
    message_id: String,
    /// Of RFC 3463; only those of class 5 count.
    #[schema(example = "5.1.1", max_length = 20)]
    status: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BounceNoted {
    /// False if the message is none to an invited person here, or the status is not of class 5.
    noted: bool,
}

/// Say that a message came back
///
/// For providers that tell of it by a request, and for programs that read a mailbox. The person gets no more messages.
#[utoipa::path(
    post, operation_id = "noteBounce",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/mails/bounces", tag = "administration", security(("api_key" = [])),
    params(QuizParams), request_body = BounceBody,
    responses((status = 200, description = "Whether it counts", body = BounceNoted), AdminErrors),
)]
pub(super) async fn bounce(
    State(http): State<Http>,
    Editor(caller): Editor,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<BounceBody>,
) -> Result<Json<BounceNoted>, ApiError> {
    let path = QuizPath::from(path);
    for (field, text, max) in [("messageId", &body.message_id, MESSAGE_ID), ("status", &body.status, STATUS)] {
        if let Some(code) = FieldCode::of_text(text, max) {
            return Err(Invalid::one(field, code).into());
        }
    }
    // As in `<mail_….…@example.org>`.
    let id = body.message_id.trim().trim_start_matches('<').split(['.', '@']).next().unwrap_or_default();
    let noted = match BounceStatus::parse(&body.status) {
        Some(status) => http.service.note_bounce_of(&caller, &path, id, status).await?,
        None => false,
    };
    Ok(Json(BounceNoted { noted }))
}
