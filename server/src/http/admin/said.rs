//! What a redirect says to the page that it leads to.

use serde::Deserialize;

/// The key of a sentence in `context.rs`.
#[derive(Deserialize)]
pub(super) struct Said {
    pub(super) said: Option<String>,
}
