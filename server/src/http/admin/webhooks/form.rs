//! Creating and changing webhooks.

use app::admin::{Area, Flash, NamespaceNav, Problem, WebhookFields, WebhookFormPage};
use serde_json::json;

use super::super::{Admin, AdminResult, ById, Form, NamespaceHead, Path, problem, problems, reply};
use super::{
    fields::{self, QuizNames},
    show::{Extras, page as webhook_page},
};
use crate::{
    service::{Conflict, Idempotency, IdempotencyKey, Idempotent, IssuedEndpoint, ServiceError},
    store::EventType,
};

pub(in crate::http::admin) async fn show_new(admin: Admin, NamespaceHead(namespace): NamespaceHead) -> AdminResult {
    let fields = WebhookFields { is_on: true, ..WebhookFields::default() };
    page(&admin, namespace, None, fields, Vec::new()).await
}

pub(in crate::http::admin) async fn create(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(fields): Form<Vec<(String, String)>>,
) -> AdminResult {
    let (form, once) = fields::typed(fields);
    match make(&admin, &namespace, &form, &once).await {
        Ok((id, secret)) => {
            webhook_page(&admin, namespace, &id, Extras { secret: Some(secret), ..Extras::default() }).await
        }
        Err(error) => {
            let problems = refusal(error)?;
            page(&admin, namespace, None, form, problems).await
        }
    }
}

/// Returns id and secret.
async fn make(
    admin: &Admin,
    namespace: &NamespaceNav,
    form: &WebhookFields,
    page: &str,
) -> Result<(String, String), ServiceError> {
    let input = fields::input(form)?;
    let once = (!page.is_empty()).then(|| {
        // Other values in the same form are another webhook.
        let request = format!("{page} {form:?}");
        let key = IdempotencyKey::new(&admin.caller, &Area::Webhooks.href(&namespace.id), &request, &[]);
        let reply = |made: &IssuedEndpoint| Ok(json!([made.endpoint.id, made.secret]).to_string().into_bytes());
        Idempotency { key, reply: Box::new(reply) }
    });
    match admin.service().create_endpoint_once(&admin.caller, &namespace.id, input, once).await? {
        Idempotent::New(made) => Ok((made.endpoint.id, made.secret)),
        Idempotent::Repeated(kept) => {
            serde_json::from_slice(&kept).map_err(|error| ServiceError::Internal(error.to_string()))
        }
    }
}

pub(in crate::http::admin) async fn show_change(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let endpoint = admin.service().endpoint(&admin.caller, &namespace.id, &id).await?;
    let fields = fields::stored(&endpoint);
    page(&admin, namespace, Some((id, endpoint.header_names)), fields, Vec::new()).await
}

pub(in crate::http::admin) async fn change(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
    Form(fields): Form<Vec<(String, String)>>,
) -> AdminResult {
    let (form, _) = fields::typed(fields);
    let endpoint = admin.service().endpoint(&admin.caller, &namespace.id, &id).await?;
    let changed = async {
        let change = fields::change(&form, &endpoint)?;
        admin.service().change_endpoint(&admin.caller, &namespace.id, &id, change).await
    };
    match changed.await {
        Ok(_) => Ok(reply::see(&format!("{}/{id}", Area::Webhooks.href(&namespace.id)), Flash::WebhookChanged)),
        Err(error) => {
            let problems = refusal(error)?;
            page(&admin, namespace, Some((id, endpoint.header_names)), form, problems).await
        }
    }
}

/// The form's problems for a refusal that its fields can solve.
fn refusal(error: ServiceError) -> Result<Vec<Problem>, ServiceError> {
    match error {
        ServiceError::Invalid(invalid) => {
            let of_form = |problem: Problem| {
                let field = problem.field.split(['.', '[']).next().unwrap_or_default().to_owned();
                let label = match field.as_str() {
                    "url" => "The address",
                    "headers" => "The headers",
                    "description" => "The description",
                    _ => "The choice",
                };
                Problem { message: format!("{label} {}.", problem.message), field }
            };
            Ok(problems(invalid).into_iter().map(of_form).collect())
        }
        ServiceError::Conflict(Conflict::TooManyEndpoints) => {
            let text = "This namespace has 20 webhooks, and there can’t be more. Delete one first.";
            Ok(vec![problem("url", text)])
        }
        error => Err(error),
    }
}

async fn page(
    admin: &Admin,
    namespace: NamespaceNav,
    changed: Option<(String, Vec<String>)>,
    fields: WebhookFields,
    problems: Vec<Problem>,
) -> AdminResult {
    let quizzes = QuizNames::read(admin, &namespace.id).await?.with_chosen(&fields.quizzes);
    let (id, header_names) = changed.map_or((None, Vec::new()), |(id, names)| (Some(id), names));
    let is_refused = !problems.is_empty();
    let page = WebhookFormPage {
        namespace,
        id,
        fields,
        types: EventType::NAMES,
        quizzes: quizzes.all,
        has_more_quizzes: quizzes.has_more,
        header_names,
        once: uuid::Uuid::new_v4().to_string(),
        problems,
    };
    Ok(admin.form_page(is_refused, app::admin::webhook_form, page))
}
