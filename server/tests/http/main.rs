//! The service over HTTP: laid out like its URLs, then what holds for all of them.
//!
//! Every response that any of these tests receives is also held against the API document, see `support/contract.rs`.

mod about;
mod admin_answers;
mod admin_audit;
mod admin_editor;
mod admin_exports;
mod admin_keys;
mod admin_members;
mod admin_quizzes;
mod admin_roles;
mod admin_share;
mod admin_sign_in;
mod answering;
mod answers;
mod answers_list;
mod assets;
mod calendar;
mod docs;
mod erasing;
mod errors;
mod exports;
mod flows;
mod fuzz;
mod health;
mod hostile;
mod insights;
mod keys;
mod limits;
mod namespaces;
mod notices;
mod openapi;
mod pages;
mod public;
mod quizzes;
mod races;
mod races_of_quizzes;
mod retake_pages;
mod retakes;
mod security_events;
mod strings;
mod support;
mod transport;
mod unavailable;
mod users;
mod versions;
