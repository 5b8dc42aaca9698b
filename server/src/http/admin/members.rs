//! The members of a namespace: offers, roles, password links, sessions.

use app::admin::{
    Area, Confirmation, Flash, MemberLine, MembersPage, NamespaceNav, NewLink, OfferLine, Problem, Section, SignsIn,
    TypedOffer,
};
use axum::response::{IntoResponse, Redirect};
use domain::{Email, FieldCode, Invalid, NamespaceId, Role};
use serde::Deserialize;

use super::{Admin, AdminResult, ById, Form, NamespaceHead, Path, Query, list_href, problem, problems, reply};
use crate::{
    http::api::v1::cursor,
    service::{Conflict, ExistingRole, GivenRole, Missing, ServiceError},
    store::{Member, Page},
};

const ROWS: u32 = 30;

#[derive(Deserialize)]
pub(super) struct MembersQuery {
    after: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct NewMemberForm {
    email: String,
    role: String,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
pub(super) struct RoleForm {
    role: String,
    /// Set once giving up the own role was confirmed.
    confirmed: Option<String>,
}

#[derive(Default)]
struct Extras {
    after: Option<String>,
    new_link: Option<NewLink>,
    typed: NewMemberForm,
    problems: Vec<Problem>,
}

pub(super) async fn show(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Query(MembersQuery { after }): Query<MembersQuery>,
) -> AdminResult {
    page(&admin, nav, Extras { after, ..Extras::default() }).await
}

pub(super) async fn offer(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Form(form): Form<NewMemberForm>,
) -> AdminResult {
    let problems = match give(&admin, &nav.id, &form).await {
        Ok(GivenRole::Offered(offer, token)) => {
            let url = format!("{}/admin/offer/{token}", admin.http.base_url);
            let new_link = NewLink { email: offer.email.to_string(), url, is_offer: true };
            return page(&admin, nav, Extras { new_link: Some(new_link), ..Extras::default() }).await;
        }
        Ok(GivenRole::Member(member)) => {
            vec![problem(
                "email",
                format!("This person is already {}. Nothing was changed.", with_article(member.role)),
            )]
        }
        Err(ServiceError::Conflict(Conflict::HasRole { id, .. })) => {
            let members = Area::Members.href(&nav.id);
            return Ok(Redirect::to(&format!("{members}/{id}/role?role={}", form.role)).into_response());
        }
        Err(ServiceError::Invalid(invalid)) => problems(invalid),
        Err(error) => return Err(error.into()),
    };
    page(&admin, nav, Extras { typed: form, problems, ..Extras::default() }).await
}

async fn give(admin: &Admin, namespace: &NamespaceId, form: &NewMemberForm) -> Result<GivenRole, ServiceError> {
    let email = Email::parse(&form.email).map_err(|error| Invalid::one("email", FieldCode::Malformed(error)))?;
    let (role, message) = (role(&form.role)?, Some(form.message.clone()));
    admin.service().give_role(&admin.caller, namespace, email, role, ExistingRole::Keep, message).await
}

fn role(text: &str) -> Result<Role, Invalid> {
    Role::parse(text).ok_or_else(|| Invalid::one("role", FieldCode::NotOneOf(Role::NAMES)))
}

/// Asks before offering a member another role, or before owners give up their own.
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
    let (title, text) = if gives_up(&admin, &id, role) {
        (
            format!("Become {} yourself?", with_article(role)),
            "You no longer see this page, and only another owner can give you the role back.",
        )
    } else {
        let title = format!("{email} is already {present}. Change to {}?", role.as_str());
        (title, "The new role takes effect at once.")
    };
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Members),
        title,
        text: text.to_owned(),
        action: format!("{back}/{id}/role"),
        fields: vec![("role", role.as_str().to_owned()), ("confirmed", "yes".to_owned())],
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
    let (role, members) = (role(&form.role)?, Area::Members.href(&nav.id));
    if form.confirmed.is_none() && gives_up(&admin, &id, role) {
        return Ok(Redirect::to(&format!("{members}/{id}/role?role={}", role.as_str())).into_response());
    }
    admin.service().change_role(&admin.caller, &nav.id, &id, role).await?;
    let has_left = gives_up(&admin, &id, role);
    let next = if has_left { Area::Quizzes.href(&nav.id) } else { members };
    Ok(reply::see(&next, Flash::Role))
}

/// True for administrators who would no longer manage the namespace themselves.
fn gives_up(admin: &Admin, id: &str, role: Role) -> bool {
    let rights = admin.rights();
    id == rights.id && !rights.is_everywhere && role != Role::Owner
}

