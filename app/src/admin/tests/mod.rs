//! Tests of the rendered HTML of pages.

mod answers;
mod insights;
mod person;
mod sharing;
mod support;
