//! Storage: one store on either of two databases.

mod admins;
mod alerts;
mod audit;
#[cfg(test)]
pub(crate) mod contract;
mod copy;
mod drafts;
mod endpoints;
mod erasing;
mod error;
mod events;
mod images;
mod jobs;
mod mail_choices;
mod mails;
mod migrations;
mod people;
mod postgres;
mod record_filter;
mod record_query;
mod reports;
mod retention;
mod root;
mod schedules;
mod scope;
mod secrets;
mod series;
mod sql;
mod sqlite;
mod types;

pub use admins::{Administrator, Member, Offer, Session, SignInLink, Totp};
pub use alerts::{Acknowledged, Alert, AlertState, EarlyAlerts, NewAlert, alert_event};
pub use audit::{
    Actor, ActorKind, AuditAction, AuditEnd, AuditEntry, AuditEvent, AuditFilter, Reading, is_pseudonym, pseudonym,
};
pub use copy::{Copied, MOVED, Step, copy, require_unused};
pub use drafts::{Draft, EarlierDraft, Edition};
pub use endpoints::{
    AfterAttempt, Attempt, ClaimedDelivery, DeliveryState, Endpoint, EndpointHistory, EndpointState, EventDelivery,
    OUTGOING_HELD, WaitingDelivery,
};
pub use erasing::{ErasedBy, HANDED_OUT};
pub use error::{Result, StoreError};
pub use events::{EventType, Heard, Listener, Listeners, NewEvent, TEST_EVENT, body as event_body, event_id};
pub use images::{ImageFile, QuizImage};
pub use jobs::{Claim, Job, JobKind, JobState, NotedFile};
pub use mail_choices::{AlertMail, DigestInterval, DueAlerts, DueDigest, MailChoices, MailTimes, QuizCount};
pub use mails::{
    BounceStatus, Mail, MailKind, MailOutcome, MailState, MailText, MailedState, NewMail, PendingMail, ResultMail,
};
pub use migrations::Pending;
pub use people::{FilledWords, FoundPerson, PersonKey};
pub use postgres::{DatabaseServer, PostgresDatabase};
pub use record_filter::{
    AlertIs, AnswerIs, CountedAttempts, Raised, RecordFilter, RecordState, SavedView, ScoreRange, StoppedAt, Versions,
};
pub use record_query::{Matches, RecordOrder, RecordPage, RecordPlace, RecordQuery};
pub use reports::{
    Publication, Report, ReportFigures, ReportRules, SharedReport, Snapshot, SnapshotFigure, SnapshotNumber,
    SnapshotRow, WithheldTable,
};
pub use retention::{Cutoffs, Expired, ExpiredAttempt, ExpiredCounts};
pub use root::Store;
pub use schedules::{QuizDate, Schedule, Slot};
pub use scope::WorkScope;
pub use secrets::SecretOf;
pub use series::{Base, DueSeries, Enrolled, Occasion, OccasionCounts, OccasionFilter, OccasionState};
pub(crate) use sql::small_pieces;
pub use sql::{Damage, Examined, HEARTBEAT, Reads, StoredRecord, Transaction};
pub use sqlite::{Contents, Damaged, SqliteDatabase, Upgrade};
pub(crate) use sqlite::{Reserve, is_of_the_disk};
pub use types::{
    ApiKey, Counts, Divergence, Invitation, InvitationCounts, InvitationFilter, InvitationGroup, InvitationSearch,
    InvitationState, KeptReply, KeyScope, KeyScopes, Listed, Mailed, Namespace, NewAnswer, Page, QuizEntry, QuizNotice,
    QuizSummary, RecordChange, Replaced, Revision, StoreFigures,
};
