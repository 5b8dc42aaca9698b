//! From a view to text.

use leptos::prelude::*;

use super::{
    context::AdminContext,
    shell::{AdminFrame, AdminShell},
};

/// The whole document around `content`.
pub(super) fn render<V: IntoView + 'static>(
    cx: AdminContext,
    frame: AdminFrame,
    content: impl FnOnce() -> V + Send + 'static,
) -> String {
    let owner = Owner::new();
    let html = owner.with(|| view! { <AdminShell cx=cx frame=frame>{content()}</AdminShell> }.to_html());
    // Marks between texts and after lists, for a hydration that does not take place here.
    html.replace("<!>", "")
}
