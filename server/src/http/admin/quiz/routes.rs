//! Routes of one quiz with their permissions.

use domain::Permission::{Edit, Read};

use super::super::table::{Access::Namespace, Table};
use super::{definition, delete, new, overview, state};

pub(in crate::http::admin) fn add(table: Table) -> Table {
    table
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/new", new::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/new", new::create)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/import", new::import)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}", overview::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/open", state::open)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/close", state::close)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/dates", state::set_dates)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/duplicate", state::duplicate)
        .get(Namespace(Read), "/admin/ns/{namespace}/quizzes/{quiz}/definition", definition::download)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/delete", delete::ask)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/delete", delete::delete)
}
