//! The subset of JSON Schema that the API document uses: to validate a body, and to create the smallest one.

use serde_json::{Map, Value, json};

use super::document;

/// The errors of `value` against the schema, each with its path.
pub(super) fn mistakes(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    look(schema, value, "$", &mut found);
    found
}

fn look(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let schema = resolve(schema);
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        if !choices.iter().any(|choice| mistakes(choice, value).is_empty()) {
            found.push(format!("{at} is none of the alternatives"));
        }
        return;
    }
    let is_any = ["type", "properties", "enum"].iter().all(|part| schema[*part].is_null());
    if is_any && schema["additionalProperties"].is_null() {
        return;
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| is_a(name, value)) {
        found.push(format!("{at} is not of type {types:?}"));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        found.push(format!("{at} is not one of the values"));
    }
    if let Some(number) = value.as_f64() {
        let is_low = schema["minimum"].as_f64().is_some_and(|least| number < least);
        let is_high = schema["maximum"].as_f64().is_some_and(|most| number > most);
        if is_low || is_high {
            found.push(format!("{at} is out of range"));
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        look(&schema["items"], item, &format!("{at}[{index}]"), found);
    }
    if let Some(object) = value.as_object() {
        look_inside(schema, object, at, found);
    }
}

fn look_inside(schema: &Value, object: &Map<String, Value>, at: &str, found: &mut Vec<String>) {
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(name) {
            found.push(format!("{at}.{name} is missing"));
        }
    }
    if schema["minProperties"].as_u64().is_some_and(|least| (object.len() as u64) < least) {
        found.push(format!("{at} has too few fields"));
    }
    for (name, value) in object {
        let inner = match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Object(_)) => &schema["additionalProperties"],
            (Value::Null, _) => {
                found.push(format!("{at}.{name} is not documented"));
                continue;
            }
            (known, _) => known,
        };
        look(inner, value, &format!("{at}.{name}"), found);
    }
}

fn is_a(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the document names a type that JSON does not have: {other}"),
    }
}

/// The smallest value that a schema allows, built from its examples.
pub(crate) fn smallest(schema: &Value) -> Value {
    let schema = resolve(schema);
    if !schema["example"].is_null() {
        return schema["example"].clone();
    }
    if let Some(choice) = schema["oneOf"].get(0) {
        return smallest(choice);
    }
    match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), smallest(&schema["properties"][name]))).collect::<Map<_, _>>().into()
        }
        Some("array") => json!([smallest(&schema["items"])]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => json!("text"),
    }
}

/// The part of the document that `part` refers to, or `part` itself.
pub(crate) fn resolve(part: &Value) -> &Value {
    match part["$ref"].as_str() {
        Some(reference) => document().pointer(reference.trim_start_matches('#')).expect("a part that is there"),
        None => part,
    }
}
