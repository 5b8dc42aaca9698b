//! Messages to invited people, and their outcomes.

use app::admin::{Confirmation, Flash, MessageLine, MessagesPage, Problem, QuizTab, Section, WritePage};
use axum::{http::StatusCode, response::Response};
use domain::{Language, QuizKind, QuizStatus};
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, Path, Query, QuizHead, list_href, problems, quiz_href, reply};
use crate::{
    clock,
    service::{Conflict, LeftOut, Mailshot, Missing, QuizPath, ServiceError},
    store::{MailKind, MailState, MailText, Page},
};

const ROWS: u32 = 25;

#[derive(Default, Deserialize)]
pub(in crate::http::admin) struct WriteQuery {
    #[serde(default)]
    kind: String,
    language: Option<String>,
}

#[derive(Default, Deserialize)]
pub(in crate::http::admin) struct WriteForm {
    #[serde(default)]
    kind: String,
    language: Option<String>,
    #[serde(default)]
    subject: String,
    #[serde(default)]
    body: String,
    /// Days, separated by spaces.
    #[serde(default)]
    remind: String,
    #[serde(default)]
    go: String,
}

fn kind_of(text: &str) -> MailKind {
    MailKind::parse(text).filter(|kind| kind.is_on_request()).unwrap_or(MailKind::Invitation)
}

/// Both reminders share the texts of one kind.
fn written(kind: MailKind) -> MailKind {
    if kind.is_reminder() { MailKind::Reminder } else { kind }
}

fn language_of(head: &QuizHead, asked: Option<&str>) -> Language {
    let definition = &head.quiz.definition;
    let asked = asked.and_then(|tag| Language::parse(tag).ok());
    asked.filter(|language| definition.languages().contains(language)).unwrap_or(definition.language)
}

pub(in crate::http::admin) async fn show_write(
    admin: Admin,
    head: QuizHead,
    Query(query): Query<WriteQuery>,
) -> AdminResult {
    let language = language_of(&head, query.language.as_deref());
    let kind = kind_of(&query.kind);
    let texts = admin.service().mail_texts(&admin.caller, &head.path).await?;
    let own = texts.into_iter().find(|text| text.kind == written(kind) && text.language == language);
    let text = own.unwrap_or_else(|| admin.service().usual_mail_text(kind, language));
    page(&admin, head, kind, text, Vec::new()).await
}

pub(in crate::http::admin) async fn write(admin: Admin, head: QuizHead, Form(form): Form<WriteForm>) -> AdminResult {
    let (kind, language) = (kind_of(&form.kind), language_of(&head, form.language.as_deref()));
    let text = MailText {
        kind: written(kind),
        language,
        subject: form.subject,
        body: form.body.replace("\r\n", "\n").trim().to_owned(),
    };
    let stored = admin.service().mail_texts(&admin.caller, &head.path).await?;
    let stored = stored.into_iter().find(|own| own.kind == text.kind && own.language == language);
    let is_usual = text == MailText { kind: written(kind), ..admin.service().usual_mail_text(kind, language) };
    let is_changed = stored.as_ref().map_or(!is_usual, |stored| *stored != text);
    let missing =
        [("subject", &text.subject), ("body", &text.body)].into_iter().find(|(_, text)| text.trim().is_empty());
    if let Some((field, _)) = missing {
        let problem = Problem { field: field.to_owned(), message: "Enter some text.".to_owned() };
        return page(&admin, head, kind, text, vec![problem]).await;
    }
    let written = match (is_usual, stored.is_some()) {
        (true, false) => None,
        (true, true) => Some(MailText { subject: String::new(), body: String::new(), ..text.clone() }),
        (false, _) => is_changed.then(|| text.clone()),
    };
    let saved = match written {
        Some(written) => admin.service().set_mail_text(&admin.caller, &head.path, written).await,
        None => Ok(()),
    };
    match saved {
        Ok(()) => {}
        Err(ServiceError::Invalid(invalid)) => return page(&admin, head, kind, text, problems(invalid)).await,
        Err(error) => return Err(error.into()),
    }
    let share = head.href(QuizTab::Share);
    let back = format!("{share}/write?kind={}&language={}", kind.as_str(), language.as_str());
    match form.go.as_str() {
        // Changed texts are shown as each person gets them before they are sent.
        "send" if is_changed => Ok(reply::see(&back, Flash::MailTextChanged)),
        "send" => {
            let remind_after = form.remind.split_whitespace().filter_map(|day| day.parse().ok()).collect();
            let shot = Mailshot { kind, remind_after };
            let plan = admin.service().write_to_people(&admin.caller, &head.path, shot).await?;
            Ok(reply::see(&share, if plan.people == 0 { Flash::MailNone } else { Flash::MailQueued }))
        }
        "try" => {
            admin.service().send_mail_to_oneself(&admin.caller, &head.path, kind).await?;
            Ok(reply::see(&back, Flash::MailTried))
        }
        _ => Ok(reply::see(&back, Flash::MailText)),
    }
}

