//! Stands in for the browser on the server, where islands are drawn and never started.

use leptos::ev::SubmitEvent;

use crate::{islands::Asking, stepper::Event};

pub(crate) fn focus(_id: &str) {}

pub(crate) fn submitted(_asking: &Asking, _event: &SubmitEvent) {}

pub(crate) fn handle(_asking: &Asking, _event: Event) {}
