//! The members of a namespace, their roles and their password links.

use app::admin::{
    Area, Confirmation, Flash, MemberLine, MembersPage, NamespaceNav, NewLink, Problem, Section, SignsIn,
};
use axum::response::{IntoResponse, Redirect};
use domain::{Email, FieldCode, Invalid, NamespaceId, Role};
use serde::Deserialize;

use super::{Admin, AdminResult, ById, Form, Http, NamespaceHead, Path, Query, problem, problems, reply};
use crate::service::{Conflict, ExistingRole, NewMember, ServiceError};

#[derive(Deserialize)]
pub(super) struct NewMemberForm {
    email: String,
    role: String,
}

#[derive(Deserialize)]
pub(super) struct RoleForm {
    role: String,
}

/// The parts of the page around the list.
#[derive(Default)]
struct Extras {
    new_link: Option<NewLink>,
    typed: (String, Option<Role>),
    problems: Vec<Problem>,
}

pub(super) async fn show(admin: Admin, NamespaceHead(nav): NamespaceHead) -> AdminResult {
    page(&admin, nav, Extras::default()).await
}

pub(super) async fn add(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Form(form): Form<NewMemberForm>,
) -> AdminResult {
    let problems = match set(&admin, &nav.id, &form).await {
        Ok(NewMember { administrator, link: Some(token), .. }) => {
            let new_link = new_link(&admin.http, administrator.email.to_string(), &token);
            let extras = Extras { new_link: Some(new_link), ..Extras::default() };
            return page(&admin, nav, extras).await;
        }
        Ok(NewMember { role_before: None, .. }) => {
            return Ok(reply::see(&Area::Members.href(&nav.id), Flash::Member));
        }
        Ok(NewMember { role_before: Some(role), .. }) => {
            vec![problem("email", format!("This person is already {}. Nothing was changed.", with_article(role)))]
        }
        Err(ServiceError::Conflict(Conflict::HasRole { id, .. })) => {
            let members = Area::Members.href(&nav.id);
            return Ok(Redirect::to(&format!("{members}/{id}/role?role={}", form.role)).into_response());
        }
        Err(ServiceError::Invalid(invalid)) => problems(invalid),
        Err(ServiceError::Forbidden(why)) => vec![problem("email", why.to_string())],
        Err(ServiceError::Conflict(why)) => vec![problem("email", why.to_string())],
        Err(error) => return Err(error.into()),
    };
    let typed = (form.email, Role::parse(&form.role));
    page(&admin, nav, Extras { typed, problems, new_link: None }).await
}

async fn set(admin: &Admin, namespace: &NamespaceId, form: &NewMemberForm) -> Result<NewMember, ServiceError> {
    let email = Email::parse(&form.email).map_err(|error| Invalid::one("email", FieldCode::Malformed(error)))?;
    admin.service().set_member(&admin.caller, namespace, email, role(&form.role)?, ExistingRole::Keep).await
}

fn role(text: &str) -> Result<Role, Invalid> {
    Role::parse(text).ok_or_else(|| Invalid::one("role", FieldCode::NotOneOf(Role::NAMES)))
}

/// Asks before the role of a member is changed by adding the person once more.
pub(super) async fn ask_role(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
    Query(form): Query<RoleForm>,
) -> AdminResult {
    let role = role(&form.role)?;
    let member = admin.service().member(&admin.caller, &nav.id, &id).await?;
    let (email, present) = (&member.administrator.email, with_article(member.role));
    let back = Area::Members.href(&nav.id);
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Members),
        title: format!("{email} is already {present}. Change to {}?", role.as_str()),
        text: "Nothing has been changed yet. The new role takes effect at once.".to_owned(),
        action: format!("{back}/{id}/role"),
        fields: vec![("role", role.as_str().to_owned())],
        button: "Change role",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn change_role(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
    Form(form): Form<RoleForm>,
) -> AdminResult {
    admin.service().change_role(&admin.caller, &nav.id, &id, role(&form.role)?).await?;
    Ok(reply::see(&Area::Members.href(&nav.id), Flash::Role))
}

pub(super) async fn renew_link(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let made = admin.service().renew_link(&admin.caller, &nav.id, &id).await?;
    let new_link = made.link.map(|token| new_link(&admin.http, made.administrator.email.to_string(), &token));
    page(&admin, nav, Extras { new_link, ..Extras::default() }).await
}

pub(super) async fn ask_remove(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = Area::Members.href(&nav.id);
    let member = admin.service().member(&admin.caller, &nav.id, &id).await?;
    let text =
        "The person can no longer come into this namespace. With the last role of somebody goes the account; what \
                was done stays in the audit log."
            .to_owned();
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Members),
        title: format!("Remove {}?", member.administrator.email),
        text,
        action: format!("{back}/{id}/remove"),
        fields: Vec::new(),
        button: "Remove",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn remove(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().remove_member(&admin.caller, &nav.id, &id).await?;
    let standing = admin.standing();
    // Those who leave may not see this list any more.
    let has_left = id == standing.id && !standing.is_everywhere;
    Ok(if has_left {
        reply::see("/admin", Flash::Left)
    } else {
        reply::see(&Area::Members.href(&nav.id), Flash::MemberRemoved)
    })
}

async fn lines(admin: &Admin, id: &NamespaceId) -> Result<Vec<MemberLine>, ServiceError> {
    let mut lines = Vec::new();
    for member in admin.service().members(&admin.caller, id).await? {
        lines.push(MemberLine {
            is_visitor: member.administrator.id == admin.standing().id,
            may_have_link: admin.service().may_renew_link(&admin.caller, &member.administrator).await?,
            email: member.administrator.email.to_string(),
            role: member.role,
            signs_in: match (&member.administrator.password_hash, &member.administrator.totp) {
                (None, _) => SignsIn::NotYet,
                (Some(_), None) => SignsIn::Password,
                (Some(_), Some(_)) => SignsIn::PasswordAndCode,
            },
            id: member.administrator.id,
        });
    }
    Ok(lines)
}

async fn page(admin: &Admin, namespace: NamespaceNav, extras: Extras) -> AdminResult {
    let members = lines(admin, &namespace.id).await?;
    let Extras { new_link, typed, problems } = extras;
    let is_refused = !problems.is_empty();
    let page = MembersPage { namespace, members, new_link, typed, problems };
    Ok(admin.form_page(is_refused, app::admin::members, page))
}

fn new_link(http: &Http, email: String, token: &str) -> NewLink {
    NewLink { email, url: format!("{}/admin/link/{token}", http.base_url) }
}

fn with_article(role: Role) -> &'static str {
    match role {
        Role::Viewer => "a viewer",
        Role::Editor => "an editor",
        Role::Owner => "an owner",
    }
}
