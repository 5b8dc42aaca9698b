//! The dashboard: pages for people who are signed in. What each page asks of its visitor stands beside its path in
//! `routes.rs`, is enforced before its handler runs, and is asked again by the use-case.

mod access;
mod account;
mod answers;
mod audit;
mod context;
mod cookie;
mod dates;
mod editor;
mod exports;
mod form;
mod home;
mod insights;
mod keys;
mod link;
mod members;
mod periods;
mod person;
mod qr;
mod quiz;
mod quiz_page;
mod quizzes;
mod reply;
mod routes;
mod said;
mod share;
mod sign_in;
mod table;
mod visitor;

pub(super) use routes::routes;
pub use routes::table as admin_routes;
pub use table::{Access, AdminRoute};
