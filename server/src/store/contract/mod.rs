//! The contract of a store, as one test suite for each backend.
//!
//! A test is a function of a [`TestStore`] with `#[apply(contract!)]`. To add a backend, implement [`backend::Backend`]
//! and add a line to [`contract`].

mod admins;
mod alert_mails;
mod alerts;
mod answer_views;
mod attempts;
mod audit;
pub(in crate::store) mod backend;
mod changes;
pub(crate) mod cluster;
pub(crate) mod database;
mod drafts;
mod durability;
mod endpoints;
mod events;
mod histories;
mod images;
mod insights;
mod installation;
mod invitations;
mod jobs;
mod keys;
mod mail_choices;
mod mails;
mod namespaces;
mod offers;
mod one_write;
mod people;
mod person_fields;
mod person_mails;
mod places;
mod quiz_changes;
mod quiz_dates;
mod quiz_deletion;
mod quizzes;
mod quotas;
mod record_changes;
mod record_filters;
mod record_lists;
mod record_queries;
mod records;
mod repairing;
mod replies;
mod reports;
mod run;
pub(crate) mod samples;
mod schedules;
mod secrets;
mod series;
mod sessions;
mod sizes;
pub(crate) mod template;
mod test_store;
mod transactions;

use macro_rules_attribute::apply;

use run::contract;
use test_store::{TestResult, TestStore};

pub(in crate::store) use test_store::eventually;
