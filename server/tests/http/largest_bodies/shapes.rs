//! Bodies of a given size.

use serde_json::{Map, Value, json};

/// Bytes reserved for everything around a value.
const REST: usize = 1_000;
/// Entries in a list that must not be rejected for their number alone.
const FEW: usize = 900;

/// A name and the body.
pub(super) type Shape = (String, String);

pub(super) fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

pub(super) fn numbered(piece: impl Fn(usize) -> String, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() > bytes {
            break;
        }
        text.push_str(&piece);
    }
    text
}

/// Forms of this size with these fields. All but the expensive field are `1`, unless given.
pub(super) fn forms(names: &[&str], given: &[(&str, &str)], bytes: usize) -> Vec<Shape> {
    let bytes = bytes.saturating_sub(REST);
    let value = |name: &str| given.iter().find(|(known, _)| *known == name).map_or("1", |(_, value)| *value);
    let others = |left_out: &str| {
        let others = names.iter().filter(|name| **name != left_out).map(|name| (*name, value(name)));
        serde_urlencoded::to_string(others.collect::<Vec<_>>()).expect("a form")
    };
    let with = |rest: String| format!("{}&{rest}", others(""));
    let mut all = vec![
        ("one field repeated".to_owned(), with(repeated("a=&", bytes))),
        ("many fields".to_owned(), with(numbered(|number| format!("f{number}=&"), bytes))),
        ("a deep name".to_owned(), with(format!("{}=1", repeated("a.", bytes)))),
        ("many signs to decode".to_owned(), with(format!("a={}", repeated("%2E", bytes)))),
    ];
    for name in names {
        let name_as_sent = serde_urlencoded::to_string([(name, "")]).expect("a form");
        let long = "x".repeat(bytes / FEW - name_as_sent.len().min(bytes / FEW - 1));
        let lines = format!("{}&{name_as_sent}", others(name));
        let alike = numbered(|number| format!("{name_as_sent}{number}&"), bytes);
        all.push((format!("{name} as one huge text"), format!("{lines}{}", "x".repeat(bytes))));
        all.push((format!("{name} as very many words"), format!("{lines}{}", repeated("a+", bytes))));
        all.push((format!("{name} very many times"), format!("{}&{alike}", others(name))));
        all.push((
            format!("{name} {FEW} times"),
            format!("{}&{}", others(name), format!("{name_as_sent}{long}&").repeat(FEW)),
        ));
    }
    all
}

pub(super) fn multiparts(names: &[&str], bytes: usize) -> Vec<Shape> {
    let bytes = bytes.saturating_sub(REST);
    let part = |name: &str, text: &str| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
    };
    let end = format!("--{BOUNDARY}--\r\n");
    let texts = [
        ("one huge text", "x".repeat(bytes)),
        ("short lines", repeated("a\n", bytes)),
        ("a thousand long lines", format!("{}\n", "x".repeat(bytes / 1_000 - 1)).repeat(999)),
        ("a thousand addresses", format!("{}@x.example\n", "x".repeat(bytes / 1_000 - 20)).repeat(999)),
        ("cells", repeated("a,", bytes)),
        ("empty cells", repeated(",,,,,,,,,,,,,,,,,,,,,,,,,\n", bytes)),
        ("quotation marks", repeated("\"a\n", bytes)),
        ("a deep definition", format!("{{\"name\":{}", repeated("[", bytes))),
        ("a wide definition", format!("{{\"name\":\"a\",\"questions\":[{}{{}}]}}", repeated("{\"id\":\"a\"},", bytes))),
        ("many mistakes", options(0, |_| "{\"label\":\"\"},".to_owned(), bytes)),
    ];
    let mut all: Vec<Shape> = Vec::new();
    for name in names {
        for (what, text) in &texts {
            all.push((format!("{name}: {what}"), part("mapped", "1") + &part(name, text) + &end));
        }
    }
    all.push(("many parts".to_owned(), repeated(&part("a", ""), bytes) + &end));
    all
}

pub(super) const BOUNDARY: &str = "boundary";

/// A definition with as many options as fit, 300 per question.
pub(super) fn options(first: usize, option: impl Fn(usize) -> String, bytes: usize) -> String {
    let of_one = numbered(&option, bytes).matches("},").count().min(300);
    let list: String = (0..of_one).map(|number| option(number + first)).collect();
    let question = |number: usize| {
        format!("{{\"id\":\"q{number}\",\"text\":\"?\",\"options\":[{}]}},", list.trim_end_matches(','))
    };
    let questions = numbered(question, bytes);
    format!("{{\"name\":\"Wide\",\"questions\":[{}]}}", questions.trim_end_matches(','))
}

/// JSON bodies of this size: shapes of the whole body, and of each property within the smallest body.
pub(super) fn bodies(smallest: &Value, properties: &[&str], bytes: usize) -> Vec<Shape> {
    let bytes = bytes.saturating_sub(REST + smallest.to_string().len());
    let wide = |piece: &str| format!("[{}0]", repeated(piece, bytes));
    let object = || format!("{{{}\"z\":0}}", numbered(|number| format!("\"a{number}\":0,"), bytes));
    let mut all = vec![
        ("a deep list".to_owned(), repeated("[", bytes)),
        ("a deep object".to_owned(), repeated("{\"a\":", bytes)),
        ("a wide list".to_owned(), wide("0,")),
        ("a wide object".to_owned(), object()),
        ("one field repeated".to_owned(), format!("{{{}\"a\":0}}", repeated("\"a\":0,", bytes))),
    ];
    for property in properties {
        for (what, value) in [
            ("a deep list", repeated("[", bytes / 2) + &repeated("]", bytes / 2)),
            ("a wide list", wide("0,")),
            ("a list of objects", wide("{},")),
            ("a list of texts", wide("\"a\",")),
            ("a wide object", object()),
            ("a huge text", format!("\"{}\"", "x".repeat(bytes))),
        ] {
            all.push((format!("{property} as {what}"), with(smallest, property, &value)));
        }
    }
    all
}

/// The body with the value of one property replaced by raw text.
fn with(body: &Value, property: &str, value: &str) -> String {
    let mut fields: Map<String, Value> = body.as_object().cloned().unwrap_or_default();
    fields.insert(property.to_owned(), json!("VALUE"));
    Value::Object(fields).to_string().replacen("\"VALUE\"", value, 1)
}
