//! The audit log: its actions, events and lines.

use domain::{NamespaceId, QuizId, Timestamp, UserId};
use sha2::{Digest, Sha256};

use crate::SearchText;

/// The prefix of a pseudonym. A respondent's id with this prefix and a pseudonym's length does not occur by chance.
const PSEUDONYM: &str = "respondent-";

/// The name of a respondent in the audit log. It reveals nothing about the respondent without the salt. With the salt,
/// it proves that a line is about the respondent.
pub fn pseudonym(salt: &[u8], quiz: &QuizId, user: &str) -> String {
    let mut hash = Sha256::new_with_prefix(salt);
    hash.update(quiz.as_str());
    hash.update(user);
    format!("{PSEUDONYM}{}", hex::encode(&hash.finalize()[..16]))
}

pub fn is_pseudonym(subject: &str) -> bool {
    let digits = subject.strip_prefix(PSEUDONYM).unwrap_or_default();
    digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

macro_rules! actions {
    ($($action:ident = $text:literal,)*) => {
        /// An action that the audit log records. Its text is stored and is part of the API.
        #[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
        pub enum AuditAction {
            $($action,)*
        }

        impl AuditAction {
            /// In the order of their texts.
            pub const ALL: &'static [Self] = &[$(Self::$action,)*];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$action => $text,)*
                }
            }
        }
    };
}

