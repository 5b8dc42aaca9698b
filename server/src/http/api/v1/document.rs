//! The API document: what all operations share.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use super::schema::ErrorBody;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quiz Answers",
        description = "Quizzes about money, answered in a browser or by a program. Every error has the body \
                       `{\"error\": message}`, with `details` on 422. What was answered with 200 is on the disk.",
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/", description = "The server that serves this document")),
    components(schemas(ErrorBody)),
    modifiers(&Key),
    tags(
        (name = "answering", description = "What a respondent's client calls; needs no key, and shows whole records to one"),
        (name = "results", description = "Reading answers"),
        (name = "administration", description = "Namespaces, quizzes, invitations; needs a key"),
    )
)]
pub struct ApiDocument;

struct Key;

impl Modify for Key {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let description = "A key made with `quiz-answers key create`";
        let scheme = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description("x-api-key", description)));
        document.components.get_or_insert_default().add_security_scheme("api_key", scheme);
    }
}
