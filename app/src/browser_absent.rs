//! What stands in for the browser on the server: islands are drawn there, never started.

use leptos::ev::{MouseEvent, SubmitEvent};

/// Never hears of anything.
#[derive(Clone)]
pub(crate) struct Driver;

impl Driver {
    pub(crate) fn start() -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "as in the browser")]
    pub(crate) fn submitted(&self, _event: &SubmitEvent) {}

    #[expect(clippy::unused_self, reason = "as in the browser")]
    pub(crate) fn chose(&self) {}

    #[expect(clippy::unused_self, reason = "as in the browser")]
    pub(crate) fn clicked(&self, _event: &MouseEvent) {}
}
