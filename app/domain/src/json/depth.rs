//! Limit on the nesting of objects and lists.

use serde_json::Value;

/// Applies to all request data. Reading, comparing and dropping a value recurse, so unlimited nesting would need
/// unlimited stack.
pub const DEEPEST: usize = 32;

/// The nesting of objects and lists: 0 for a string, 1 for a list of strings.
pub fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}
