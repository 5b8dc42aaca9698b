//! A piece of a list.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageBody<T> {
    pub items: Vec<T>,
    /// To be sent as `cursor` for the next piece; null after the last.
    pub next_cursor: Option<String>,
}
