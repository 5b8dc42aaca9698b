//! The log: its start, its lines about requests.

mod access;
mod log;
mod request;

pub(crate) use log::{LogFormat, is_news, start};
pub(crate) use request::{RequestLabels, carried, of_current};
