//! Trying answers out: the server counts them with what it has saved.

use wasm_bindgen_futures::spawn_local;
use web_sys::UrlSearchParams;

use super::{fetch, with};
use crate::try_out::RESULT;

/// Shows the result of the answers, which are the fields of a form.
pub(super) fn ask(address: String, revision: String, fields: Vec<(String, String)>) {
    spawn_local(async move {
        let result = result(&address, &revision, &fields).await;
        with(|ed| {
            ed.outcome = Some(result.unwrap_or_else(|| "<p>The server could not be reached.</p>".to_owned()));
            Some(())
        });
    });
}

async fn result(address: &str, revision: &str, fields: &[(String, String)]) -> Option<String> {
    let form = UrlSearchParams::new().ok()?;
    form.append("revision", revision);
    form.append("do", "try");
    for (name, value) in fields {
        form.append(name, value);
    }
    let reply = fetch::post(address, &form, None).await.filter(|reply| reply.status == 200)?;
    let (_, result) = reply.text.split_once(&format!("id=\"{RESULT}\""))?;
    let (result, _) = result.split_once('>')?.1.split_once("</div>")?;
    Some(result.to_owned())
}
