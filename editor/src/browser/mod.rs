//! The editor in a browser: it replaces the server-rendered forms and applies each change immediately.

mod events;
mod page;
mod publishing;
mod saving;
mod steps;
mod trying;

use leptos::{
    mount::mount_to,
    prelude::{Set, document},
    task::spawn_local,
};
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) use events::{blurred, clicked, dragged, dropped, left, over, pasted, pressed, submitted, typed};
pub(crate) use saving::changed;

use crate::{
    model::{Editor, Given, Here, Told},
    page::whole,
};

/// Starts the program on a page with an editor. The forms stay in place until the tree has loaded.
#[wasm_bindgen(start)]
pub fn start() {
    // The executor runs only after something is mounted.
    if let Ok(nothing) = document().create_element("div") {
        mount_to(page::html(nothing), || ()).forget();
    }
    let Some(root) = page::find("#editor") else { return };
    let given = root.get_attribute("data-given").unwrap_or_default();
    let Ok(given) = serde_json::from_str::<Given>(&given) else { return };
    spawn_local(async move {
        let Some(draft) = saving::load(&given.base).await else { return };
        let typed = page::typed_meanwhile();
        let focused = page::focused();
        let here = Here::parse(page::path().strip_prefix(&given.base).unwrap_or_default());
        root.set_inner_html("");
        // Shows elements that need scripts, and hides those for pages without scripts.
        let _ = root.class_list().add_1("ed-live");
        mount_to(page::html(root), move || {
            let given = Given { revision: draft.revision.clone(), stale: draft.stale.clone(), ..given };
            let ed = Editor::new(draft.tree.clone(), given, here, Vec::new());
            ed.told.set(Told::default());
            saving::begin(ed, &draft);
            events::listen(ed);
            events::take(ed, &typed);
            whole(ed)
        })
        .forget();
        if let Some(id) = focused {
            page::focus(&id);
        }
    });
}
