//! Addresses of paginated lists.

use serde::Serialize;

/// `after` is the last row of the previous page.
pub(super) fn list_href(list: &str, filter: &impl Serialize, after: Option<(&str, &str)>) -> String {
    let filter = serde_urlencoded::to_string(filter).unwrap_or_default();
    let after = after.map(|pair| serde_urlencoded::to_string([pair]).unwrap_or_default());
    let query: Vec<String> = [Some(filter), after].into_iter().flatten().filter(|part| !part.is_empty()).collect();
    if query.is_empty() { list.to_owned() } else { format!("{list}?{}", query.join("&")) }
}
