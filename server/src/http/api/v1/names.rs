//! Texts of a fixed format or from a fixed list, as the API document names and describes them.
//!
//! The types here have no values. A field or a parameter with such a text refers to one by `value_type`.

use std::borrow::Cow;

use domain::Role as DomainRole;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type},
};

use crate::{
    export::{Delimiter as JobDelimiter, ExportForm as JobForm, ExportFormat as JobFormat, Guard as JobGuard},
    http::reply::error_codes,
    service::LeftOut,
    store::{
        ActorKind as StoreActorKind, AlertState as StoreAlertState, DeliveryState, EventType,
        InvitationGroup as StoreInvitationGroup, KeyScope as StoreKeyScope, MailKind, MailState as StoreMailState,
        MailedState as StoreMailedState, OccasionState as StoreOccasionState, RecordOrder, RecordState,
    },
};

macro_rules! names {
    ($($name:ident: $description:expr, $schema:expr;)+) => {$(
        #[derive(Debug)]
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.schema_type(Type::String).description(Some($description)).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

names! {
    AnonId: "An anonymous respondent, from genId.", form("^anon_[0-9A-Za-z]{33}$");
    SessionId: "A respondent of another application: no control characters, no `/`, no white space at the ends; up to 128 characters, or a signed session.",
        ObjectBuilder::new().min_length(Some(5)).max_length(Some(4096));
    CustomData: "A name for the respondent in another system, stored as given.",
        ObjectBuilder::new().max_length(Some(512));
    Sha256: "A SHA-256 hash, hexadecimal.", form("^[0-9a-f]{64}$");
    Cursor: "A place in a list; opaque.", form("^([0-9a-f]{2})+$").min_length(Some(2));
    IdempotencyKey: "Names a request among those of its key.",
        form("^[ -~]+$").min_length(Some(1)).max_length(Some(128));
    ChangeCursor: "A place in the order of changes, opaque; `0` is its beginning.",
        form("^(0|([0-9a-f]{2})+)$").min_length(Some(1));
    BandName: "`vulnerable`: 0 to 39, `coping`: 40 to 79, `healthy`: 80 to 100; or a band of the quiz's own.", form("^[a-z][a-z0-9_]{0,31}$");
    ScoreCategory: "`spend`, `save`, `borrow`, `plan`, or a category of the quiz's own.", form("^[a-z][a-z0-9_]{0,31}$");
    KeyScope: "What a key may do; `admin` includes the others.", one_of(StoreKeyScope::ALL.map(StoreKeyScope::as_str));
    AlertState: "`open` until it is acknowledged.", one_of(StoreAlertState::NAMES.iter().copied());
    OccasionState: "`due` while it is open and not answered, `answered` once an attempt that was begun on it is submitted, else `missed`; `stopped` if the person's link was revoked when it came, or before it was over and anything was begun.", one_of(StoreOccasionState::NAMES.iter().copied());
    WebhookEvent: "What an event tells of.", one_of(EventType::NAMES.iter().copied());
    WebhookState: "`failing` has taken nothing since `failingSince`; `stopped` is off by itself after five days of that, and is tried once a day; `off` was turned off.",
        one_of(["on", "failing", "stopped", "off"]);
    WebhookDeliveryState: "`held` was not sent because the webhook is off.", one_of(DeliveryState::NAMES.iter().copied());
    KeyState: "Only a valid key is accepted.", one_of(["valid", "expired", "revoked"]);
    MemberRole: "What a member may do; each role includes those before it.",
        one_of(DomainRole::ALL.map(DomainRole::as_str));
    ActorKind: "`administrator` is a person, `operator` the machine's own shell, `system` the service itself.",
        one_of(StoreActorKind::ALL.map(StoreActorKind::as_str));
    InvitationState: "`submitted` means at least once.", one_of(["invited", "begun", "submitted"]);
    InvitationGroup: "By how far people have come, those whose link is revoked, or those whose last message came back or was refused (`unreached`).",
        one_of(StoreInvitationGroup::NAMES.iter().copied());
    PersonMailKind: "`reminder` goes to those who have not finished, `reminder-to-start` to those who have not started.",
        one_of(MailKind::ON_REQUEST.iter().copied());
    ListedMailKind: "`occasion` is about an occasion of a series, or a reminder of one.",
        one_of(MailKind::TO_PEOPLE.iter().copied());
    MailTextKind: "Both kinds of reminders have the same words. Those of `occasion` are for messages about one quiz.", one_of(MailKind::WRITTEN.iter().copied());
    MailState: "`unknown`: it may have gone or not, and is sent again by a person alone.",
        one_of(StoreMailState::NAMES.iter().copied());
    MailedState: "`unknown`: it may have gone or not. `bounced`: it was accepted and came back.",
        one_of(StoreMailedState::NAMES.iter().copied());
    LeftOutName: "`waiting`: a message is on its way already. `too_soon`: the last one is not two days old. `too_many`: three reminders were sent.",
        one_of(LeftOut::ALL.map(LeftOut::as_str));
    ExportFormat: "A table, one answers record a line, or a spreadsheet.", one_of(JobFormat::ALL.map(JobFormat::as_str));
    ExportForm: "`programs`: ids, codes and UTC, which stay the same. `people`: names, words and moments of the quiz's time zone.",
        one_of(JobForm::ALL.map(JobForm::as_str));
    ExportGuard: "Apostrophes in CSV before text that a spreadsheet would take for a formula.",
        one_of(JobGuard::ALL.map(JobGuard::as_str));
    ExportDelimiter: "What separates the cells of CSV; with `semicolon`, numbers have decimal commas.",
        one_of(JobDelimiter::ALL.map(JobDelimiter::as_str));
    ExportHeadings: "Names that stay the same, or words.", one_of(["id", "text"]);
    ExportStatus: "`uploading` while an export is queued or running.", one_of(["uploading", "done", "failed"]);
    ErrorCode: error_codes::describe_codes("The kind of an error; stable."), one_of(error_codes::codes());
    FieldErrorCode: error_codes::describe_field_codes("The rule that a value breaks; stable."),
        one_of(error_codes::field_codes());
    ImageBytes: "The bytes of a picture.",
        ObjectBuilder::new().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
    ImageType: "The form of a picture.", one_of(domain::ImageType::ALL.map(domain::ImageType::as_str));
    AnswersState: "`started` means begun and not submitted.", one_of(RecordState::ALL.map(RecordState::as_str));
    AnswersOrder: "By the first activity, by a score, or by the submission.", one_of(RecordOrder::ALL.map(RecordOrder::as_str));
}

fn form(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().pattern(Some(pattern))
}

fn one_of(values: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().enum_values(Some(values))
}
