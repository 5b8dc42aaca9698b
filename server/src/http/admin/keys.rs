//! The API keys of a namespace. A new key is shown in one response only.

use app::admin::{Area, Confirmation, Flash, KeyLine, KeysPage, NamespaceNav, Problem, Section};
use domain::{FieldCode, FieldError, Invalid, NamespaceId, Timestamp};

use super::{Admin, AdminResult, ById, Form, NamespaceHead, Path, answers_view::Zone, problem, problems, reply};
use crate::{
    clock,
    http::middleware::key_expiry,
    service::{Conflict, Idempotency, IdempotencyKey, Idempotent, IssuedKey, ServiceError, WantedKey},
    store::{ApiKey, KeyScope, KeyScopes},
};

#[derive(Default)]
struct NewKeyForm {
    label: String,
    /// Separated by spaces.
    scopes: String,
    days: String,
    /// Identifies the page with the form: sending it again creates no second key.
    page: String,
}

impl FromIterator<(String, String)> for NewKeyForm {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(fields: I) -> Self {
        let mut form = Self::default();
        for (name, value) in fields {
            match name.as_str() {
                "label" => form.label = value,
                "scope" if form.scopes.is_empty() => form.scopes = value,
                "scope" => form.scopes = format!("{} {value}", form.scopes),
                "days" => form.days = value,
                "page" => form.page = value,
                _ => {}
            }
        }
        form
    }
}

struct Extras {
    new_key: Option<String>,
    typed: (String, String, String),
    problems: Vec<Problem>,
}

impl Default for Extras {
    fn default() -> Self {
        let typed = (String::new(), "read".to_owned(), key_expiry::DEFAULT_DAYS.to_string());
        Self { new_key: None, typed, problems: Vec::new() }
    }
}

pub(super) async fn show(admin: Admin, NamespaceHead(nav): NamespaceHead) -> AdminResult {
    page(&admin, nav, Extras::default()).await
}

pub(super) async fn create(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Form(fields): Form<Vec<(String, String)>>,
) -> AdminResult {
    let form: NewKeyForm = fields.into_iter().collect();
    match issue(&admin, &nav.id, &form).await {
        Ok(key) => page(&admin, nav, Extras { new_key: Some(key), ..Extras::default() }).await,
        Err(ServiceError::Invalid(invalid)) => {
            let typed = (form.label, form.scopes, form.days);
            let extras = Extras { problems: problems(invalid), typed, new_key: None };
            page(&admin, nav, extras).await
        }
        Err(ServiceError::Conflict(Conflict::TooManyKeys)) => {
            let text = "This namespace has 200 keys that are valid, and there can’t be more. Revoke one first.";
            let typed = (form.label, form.scopes, form.days);
            page(&admin, nav, Extras { problems: vec![problem("label", text)], typed, new_key: None }).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn issue(admin: &Admin, namespace: &NamespaceId, form: &NewKeyForm) -> Result<String, ServiceError> {
    let (scopes, expires_at) = read(form)?;
    let NewKeyForm { label, scopes: typed, days, page } = form;
    let once = (!page.is_empty()).then(|| {
        // Other values in the same form are another key.
        let request = format!("{page} {label} {typed} {days}");
        let key = IdempotencyKey::new(&admin.caller, &Area::Keys.href(namespace), &request, &[]);
        Idempotency { key, reply: Box::new(|issued: &IssuedKey| Ok(issued.text.clone().into_bytes())) }
    });
    let wanted = WantedKey { namespace: Some(namespace.clone()), label: label.clone(), scopes, expires_at };
    match admin.service().issue_key_once(&admin.caller, wanted, once).await? {
        Idempotent::New(issued) => Ok(issued.text),
        Idempotent::Repeated(text) => {
            String::from_utf8(text).map_err(|_| ServiceError::Internal("a kept key is damaged".to_owned()))
        }
    }
}

fn read(form: &NewKeyForm) -> Result<(KeyScopes, Option<Timestamp>), Invalid> {
    let mut errors = Vec::new();
    let scopes = KeyScopes::parse(&form.scopes);
    if scopes.is_none() {
        errors.push(FieldError::new("scope", FieldCode::NotOneOf(KeyScope::NAMES)));
    }
    let days = match form.days.trim() {
        "" => Ok(None),
        text => text.parse().map_err(|_| ()).and_then(|days| key_expiry::after_days(days).map(Some).ok_or(())),
    };
    if days.is_err() {
        errors.push(FieldError::new("days", key_expiry::RANGE));
    }
    match (scopes, days) {
        (Some(scopes), Ok(end)) => Ok((scopes, end)),
        _ => Err(Invalid(errors)),
    }
}

pub(super) async fn ask_revoke(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = Area::Keys.href(&nav.id);
    let key = admin.service().key_in(&admin.caller, &nav.id, &id).await?;
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Keys),
        title: format!("Revoke “{}”?", key.label),
        text: "Programs that send this key are refused from the next request on. There is no way back.".to_owned(),
        action: format!("{back}/{id}/revoke"),
        fields: Vec::new(),
        button: "Revoke",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn revoke(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().revoke_key_in(&admin.caller, &nav.id, &id).await?;
    Ok(reply::see(&Area::Keys.href(&nav.id), Flash::KeyRevoked))
}

async fn page(admin: &Admin, namespace: NamespaceNav, extras: Extras) -> AdminResult {
    let keys = admin.service().list_keys_in(&admin.caller, &namespace.id).await?;
    let (now, zone) = (clock::now(), admin.zone().await?);
    let keys = keys.into_iter().map(|key| line(key, now, &zone)).collect();
    let Extras { new_key, typed, problems } = extras;
    let is_refused = !problems.is_empty();
    let once = uuid::Uuid::new_v4().to_string();
    let page = KeysPage { namespace, keys, new_key, typed, once, problems };
    Ok(admin.form_page(is_refused, app::admin::keys, page))
}

fn line(key: ApiKey, now: Timestamp, zone: &Zone) -> KeyLine {
    KeyLine {
        state: key.state(now),
        scopes: key.scopes.to_string(),
        created: zone.day(key.created_at),
        expires: key.expires_at.map_or("Never".to_owned(), |at| zone.day(at)),
        last_used: key.last_used_at.map_or("Never".to_owned(), |at| zone.minute(at)),
        id: key.id,
        label: key.label,
    }
}
