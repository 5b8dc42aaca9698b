//! Every page and action of the dashboard with its permission.

use axum::{Router, extract::DefaultBodyLimit, middleware::from_fn_with_state, routing::get};
use tower_http::csrf::CsrfLayer;

use super::route_table::{
    Access::{Anyone, Everywhere, Namespace, SignedIn},
    AdminRoute, RouteTable, Wait,
};
use super::{
    Http, access, account, alerts, answers, answers_forms, audit, changes, editor, exports, home, insights, keys, link,
    members, occasions, offer, people, person, pictures, quiz, quizzes, reply, report, reports, search, settings,
    share, sign_in, texts, webhooks,
};
use domain::Permission::{Edit, Export, Manage, Read};

/// Enough for a quiz definition or a list of invitees.
const FORM_LIMIT: usize = 1024 * 1024;

pub(in crate::http) fn routes(http: &Http) -> Router<Http> {
    let not_found =
        get(reply::no_such_page).layer(from_fn_with_state((http.clone(), SignedIn, Wait::Turn), access::guard));
    fill(RouteTable::new(Some(http.clone())))
        .into_router()
        .route("/admin/{*page}", not_found)
        .layer(CsrfLayer::new())
        .layer(DefaultBodyLimit::max(FORM_LIMIT))
}

pub fn table() -> Vec<AdminRoute> {
    fill(RouteTable::new(None)).routes
}

