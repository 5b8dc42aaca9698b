//! The visitor's namespaces, and creating one.

use app::admin::{Area, Flash, NamespaceLine, NamespacesPage, Problem};
use axum::response::{IntoResponse, Redirect};
use domain::{FieldCode, Invalid, NamespaceId};
use serde::Deserialize;

use super::{Admin, AdminResult, Form, Query, list_href, problem, problems, reply};
use crate::{
    http::api::v1::cursor,
    search_text::fold,
    service::ServiceError,
    store::{Namespace, Page},
};

const ROWS: u32 = 100;
const HOME: &str = "/admin";

#[derive(Deserialize)]
pub(super) struct NamespacesQuery {
    after: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct NamespaceForm {
    id: String,
    name: String,
}

const LONGEST_ID: usize = 63;

pub(super) async fn show(admin: Admin, Query(NamespacesQuery { after }): Query<NamespacesQuery>) -> AdminResult {
    let after = after.and_then(|id| NamespaceId::parse(&id).ok());
    let page = page(&admin, after, (String::new(), String::new()), Vec::new()).await?;
    // With a single namespace there is nothing to choose.
    if let (None, None, [only]) = (&page.new, &page.first, page.namespaces.as_slice()) {
        return Ok(Redirect::to(&Area::Quizzes.href(&only.id)).into_response());
    }
    Ok(admin.page(app::admin::namespaces, page))
}

pub(super) async fn confirm_clock(admin: Admin) -> AdminResult {
    admin.service().confirm_clock(&admin.caller).await?;
    Ok(reply::see("/admin", Flash::ClockConfirmed))
}

pub(super) async fn create(admin: Admin, Form(form): Form<NamespaceForm>) -> AdminResult {
    let problems = match make(&admin, &form).await {
        Ok(namespace) => return Ok(reply::see(&Area::Quizzes.href(&namespace.id), Flash::Namespace)),
        Err(ServiceError::Invalid(invalid)) => problems(invalid),
        Err(ServiceError::Conflict(_)) => vec![problem("id", "is the id of another namespace")],
        Err(error) => return Err(error.into()),
    };
    let page = page(&admin, None, (form.id, form.name), problems).await?;
    Ok(admin.form_page(true, app::admin::namespaces, page))
}

async fn make(admin: &Admin, form: &NamespaceForm) -> Result<Namespace, ServiceError> {
    let typed = form.id.trim().to_lowercase();
    let id = if typed.is_empty() { id_of(&form.name) } else { typed };
    let id = NamespaceId::parse(&id).map_err(|error| Invalid::one("id", FieldCode::Malformed(error)))?;
    admin.service().create_namespace(&admin.caller, id, form.name.clone()).await
}

/// An id made of a name, for example `team-uberflug` of `Team Überflug!`. Empty if the name has no Latin letters or digits.
fn id_of(name: &str) -> String {
    let letters = fold(name).replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    let mut id = words.join("-");
    id.truncate(LONGEST_ID);
    id.trim_end_matches('-').to_owned()
}

async fn page(
    admin: &Admin,
    after: Option<NamespaceId>,
    typed: (String, String),
    problems: Vec<Problem>,
) -> Result<NamespacesPage, ServiceError> {
    let first = after.as_ref().map(|_| HOME.to_owned());
    let namespaces = admin.service().namespaces_of(admin.rights(), Page { after, limit: ROWS + 1 }).await?;
    let (namespaces, next) =
        cursor::cut(namespaces, ROWS, |last| list_href(HOME, &(), Some(("after", last.id.as_str()))));
    let namespaces = namespaces
        .into_iter()
        .map(|namespace| NamespaceLine { role: admin.role(&namespace.id), id: namespace.id, name: namespace.name })
        .collect();
    let is_everywhere = admin.rights().is_everywhere;
    let clock = Some(admin.service().clock_seen()).filter(|state| is_everywhere && state.is_ahead());
    let clock = clock.map(|state| state.to_string());
    Ok(NamespacesPage { namespaces, first, next, new: is_everywhere.then_some(typed), problems, clock })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_of_a_name() {
        let long = "Wort ".repeat(20);
        for (name, id) in
            [("Team Überflug!", "team-uberflug"), ("  A & B  ", "a-b"), ("فريق", ""), ("Q3/2026", "q3-2026")]
        {
            assert_eq!(id_of(name), id);
        }
        assert!(NamespaceId::parse(&id_of(&long)).is_ok(), "{}", id_of(&long));
    }
}
