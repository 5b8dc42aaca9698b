//! Permissions of the dashboard, checked against the route table so that no page is forgotten.

use axum::http::Method;
use domain::{Permission, Role};
use server::http::{Access, AdminRoute, admin_routes};

use crate::support::{App, Person};

/// The route's path with unknown ids. Permissions are checked before ids are looked up.
fn path_in(namespace: &str, route: &AdminRoute) -> String {
    let mut path = String::new();
    for part in route.path.split('/').skip(1) {
        let part = match part {
            "{namespace}" => namespace,
            "{quiz}" => "0123456789abcdef",
            part if part.starts_with('{') => "none",
            part => part,
        };
        path.push('/');
        path.push_str(part);
    }
    path
}

async fn is_refused(person: &Person<'_>, route: &AdminRoute, namespace: &str) -> bool {
    let call = person.call(route.method.clone(), &path_in(namespace, route));
    let call = if route.method == Method::POST { call.form(&[]) } else { call };
    call.await.status == 403
}

#[test]
fn the_table_has_pages_and_actions_of_every_sort() {
    let count = |access| admin_routes().iter().filter(|route| route.access == access).count();
    for permission in Permission::ALL {
        assert!(count(Access::Namespace(permission)) >= 1, "{permission:?}");
    }
    assert!(count(Access::SignedIn) >= 5);
    assert!(count(Access::Everywhere) >= 1);
}

#[test]
fn routes_of_a_namespace_require_a_role_in_it() {
    for route in admin_routes() {
        let (about, is_within) =
            (format!("{} {}", route.method, route.path), matches!(route.access, Access::Namespace(_)));
        if route.path.contains("{namespace}") {
            // Of all namespaces is more than of one.
            assert!(is_within || route.access == Access::Everywhere, "{about}");
        } else {
            assert!(!is_within, "{about}");
        }
    }
}

#[test]
fn viewers_cannot_change_anything() {
    // The columns that a viewer sees are the viewer's own.
    let is_change = |route: &&AdminRoute| route.method == Method::POST && !route.path.ends_with("/table");
    for route in admin_routes().iter().filter(is_change) {
        assert_ne!(route.access, Access::Namespace(Permission::Read), "{}", route.path);
    }
}

#[tokio::test]
async fn without_a_session_every_page_leads_to_the_sign_in_and_no_action_is_carried_out() {
    let app = App::start().await;
    for route in admin_routes().iter().filter(|route| route.access != Access::Anyone) {
        let path = path_in("acme", route);
        let reply = app.call(route.method.clone(), &path).undocumented().await;
        if route.method == Method::GET {
            assert_eq!(reply.status, 303, "{path}");
            assert!(reply.header("location").starts_with("/admin/sign-in?next=%2Fadmin"), "{path}");
        } else {
            assert_eq!(reply.status, 401, "{path}");
        }
    }
}

#[tokio::test]
async fn each_role_comes_where_it_may_and_nowhere_else() {
    let app = App::start().await;
    for role in Role::ALL {
        let person = app.member(&format!("{}@example.com", role.as_str()), "acme", role).await;
        for route in admin_routes() {
            let expected = match route.access {
                Access::Anyone | Access::SignedIn => continue,
                Access::Everywhere => true,
                Access::Namespace(permission) => !role.allows(permission),
            };
            let found = is_refused(&person, &route, "acme").await;
            assert_eq!(found, expected, "{role:?} {} {}", route.method, route.path);
        }
    }
}

#[tokio::test]
async fn an_owner_of_one_namespace_has_no_role_in_another() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    for route in admin_routes().iter().filter(|route| matches!(route.access, Access::Namespace(_))) {
        for namespace in ["other", "missing", "Not%20An%20Id"] {
            assert!(is_refused(&owner, route, namespace).await, "{} {} in {namespace}", route.method, route.path);
        }
    }
}

#[tokio::test]
async fn an_administrator_of_all_namespaces_comes_everywhere() {
    let app = App::start().await;
    let person = app.administrator("root@example.com").await;
    for route in admin_routes() {
        if route.path != "/admin/sign-out" {
            assert!(!is_refused(&person, &route, "acme").await, "{} {}", route.method, route.path);
        }
    }
}

/// Applies to pages and files alike, whether they exist or not.
#[tokio::test]
async fn nothing_of_the_dashboard_is_kept_on_the_way_or_taken_for_another_type() {
    let app = App::start().await;
    let person = app.administrator("root@example.com").await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let known = [("0123456789abcdef", quiz.id.as_str()), ("figures/none", "figures/days.svg")];
    let mut files = 0;
    for route in admin_routes().iter().filter(|route| route.method == Method::GET) {
        let unknown = path_in("acme", route);
        let path = known.iter().fold(unknown.clone(), |path, (none, one)| path.replace(none, one));
        // The stream that follows a quiz never ends.
        for path in [unknown, path].into_iter().filter(|path| !path.ends_with(&format!("{}/live", quiz.id))) {
            let reply = person.get(&path).await;
            let told = [reply.header("cache-control"), reply.header("x-content-type-options")];
            assert_eq!(told, ["no-store", "nosniff"], "{path}: {}", reply.status);
            files += usize::from(reply.status == 200 && !reply.header("content-type").starts_with("text/html"));
        }
    }
    assert!(files >= 4, "a figure, a QR code, a definition, a list: {files}");
}

#[tokio::test]
async fn a_role_that_is_taken_away_is_gone_with_the_next_request() {
    let app = App::start().await;
    let keeper = app.member("keeper@example.com", "acme", Role::Owner).await;
    let person = app.member("ana@example.com", "acme", Role::Editor).await;
    person.get("/admin/ns/acme").await.is(200);
    let namespace = domain::NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&server::service::Caller::Operator, &namespace).await.expect("members");
    let ana = members.iter().find(|member| member.role == Role::Editor).expect("ana");
    let operator = server::service::Caller::Operator;
    app.service.remove_member(&operator, &namespace, &ana.administrator.id).await.expect("removed");
    let reply = person.get("/admin/ns/acme").await.is(303);
    assert!(reply.header("location").starts_with("/admin/sign-in"), "the account went with its last role");
    keeper.get("/admin/ns/acme").await.is(200);
}
