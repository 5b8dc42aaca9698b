//! The answers record and its cards as callers read them.

mod body;
mod cards;
mod events;
mod measures;
mod over_time;
mod quoting;

pub(crate) use body::{Fields, RecordBody, View, shown_fields, unsigned, value_of};
pub(crate) use cards::{RecommendationsType, of_owner as cards_of_owner};
pub(crate) use events::{ExportData, QuizData, ResponseData};
pub(crate) use over_time::OverTime;
pub(crate) use quoting::quoting;
