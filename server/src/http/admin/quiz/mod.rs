//! The pages and actions of one quiz.

pub(super) mod dates_form;
mod definition;
mod delete;
mod figures;
mod glance;
mod live;
mod new;
mod overview;
mod rescore;
mod state;

use domain::Permission::{Edit, Read};

use super::route_table::{Access::Namespace, RouteTable};

pub(super) fn add(table: RouteTable) -> RouteTable {
    table
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/new", new::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/new", new::create)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/import", new::import)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}", overview::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/open", state::open)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/live", live::follow)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/close", state::ask_close)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/close", state::close)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/dates", state::set_dates)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/duplicate", state::duplicate)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/definition", definition::download)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/rescore", rescore::ask)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/rescore", rescore::apply)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/delete", delete::ask)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/delete", delete::delete)
}
