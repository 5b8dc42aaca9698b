//! Errors of use cases, each with a stable code.
//!
//! The texts here are for programs and operators. Pages have their own wording. A code with a sentence after it is
//! visible to API clients.

use std::borrow::Cow;

use domain::{Email, FieldError, IdError, Invalid, Measure, QuestionId, Role, SubmitError, Timestamp, coded};
use thiserror::Error;

use super::AuditFault;
use crate::{clock, store::StoreError};

#[derive(Debug, Error)]
pub enum ServiceError {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error(transparent)]
    Unauthorized(#[from] Unauthorized),
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Conflict(#[from] Conflict),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("{}", SubmitError::Unanswered(.0.clone()))]
    Unanswered(Vec<QuestionId>),
    /// Seconds to wait before the next attempt.
    #[error("too many tries, wait {0} s")]
    Throttled(u64),
    /// Nothing was stored. Retrying soon works.
    #[error("too many writes are waiting")]
    Busy,
    /// The disk is full, or the database or a file cannot be reached. Nothing was acknowledged.
    #[error("{0}")]
    Unavailable(String),
    #[error("{0}")]
    Internal(String),
}

coded! {
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum Malformed {
        #[error("{0}")]
        Id(IdError) => "malformed_id": "an id in the body does not have its form",
        #[error("anon_id was not issued by this service")]
        AnonId => "anon_id_not_issued": "the `anon_id` is not one that genId gave out",
        #[error("sessionId must be at least 5 characters long")]
        ShortSessionId => "session_id_too_short": "the `sessionId` has fewer than 5 characters",
        #[error("question {0}: an answer is the UUID of an option, or its code as a number")]
        Answer(QuestionId) => "malformed_answer": "an answer is neither a UUID nor a code",
        #[error("{0}")]
        Parameter(FieldError) => "malformed_parameter":
            "a query parameter, or `Idempotency-Key`, is out of its range or form",
        #[error("it is never due")]
        NeverDue => "never_due",
    }
}

coded! {
    #[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
    pub enum Unauthorized {
        #[error("your account is gone")]
        AccountGone => "account_gone",
        #[error("x-api-key is required")]
        NoKey => "key_required": "the operation needs the header `x-api-key`",
        /// One code for every reason, so that guessing reveals nothing.
        #[error("the api key is not valid")]
        UnknownKey => "unknown_key": "the key is mistyped, revoked or expired",
        #[error("e-mail address, password or code is not right")]
        Credentials => "wrong_credentials",
    }
}

coded! {
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum Forbidden {
        #[error("the api key belongs to another namespace")]
        OtherNamespace => "other_namespace": "the key is of another namespace",
        #[error("the api key belongs to one namespace")]
        OneNamespace => "one_namespace_only": "the operation needs a key for all namespaces",
        #[error("the api key lacks the scope {0}")]
        MissingScope(&'static str) => "missing_scope": "the key lacks the scope that the message names",
        #[error("this person has a part in other namespaces: only an administrator of all namespaces may do this")]
        SharedMember => "member_of_other_namespaces":
            "the member also belongs to namespaces that the key does not open",
        #[error("the download link is not valid or has expired")]
        DownloadLink => "invalid_link": "the download link was altered or has expired; Get Quiz has a fresh one",
        #[error("the session is not signed by the application that this quiz belongs to")]
        Session => "invalid_session": "the quiz takes signed sessions only, and this is none",
        #[error("the session is signed, but {0}")]
        SessionPayload(Cow<'static, str>) => "invalid_session_payload":
            "the session is signed by the application that the quiz belongs to, but a field of it does not fit; the message names it",
        #[error("the signed session has expired, and the quiz was not begun under it")]
        SessionExpired => "session_expired":
            "the signed session has expired, and the quiz was not begun under it; have your server sign a new one",
        #[error("your role in this namespace does not allow this")]
        Role => "role_too_low",
        #[error("you have no role in this namespace")]
        NoRole => "no_role",
        #[error("only an administrator of all namespaces may do this")]
        NotEverywhere => "not_everywhere",
        #[error("schedules are the operator's, at the machine's own shell")]
        NotOperator => "operator_only",
        #[error("quotas are the operator's, at the machine's own shell")]
        QuotaNotOperator => "operator_only",
    }
}

coded! {
    #[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
    pub enum Missing {
        #[error("namespace does not exist")]
        Namespace => "no_such_namespace": "the namespace does not exist",
        #[error("quiz does not exist")]
        Quiz => "no_such_quiz": "the quiz does not exist",
        #[error("version does not exist")]
        Version => "no_such_version": "the quiz has no such version",
        #[error("invited user does not exist")]
        User => "no_such_user": "the user has not begun, or was not invited",
        #[error("alert does not exist")]
        Alert => "no_such_alert": "no attempt has raised such an alert, or its respondent was erased",
        #[error("figure does not exist")]
        Figure => "no_such_figure": "the quiz has no figure of this name, or none in this form",
        #[error("export does not exist")]
        Export => "no_such_export": "the export does not exist",
        #[error("the exported file does not exist any more")]
        File => "no_such_file": "the exported file has been removed; ask for another export",
        #[error("api key does not exist")]
        Key => "no_such_key": "the key does not exist",
        #[error("endpoint does not exist")]
        Endpoint => "no_such_endpoint": "the endpoint does not exist",
        #[error("delivery does not exist, or has nothing left to send")]
        Delivery => "no_such_delivery": "the delivery does not exist, or the respondent was erased and nothing is left to send",
        #[error("administrator does not exist")]
        Administrator => "no_such_administrator": "the member does not exist",
        #[error("the offer was accepted, declined or withdrawn, or has expired")]
        Offer => "no_such_offer": "the offer was accepted, declined or withdrawn, or has expired",
        #[error("session does not exist")]
        Session => "no_such_session",
        #[error("the link has been used already or has expired")]
        Link => "no_such_link",
        #[error("message does not exist, or is not in a state for this")]
        Mail => "no_such_mail": "the quiz has no such message, or it has been accepted or still waits",
        #[error("schedule does not exist")]
        Schedule => "no_such_schedule",
        #[error("picture does not exist")]
        Image => "no_such_image": "the quiz has no such picture",
        #[error("the earlier draft does not exist any more")]
        Draft => "no_such_draft",
    }
}

coded! {
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum Conflict {
        #[error("quiz is not open yet")]
        NotOpenYet => "quiz_not_open_yet": "the quiz is a draft, or opens later",
        #[error("quiz is closed")]
        Closed => "quiz_closed": "the quiz is closed",
        #[error("this server sends no mail, or does not know its address")]
        NoMail => "no_mail": "the server sends no mail: its operator has not set it up, or not given its address",
        #[error("quiz does not take anonymous users")]
        NoAnonymousUsers => "wrong_user_kind": "the quiz takes other kinds of users",
        #[error("quiz does not take invited users")]
        NoInvitedUsers => "wrong_user_kind",
        #[error("quiz takes anonymous users only")]
        AnonymousOnly => "wrong_user_kind",
        #[error("quiz takes users with a sessionId only")]
        SessionsOnly => "wrong_user_kind",
        #[error("quiz takes invited users only")]
        InvitedOnly => "wrong_user_kind",
        #[error("{}", SubmitError::AlreadySubmitted)]
        AlreadySubmitted => "already_submitted": "another answer was submitted",
        #[error("the quiz has told whether the answer is right, so it stands")]
        AnswerStands => "answer_stands": "the quiz tells at once whether an answer is right; another one was given before",
        #[error("quiz does not allow another attempt")]
        NoRetakes => "no_retakes": "the quiz is taken once",
        #[error("quiz may be taken again from {}", clock::to_rfc3339(*from))]
        RetakeTooEarly { from: Timestamp } => "retake_too_early":
            "the quiz may be taken again from the day that the message names",
        #[error("the next occasion comes on {}", clock::to_rfc3339(*from))]
        OccasionTooEarly { from: Timestamp } => "occasion_too_early":
            "no occasion of the series is open; the next one comes at the moment that the message names",
        #[error("the series has ended for this person")]
        SeriesEnded => "series_ended": "no further occasion of the series comes for this person",
        /// With the question and the label of its option; with neither if the quiz has no place left. The words are the
        /// owner's.
        #[error("{}", no_places(.of.as_ref().map(|(_, label)| label.as_str()), .words.as_deref()))]
        NoPlaces { of: Option<(QuestionId, String)>, words: Option<String> } => "no_places": "no place is left in the quiz, or for an answer that the message names; the owner's words follow",
        #[error("the alert was acknowledged before")]
        Acknowledged => "already_acknowledged": "the alert was acknowledged before",
        #[error("answers of this user keep changing")]
        AnswersChanging => "answers_changing": "the record is being changed at the same time; try again",
        /// The quiz is not the one that the change was made from.
        #[error("the quiz has been changed since")]
        Changed => "quiz_changed",
        #[error("namespace exists already")]
        NamespaceExists => "namespace_exists": "the namespace exists already",
        #[error("a namespace of this id was deleted; its audit log stays, so choose another id")]
        NamespaceWasDeleted => "namespace_was_deleted":
            "a namespace of this id was deleted; its audit log stays, so choose another id",
        #[error("namespace has quizzes: delete them first")]
        NamespaceInUse => "namespace_in_use": "the namespace has quizzes: delete them first",
        /// Adding the person would change the role of a member.
        #[error("{email} already has the role {role} in this namespace", role = role.as_str())]
        HasRole { id: String, email: Email, role: Role } => "has_role":
            "the person has another role in the namespace; `changeRole` replaces it",
        #[error("the same request is under way")]
        UnderWay => "request_under_way": "the first request with this `Idempotency-Key` is not done yet; try again",
        #[error("it exists already")]
        Exists => "exists_already": "it exists already",
        #[error("a spreadsheet holds {max} records at most; ask for csv or jsonl")]
        TooManyRecords { max: u64 } => "too_many_records":
            "there are more records than a spreadsheet holds; ask for `csv` or `jsonl`",
        #[error("a quiz has 50 saved views at most: delete one first")]
        TooManyViews => "too_many_views",
        #[error("a namespace has 200 valid keys at most: revoke one first")]
        TooManyKeys => "too_many_keys": "the namespace has 200 valid keys; revoke one first",
        #[error("a namespace has 20 endpoints at most: delete one first")]
        TooManyEndpoints => "too_many_endpoints": "the namespace has 20 endpoints; delete one first",
        #[error("the export has ended")]
        ExportEnded => "export_ended": "the export has ended and cannot be cancelled",
        #[error("make someone else an owner first")]
        LastOwner => "last_owner": "the namespace would have no owner; give another member the role first",
        #[error("there would be no administrator of all namespaces: make another one first")]
        LastAdministrator => "last_administrator",
        #[error("an administrator has this e-mail address already")]
        EmailTaken => "email_taken",
        /// The draft is not the one that the change was made from.
        #[error("the draft has been changed since")]
        DraftChanged => "draft_changed",
        #[error("a draft may have 2 MiB at most")]
        DraftTooLarge => "draft_too_large",
        /// The draft is damaged, or of an unknown release.
        #[error("the draft cannot be read: discard it, and it stays among the earlier drafts")]
        DraftUnreadable => "draft_unreadable",
        #[error("your account has two-factor authentication already")]
        HasSecondFactor => "has_second_factor",
        #[error("the audit log is broken at line {line}: {fault}")]
        BrokenLog { line: u64, fault: AuditFault } => "broken_log",
        #[error(
            "the namespace would hold more {0} than its quota allows: delete quizzes or erase answers, or ask the operator for more"
        )]
        QuotaExceeded(Measure) => "quota_exceeded":
            "the namespace would hold more quizzes or bytes than its quota allows; delete quizzes or erase answers",
        #[error("a version or a draft of the quiz shows the picture")]
        ImageInUse => "image_in_use": "a version or a draft of the quiz shows the picture",
        #[error("a quiz holds 500 pictures of 8 MiB together at most: delete those that it does not show")]
        ImagesFull => "images_full": "the quiz would hold more than 500 pictures, or more than 8 MiB of them; delete those that it does not show",
        #[error("only an in-app quiz is embedded")]
        NotEmbedded => "not_embedded": "the quiz is not for the users of another application",
    }
}

/// The owner's words follow the reason.
fn no_places(label: Option<&str>, words: Option<&str>) -> String {
    let of = label.map_or_else(|| "in the quiz".to_owned(), |label| format!("for “{label}”"));
    let words = words.map(|words| format!(": {words}")).unwrap_or_default();
    format!("no place is left {of}{words}")
}

impl ServiceError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(error) => error.code(),
            Self::Unauthorized(error) => error.code(),
            Self::Forbidden(error) => error.code(),
            Self::Missing(error) => error.code(),
            Self::Conflict(error) => error.code(),
            Self::Invalid(_) => "invalid",
            Self::Unanswered(_) => "unanswered",
            Self::Throttled(_) => "too_many_requests",
            Self::Busy => "busy",
            Self::Unavailable(_) => "storage_unavailable",
            Self::Internal(_) => "internal",
        }
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Conflict::Exists.into(),
            // It existed a moment ago. Of all parents of rows, only quizzes are deleted.
            StoreError::Missing => Missing::Quiz.into(),
            StoreError::Busy => Self::Busy,
            StoreError::Unavailable(_) => Self::Unavailable(error.to_string()),
            StoreError::Internal(cause) => Self::Internal(cause),
        }
    }
}

impl From<FieldError> for ServiceError {
    fn from(error: FieldError) -> Self {
        Invalid(vec![error]).into()
    }
}

impl From<IdError> for ServiceError {
    fn from(error: IdError) -> Self {
        Malformed::Id(error).into()
    }
}
