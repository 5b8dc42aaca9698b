//! Tests of the rendered HTML of pages.

mod answers;
mod insights;
mod person;
mod pictures;
mod sharing;
mod support;
mod webhooks;
