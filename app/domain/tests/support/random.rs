//! Random quizzes and answers as JSON, the same for the same seed on every machine.

use serde_json::{Value, json};

/// Some fit no text, some only texts of a format.
const TEXTS: [&str; 8] =
    ["", "é", "two words", "\u{0}", "日本", "+34 600 111 222", "www.example.com/a?b", "anna@example.com"];

/// A part of a quiz that takes an answer.
pub(crate) struct Item {
    pub(crate) id: String,
    kind: &'static str,
    options: Vec<String>,
    range: (i64, i64),
}

/// The generator `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u32) -> Self {
        Self(seed.into())
    }

    /// A number from 0 to one less than `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((((mixed ^ (mixed >> 31)) >> 32) * u64::from(end)) >> 32).expect("less than a u32")
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn between(&mut self, (least, most): (i64, i64)) -> i64 {
        least + i64::from(self.below(u32::try_from(most - least + 1).expect("a small range")))
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(u32::try_from(all.len()).expect("a short list")) as usize]
    }

    /// Some of these, in their order, at least one.
    fn some(&mut self, all: &[String]) -> Vec<String> {
        let mut some: Vec<String> = all.iter().filter(|_| self.one_in(2)).cloned().collect();
        if some.is_empty() {
            some.push(self.pick(all).clone());
        }
        some
    }

    /// Points from 0 to 100 in halves.
    fn points(&mut self) -> f64 {
        f64::from(self.below(201)) / 2.0
    }

    /// A definition as it is stored, and what takes an answer in it.
    pub(crate) fn definition(&mut self) -> (Value, Vec<Item>) {
        let mut items = Vec::new();
        let questions: Vec<Value> = (0..=self.below(9)).map(|index| self.question(index, &mut items)).collect();
        let method = *self.pick(&["average", "sum", "table"]);
        let mut scoring = json!({ "method": method, "decimals": self.below(2), "allowMissing": self.below(3),
            "categories": [{ "id": "body", "name": "Body" }, { "id": "work", "name": "Work" }],
            "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" },
                      { "id": "high", "from": self.below(200), "name": "High", "hue": "leaf" }],
            "cards": [{ "id": "body", "about": { "category": "body" }, "focusBelow": self.below(100), "title": "Body", "bands": { "low": {} } },
                      { "id": "all", "about": "score", "title": "All", "bands": { "low": {}, "high": {} } }] });
        if method == "table" {
            let values: Vec<u32> = (0..600).map(|_| self.below(100)).collect();
            let when = self.condition(&items, 2);
            scoring["tables"] = json!([{ "when": when, "values": values }, { "values": values }]);
        }
        (
            json!({ "language": *self.pick(&["en", "es"]), "scheme": 1, "questions": questions, "scoring": scoring }),
            items,
        )
    }

    fn question(&mut self, index: u32, items: &mut Vec<Item>) -> Value {
        let id = format!("q{index}");
        let kinds =
            ["choice", "multiple", "scale", "number", "text", "date", "ranking", "matrix", "statement", "consent"];
        let kind = if self.one_in(3) { "choice" } else { *self.pick(&kinds) };
        let mut question =
            json!({ "id": id, "kind": kind, "text": "?", "required": self.one_in(2), "weight": 1 + self.below(3) });
        if !items.is_empty() && self.one_in(2) {
            question["showIf"] = self.condition(items, 3);
        }
        if self.one_in(2) {
            question["category"] = json!(self.pick(&["body", "work"]));
        }
        let range = (i64::from(self.below(4)), 4 + i64::from(self.below(9)));
        let mut item = Item { id: id.clone(), kind, options: Vec::new(), range };
        match kind {
            "choice" | "multiple" | "ranking" => {
                (item.options, question["options"]) = self.options(index, kind, items);
                if question["options"].as_array().is_some_and(|all| all.iter().any(|option| option["other"] == true)) {
                    let other = Item { id: format!("{id}_other"), kind: "text", options: Vec::new(), range };
                    items.push(other);
                }
            }
            "matrix" => {
                let rows = ["one", "two", "three"];
                question["rows"] = rows.iter().map(|row| json!({ "id": row, "text": "Row" })).collect();
                let (options, written) = self.options(index, "matrix", items);
                question["options"] = written;
                for row in rows {
                    let (id, options) = (format!("{id}_{row}"), options.clone());
                    items.push(Item { id, kind: "choice", options, range });
                }
            }
            "scale" => {
                (question["from"], question["to"]) = (json!(range.0), json!(range.1));
                question["points"] = json!(self.pick(&["linear", "reversed"]));
            }
            "number" => {
                item.range.1 *= self.pick(&[1, 1000, 300_000]);
                (question["min"], question["max"]) = (json!(range.0), json!(item.range.1));
                question["decimals"] = json!(self.below(4));
                let ranges = [json!({ "below": 4.5, "points": self.points() }), json!({ "points": self.points() })];
                question["ranges"] = json!(ranges);
            }
            "text" => {
                question["long"] = json!(self.one_in(3));
                if question["long"] == false {
                    question["format"] = json!(*self.pick(&[None, None, Some("email"), Some("url"), Some("phone")]));
                }
            }
            "statement" => question["ends"] = json!(self.one_in(3)),
            _ => {}
        }
        if kind != "statement" && kind != "matrix" {
            items.push(item);
        }
        question
    }

    fn options(&mut self, question: u32, kind: &str, earlier: &[Item]) -> (Vec<String>, Value) {
        let is_scored = kind != "ranking" && self.one_in(2);
        let ids: Vec<String> =
            (0..2 + self.below(4)).map(|option| format!("{question:08x}-0000-4000-8000-{option:012x}")).collect();
        let option = |id: &String| {
            let mut option = json!({ "id": id, "label": "O" });
            if is_scored {
                let sign = if kind == "multiple" && self.one_in(3) { -1.0 } else { 1.0 };
                option["points"] = if self.one_in(6) { Value::Null } else { json!(sign * self.points()) };
            }
            if kind != "ranking" && self.one_in(8) {
                option["missing"] = json!(self.pick(&["declined", "unknown", "not_applicable"]));
            }
            option["exclusive"] = json!(kind == "multiple" && self.one_in(5));
            option["other"] = json!((kind == "multiple" || kind == "choice") && self.one_in(6));
            if !earlier.is_empty() && self.one_in(5) {
                option["showIf"] = self.condition(earlier, 1);
            }
            option
        };
        let options: Vec<Value> = ids.iter().map(option).collect();
        (ids, json!(options))
    }

    pub(crate) fn condition(&mut self, earlier: &[Item], depth: u32) -> Value {
        if depth > 1 && self.one_in(3) {
            let inner: Vec<Value> = (0..=self.below(3)).map(|_| self.condition(earlier, depth - 1)).collect();
            return match self.below(3) {
                0 => json!({ "all": inner }),
                1 => json!({ "any": inner }),
                _ => json!({ "not": inner[0] }),
            };
        }
        if earlier.is_empty() || self.one_in(12) {
            return json!({ "language": [self.pick(&["en", "es", "es-MX", "ES"])] });
        }
        let item = self.pick(earlier);
        match item.kind {
            _ if self.one_in(4) => json!({ "answered": item.id }),
            "choice" => json!({ "question": item.id, "is": self.some(&item.options) }),
            "multiple" => json!({ "question": item.id, "includes": self.some(&item.options) }),
            "scale" | "number" => {
                let bound = self.between((item.range.0 - 1, item.range.1 + 1));
                let name = *self.pick(&["atLeast", "atMost"]);
                json!({ "question": item.id, name: bound })
            }
            _ => json!({ "answered": item.id }),
        }
    }

    /// An answer as a caller writes it; now and then one that is wrong.
    pub(crate) fn answer(&mut self, item: &Item) -> Value {
        match item.kind {
            // The code 1 if only its lower half counted.
            _ if self.one_in(30) => json!(4_294_967_297_i64),
            _ if self.one_in(30) => json!([0, "x"]),
            "choice" if self.one_in(2) => json!(self.below(6)),
            "choice" => json!(self.pick(&item.options)),
            "multiple" => json!(self.some(&item.options)),
            "ranking" => {
                let mut ranked = item.options.clone();
                let steps = self.below(2);
                ranked.rotate_left(steps as usize);
                json!(ranked)
            }
            "scale" => json!(self.between(item.range)),
            "number" => {
                let places = 10_u32.pow(self.below(4));
                let [least, most] = [item.range.0, item.range.1 + 1].map(|bound| bound * i64::from(places));
                let number = u32::try_from(self.between((least, most))).expect("a small number");
                json!(f64::from(number) / f64::from(places))
            }
            "date" => json!(format!("20{:02}-{:02}-{:02}", self.below(100), 1 + self.below(12), 1 + self.below(31))),
            "consent" => json!(true),
            _ => json!(*self.pick(&TEXTS)),
        }
    }
}