pub(super) async fn ask_renew_link(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = Area::Members.href(&nav.id);
    let member = admin.service().member(&admin.caller, &nav.id, &id).await?;
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Members),
        title: format!("Create a reset password link for {}?", member.administrator.email),
        text: "Earlier links of this person no longer work. The password stays until the new link is used.".to_owned(),
        action: format!("{back}/{id}/link"),
        fields: Vec::new(),
        button: "Create link",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn renew_link(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let made = admin.service().renew_link(&admin.caller, &nav.id, &id).await?;
    let new_link = made.link.map(|token| NewLink {
        email: made.administrator.email.to_string(),
        url: format!("{}/admin/link/{token}", admin.http.base_url),
        is_offer: false,
    });
    page(&admin, nav, Extras { new_link, ..Extras::default() }).await
}

pub(super) async fn ask_withdraw(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let offers = admin.service().offers(&admin.caller, &nav.id).await?;
    let offer = offers.into_iter().find(|offer| offer.id == id).ok_or(Missing::Offer)?;
    let page = Confirmation {
        title: format!("Withdraw the offer to {}?", offer.email),
        text: "Its link no longer works. You can offer the role again.".to_owned(),
        action: format!("{}/offers/{id}/withdraw", nav.href()),
        fields: Vec::new(),
        button: "Withdraw offer",
        back: Area::Members.href(&nav.id),
        section: Section::Namespace(nav, Area::Members),
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn withdraw(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().withdraw_offer(&admin.caller, &nav.id, &id).await?;
    Ok(reply::see(&Area::Members.href(&nav.id), Flash::Withdrawn))
}

pub(super) async fn ask_end_sessions(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = Area::Members.href(&nav.id);
    let member = admin.service().member(&admin.caller, &nav.id, &id).await?;
    let page = Confirmation {
        section: Section::Namespace(nav, Area::Members),
        title: format!("Sign {} out?", member.administrator.email),
        text:
            "All browsers of this person are signed out, also from other namespaces. The person can sign in again; to \
               prevent that, remove the member."
                .to_owned(),
        action: format!("{back}/{id}/sessions/end"),
        fields: Vec::new(),
        button: "End sessions",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn end_sessions(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().end_sessions_of_member(&admin.caller, &nav.id, &id).await?;
    Ok(reply::see(&Area::Members.href(&nav.id), Flash::MemberSignedOut))
}

pub(super) async fn ask_remove(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let back = Area::Members.href(&nav.id);
    let member = admin.service().member(&admin.caller, &nav.id, &id).await?;
    let text =
        "This person loses access to this namespace, and the account too if it has no other role. The audit log keeps what \
                was done."
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
    let rights = admin.rights();
    // An administrator who has left may no longer see this list.
    let has_left = id == rights.id && !rights.is_everywhere;
    Ok(if has_left {
        reply::see("/admin", Flash::Left)
    } else {
        reply::see(&Area::Members.href(&nav.id), Flash::MemberRemoved)
    })
}

async fn lines(admin: &Admin, members: Vec<Member>) -> Result<Vec<MemberLine>, ServiceError> {
    let mut lines = Vec::new();
    for member in members {
        lines.push(MemberLine {
            is_visitor: member.administrator.id == admin.rights().id,
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
    let Extras { after, new_link, typed, problems } = extras;
    let list = Area::Members.href(&namespace.id);
    let first = after.as_ref().map(|_| list.clone());
    let members =
        admin.service().page_of_members(&admin.caller, &namespace.id, Page { after, limit: ROWS + 1 }).await?;
    let (members, next) =
        cursor::cut(members, ROWS, |last| list_href(&list, &(), Some(("after", &last.administrator.id))));
    let members = lines(admin, members).await?;
    let offers = admin.service().offers(&admin.caller, &namespace.id).await?;
    let zone = admin.zone().await?;
    let offers = offers.into_iter().map(|offer| OfferLine {
        expires: zone.minute(offer.expires_at),
        email: offer.email.to_string(),
        role: offer.role,
        id: offer.id,
    });
    let found = admin.service().namespace(&admin.caller, &namespace.id).await?;
    let requires_second_factor = found.is_some_and(|namespace| namespace.requires_second_factor);
    let is_refused = !problems.is_empty();
    let offers = offers.collect();
    let page = MembersPage {
        namespace,
        requires_second_factor,
        members,
        first,
        next,
        offers,
        new_link,
        sends_mail: admin.service().mails_links(),
        typed: TypedOffer { role: Role::parse(&typed.role), email: typed.email, message: typed.message },
        problems,
    };
    Ok(admin.form_page(is_refused, app::admin::members, page))
}

fn with_article(role: Role) -> &'static str {
    match role {
        Role::Viewer => "a viewer",
        Role::Editor => "an editor",
        Role::Owner => "an owner",
    }
}
