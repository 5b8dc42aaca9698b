//! Every page and action of the dashboard, with what it asks of its visitor.

use axum::{Router, extract::DefaultBodyLimit};
use tower_http::csrf::CsrfLayer;

use super::{
    super::state::Http,
    account, home, link, quiz, quizzes, sign_in,
    table::{
        Access::{Anyone, Everywhere, Namespace, SignedIn},
        AdminRoute, Table,
    },
};
use domain::Permission::Read;

/// A form holds at most a quiz definition or a list of people.
const FORM_LIMIT: usize = 1024 * 1024;

pub(in crate::http) fn routes(http: &Http) -> Router<Http> {
    fill(Table::new(Some(http.clone()))).into_router().layer(CsrfLayer::new()).layer(DefaultBodyLimit::max(FORM_LIMIT))
}

/// What there is, for tests that try all of it.
#[must_use]
pub fn table() -> Vec<AdminRoute> {
    fill(Table::new(None)).routes
}

fn fill(table: Table) -> Table {
    quiz::add(table)
        .get(Anyone, "/admin/sign-in", sign_in::show)
        .post(Anyone, "/admin/sign-in", sign_in::sign_in)
        .get(Anyone, "/admin/link/{token}", link::show)
        .post(Anyone, "/admin/link/{token}", link::follow)
        .post(SignedIn, "/admin/sign-out", sign_in::sign_out)
        .get(SignedIn, "/admin/account", account::show)
        .post(SignedIn, "/admin/account/password", account::change_password)
        .post(SignedIn, "/admin/account/second-factor", account::new_factor)
        .post(SignedIn, "/admin/account/second-factor/on", account::turn_factor_on)
        .post(SignedIn, "/admin/account/second-factor/off", account::turn_factor_off)
        .post(SignedIn, "/admin/account/sessions/end", account::end_other_sessions)
        .post(SignedIn, "/admin/account/sessions/{id}/end", account::end_session)
        .get(SignedIn, "/admin", home::show)
        .post(Everywhere, "/admin/ns", home::create)
        .get(Namespace(Read), "/admin/ns/{namespace}", quizzes::show)
}
