//! Renders views to HTML.

use leptos::prelude::*;

use super::shell::{AdminFrame, AdminShell};
use crate::admin::AdminContext;

pub(super) fn render<V: IntoView + 'static>(
    cx: AdminContext,
    frame: AdminFrame,
    content: impl FnOnce() -> V + Send + 'static,
) -> String {
    let owner = Owner::new();
    let html = owner.with(|| view! { <AdminShell cx=cx frame=frame>{content()}</AdminShell> }.to_html());
    // Hydration markers, which these pages do not need.
    html.replace("<!>", "")
}
