//! The browser's files, embedded in release builds: compressed in advance, named by their content, and cached
//! permanently.

use std::{collections::HashMap, sync::Arc};

use app::{admin::AdminAssets, pages::Assets};
use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{docs::DocsAssets, reply::compress::takes, state::Http};

/// Built by `cargo xtask build`: the files, and their compressed forms as `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../target/site/assets"]
struct Site;

/// Bytes of a hash that go into a name.
const HASH: usize = 6;

pub(super) struct SiteAssets {
    /// By the name in the URL, for example `main-0123456789ab.css`.
    files: HashMap<String, String>,
    pub(super) urls: Arc<Assets>,
    pub(super) admin: AdminAssets,
    pub(super) docs: DocsAssets,
    /// The quiz editor's JavaScript and WebAssembly.
    pub(super) editor: Option<(String, String)>,
    /// The script that communicates with an embedding page.
    pub(super) framed: Option<String>,
}

impl SiteAssets {
    pub(super) fn load() -> Self {
        let mut files = HashMap::new();
        let mut by_file = HashMap::new();
        for file in Site::iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz")) {
            let Some(content) = Site::get(&file) else { continue };
            let name = hashed(&file, &content.metadata.sha256_hash());
            by_file.insert(file.to_string(), format!("/assets/{name}"));
            files.insert(name, file.to_string());
        }
        if by_file.is_empty() {
            tracing::warn!("pages have neither styles nor scripts: build the program with `cargo xtask build`");
        }
        let url = |file: &str| by_file.get(file).cloned();
        let urls = Arc::new(Assets {
            css: url("main.css").unwrap_or_default(),
            css_text: Site::get("main.css").map(|file| String::from_utf8_lossy(&file.data).into()).unwrap_or_default(),
            result_css: url("result-page.css").unwrap_or_default(),
            script: url("respondent.js"),
            wasm: url("respondent_bg.wasm"),
            result_script: url("result.js"),
            kept_script: url("kept.js"),
            filter_script: url("filter.js"),
            fields_css: url("fields.css").unwrap_or_default(),
            pictures_css: url("pictures.css").unwrap_or_default(),
            kinds_script: url("kinds.js"),
            alert_help_script: url("alert-help.js"),
            favicon: url("favicon.svg").unwrap_or_default(),
            preview: url("preview.png").unwrap_or_default(),
        });
        let admin = AdminAssets {
            css: url("admin.css").unwrap_or_default(),
            script: url("admin.js"),
            start_editor: url("start-editor.js"),
            live: url("admin-live.js"),
            picture: url("picture.js"),
            images: url("images.js"),
            favicon: urls.favicon.clone(),
        };
        let docs = DocsAssets {
            css: url("swagger-ui.css").unwrap_or_default(),
            viewer: url("swagger-ui-bundle.js").unwrap_or_default(),
            start: url("docs.js").unwrap_or_default(),
            favicon: urls.favicon.clone(),
        };
        let editor = url("editor.js").zip(url("editor_bg.wasm"));
        let framed = url("framed.js");
        Self { files, urls, admin, docs, editor, framed }
    }
}

/// `main.css` → `main-0123456789ab.css`
fn hashed(file: &str, hash: &[u8; 32]) -> String {
    let hash = hex::encode(&hash[..HASH]);
    match file.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{file}-{hash}"),
    }
}

pub(super) async fn asset(State(http): State<Http>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = http.assets.files.get(&name) else { return StatusCode::NOT_FOUND.into_response() };
    send(file, &headers, "max-age=31536000, immutable")
}

/// The script that other applications load, at a permanent URL.
pub(super) async fn embed(headers: HeaderMap) -> Response {
    send("embed.js", &headers, "public, max-age=3600")
}

fn send(file: &str, headers: &HeaderMap, caching: &'static str) -> Response {
    let Some((content, encoding)) = best(file, headers) else { return StatusCode::NOT_FOUND.into_response() };
    let mut response = Response::new(Body::from(content.data));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(file)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The smallest form of a file that the browser accepts.
fn best(file: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    let compressed = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(encoding, _)| takes(headers, encoding))
        .find_map(|(encoding, suffix)| Some((Site::get(&format!("{file}{suffix}"))?, Some(encoding))));
    compressed.or_else(|| Some((Site::get(file)?, None)))
}

fn media_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