async fn page(admin: &Admin, head: QuizHead, kind: MailKind, text: MailText, problems: Vec<Problem>) -> AdminResult {
    if head.quiz.kind != QuizKind::Invited {
        return Err(Conflict::NoInvitedUsers.into());
    }
    let plan = admin.service().mail_plan(&admin.caller, &head.path, kind).await?;
    let shown = admin.service().show_mails(&admin.caller, &head.path, kind, &plan.first, None).await?;
    let hindrance = match (admin.service().mails_links(), head.quiz.status(clock::now())) {
        (false, _) if admin.service().sends_mail() => Some(
            "This server sends mail, but does not know the address that links begin with. Its operator sets it with \
             --base-url or --domain.",
        ),
        (false, _) => {
            Some("This server sends no mail. Once its operator sets mail up, messages can be sent from here.")
        }
        (_, QuizStatus::Open) => None,
        (_, QuizStatus::Draft) => Some("Messages can be sent once the quiz is open."),
        (_, QuizStatus::Closed) => Some("The quiz is closed, so no messages can be sent."),
    };
    let mut languages = head.quiz.definition.languages();
    languages.sort_by_key(|language| *language != text.language);
    let status = if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = WritePage {
        quiz: head.nav,
        kind: kind.as_str(),
        hindrance: hindrance.map(ToOwned::to_owned),
        people: plan.people,
        left_out: plan.left_out.into_iter().map(|(why, number)| (words(why), number)).collect(),
        languages: languages.into_iter().map(|language| (language.to_string(), language.endonym())).collect(),
        subject: text.subject,
        body: text.body,
        previews: shown.into_iter().map(|letter| [letter.to, letter.subject, letter.layout.plain()]).collect(),
        problems,
    };
    Ok(admin.page_apart(false, status, app::admin::write, page).await)
}

/// Follows a number.
fn words(why: LeftOut) -> &'static str {
    match why {
        LeftOut::NoAddress => "without an e-mail address",
        LeftOut::Revoked => "with a revoked link",
        LeftOut::OptedOut => "who want no messages",
        LeftOut::Bounced => "whose last message came back",
        LeftOut::Waiting => "with a message on its way, or due within two days",
        LeftOut::Invited => "invited by mail before",
        LeftOut::TooSoon => "who got a message less than two days ago",
        LeftOut::TooMany => "with three reminders, sent or planned",
    }
}

#[derive(Default, Deserialize)]
pub(in crate::http::admin) struct MessagesQuery {
    #[serde(default)]
    state: String,
    after: Option<String>,
}

pub(in crate::http::admin) async fn messages(
    admin: Admin,
    head: QuizHead,
    Query(query): Query<MessagesQuery>,
) -> AdminResult {
    let state = MailState::parse(&query.state);
    let after = query.after.filter(|id| id.len() <= 64);
    let page = Page { after: after.clone(), limit: ROWS };
    let found = admin.service().mails_of_quiz(&admin.caller, &head.path, state, page).await?;
    let (zone, list) = (admin.zone().await?, format!("{}/messages", head.href(QuizTab::Share)));
    let of = state.map(|state| [("state", state.as_str())]);
    let href = |after: Option<&str>| list_href(&list, &of, after.map(|place| ("after", place)));
    let next = found.next(|last| last.new.id.clone());
    let line = |mail: crate::store::Mail| MessageLine {
        at: zone.minute(mail.ended_at.unwrap_or(mail.new.due_at)),
        to: mail.new.recipient.to_string(),
        kind: match (mail.new.kind, mail.new.occasion()) {
            (MailKind::Invitation, _) => "Invitation",
            (MailKind::Occasion, Some((_, 0)) | None) => "Occasion",
            _ => "Reminder",
        },
        state: mail.state.as_str(),
        error: mail.error.unwrap_or_default(),
        again: mail.state.can_be_sent_again().then(|| format!("{list}/{}/send", mail.new.id)),
    };
    let page = MessagesPage {
        quiz: head.nav,
        messages: found.items.into_iter().map(line).collect(),
        state: state.map(MailState::as_str),
        states: MailState::NAMES,
        first: after.map(|_| href(None)),
        next: next.map(|place| href(Some(&place))),
    };
    Ok(admin.page(app::admin::messages, page))
}

#[derive(Deserialize)]
pub(in crate::http::admin) struct MailPath {
    mail: String,
}

pub(in crate::http::admin) async fn send_again(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(MailPath { mail }): Path<MailPath>,
) -> Result<Response, super::super::AdminError> {
    let flash = match admin.service().resend_mail_of_quiz(&admin.caller, &path, &mail).await {
        Ok(()) => Flash::MailSentAgain,
        Err(ServiceError::Missing(Missing::Mail)) => Flash::MailNotSentAgain,
        Err(error) => return Err(error.into()),
    };
    Ok(reply::see(&format!("{}/messages", quiz_href(&path, QuizTab::Share)), flash))
}

pub(in crate::http::admin) async fn ask_cancel(admin: Admin, head: QuizHead) -> AdminResult {
    let back = format!("{}/messages", head.href(QuizTab::Share));
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Share),
        title: "Cancel all messages that wait?".to_owned(),
        text:
            "Invitations, reminders and messages about occasions that are not sent yet, planned ones too, are given up. They are not planned again."
                .to_owned(),
        action: format!("{back}/cancel"),
        fields: Vec::new(),
        button: "Cancel messages",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(in crate::http::admin) async fn cancel(
    admin: Admin,
    Path(path): Path<QuizPath>,
) -> Result<Response, super::super::AdminError> {
    admin.service().cancel_mails_of_quiz(&admin.caller, &path).await?;
    Ok(reply::see(&format!("{}/messages", quiz_href(&path, QuizTab::Share)), Flash::MailCancelled))
}
