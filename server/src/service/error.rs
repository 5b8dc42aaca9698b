//! Reasons for which a use-case was not carried out, each with a stable code.
//!
//! The texts here are for programs and operators. Pages word what they show themselves.

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
    /// Seconds to wait before the next try.
    #[error("too many tries, wait {0} s")]
    Throttled(u64),
    /// Nothing was stored; trying again soon works.
    #[error("too many writes are waiting")]
    Busy,
    /// The disk is full, or the database or a file cannot be reached. Nothing was acknowledged.
    #[error("{0}")]
    Unavailable(String),
    #[error("{0}")]
    Internal(String),
}

coded! {
    /// A parameter or an id that does not have its form.
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum Malformed {
        #[error("{0}")]
        Id(IdError) => "malformed_id",
        #[error("anon_id was not issued by this service")]
        AnonId => "anon_id_not_issued",
        #[error("sessionId must be at least 5 characters long")]
        ShortSessionId => "session_id_too_short",
        #[error("an answer is the UUID of an option, or its code as a number")]
        Answer => "malformed_answer",
        #[error("{0}")]
        Parameter(FieldError) => "malformed_parameter",
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
        NoKey => "key_required",
        /// One code for every reason, so that guessing teaches nothing.
        #[error("the api key is not valid")]
        UnknownKey => "unknown_key",
        #[error("e-mail address, password or code is not right")]
        Credentials => "wrong_credentials",
    }
}

coded! {
    #[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
    pub enum Forbidden {
        #[error("the api key belongs to another namespace")]
        OtherNamespace => "other_namespace",
        #[error("the api key belongs to one namespace")]
        OneNamespace => "one_namespace_only",
        #[error("the api key lacks the scope {0}")]
        MissingScope(&'static str) => "missing_scope",
        #[error("this person has a part in other namespaces: only an administrator of all namespaces may do this")]
        SharedMember => "member_of_other_namespaces",
        #[error("the download link is not valid or has expired")]
        DownloadLink => "invalid_link",
        #[error("the session is not signed by the application that this quiz belongs to")]
        Session => "invalid_session",
        #[error("the signed session has expired, and the quiz was not begun under it")]
        SessionExpired => "session_expired",
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
    /// A thing that does not exist.
    #[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
    pub enum Missing {
        #[error("namespace does not exist")]
        Namespace => "no_such_namespace",
        #[error("quiz does not exist")]
        Quiz => "no_such_quiz",
        #[error("invited user does not exist")]
        User => "no_such_user",
        #[error("export does not exist")]
        Export => "no_such_export",
        #[error("the exported file does not exist any more")]
        File => "no_such_file",
        #[error("api key does not exist")]
        Key => "no_such_key",
        #[error("administrator does not exist")]
        Administrator => "no_such_administrator",
        #[error("session does not exist")]
        Session => "no_such_session",
        #[error("the link has been used already or has expired")]
        Link => "no_such_link",
        #[error("schedule does not exist")]
        Schedule => "no_such_schedule",
    }
}

coded! {
    /// A request that is right, but not in the present state.
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum Conflict {
        #[error("quiz is not open yet")]
        NotOpenYet => "quiz_not_open_yet",
        #[error("quiz is closed")]
        Closed => "quiz_closed",
        /// It has kinds of question or scoring that no page shows.
        #[error("the pages cannot show all that this quiz asks; use the API")]
        OnlyByApi => "only_by_api",
        #[error("quiz does not take anonymous users")]
        NoAnonymousUsers => "wrong_user_kind",
        #[error("quiz does not take invited users")]
        NoInvitedUsers => "wrong_user_kind",
        #[error("quiz takes anonymous users only")]
        AnonymousOnly => "wrong_user_kind",
        #[error("quiz takes users with a sessionId only")]
        SessionsOnly => "wrong_user_kind",
        #[error("quiz takes invited users only")]
        InvitedOnly => "wrong_user_kind",
        #[error("{}", SubmitError::AlreadySubmitted)]
        AlreadySubmitted => "already_submitted",
        #[error("quiz does not allow another attempt")]
        NoRetakes => "no_retakes",
        #[error("quiz may be taken again from {}", clock::to_rfc3339(*from))]
        RetakeTooEarly { from: Timestamp } => "retake_too_early",
        #[error("answers of this user keep changing")]
        AnswersChanging => "answers_changing",
        /// The quiz is not the one that a change was made from.
        #[error("the quiz has been changed since")]
        Changed => "quiz_changed",
        #[error("namespace exists already")]
        NamespaceExists => "namespace_exists",
        #[error("a namespace of this id was deleted; its audit log stays, so choose another id")]
        NamespaceWasDeleted => "namespace_was_deleted",
        #[error("namespace has quizzes: delete them first")]
        NamespaceInUse => "namespace_in_use",
        /// Adding the person would change the role of a member.
        #[error("{email} already has the role {role} in this namespace", role = role.as_str())]
        HasRole { id: String, email: Email, role: Role } => "has_role",
        #[error("the same request is under way")]
        UnderWay => "request_under_way",
        #[error("it exists already")]
        Exists => "exists_already",
        #[error("a spreadsheet holds {max} records at most; ask for csv or jsonl")]
        TooManyRecords { max: u64 } => "too_many_records",
        #[error("the export has ended")]
        ExportEnded => "export_ended",
        #[error("the namespace would have no owner")]
        LastOwner => "last_owner",
        #[error("there would be no administrator of all namespaces: make another one first")]
        LastAdministrator => "last_administrator",
        #[error("an administrator has this e-mail address already")]
        EmailTaken => "email_taken",
        /// The draft is not the one that a change was made from.
        #[error("the draft has been changed since")]
        DraftChanged => "draft_changed",
        #[error("your account has a second factor already")]
        HasSecondFactor => "has_second_factor",
        #[error("the audit log is broken at line {line}: {fault}")]
        BrokenLog { line: u64, fault: AuditFault } => "broken_log",
        #[error(
            "the namespace would hold more {0} than its quota allows: delete quizzes or erase answers, or ask the operator for more"
        )]
        QuotaExceeded(Measure) => "quota_exceeded",
        #[error("only an in-app quiz is embedded")]
        NotEmbedded => "not_embedded",
    }
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
            // It existed a moment ago; of all that rows belong to, only quizzes are deleted.
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
