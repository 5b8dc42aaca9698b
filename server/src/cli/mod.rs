//! The command line: one module a command, and no rules.

mod admin;
mod audit;
mod backup;
mod checks;
mod clock;
mod command;
mod completions;
mod copy;
mod database_server;
mod demo;
mod demo_data;
mod destination;
mod doctor;
mod domain;
mod duration;
mod environment;
mod export;
mod health;
mod init;
mod key;
mod namespace;
mod open_files;
mod openapi;
mod output;
mod quiz;
mod quota;
mod repair;
mod restore;
mod schedule;
mod secret_key;
mod serve;
mod service_manager;
mod upgrade;
mod webhook;
mod webhook_rules;

pub use command::Cli;
