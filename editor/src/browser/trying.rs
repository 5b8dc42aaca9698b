//! Trying answers out: the server counts them with what it has saved.

use wasm_bindgen_futures::spawn_local;
use web_sys::UrlSearchParams;

use super::{
    fetch::{self, Reply},
    with,
};
use crate::try_out::RESULT;

/// Shows the result of the answers, which are the fields of a form.
pub(super) fn ask(address: String, revision: String, fields: Vec<(String, String)>) {
    spawn_local(async move {
        let result = result(&address, &revision, &fields).await;
        with(|ed| {
            ed.outcome = Some(result.unwrap_or_else(|why| format!("<p>{why}</p>")));
            Some(())
        });
    });
}

/// The result, or the reason why there is none.
async fn result(address: &str, revision: &str, fields: &[(String, String)]) -> Result<String, &'static str> {
    let reply = asked(address, revision, fields).await.ok_or("The server could not be reached.")?;
    // A browser that is signed out is led to the page to sign in.
    let result = found(&reply.text).filter(|_| reply.status == 200);
    result.ok_or("The server gave no result, or you are signed out. Sign in in another tab, then try again.")
}

async fn asked(address: &str, revision: &str, fields: &[(String, String)]) -> Option<Reply> {
    let form = UrlSearchParams::new().ok()?;
    form.append("revision", revision);
    form.append("do", "try");
    for (name, value) in fields {
        form.append(name, value);
    }
    fetch::post(address, &form, None).await
}

fn found(page: &str) -> Option<String> {
    let (_, result) = page.split_once(&format!("id=\"{RESULT}\""))?;
    let (result, _) = result.split_once('>')?.1.split_once("</div>")?;
    Some(result.to_owned())
}
