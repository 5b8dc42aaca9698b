//! From a view to text.

use std::sync::Arc;

use hydration_context::SsrSharedContext;
use leptos::prelude::*;

use super::PageContext;
use crate::components::{Frame, Shell};

/// The whole document around `content`.
pub(super) fn render<V: IntoView + 'static>(
    cx: &PageContext,
    frame: Frame,
    content: impl FnOnce() -> V + Send + 'static,
) -> String {
    // In islands mode: only what stands in an island is written so that a browser can take it over.
    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new_islands())));
    let cx = cx.clone();
    let html = owner.with(|| view! { <Shell cx=cx frame=frame>{content()}</Shell> }.to_html());
    // Marks between texts and after lists; the island's own view has none, and text has no bare `<`.
    html.replace("<!>", "")
}
