//! The people of a namespace: who has which role, and the links by which they choose a password.

use app::admin::{Area, Confirmation, MemberLine, MembersPage, NewLink, Place, Problem, SignsIn};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{Email, Invalid, NamespaceId, Role};
use serde::Deserialize;

use super::{
    super::{
        pages::{Path, Query},
        state::Http,
    },
    context::{context_after, namespace_nav},
    form::Form,
    reply,
    said::Said,
    visitor::Visitor,
};
use crate::service::{NewMember, ServiceError};

#[derive(Deserialize)]
pub(super) struct NewMemberForm {
    email: String,
    role: String,
}

#[derive(Deserialize)]
pub(super) struct RoleForm {
    role: String,
}

/// What the page shows beside the list.
#[derive(Default)]
struct Beside {
    said: Option<String>,
    new_link: Option<NewLink>,
    typed: (String, Option<Role>),
    problems: Vec<Problem>,
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Query(Said { said }): Query<Said>,
) -> Response {
    page(&http, &visitor, &namespace, StatusCode::OK, Beside { said, ..Beside::default() }).await
}

pub(super) async fn add(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Form(form): Form<NewMemberForm>,
) -> Response {
    let path = path(&namespace);
    let role = Role::parse(&form.role);
    let made = match (Email::parse(&form.email), role) {
        (Ok(email), Some(role)) => http.service.set_member(&visitor.caller(), &namespace, email, role).await,
        (Err(error), _) => Err(Invalid::one("email", error.to_string()).into()),
        (Ok(_), None) => Err(Invalid::one("role", "must be viewer, editor or owner").into()),
    };
    let problems = match made {
        Ok(NewMember { administrator, link: Some(token) }) => {
            let new_link = new_link(&http, administrator.email.to_string(), &token);
            let beside = Beside { new_link: Some(new_link), ..Beside::default() };
            return page(&http, &visitor, &namespace, StatusCode::OK, beside).await;
        }
        Ok(_) => return reply::see(&path, "member"),
        Err(ServiceError::Invalid { details, .. }) => {
            details.into_iter().map(|error| Problem { field: error.path, message: error.message }).collect()
        }
        Err(ServiceError::Forbidden(why)) => vec![Problem { field: "email".to_owned(), message: why.to_owned() }],
        Err(ServiceError::Conflict(why)) => vec![Problem { field: "email".to_owned(), message: why }],
        Err(error) => return reply::failed(&http, Some(&visitor.0), &path, error),
    };
    let beside = Beside { typed: (form.email, role), problems, ..Beside::default() };
    page(&http, &visitor, &namespace, StatusCode::UNPROCESSABLE_ENTITY, beside).await
}

pub(super) async fn change_role(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
    Form(form): Form<RoleForm>,
) -> Response {
    let path = path(&namespace);
    let changed = match Role::parse(&form.role) {
        Some(role) => http.service.change_role(&visitor.caller(), &namespace, &id, role).await,
        None => Err(Invalid::one("role", "must be viewer, editor or owner").into()),
    };
    match changed {
        Ok(()) => reply::see(&path, "role"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &path, error),
    }
}

pub(super) async fn renew_link(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
) -> Response {
    match http.service.renew_link(&visitor.caller(), &namespace, &id).await {
        Ok(made) => {
            let link = made.link.map(|token| new_link(&http, made.administrator.email.to_string(), &token));
            let beside = Beside { new_link: link, ..Beside::default() };
            page(&http, &visitor, &namespace, StatusCode::OK, beside).await
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &path(&namespace), error),
    }
}

pub(super) async fn ask_remove(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
) -> Response {
    let back = path(&namespace);
    let found = http.service.member(&visitor.caller(), &namespace, &id).await;
    let (member, nav) = match (found, namespace_nav(&http, &visitor, &namespace).await) {
        (Ok(member), Ok(nav)) => (member, nav),
        (Err(error), _) | (_, Err(error)) => return reply::failed(&http, Some(&visitor.0), &back, error),
    };
    let text =
        "The person can no longer come into this namespace. With the last role of somebody goes the account; what \
                was done stays in the audit log."
            .to_owned();
    let page = Confirmation {
        namespace: nav,
        place: Place::Namespace(Area::Members),
        title: format!("Remove {}?", member.administrator.email),
        text,
        action: format!("{back}/{id}/remove"),
        button: "Remove",
        back,
    };
    reply::confirm(&http, &visitor, &page)
}

pub(super) async fn remove(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, id)): Path<(NamespaceId, String)>,
) -> Response {
    let path = path(&namespace);
    match http.service.remove_member(&visitor.caller(), &namespace, &id).await {
        // Nothing here is theirs to see any more.
        Ok(()) if id == visitor.0.standing.id && !visitor.0.standing.is_everywhere => reply::see("/admin", "left"),
        Ok(()) => reply::see(&path, "member-removed"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &path, error),
    }
}

async fn lines(http: &Http, visitor: &Visitor, id: &NamespaceId) -> Result<Vec<MemberLine>, ServiceError> {
    let caller = visitor.caller();
    let mut lines = Vec::new();
    for member in http.service.members(&caller, id).await? {
        lines.push(MemberLine {
            is_visitor: member.administrator.id == visitor.0.standing.id,
            may_have_link: http.service.may_renew_link(&caller, &member.administrator).await?,
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

async fn page(http: &Http, visitor: &Visitor, id: &NamespaceId, status: StatusCode, beside: Beside) -> Response {
    let path = path(id);
    let (members, namespace) = match (lines(http, visitor, id).await, namespace_nav(http, visitor, id).await) {
        (Ok(members), Ok(namespace)) => (members, namespace),
        (Err(error), _) | (_, Err(error)) => return reply::failed(http, Some(&visitor.0), &path, error),
    };
    let Beside { said, new_link, typed, problems } = beside;
    let page = MembersPage { namespace, members, new_link, typed, problems };
    let cx = context_after(http, visitor, &path, said.as_deref());
    reply::page_with(&cx, status, app::admin::members(&cx, &page))
}

fn new_link(http: &Http, email: String, token: &str) -> NewLink {
    NewLink { email, url: format!("{}/admin/link/{token}", http.base_url) }
}

fn path(namespace: &NamespaceId) -> String {
    format!("/admin/ns/{namespace}/members")
}
