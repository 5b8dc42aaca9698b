//! The form that declares fields of people.

use app::admin::{Flash, PersonFieldsPage, Problem, QuizTab, Typed};
use domain::{FieldCode, FieldType, Invalid, Part, PersonField, QuestionId};

use super::super::{
    Admin, AdminResult, Form, QuizHead,
    answers_view::{Pairs, value},
    form::problem,
    reply,
};
use crate::{search_text::fold, service::ServiceError};

pub(in crate::http::admin) async fn show_fields(admin: Admin, head: QuizHead) -> AdminResult {
    let page = page(head, Typed::default(), Vec::new());
    Ok(admin.page(app::admin::person_fields, page))
}

/// Adds a field, or renames and removes those that there are.
pub(in crate::http::admin) async fn keep_fields(admin: Admin, head: QuizHead, Form(form): Form<Pairs>) -> AdminResult {
    let is_new = value(&form, "do") == Some("add");
    let changed = if is_new { add(&admin, &head, &form).await } else { keep(&admin, &head, &form).await };
    match changed {
        Ok(()) => Ok(reply::see(&format!("{}/fields", head.href(QuizTab::Share)), Flash::PersonFields)),
        Err(ServiceError::Invalid(invalid)) => {
            let typed = if is_new { Typed(form.into_iter().collect()) } else { Typed::default() };
            let page = page(head, typed, problems(&invalid));
            Ok(admin.form_page(true, app::admin::person_fields, page))
        }
        Err(error) => Err(error.into()),
    }
}

fn page(head: QuizHead, typed: Typed, problems: Vec<Problem>) -> PersonFieldsPage {
    PersonFieldsPage { fields: head.quiz.settings.fields.clone(), quiz: head.nav, typed, problems }
}

async fn add(admin: &Admin, head: &QuizHead, form: &Pairs) -> Result<(), ServiceError> {
    let name = value(form, "name").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    let id = match (value(form, "id").map(str::trim).filter(|id| !id.is_empty()), &name) {
        (Some(id), _) => QuestionId::parse(id).map_err(|error| Invalid::one("id", FieldCode::Malformed(error)))?,
        (None, Some(name)) => PersonField::id_of(&fold(name), &head.quiz.settings.fields),
        (None, None) => return Err(Invalid::one("name", FieldCode::Required).into()),
    };
    let kind = value(form, "type").and_then(FieldType::parse);
    let kind = kind.ok_or_else(|| Invalid::one("type", FieldCode::NotOneOf(FieldType::NAMES)))?;
    let field = PersonField { id, name, kind, from_custom_data: value(form, "custom").is_some() };
    let add = move |fields: &mut Vec<PersonField>| fields.push(field.clone());
    admin.service().change_fields(&admin.caller, &head.path, add).await
}

/// Fields that were declared since the page was loaded stay as they are.
async fn keep(admin: &Admin, head: &QuizHead, form: &Pairs) -> Result<(), ServiceError> {
    let form = form.clone();
    let change = move |fields: &mut Vec<PersonField>| {
        fields.retain(|field| !form.iter().any(|(name, id)| name == "remove" && field.id.as_str() == id));
        for field in fields {
            let typed = form.iter().find(|(name, _)| name.strip_prefix("name.") == Some(field.id.as_str()));
            if let Some((_, typed)) = typed {
                let typed = typed.trim();
                field.name = Some(typed.to_owned()).filter(|name| !name.is_empty() && name != field.id.as_str());
            }
        }
    };
    admin.service().change_fields(&admin.caller, &head.path, change).await
}

/// Mistakes of a declared field belong to the form as a whole.
fn problems(invalid: &Invalid) -> Vec<Problem> {
    let of = |error: &domain::FieldError| match error.path.parts()[..] {
        [Part::Field("fields"), Part::Item(_), Part::Field("id")] => problem("id", format!("The id {}.", error.code)),
        [Part::Field("fields"), Part::Item(_), Part::Field("name")] => {
            problem("name", format!("The name {}.", error.code))
        }
        [Part::Field(field @ ("id" | "name"))] => problem(field, format!("The {field} {}.", error.code)),
        _ => problem("type", format!("A field {}.", error.code)),
    };
    invalid.0.iter().map(of).collect()
}
