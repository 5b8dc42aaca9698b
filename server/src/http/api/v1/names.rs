//! Texts of a fixed form, and texts from a fixed list, as the API document names and describes them.
//!
//! The types here have no values. A field or a parameter that holds such a text refers to one by `value_type`.

use std::borrow::Cow;

use domain::Role as DomainRole;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use crate::{
    export::ExportFormat as JobFormat,
    http::error_codes,
    store::{ActorKind as StoreActorKind, KeyScope as StoreKeyScope, RecordOrder, RecordState},
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
    NamespaceId: "A namespace, named by the operator.", form("^[a-z0-9][a-z0-9-]{1,62}$");
    QuizId: "A quiz.", form("^[0-9A-Za-z]{16}$");
    QuestionId: "A question within its quiz; `fhn1` to `fhn8` are the built-in ones.", form("^[a-z][a-z0-9_]{0,31}$");
    OptionId: "An option of a question.", uuid();
    AnonId: "An anonymous respondent, from genId.", form("^anon_[0-9A-Za-z]{33}$");
    SessionId: "A respondent of another application: no control characters, no `/`, no white space at the ends; up to 128 characters, or a signed session.",
        ObjectBuilder::new().min_length(Some(5)).max_length(Some(4096));
    CustomData: "A name for the respondent in another system, stored as given.",
        ObjectBuilder::new().max_length(Some(512));
    Colour: "An sRGB colour.", form("^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
    Sha256: "A SHA-256 hash, hexadecimal.", form("^[0-9a-f]{64}$");
    Cursor: "A place in a list; opaque.", form("^([0-9a-f]{2})+$").min_length(Some(2));
    IdempotencyKey: "Names a request among those of its key.",
        form("^[ -~]+$").min_length(Some(1)).max_length(Some(128));
    ChangeCursor: "A place in the order of changes, opaque; `0` is its beginning.",
        form("^(0|([0-9a-f]{2})+)$").min_length(Some(1));
    Language: "A language: a tag of BCP 47, without extensions.",
        form("^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?$");
    QuizKind: "Anyone under an `anon_id`, users of another application, or people with an invitation.",
        one_of(["open", "inapp", "invited"]);
    QuizStatus: "Only an open quiz takes answers.", one_of(["draft", "open", "closed"]);
    Display: "How a `choice` is shown instead of radio buttons.", one_of(["dropdown", "buttons"]);
    TextFormat: "The form of a `text`.", one_of(["email", "url", "phone"]);
    ScoringMethod: "A weighted average of points from 0 to 100, a sum, or a sum converted by a table.",
        one_of(["average", "sum", "table"]);
    Hue: "The colour of a band, beside its name.", one_of(["rose", "amber", "leaf", "sky"]);
    BandName: "`vulnerable`: 0 to 39, `coping`: 40 to 79, `healthy`: 80 to 100; or a band of the quiz's own.", form("^[a-z][a-z0-9_]{0,31}$");
    ScoreCategory: "`spend`, `save`, `borrow`, `plan`, or a category of the quiz's own.", form("^[a-z][a-z0-9_]{0,31}$");
    Category: "A category of the score.", one_of(["spend", "save", "borrow", "plan"]);
    BuiltInId: "A built-in question, and the card about it.", form("^fhn[1-8]$");
    KeyScope: "What a key may do; `admin` includes the others.", one_of(StoreKeyScope::ALL.map(StoreKeyScope::as_str));
    KeyState: "Only a valid key is accepted.", one_of(["valid", "expired", "revoked"]);
    MemberRole: "What a member may do; each role includes those before it.",
        one_of(DomainRole::ALL.map(DomainRole::as_str));
    ActorKind: "`administrator` is a person, `operator` the machine's own shell, `system` the service itself.",
        one_of(StoreActorKind::ALL.map(StoreActorKind::as_str));
    InvitationState: "`submitted` means at least once.", one_of(["invited", "begun", "submitted"]);
    ExportFormat: "A table, one answers record a line, or a spreadsheet.", one_of(JobFormat::ALL.map(JobFormat::as_str));
    ExportStatus: "`uploading` while an export is queued or running.", one_of(["uploading", "done", "failed"]);
    ErrorCode: error_codes::describe_codes("The kind of an error; stable."), one_of(error_codes::codes());
    FieldErrorCode: error_codes::describe_field_codes("The rule that a value breaks; stable."),
        one_of(error_codes::field_codes());
    AnswersState: "`started` means begun and not submitted.", one_of(RecordState::ALL.map(RecordState::as_str));
    AnswersOrder: "By the first activity, or by a score.", one_of(RecordOrder::ALL.map(RecordOrder::as_str));
}

fn form(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().pattern(Some(pattern))
}

fn uuid() -> ObjectBuilder {
    form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
}

fn one_of(values: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().enum_values(Some(values))
}
