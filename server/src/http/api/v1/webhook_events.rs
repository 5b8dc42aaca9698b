//! The events of webhooks in the API document.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, ContentBuilder, Ref, RefOr, ResponseBuilder, Schema,
        path::{HttpMethod, OperationBuilder, PathItem, Paths, PathsBuilder},
        request_body::RequestBodyBuilder,
        schema::{AllOfBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type},
        security::SecurityRequirement,
    },
};

use crate::{
    record::{ExportData, QuizData, ResponseData},
    store::EventType,
};

/// The ids of a quiz and, if the event concerns one, of a respondent.
fn ids(has_user: bool) -> Schema {
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let ids = ObjectBuilder::new()
        .property("namespaceId", Ref::from_schema_name("NamespaceId"))
        .required("namespaceId")
        .property("quizId", Ref::from_schema_name("QuizId"))
        .required("quizId");
    if has_user { ids.property("userId", text()).required("userId").into() } else { ids.into() }
}

/// An alert, without its name and answers.
fn alert() -> Schema {
    let id = ObjectBuilder::new().schema_type(Type::String).description(Some("As in the list of alerts"));
    let attempt = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
    ObjectBuilder::new()
        .property("alertId", id)
        .required("alertId")
        .property("attempt", attempt)
        .required("attempt")
        .into()
}

/// An occasion of a series.
fn occasion() -> Schema {
    let number = || ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let form = |form| text().format(Some(SchemaFormat::KnownFormat(form)));
    let closes = form(KnownFormat::DateTime).description(Some("Not part of the window"));
    let link = text().description(Some("Where an invited person answers; not for in-app quizzes"));
    let reminder = number().description(Some("Counts the reminders of the occasion; absent when it comes"));
    ObjectBuilder::new()
        .property("occasion", number().description(Some("Counts from 1")))
        .required("occasion")
        .property("dueOn", form(KnownFormat::Date))
        .required("dueOn")
        .property("opensAt", form(KnownFormat::DateTime))
        .required("opensAt")
        .property("closesAt", closes)
        .required("closesAt")
        .property("link", link)
        .property("reminder", reminder)
        .into()
}

/// Answers, if the webhook requests them.
fn answers() -> Schema {
    let is_too_large = ObjectBuilder::new().schema_type(Type::Boolean).description(Some("In the place of answers"));
    ObjectBuilder::new()
        .property("answers", Ref::from_schema_name("AnswersBody"))
        .property("answersTooLarge", is_too_large)
        .into()
}

fn data(kind: EventType) -> RefOr<Schema> {
    let of = |parts: Vec<RefOr<Schema>>| {
        let all = parts.into_iter().fold(AllOfBuilder::new(), AllOfBuilder::item);
        RefOr::T(Schema::from(all))
    };
    let named = |name: &str| RefOr::Ref(Ref::from_schema_name(name));
    match kind {
        EventType::ResponseBegun | EventType::ResponseSubmitted | EventType::ResponseRescored => {
            of(vec![ids(true).into(), named(&ResponseData::name()), answers().into()])
        }
        EventType::ResponseErased | EventType::InvitationCreated => ids(true).into(),
        EventType::AlertRaised | EventType::AlertAcknowledged => of(vec![ids(true).into(), alert().into()]),
        EventType::OccasionDue => of(vec![ids(true).into(), occasion().into()]),
        EventType::QuizOpened | EventType::QuizClosed | EventType::QuizPublished => {
            of(vec![ids(false).into(), named(&QuizData::name())])
        }
        EventType::ExportDone | EventType::ExportFailed => of(vec![ids(false).into(), named(&ExportData::name())]),
    }
}

fn about(kind: EventType) -> (&'static str, &'static str) {
    match kind {
        EventType::ResponseBegun => ("A respondent has begun", "Also when the quiz is taken again."),
        EventType::ResponseSubmitted => ("Answers were submitted", "With scores and bands."),
        EventType::ResponseRescored => ("Answers have other scores", "Those of a newer version of the quiz."),
        EventType::ResponseErased => ("A respondent was erased", "Erase what you have of them."),
        EventType::QuizOpened => ("A quiz was opened", "By an administrator or a key, or at its date."),
        EventType::QuizClosed => ("A quiz was closed", "By an administrator or a key, or at its date."),
        EventType::QuizPublished => ("A version was published", "With other questions than the one before."),
        EventType::ExportDone => ("An export is done", "Its file can be downloaded."),
        EventType::ExportFailed => ("An export has failed", "It can be asked for again."),
        EventType::AlertRaised => ("An alert was raised", "Once for each alert and attempt."),
        EventType::AlertAcknowledged => ("An alert was acknowledged", "By a member or a key."),
        EventType::OccasionDue => ("An occasion of a series is due", "And each reminder while it is not answered."),
        EventType::InvitationCreated => ("A person was invited", "The `userId` is that of the invitation."),
    }
}

/// The requests to webhooks by type. Adds the schemas that they need.
pub(super) fn events(components: &mut Components) -> Paths {
    let schemas = [
        (ResponseData::name(), ResponseData::schema()),
        (QuizData::name(), QuizData::schema()),
        (ExportData::name(), ExportData::schema()),
    ];
    let mut nested = Vec::new();
    ResponseData::schemas(&mut nested);
    components.schemas.extend(schemas.into_iter().map(|(name, schema)| (name.into_owned(), schema)));
    components.schemas.extend(nested);
    EventType::ALL.iter().fold(PathsBuilder::new(), |paths, kind| paths.path(kind.as_str(), event(*kind))).build()
}

fn event(kind: EventType) -> PathItem {
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let moment = text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
    let body = ObjectBuilder::new()
        .property("type", text().enum_values(Some([kind.as_str()])))
        .required("type")
        .property("timestamp", moment.description(Some("The moment of the event")))
        .required("timestamp")
        .property("data", data(kind))
        .required("data");
    let (summary, description) = about(kind);
    let content = ContentBuilder::new().schema(Some(Schema::from(body))).build();
    let words = kind.as_str().split('.');
    let name = words.map(|word| [&word[..1].to_uppercase(), &word[1..]].concat()).collect::<String>();
    let operation = OperationBuilder::new()
        .operation_id(Some(format!("receive{name}")))
        // A receiver verifies the signature.
        .security(SecurityRequirement::default())
        .summary(Some(summary))
        .description(Some(description))
        .request_body(Some(RequestBodyBuilder::new().content("application/json", content).build()))
        .response("2XX", ResponseBuilder::new().description("It was taken"));
    PathItem::new(HttpMethod::Post, operation)
}
