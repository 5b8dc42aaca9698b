//! The quiz editor. Every button keeps the fields as a draft; saving applies the draft to the quiz.

mod draft;
mod load;
mod post;
mod preview;
mod show;

pub(super) use post::publish;
pub(super) use show::note;

use domain::Permission::Edit;

use super::table::{Access::Namespace, Table};

/// Adds the routes with their permissions.
pub(super) fn add(table: Table) -> Table {
    table
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", show::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", post::post)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/draft", draft::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/draft", draft::change)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::go_on)
}
