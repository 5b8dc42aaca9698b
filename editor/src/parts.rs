//! Parts of the page that change, each kind of them with one type, however many there are: code for a type of its own
//! for each would make the program large.

use std::sync::Arc;

use leptos::prelude::*;

type Draw = Arc<dyn Fn() -> AnyView + Send + Sync>;
type Ids = Arc<dyn Fn() -> Vec<String> + Send + Sync>;
type Item = Arc<dyn Fn(String) -> AnyView + Send + Sync>;

/// Drawn again when what it reads changes.
pub(crate) fn dynamic<V: IntoView + 'static>(draw: impl Fn() -> V + Send + Sync + 'static) -> AnyView {
    let draw: Draw = Arc::new(move || draw().into_any());
    drawn(draw)
}

fn drawn(draw: Draw) -> AnyView {
    (move || draw()).into_any()
}

/// One part for each of these ids, which stays as long as its id is there.
pub(crate) fn keyed(
    ids: impl Fn() -> Vec<String> + Send + Sync + 'static,
    item: impl Fn(String) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    listed(Arc::new(ids), Arc::new(item))
}

fn listed(ids: Ids, item: Item) -> AnyView {
    view! { <For each=move || ids() key=String::clone children=move |id| item(id) /> }.into_any()
}
