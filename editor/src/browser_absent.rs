//! Stands in for the browser on the server, where pages are rendered but have no events.

use leptos::ev::{ClipboardEvent, DragEvent, Event, FocusEvent, KeyboardEvent, MouseEvent, SubmitEvent};

use crate::model::Editor;

pub(crate) fn typed(_ed: Editor, _event: &Event) {}

pub(crate) fn left(_ed: Editor, _event: &Event) {}

pub(crate) fn blurred(_ed: Editor, _event: &FocusEvent) {}

pub(crate) fn submitted(_ed: Editor, _event: &SubmitEvent) {}

pub(crate) fn clicked(_ed: Editor, _event: &MouseEvent) {}

pub(crate) fn pressed(_ed: Editor, _event: &KeyboardEvent) {}

pub(crate) fn pasted(_ed: Editor, _event: &ClipboardEvent) {}

pub(crate) fn dragged(_event: &DragEvent) {}

pub(crate) fn over(_event: &DragEvent) {}

pub(crate) fn dropped(_ed: Editor, _event: &DragEvent) {}

pub(crate) fn changed(_ed: Editor, _count: usize) {}
