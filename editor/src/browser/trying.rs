//! Trying answers out: the server counts them with what it has saved.

use gloo_net::http::{Request, Response};
use leptos::{prelude::*, task::spawn_local};
use web_sys::UrlSearchParams;

use crate::{model::Editor, try_out::RESULT};

/// Shows the result of the answers, which are the fields of a form.
pub(super) fn ask(ed: Editor, fields: Vec<(String, String)>) {
    spawn_local(async move {
        let result = result(ed, &fields).await;
        ed.outcome.set(Some(result.unwrap_or_else(|| "<p>The server could not be reached.</p>".to_owned())));
    });
}

async fn result(ed: Editor, fields: &[(String, String)]) -> Option<String> {
    let (address, revision) =
        ed.given.with_untracked(|given| (given.base.clone() + "/scoring", given.revision.clone()));
    let form = UrlSearchParams::new().ok()?;
    form.append("revision", &revision);
    form.append("do", "try");
    for (name, value) in fields {
        form.append(name, value);
    }
    let reply = Request::post(&address).body(form).ok()?.send().await.ok().filter(Response::ok)?;
    let page = reply.text().await.ok()?;
    let (_, result) = page.split_once(&format!("id=\"{RESULT}\""))?;
    let (result, _) = result.split_once('>')?.1.split_once("</div>")?;
    Some(result.to_owned())
}
