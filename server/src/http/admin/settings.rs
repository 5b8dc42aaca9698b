//! Settings of a namespace.

use app::admin::{Area, Confirmation, DeletionPage, ErasureNote, Flash, NamespaceNav, Problem, Section, SettingsPage};
use domain::{FieldCode, Invalid, Retention};
use serde::Deserialize;

use super::{Admin, AdminResult, Form, NamespaceHead, problem, problems, reply};
use crate::service::{Conflict, Missing, NamespaceChange, ServiceError};

#[derive(Deserialize)]
pub(super) struct RetentionForm {
    #[serde(rename = "answersDays")]
    answers: String,
    #[serde(rename = "unfinishedDays")]
    unfinished: String,
    /// The rule whose effect the page has shown.
    #[serde(default)]
    confirmed: String,
}

#[derive(Deserialize)]
pub(super) struct SecondFactorForm {
    /// Present if the box is ticked.
    required: Option<String>,
    /// Present once the page has explained the effect.
    confirmed: Option<String>,
}

pub(super) async fn show(admin: Admin, NamespaceHead(namespace): NamespaceHead) -> AdminResult {
    let typed = kept(&admin, &namespace).await?;
    let page = page(&admin, namespace, typed, None, Vec::new()).await?;
    Ok(admin.page(app::admin::settings, page))
}

/// The rule as the form shows it.
async fn kept(admin: &Admin, namespace: &NamespaceNav) -> Result<(String, String), ServiceError> {
    let rule = admin.service().retention(&admin.caller, &namespace.id).await?;
    let typed = |days: Option<u16>| days.map(|days| days.to_string()).unwrap_or_default();
    Ok((typed(rule.answers_days), typed(rule.unfinished_days)))
}