actions! {
    DenyAccess = "access.denied",
    ChangePassword = "administrator.change_password",
    CreateAdministrator = "administrator.create",
    UseRecoveryCode = "administrator.recovery_code",
    RenewRecoveryCodes = "administrator.recovery_codes",
    RemoveAdministrator = "administrator.remove",
    ResetAdministrator = "administrator.reset",
    TurnOffSecondFactor = "administrator.second_factor_off",
    TurnOnSecondFactor = "administrator.second_factor_on",
    SetPassword = "administrator.set_password",
    SetTimeZone = "administrator.set_time_zone",
    SetMailChoices = "administrator.set_mail",
    SignIn = "administrator.sign_in",
    RefuseSignIn = "administrator.sign_in_refused",
    ThrottleSignIn = "administrator.sign_in_throttled",
    SignOut = "administrator.sign_out",
    SignOutEverywhere = "administrator.sign_out_everywhere",
    AcknowledgeAlert = "alert.acknowledge",
    ArrangeAnswers = "answers.arrange",
    DeleteView = "answers.delete_view",
    EraseAnswers = "answers.erase",
    EraseExpired = "answers.expire",
    ListAnswers = "answers.list",
    ListAlerts = "alerts.list",
    ListOccasions = "occasions.list",
    MailResult = "answers.mail_result",
    ReadAnswers = "answers.read",
    RepairAnswers = "answers.repair",
    RescoreAnswers = "answers.rescore",
    SaveView = "answers.save_view",
    ExportAudit = "audit.export",
    RewriteAudit = "audit.rewrite",
    RestoreDatabase = "database.restore",
    UndoMove = "database.undo_move",
    ConfirmClock = "clock.confirm",
    ChangeEndpoint = "endpoint.change",
    CreateEndpoint = "endpoint.create",
    DeleteEndpoint = "endpoint.delete",
    RenewEndpointSecret = "endpoint.secret",
    SendAgain = "endpoint.send_again",
    TestEndpoint = "endpoint.test",
    CancelExport = "export.cancel",
    DownloadExport = "export.download",
    RequestExport = "export.request",
    StreamExport = "export.stream",
    AddImage = "image.add",
    DeleteImage = "image.delete",
    CreateKey = "key.create",
    RefuseKey = "key.refused",
    RenameKey = "key.rename",
    RevokeKey = "key.revoke",
    CancelMail = "mail.cancel",
    ResendMail = "mail.resend",
    AcceptOffer = "member.accept",
    DeclineOffer = "member.decline",
    LinkMember = "member.link",
    OfferRole = "member.offer",
    RemoveMember = "member.remove",
    RenewMember = "member.renew",
    SetMember = "member.set",
    SignMemberOut = "member.sign_out",
    WithdrawOffer = "member.withdraw",
    CreateNamespace = "namespace.create",
    DeleteNamespace = "namespace.delete",
    RenameNamespace = "namespace.rename",
    SetQuota = "namespace.quota",
    SetRetention = "namespace.retention",
    RequireSecondFactor = "namespace.second_factor",
    DropOutgoing = "outgoing.drop",
    ReleaseOutgoing = "outgoing.release",
    ErasePerson = "people.erase",
    FindPeople = "people.find",
    ChangeQuiz = "quiz.change",
    CreateQuiz = "quiz.create",
    DeleteQuiz = "quiz.delete",
    SetSessionSecret = "quiz.session_secret",
    CreateReport = "report.create",
    EndReport = "report.end",
    PublishReport = "report.publish",
    LimitRequests = "requests.limited",
    CreateSchedule = "schedule.create",
    DeleteSchedule = "schedule.delete",
    Deliver = "schedule.deliver",
    RunSchedule = "schedule.run",
    ChangeSecretKey = "secret_key.change",
    InviteUsers = "users.invite",
    ChangeLink = "users.link",
    ListUsers = "users.list",
    MailUsers = "users.mail",
    CancelUserMails = "users.mail_cancel",
    WriteMailText = "users.mail_text",
    OptOut = "users.opt_out",
    NoteBounce = "users.bounce",
    ListLinks = "users.list_links",
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Actor {
    pub kind: ActorKind,
    /// The id of the administrator or the API key; empty for the operator.
    pub id: String,
    /// An e-mail address, or the label of a key.
    pub name: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ActorKind {
    Administrator,
    Key,
    /// In the machine's own shell.
    Operator,
    /// The service itself, for example a schedule.
    System,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AuditEvent {
    pub at: Timestamp,
    pub actor: Actor,
    /// The text of an [`AuditAction`]. A log may contain texts of other releases.
    pub action: String,
    pub namespace_id: Option<NamespaceId>,
    pub quiz_id: Option<QuizId>,
    /// A respondent is recorded under a [`pseudonym`]. Lists show the id instead while the respondent is known.
    pub subject: Option<String>,
    pub details: Option<String>,
}

/// A read of a respondent's answers by an administrator or an API client.
#[derive(Clone, Debug)]
pub struct Reading {
    pub at: Timestamp,
    pub actor: Actor,
    pub action: AuditAction,
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    pub user: UserId,
    pub details: Option<String>,
    /// The salt of the respondent's pseudonym, unless there already is one.
    pub salt: [u8; 16],
}

/// The name of the number of the last line that an installation copied from a log with gaps. Not encrypted.
pub(super) const COPIED_LINES: &str = "audit-lines-copied";

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct AuditEnd {
    /// The number of the last line. No later line has a lower number.
    pub last: u64,
    /// PostgreSQL skips the numbers of rolled-back lines. SQLite skips none, but up to this number a copy may contain
    /// lines from PostgreSQL.
    pub skipping_until: u64,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AuditEntry {
    /// Increases within a chain. It is not part of the hash of a line in a namespace's chain: writers of different
    /// chains do not wait for each other, so numbers may be skipped, and the higher number of two chains may become
    /// visible first.
    pub seq: u64,
    /// Counts the lines of a namespace's chain from 1, or those of no namespace. `None` in the chain that earlier
    /// releases wrote for all namespaces together.
    pub chain_seq: Option<u64>,
    pub event: AuditEvent,
    /// Hash of this line and of the previous line's hash in its chain.
    pub hash: [u8; 32],
}

#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// `None` selects the lines of all namespaces and of none.
    pub namespace: Option<NamespaceId>,
    pub action: Option<String>,
    /// Part of the actor's name.
    pub actor: Option<SearchText>,
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
}

impl ActorKind {
    pub const ALL: [Self; 4] = [Self::Administrator, Self::Key, Self::Operator, Self::System];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Key => "key",
            Self::Operator => "operator",
            Self::System => "system",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl AuditEntry {
    /// The number of the line in its chain, which the hash covers.
    pub fn number(&self) -> u64 {
        self.chain_seq.unwrap_or(self.seq)
    }
}

impl AuditEvent {
    pub fn new(at: Timestamp, actor: Actor, action: AuditAction) -> Self {
        let action = action.as_str().to_owned();
        Self { at, actor, action, namespace_id: None, quiz_id: None, subject: None, details: None }
    }

    /// The hash of this event as line `number` of its chain, after a line with the hash `previous`, which is 32 zero
    /// bytes for the first line.
    ///
    /// SHA-256 over the previous hash, then each field as its length in 8 bytes (big-endian) and its bytes. An absent
    /// field has the length 2^64 − 1 and no bytes.
    pub fn hash(&self, number: u64, previous: &[u8; 32]) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(previous);
        let mut add = |field: Option<&str>| {
            let length = field.map_or(u64::MAX, |field| field.len() as u64);
            hash.update(length.to_be_bytes());
            hash.update(field.unwrap_or_default());
        };
        add(Some(&number.to_string()));
        add(Some(&self.at.nanoseconds().to_string()));
        add(Some(self.actor.kind.as_str()));
        add(Some(&self.actor.id));
        add(Some(&self.actor.name));
        add(Some(&self.action));
        add(self.namespace_id.as_ref().map(NamespaceId::as_str));
        add(self.quiz_id.as_ref().map(QuizId::as_str));
        add(self.subject.as_deref());
        add(self.details.as_deref());
        hash.finalize().into()
    }
}
