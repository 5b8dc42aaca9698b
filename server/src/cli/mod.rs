//! The command line: one module a command, no rules of its own.

mod admin;
mod audit;
mod backup;
mod command;
mod demo;
mod demo_data;
mod destination;
mod duration;
mod export;
mod init;
mod key;
mod namespace;
mod openapi;
mod output;
mod placing;
mod quiz;
mod restore;
mod schedule;
mod serve;

pub use command::Cli;