pub(super) async fn set_retention(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(form): Form<RetentionForm>,
) -> AdminResult {
    let service = admin.service();
    let set = async {
        let rule = rule(&form)?;
        let expired = service.expired_by(&admin.caller, &namespace.id, rule).await?;
        let key = format!("{}/{}", form.answers.trim(), form.unfinished.trim());
        if !expired.is_empty() && form.confirmed != key {
            return Ok(Some(ErasureNote { expired: expired.to_string(), rule: key }));
        }
        service.set_retention(&admin.caller, &namespace.id, rule).await.map(|()| None)
    };
    match set.await {
        Ok(None) => Ok(reply::see(&Area::Settings.href(&namespace.id), Flash::Retention)),
        Ok(erases) => {
            let page = page(&admin, namespace, (form.answers, form.unfinished), erases, Vec::new()).await?;
            Ok(admin.page(app::admin::settings, page))
        }
        Err(ServiceError::Invalid(invalid)) => {
            let page = page(&admin, namespace, (form.answers, form.unfinished), None, problems(invalid)).await?;
            Ok(admin.form_page(true, app::admin::settings, page))
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn require_second_factor(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(form): Form<SecondFactorForm>,
) -> AdminResult {
    let is_required = form.required.is_some();
    if is_required && form.confirmed.is_none() {
        let yours = if admin.signed_in.has_second_factor {
            ""
        } else {
            "You have not set it up yourself: do so on “Your account”, which you are led to next. "
        };
        let members = admin.service().members(&admin.caller, &namespace.id).await?;
        let without = members.iter().filter(|member| member.administrator.totp.is_none());
        let without: Vec<_> = without.map(|member| member.administrator.email.as_str()).collect();
        let without = match without.as_slice() {
            [] => "All members have it.".to_owned(),
            without => format!("These do not have it: {}.", without.join(", ")),
        };
        let back = Area::Settings.href(&namespace.id);
        let page = Confirmation {
            section: Section::Namespace(namespace, Area::Settings),
            title: "Require two-factor authentication?".to_owned(),
            text: format!("{yours}Members without it see nothing of this namespace until they set it up. {without}"),
            action: format!("{back}/second-factor"),
            fields: vec![("required", "yes".to_owned()), ("confirmed", "yes".to_owned())],
            button: "Require it",
            back,
        };
        return Ok(admin.page(app::admin::confirmation, page));
    }
    let change = NamespaceChange { requires_second_factor: Some(is_required), ..NamespaceChange::default() };
    admin.service().change_namespace(&admin.caller, &namespace.id, change).await?;
    Ok(reply::see(&Area::Settings.href(&namespace.id), Flash::Setting))
}

#[derive(Deserialize)]
pub(super) struct NameForm {
    name: String,
}

pub(super) async fn rename(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(NameForm { name }): Form<NameForm>,
) -> AdminResult {
    let change = NamespaceChange { name: Some(name.trim().to_owned()), ..NamespaceChange::default() };
    match admin.service().change_namespace(&admin.caller, &namespace.id, change).await {
        Ok(_) => Ok(reply::see(&Area::Settings.href(&namespace.id), Flash::Setting)),
        Err(ServiceError::Invalid(invalid)) => refuse(&admin, namespace, problems(invalid)).await,
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn ask_delete(admin: Admin, NamespaceHead(namespace): NamespaceHead) -> AdminResult {
    Ok(admin.page(app::admin::deletion, deletion(namespace, String::new(), Vec::new())))
}

pub(super) async fn delete(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(NameForm { name: typed }): Form<NameForm>,
) -> AdminResult {
    let refused = if typed.trim() == namespace.id.as_str() {
        match admin.service().delete_namespace(&admin.caller, &namespace.id).await {
            Ok(()) => return Ok(reply::see("/admin", Flash::NamespaceDeleted)),
            Err(ServiceError::Conflict(Conflict::NamespaceInUse)) => "It has quizzes. Delete them first.",
            Err(error) => return Err(error.into()),
        }
    } else {
        "This is not its id. Nothing was deleted."
    };
    let page = deletion(namespace, typed, vec![problem("name", refused)]);
    Ok(admin.form_page(true, app::admin::deletion, page))
}

fn deletion(namespace: NamespaceNav, typed: String, problems: Vec<Problem>) -> DeletionPage {
    let back = Area::Settings.href(&namespace.id);
    DeletionPage {
        what: "namespace",
        typed_as: ("id", namespace.id.to_string()),
        text: "Its members lose their roles, and its keys and webhooks end. Its quizzes have to be deleted first. Its audit log \
               stays, and no other namespace can have its id."
            .to_owned(),
        action: format!("{back}/delete"),
        section: Section::Namespace(namespace, Area::Settings),
        back,
        typed,
        problems,
    }
}

/// The page as it is, with the problems of another of its forms.
async fn refuse(admin: &Admin, namespace: NamespaceNav, problems: Vec<Problem>) -> AdminResult {
    let typed = kept(admin, &namespace).await?;
    let page = page(admin, namespace, typed, None, problems).await?;
    Ok(admin.form_page(true, app::admin::settings, page))
}

async fn page(
    admin: &Admin,
    namespace: NamespaceNav,
    typed: (String, String),
    erases: Option<ErasureNote>,
    problems: Vec<Problem>,
) -> Result<SettingsPage, ServiceError> {
    let found = admin.service().namespace(&admin.caller, &namespace.id).await?.ok_or(Missing::Namespace)?;
    // By the rule that is asked about, if there is one.
    let asked = RetentionForm { answers: typed.0.clone(), unfinished: typed.1.clone(), confirmed: String::new() };
    let waiting_for_alerts = match rule(&asked) {
        Ok(rule) => admin.service().waiting_for_alerts(&admin.caller, &namespace.id, rule).await?,
        Err(_) => 0,
    };
    Ok(SettingsPage {
        namespace,
        typed,
        erases,
        requires_second_factor: found.requires_second_factor,
        can_delete: admin.rights().is_everywhere,
        waiting_for_alerts,
        problems,
    })
}

/// An empty field keeps the records.
fn rule(form: &RetentionForm) -> Result<Retention, Invalid> {
    let days = |path: &str, text: &str| match text.trim() {
        "" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| Invalid::one(path, FieldCode::OutOfRange { min: 1, max: Retention::MAX.into() })),
    };
    let (answers, unfinished) = (days("answersDays", &form.answers)?, days("unfinishedDays", &form.unfinished)?);
    Retention::new(unfinished, answers)
}
