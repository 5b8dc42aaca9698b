//! Dynamic parts of the page with a single type for each sort, however many there are: monomorphized code for each
//! would enlarge the program.

use std::sync::Arc;

use leptos::prelude::*;

type Draw = Arc<dyn Fn() -> AnyView + Send + Sync>;
type Ids = Arc<dyn Fn() -> Vec<String> + Send + Sync>;
type Item = Arc<dyn Fn(String) -> AnyView + Send + Sync>;

/// Renders again when a signal it reads changes.
pub(crate) fn dynamic<V: IntoView + 'static>(draw: impl Fn() -> V + Send + Sync + 'static) -> AnyView {
    let draw: Draw = Arc::new(move || draw().into_any());
    drawn(draw)
}

fn drawn(draw: Draw) -> AnyView {
    (move || draw()).into_any()
}

/// One part for each id, kept as long as its id is present.
pub(crate) fn keyed(
    ids: impl Fn() -> Vec<String> + Send + Sync + 'static,
    item: impl Fn(String) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    listed(Arc::new(ids), Arc::new(item))
}

fn listed(ids: Ids, item: Item) -> AnyView {
    view! { <For each=move || ids() key=String::clone children=move |id| item(id) /> }.into_any()
}
