//! Stands in for the browser on the server, where the island is rendered but never started.

use leptos::ev::{Event, KeyboardEvent, MouseEvent, SubmitEvent};

pub(crate) fn clicked(_event: MouseEvent) {}

pub(crate) fn pressed(_event: KeyboardEvent) {}

pub(crate) fn typed(_event: Event) {}

pub(crate) fn changed(_event: Event) {}

pub(crate) fn submitted(_event: SubmitEvent) {}