fn fill(table: RouteTable) -> RouteTable {
    webhooks::add(editor::add(quiz::add(add_insights(table))))
        .get(Anyone.at_once(), "/admin/sign-in", sign_in::show)
        // Passwords wait in queues of their own.
        .post(Anyone.at_once(), "/admin/sign-in", sign_in::sign_in)
        .get(Anyone, "/admin/link/{token}", link::show)
        .post(Anyone, "/admin/link/{token}", link::follow)
        .get(Anyone, "/admin/offer/{token}", offer::show)
        .post(Anyone, "/admin/offer/{token}", offer::accept)
        .get(SignedIn, "/admin/offer/{token}/decline", offer::ask_decline)
        .post(SignedIn, "/admin/offer/{token}/decline", offer::decline)
        .post(SignedIn, "/admin/sign-out", sign_in::sign_out)
        .get(SignedIn, "/admin/account", account::show)
        .post(SignedIn, "/admin/account/password", account::change_password)
        .post(SignedIn, "/admin/account/time-zone", account::set_time_zone)
        .post(SignedIn, "/admin/account/mail", account::set_mail)
        .post(SignedIn, "/admin/account/second-factor", account::new_factor)
        .post(SignedIn, "/admin/account/second-factor/on", account::turn_factor_on)
        .post(SignedIn, "/admin/account/second-factor/off", account::turn_factor_off)
        .post(SignedIn, "/admin/account/second-factor/codes", account::renew_codes)
        .get(SignedIn, "/admin/account/sessions/end", account::ask_end_other_sessions)
        .post(SignedIn, "/admin/account/sessions/end", account::end_other_sessions)
        .get(SignedIn, "/admin/account/sessions/{id}/end", account::ask_end_session)
        .post(SignedIn, "/admin/account/sessions/{id}/end", account::end_session)
        .get(SignedIn, "/admin", home::show)
        .get(SignedIn, "/admin/search", search::show)
        .get(SignedIn, "/admin/help", search::help)
        .post(Everywhere, "/admin/ns", home::create)
        .post(Everywhere, "/admin/clock", home::confirm_clock)
        .get(Namespace(Read), "/admin/ns/{namespace}", quizzes::show)
        .get(Namespace(Edit), "/admin/ns/{namespace}/people/erase", people::ask)
        .post(Namespace(Edit), "/admin/ns/{namespace}/people/erase", people::erase)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/share", share::show)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/share/qr.svg", share::qr_file)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/share/example", share::example)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/example/allow", share::allow)
        .get(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/share/secret", share::ask_make_secret)
        .post(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/share/secret", share::make_secret)
        .get(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/share/secret/end", share::ask_end_secret)
        .post(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/share/secret/end", share::end_secret)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/fields", share::show_fields)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/fields", share::keep_fields)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invite", share::invite)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/write", share::show_write)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/write", share::write)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/messages", share::messages)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/messages/cancel", share::ask_cancel)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/messages/cancel", share::cancel)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/messages/{mail}/send", share::send_again)
        .get(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/share/links.csv", share::links)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/remove", share::ask_remove)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/remove", share::remove)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/revoke", share::ask_revoke)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/revoke", share::revoke)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/restore", share::restore)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/renew", share::ask_renew)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/share/invited/{id}/renew", share::renew)
        .get(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/exports", exports::show)
        .post(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/exports", exports::request)
        .get(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/exports/{id}/cancel", exports::ask_cancel)
        .post(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/exports/{id}/cancel", exports::cancel)
        .get(Namespace(Manage), "/admin/ns/{namespace}/members", members::show)
        .post(Namespace(Manage), "/admin/ns/{namespace}/members", members::offer)
        .get(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/role", members::ask_role)
        .post(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/role", members::change_role)
        .get(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/link", members::ask_renew_link)
        .post(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/link", members::renew_link)
        .get(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/sessions/end", members::ask_end_sessions)
        .post(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/sessions/end", members::end_sessions)
        .get(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/remove", members::ask_remove)
        .post(Namespace(Manage), "/admin/ns/{namespace}/members/{id}/remove", members::remove)
        .get(Namespace(Manage), "/admin/ns/{namespace}/offers/{id}/withdraw", members::ask_withdraw)
        .post(Namespace(Manage), "/admin/ns/{namespace}/offers/{id}/withdraw", members::withdraw)
        .get(Namespace(Manage), "/admin/ns/{namespace}/keys", keys::show)
        .post(Namespace(Manage), "/admin/ns/{namespace}/keys", keys::create)
        .get(Namespace(Manage), "/admin/ns/{namespace}/keys/{id}/revoke", keys::ask_revoke)
        .post(Namespace(Manage), "/admin/ns/{namespace}/keys/{id}/revoke", keys::revoke)
        .get(Namespace(Manage), "/admin/ns/{namespace}/settings", settings::show)
        .post(Namespace(Manage), "/admin/ns/{namespace}/settings/name", settings::rename)
        .get(Everywhere, "/admin/ns/{namespace}/settings/delete", settings::ask_delete)
        .post(Everywhere, "/admin/ns/{namespace}/settings/delete", settings::delete)
        .post(Namespace(Manage), "/admin/ns/{namespace}/settings/retention", settings::set_retention)
        .post(Namespace(Manage), "/admin/ns/{namespace}/settings/second-factor", settings::require_second_factor)
        .get(Namespace(Manage), "/admin/ns/{namespace}/audit", audit::show_namespace)
        .get(Namespace(Manage), "/admin/ns/{namespace}/audit/log.csv", audit::csv_of_namespace)
        .get(Everywhere, "/admin/audit", audit::show_all)
        .get(Everywhere, "/admin/audit/log.csv", audit::csv_of_all)
        .post(Everywhere, "/admin/audit/check", audit::check)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/answers", answers::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/table/views", answers_forms::save_view)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/table/views/delete", answers_forms::ask_delete_view)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/table/views/delete", answers_forms::delete_view)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/table", answers_forms::columns)
        .post(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/table", answers_forms::keep_columns)
        .post(Namespace(Export), "/admin/ns/{namespace}/quizzes/{quiz}/table/chosen", answers_forms::chosen)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/table/erase", answers_forms::erase)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/answers/{user}", person::show)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/answers/{user}/erase", person::ask)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/answers/{user}/erase", person::erase)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/alerts", alerts::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/alerts/{id}/acknowledge", alerts::acknowledge)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/pictures", pictures::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/pictures", pictures::add)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/pictures/{id}/delete", pictures::delete)
        .get(Anyone.of_report(), "/report/{token}", report::open)
        .get(Anyone.of_report(), "/report/{token}/{file}", report::file)
}

fn add_insights(table: RouteTable) -> RouteTable {
    table
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/insights", insights::show)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/insights/changes", changes::show)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/insights/occasions", occasions::show)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/insights/figures/{file}", insights::file)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/insights/texts/{question}", texts::show)
        .get(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/insights/reports", reports::show)
        .post(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/insights/reports", reports::create)
        .post(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/insights/reports/{id}/publish", reports::publish)
        .get(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/insights/reports/{id}/end", reports::ask_end)
        .post(Namespace(Manage), "/admin/ns/{namespace}/quizzes/{quiz}/insights/reports/{id}/end", reports::end)
}
