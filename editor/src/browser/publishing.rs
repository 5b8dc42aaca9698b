//! The publishing page as a dialog above the editor.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, HtmlDialogElement};

use super::{
    fetch,
    page::{self, document},
};

/// Shows the page at a URL as a dialog, or navigates to it if that fails.
pub(super) fn open(address: String) {
    spawn_local(async move {
        if read(&address).await.and_then(|html| show(&html)).is_none() {
            page::go(&address);
        }
    });
}

/// The content of the page's `<main>`.
async fn read(address: &str) -> Option<String> {
    let reply = fetch::get(address).await.filter(|reply| reply.status == 200)?;
    let (_, main) = reply.text.split_once("<main")?;
    let (inside, _) = main.split_once('>')?.1.split_once("</main>")?;
    Some(inside.to_owned())
}

fn show(html: &str) -> Option<()> {
    let dialog: HtmlDialogElement = document().create_element("dialog").ok()?.dyn_into().ok()?;
    let _ = dialog.set_attribute("class", "ed-dialog");
    let _ = dialog.set_attribute("aria-labelledby", "publish-title");
    dialog.set_inner_html(html);
    document().body()?.append_child(&dialog).ok()?;
    let shown = dialog.clone();
    let closing = move |event: &Event| {
        let is_way_back = page::target(event).is_some_and(|target| target.tag_name() == "A");
        if event.type_() == "close" {
            shown.remove();
        } else if is_way_back {
            event.prevent_default();
            shown.close();
        }
    };
    for name in ["click", "close"] {
        page::on(&dialog, name, closing.clone());
    }
    dialog.show_modal().ok()
}
