//! The API document: the parts that all operations share.

use domain::schema::without_null;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self, Header, Ref, RefOr,
        path::ParameterIn,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use super::{ErrorBody, names::ErrorCode, webhook_events};
use crate::http::reply::error::CODE_HEADER;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quiz Answers",
        description = "Quizzes about money, answered in a browser or by a program. Every error has the body \
                       `{\"error\": message}`, with `details` on 422, and the header `x-error-code`. What was answered with 200 is on the disk.",
        contact(name = "The operator of this server"),
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/", description = "The server that serves this document")),
    components(schemas(ErrorBody, ErrorCode)),
    modifiers(&Key),
    tags(
        (name = "answering", description = "What a respondent's client calls; needs no key, and shows whole records to one"),
        (name = "results", description = "Reading answers"),
        (name = "administration", description = "Namespaces, quizzes, invitations; needs a key"),
    )
)]
pub struct ApiDocument;

/// Must run after all operations are added: adds the events of webhooks and the header with the code to every error,
/// and removes null from request headers.
pub fn complete_operations(document: &mut openapi::OpenApi) {
    let mut header = Header::new(Ref::from_schema_name("ErrorCode"));
    header.description = Some("The kind of the error; stable, unlike the sentence in the body".to_owned());
    let components = document.components.get_or_insert_default();
    document.webhooks = Some(webhook_events::events(components));
    components.headers.insert("ErrorCode".to_owned(), header.into());
    let reference = RefOr::Ref(Ref::new("#/components/headers/ErrorCode"));
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(parameter) = parameter
                    && parameter.parameter_in == ParameterIn::Header
                {
                    parameter.schema = parameter.schema.take().map(without_null);
                }
            }
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && status.starts_with(['4', '5'])
                {
                    response.headers.insert(CODE_HEADER.as_str().to_owned(), reference.clone());
                }
            }
        }
    }
}

struct Key;

impl Modify for Key {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let description = "A key made with `quiz-answers key create`";
        let scheme = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description("x-api-key", description)));
        document.components.get_or_insert_default().add_security_scheme("api_key", scheme);
    }
}
