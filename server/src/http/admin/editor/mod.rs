//! The quiz editor: pages of forms, the draft as JSON for its program, the preview, and publishing.

mod draft;
mod history;
mod page;
mod post;
mod preview;
mod publish;

pub(super) use page::note;
pub(super) use post::publish;

use domain::Permission::Edit;

use super::route_table::{Access::Namespace, RouteTable};

pub(super) fn add(table: RouteTable) -> RouteTable {
    table
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", page::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit", post::post)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/draft", draft::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/draft", draft::change)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/publish", publish::show)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/{part}", page::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/{part}", post::post)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/{part}/{id}", page::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/edit/{part}/{id}", post::post)
        .get(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::show)
        .post(Namespace(Edit), "/admin/ns/{namespace}/quizzes/{quiz}/preview", preview::go_on)
}
