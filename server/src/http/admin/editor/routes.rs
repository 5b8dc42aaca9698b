//! The editor's routes.

use domain::Permission::Edit;

use super::super::table::{Access::Namespace, Table};
use super::{post, preview, show};

pub(in crate::http::admin) fn add(table: Table) -> Table {
    table
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", show::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", post::post)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::go_on)
}
