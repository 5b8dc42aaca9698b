//! Stored types that are not part of the domain.

use std::{collections::BTreeMap, fmt};

use domain::{
    Answer, AnswersRecord, FieldValues, InvitedId, Language, LimitedTo, NamespaceId, Permission, QuestionId, Quiz,
    QuizId, QuizKind, QuizStatus, Settings, Text, Timestamp, UserId,
};

use super::{EarlyAlerts, JobKind, JobState, MailedState};
use crate::SearchText;

/// The state of the store, for the operator's metrics.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoreFigures {
    /// Jobs that the store still remembers. A missing count is 0.
    pub jobs: BTreeMap<(JobKind, JobState), u64>,
    /// Requests that wait for each of this process's workers.
    pub waiting: Vec<(&'static str, usize)>,
    /// The file and its log, or the PostgreSQL database.
    pub database_bytes: u64,
    /// Free space on the disk of a database file.
    pub disk_free_bytes: Option<u64>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Namespace {
    pub id: NamespaceId,
    pub name: String,
    pub created_at: Timestamp,
    /// Applies to everyone who signs in to the namespace's dashboard.
    pub requires_second_factor: bool,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    pub started: u64,
    pub completed: u64,
}

/// An answer to store or withdraw, in an unsubmitted record.
#[derive(Clone, Debug)]
pub struct NewAnswer {
    pub namespace_id: NamespaceId,
    pub quiz_id: QuizId,
    pub user: UserId,
    /// The version that question and option were checked against. A record of another version is left unchanged.
    pub version: u32,
    pub question: QuestionId,
    /// `None` withdraws the answer.
    pub answer: Option<Answer>,
    /// If set, an existing different answer to the question is kept.
    pub stands: bool,
    /// Replaces the record's language.
    pub language: Option<Language>,
    /// Stored only if the record has none yet.
    pub custom_data: Option<String>,
    pub now: Timestamp,
    /// `None` in quizzes that declare no early alerts.
    pub early: Option<EarlyAlerts>,
}

/// What became of a record that was to replace the stored one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Replaced {
    Stored,
    /// The stored one is gone, or has changed since it was read.
    Changed,
    /// No place is left in this.
    Full(LimitedTo),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RecordChange {
    Stored(Box<AnswersRecord>),
    Erased { user: String },
}

/// The progress of changes to a quiz's records: the numbers of the last stored change and of the last erasure.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Revision {
    pub stored: i64,
    pub erased: i64,
}

/// A notice that the database sends to all servers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QuizNotice {
    Changed(QuizId),
    /// Scores of the quiz's records were replaced.
    Rescored(QuizId),
}

/// The reply to an idempotent request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeptReply {
    /// Identifies the request.
    pub request: [u8; 32],
    /// Encrypted by the service.
    pub sealed: Vec<u8>,
    pub kept_at: Timestamp,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Invitation {
    pub id: InvitedId,
    pub quiz_id: QuizId,
    pub name: Option<String>,
    pub email: Option<String>,
    pub custom_data: Option<String>,
    pub fields: FieldValues,
    /// The language of messages to this person; the quiz's if it is not known.
    pub language: Option<Language>,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    pub mailed: Mailed,
}

impl Invitation {
    /// The texts by which the person is searched for, but for the id.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let own = [&self.name, &self.email, &self.custom_data].into_iter().flatten().map(String::as_str);
        own.chain(self.fields.texts())
    }
}

/// The outcome of the messages to an invited person.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mailed {
    /// The state of the last message that was sent or tried.
    pub state: Option<MailedState>,
    /// The time at which a mail server accepted the last message, or may have accepted it.
    pub at: Option<Timestamp>,
    /// The reason why the last message was refused or came back, without addresses.
    pub error: Option<String>,
    /// Reminders that were sent, or may have been.
    pub reminders: u32,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InvitationState {
    Invited,
    Begun,
    /// At least once, if the quiz may be taken again.
    Submitted,
}

/// Selects invited people; all by default.
#[derive(Clone, Debug, Default)]
pub struct InvitationFilter {
    pub search: Option<InvitationSearch>,
    pub group: Option<InvitationGroup>,
}

/// A group of invited people. Everyone is in exactly one of the `Of` groups, even with a
/// revoked link or bounced mail.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InvitationGroup {
    Of(InvitationState),
    Revoked,
    /// The last message bounced or was refused.
    Unreached,
}

/// A text to search for in names, addresses and custom data.
#[derive(Clone, Debug)]
pub struct InvitationSearch {
    pub text: SearchText,
    pub is_in_ids: bool,
}

/// The numbers of people invited to a quiz. Everyone is in one of the first three.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct InvitationCounts {
    /// Not begun yet.
    pub waiting: u64,
    pub begun: u64,
    pub submitted: u64,
    /// Among all, those whose link is revoked.
    pub revoked: u64,
    /// Among all, those whose last message bounced or was refused.
    pub unreached: u64,
}

/// A scope of a key. `Admin` includes the others.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum KeyScope {
    Read,
    Export,
    Admin,
}

/// The scopes of a key: at least one, each once, in the order of [`KeyScope::ALL`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeyScopes(Vec<KeyScope>);

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiKey {
    /// The public part, which identifies the key in lists and in the key itself.
    pub id: String,
    /// SHA-256 of the secret part.
    pub secret_hash: [u8; 32],
    pub label: String,
    /// `None` means all namespaces.
    pub namespace_id: Option<NamespaceId>,
    pub scopes: KeyScopes,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
}

/// A page of a list: at most `limit` rows after the last one that was seen.
#[derive(Clone, Debug)]
pub struct Page<Key> {
    pub after: Option<Key>,
    pub limit: u32,
}

