//! The dashboard: pages for people who are signed in. What each page asks of its visitor stands beside its path in
//! `routes.rs`, is enforced before its handler runs, and is asked again by the use-case.

mod access;
mod account;
mod admin;
mod answers;
mod audit;
mod cookie;
mod dates;
mod editor;
mod error;
mod exports;
mod form;
mod home;
mod insights;
mod keys;
mod link;
mod list;
mod members;
mod page_head;
mod periods;
mod person;
mod qr;
mod quiz;
mod quizzes;
mod reply;
mod routes;
mod share;
mod sign_in;
mod table;

pub(super) use routes::routes;
pub use routes::table as admin_routes;
pub use table::{Access, AdminRoute};
