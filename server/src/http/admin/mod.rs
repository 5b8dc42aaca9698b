//! The dashboard of signed-in administrators. `routes.rs` names the permission of each page. The guard enforces it
//! before the handler runs, and the use case checks it again.

mod access;
mod account;
mod alerts;
mod answers;
mod answers_forms;
mod answers_table;
mod answers_view;
mod audit;
mod browsers;
mod changes;
pub(super) mod cookie;
mod dates;
mod editor;
mod exports;
mod extract;
mod form;
mod home;
mod insights;
mod keys;
mod link;
mod list;
mod live;
mod members;
mod occasions;
mod offer;
mod people;
mod person;
mod person_ids;
mod pictures;
mod qr;
mod quiz;
mod quizzes;
mod reply;
mod report;
mod reports;
mod route_table;
mod routes;
mod search;
mod settings;
mod share;
mod sign_in;
mod texts;
mod webhooks;

pub(super) use live::LivePages;
pub(super) use report::ReportCache;
pub use route_table::{Access, AdminRoute, Wait};
pub(super) use routes::routes;
pub use routes::table as admin_routes;

use self::{
    extract::{Admin, ById, NamespaceHead, QuizHead, quiz_href, quiz_nav},
    form::{Form, problem, problems},
    list::list_href,
    reply::{AdminError, AdminResult},
};
use super::{
    middleware::costly::in_turn,
    pages::{Path, Query},
    state::Http,
};
use crate::low_priority::{SMALL, offload};