/// The rows of a page, which ends at the limit or with the row that reaches a size in bytes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Listed<T> {
    pub items: Vec<T>,
    pub is_more: bool,
}

impl<T> Listed<T> {
    pub const NONE: Self = Self { items: Vec::new(), is_more: false };

    /// The place of the last row, where the next page begins. `None` on the last page.
    pub fn next<Place>(&self, place: impl FnOnce(&T) -> Place) -> Option<Place> {
        self.items.last().filter(|_| self.is_more).map(place)
    }
}

/// A quiz in a list, without its definition.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizSummary {
    pub id: QuizId,
    pub namespace_id: NamespaceId,
    pub kind: QuizKind,
    pub settings: Settings,
    /// The quiz's own language, from its definition.
    pub language: Language,
    pub version: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub counts: Counts,
}

/// The fields that searches for quizzes match.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizEntry {
    pub id: QuizId,
    pub kind: QuizKind,
    pub name: Text,
    /// The quiz's own language, from its definition.
    pub language: Language,
    /// The status that the administrator has set.
    pub status: QuizStatus,
    pub opens_at: Option<Timestamp>,
    pub closes_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl QuizEntry {
    pub fn of(quiz: &Quiz) -> Self {
        Self {
            id: quiz.id.clone(),
            kind: quiz.kind,
            name: quiz.settings.name.clone(),
            language: quiz.definition.language,
            status: quiz.settings.status,
            opens_at: quiz.settings.opens_at,
            closes_at: quiz.settings.closes_at,
            created_at: quiz.created_at,
        }
    }

    pub fn place(&self) -> (Timestamp, QuizId) {
        (self.created_at, self.id.clone())
    }

    /// The name in the quiz's own language.
    pub fn name(&self) -> &str {
        self.name.in_language(self.language, self.language)
    }

    pub fn status_at(&self, now: Timestamp) -> QuizStatus {
        self.status.between(self.opens_at, self.closes_at, now)
    }
}

impl QuizSummary {
    pub fn of(quiz: &Quiz, counts: Counts) -> Self {
        Self {
            id: quiz.id.clone(),
            namespace_id: quiz.namespace_id.clone(),
            kind: quiz.kind,
            settings: quiz.settings.clone(),
            language: quiz.definition.language,
            version: quiz.version,
            created_at: quiz.created_at,
            updated_at: quiz.updated_at,
            counts,
        }
    }

    pub fn place(&self) -> (Timestamp, QuizId) {
        (self.created_at, self.id.clone())
    }

    /// The name in the quiz's own language.
    pub fn name(&self) -> &str {
        self.settings.name.in_language(self.language, self.language)
    }
}

impl KeptReply {
    /// Nanoseconds for which a reply is kept.
    pub const KEPT: i64 = 24 * 3600 * 1_000_000_000;
}

impl ApiKey {
    /// `valid`, `expired` or `revoked`.
    pub fn state(&self, now: Timestamp) -> &'static str {
        match (self.revoked_at, self.expires_at) {
            (Some(_), _) => "revoked",
            (None, Some(end)) if end <= now => "expired",
            _ => "valid",
        }
    }
}

impl InvitationState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Begun => "begun",
            Self::Submitted => "submitted",
        }
    }
}

impl InvitationGroup {
    pub const ALL: [Self; 5] = [
        Self::Of(InvitationState::Invited),
        Self::Of(InvitationState::Begun),
        Self::Of(InvitationState::Submitted),
        Self::Revoked,
        Self::Unreached,
    ];
    pub const NAMES: &'static [&'static str] = &["invited", "begun", "submitted", "revoked", "unreached"];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Of(state) => state.as_str(),
            Self::Revoked => "revoked",
            Self::Unreached => "unreached",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.as_str() == text)
    }

    pub fn holds(self, invitation: &Invitation, state: InvitationState) -> bool {
        match self {
            Self::Of(own) => own == state,
            Self::Revoked => invitation.revoked_at.is_some(),
            Self::Unreached => {
                matches!(invitation.mailed.state, Some(MailedState::Bounced | MailedState::Refused))
            }
        }
    }
}

impl KeyScope {
    pub const ALL: [Self; 3] = [Self::Read, Self::Export, Self::Admin];
    pub const NAMES: &'static [&'static str] = &["read", "export", "admin"];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Export => "export",
            Self::Admin => "admin",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }

    fn allows(self, permission: Permission) -> bool {
        match permission {
            Permission::Read => matches!(self, Self::Read | Self::Admin),
            Permission::Export => matches!(self, Self::Export | Self::Admin),
            Permission::Edit | Permission::Manage => self == Self::Admin,
        }
    }
}

impl KeyScopes {
    /// Returns `None` without a scope.
    pub fn new(scopes: &[KeyScope]) -> Option<Self> {
        let scopes: Vec<KeyScope> = KeyScope::ALL.into_iter().filter(|scope| scopes.contains(scope)).collect();
        (!scopes.is_empty()).then_some(Self(scopes))
    }

    /// Parses the output of `Display`, in any order.
    pub fn parse(text: &str) -> Option<Self> {
        let scopes: Option<Vec<KeyScope>> = text.split(' ').map(KeyScope::parse).collect();
        Self::new(&scopes?)
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|scope| scope.as_str())
    }

    pub fn allows(&self, permission: Permission) -> bool {
        self.0.iter().any(|scope| scope.allows(permission))
    }
}

impl From<KeyScope> for KeyScopes {
    fn from(scope: KeyScope) -> Self {
        Self(vec![scope])
    }
}

impl fmt::Display for KeyScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(" "))
    }
}

/// Derived data of a quiz that diverges from its records.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Divergence {
    /// True if lists by score leave records out, or show them in the wrong place.
    pub has_other_lists: bool,
    /// True if the figures of the quiz do not match its records.
    pub has_other_figures: bool,
}
