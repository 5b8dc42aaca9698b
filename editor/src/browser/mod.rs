//! The editor in a browser: it replaces the server-rendered forms and applies each change immediately.

mod draw;
mod events;
mod fetch;
mod page;
mod publishing;
mod saving;
mod steps;
mod trying;

use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;

use crate::{
    model::{Editor, Given, Here, Told},
    page::whole,
};

thread_local! {
    static EDITOR: RefCell<Option<Editor>> = const { RefCell::new(None) };
    static DRAWN: RefCell<Vec<draw::Drawn>> = const { RefCell::new(Vec::new()) };
    /// True if the editor was changed while it was drawn, as by an element that loses the focus with its removal.
    static IS_BEHIND: Cell<bool> = const { Cell::new(false) };
}

/// Starts the program on a page with an editor. The forms stay in place until the tree has loaded.
#[wasm_bindgen(start)]
pub fn start() {
    let Some(root) = page::find("#editor") else { return };
    let given = root.get_attribute("data-given").unwrap_or_default();
    let Ok(given) = serde_json::from_str::<Given>(&given) else { return };
    spawn_local(async move {
        if let Some(draft) = saving::load(&given.base).await {
            begin(&root, given, draft);
        }
    });
}

fn begin(root: &Element, given: Given, draft: saving::Draft) {
    let typed = page::typed_meanwhile();
    let focused = page::focused();
    let here = Here::parse(page::path().strip_prefix(&given.base).unwrap_or_default());
    root.set_inner_html("");
    // Shows elements that need scripts, and hides those for pages without scripts.
    let _ = root.class_list().add_1("ed-live");
    let given = Given { revision: draft.revision.clone(), stale: draft.stale.clone(), ..given };
    let mut ed = Editor::new(draft.tree.clone(), given, here, draft.problems.clone());
    ed.told = Told::default();
    saving::begin(&mut ed, draft);
    events::take(&mut ed, &typed);
    EDITOR.set(Some(ed));
    events::listen(root);
    draw_all();
    if let Some(id) = focused {
        page::focus(&id);
    }
}

/// Acts on the editor, and draws what that changed. `None` if nothing changed, or while another one acts.
fn with<T>(act: impl FnOnce(&mut Editor) -> Option<T>) -> Option<T> {
    let result = EDITOR.with(|editor| act(editor.try_borrow_mut().ok()?.as_mut()?))?;
    draw_all();
    Some(result)
}

fn draw_all() {
    IS_BEHIND.set(true);
    DRAWN.with(|drawn| {
        let Ok(mut drawn) = drawn.try_borrow_mut() else { return };
        while IS_BEHIND.take() {
            let new = EDITOR.with(|editor| editor.borrow().as_ref().map(whole));
            if let (Some(new), Some(root)) = (new, page::find("#editor")) {
                draw::draw(&root, &mut drawn, vec![new]);
            }
        }
    });
}
