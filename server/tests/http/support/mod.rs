//! Shared by the tests: a service with its own database, requests to it, and the check of every API response against
//! the API document.

mod app;
mod call;
#[path = "../../../src/store/contract/cluster.rs"]
mod cluster;
mod contract;
mod database;
mod editor_form;
mod every_kind;
pub(crate) mod mail_server;
mod page;
mod person;
mod quiz;
#[path = "../../../../app/domain/tests/support/random.rs"]
#[expect(dead_code, reason = "answers come from forms here")]
mod random;
pub(crate) mod receiver;
mod reply;
mod schema;
#[path = "../../../src/store/contract/template.rs"]
mod template;
mod thread_time;

pub(crate) use app::App;
pub(crate) use call::{Call, segment};
pub(crate) use contract::{Operation, document, operations};
pub(crate) use database::Database;
pub(crate) use editor_form::{EditorForm, button};
pub(crate) use every_kind::{Dice, ITEMS, OPTIONS, every_kind, random_answers, random_records, submit};
pub(crate) use page::{Control, Form, Page};
pub(crate) use person::{PASSWORD, Person, code, with_second_factor};
pub(crate) use quiz::{QuizAt, VECTOR_3, all_answers};
pub(crate) use random::Random;
pub(crate) use reply::Reply;
pub(crate) use schema::{resolve, smallest};
pub(crate) use thread_time::thread_time;
