//! How deep objects and lists may stand in one another.

use serde_json::Value;

/// Of whatever a request brings. Reading, comparing and dropping a value go into it step by step, so that one of any
/// depth would need a stack of any size.
pub const DEEPEST: usize = 32;

/// The number of objects and lists that a value has around its innermost part: 0 for a text, 1 for a list of texts.
pub fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}
