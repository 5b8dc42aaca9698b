//! The command line: one module a command, no rules of its own.

mod admin;
mod audit;
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
mod quiz;
mod schedule;
mod serve;

pub use command::Cli;
