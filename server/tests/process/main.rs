//! The program as a process: its commands, its shutdown, the data it keeps when killed, and the manual's examples.

mod admin;
mod assessments;
mod audit;
mod backup;
mod bounds;
mod certificates;
mod cli;
#[path = "../../src/store/contract/cluster.rs"]
mod cluster;
mod copy;
#[path = "../../src/store/contract/database.rs"]
mod database;
mod delivery;
mod docs;
mod doctor;
mod environment;
mod exports;
mod full_disk;
mod health;
mod in_place;
mod json;
mod kill;
mod mail;
#[path = "../http/support/mail_server.rs"]
#[expect(dead_code, reason = "the other tests need more of it")]
mod mail_server;
mod monitoring;
mod packaged_mail_server;
mod postfix;
mod postgresql;
mod quotas;
mod secret_key;
mod service_manager;
mod shutdown;
mod storage;
mod support;
mod upgrade;
mod upgrading;
mod webhooks;
mod wrong_clock;
