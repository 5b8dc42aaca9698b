//! References to a question, option, category or band in a quiz.

use serde_json::Value;

use super::{
    Place, Tree,
    lists::{codes_of, steps_of},
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Use {
    pub by: User,
    /// Of the question, option, table, norm, card or alert.
    pub place: Place,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum User {
    /// By its condition or its category.
    Question,
    /// By its condition.
    Option,
    Table,
    Norm,
    Card,
    Alert,
}

/// The references to the question, row, option, category or band at `place`, in the quiz's order.
pub fn uses(tree: &Tree, place: &Place) -> Vec<Use> {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let mut found = match steps[..] {
        ["questions", _] => in_conditions(tree, &|named, _| tree.belongs(named, place)),
        ["questions", question, "rows", row] => {
            let id = format!("{question}_{row}");
            in_conditions(tree, &|named, _| named == id && tree.belongs(named, &place.first(2)))
        }
        ["questions", _, "options", option] => {
            let options = place.split().map_or(&[][..], |(list, _)| tree.list(&list));
            let code = tree.index(place).and_then(|index| codes_of(options).get(index).copied());
            let is_it = |named: &Value| named == option || code.is_some() && named.as_u64() == code;
            in_conditions(tree, &|named, condition| {
                let lists = ["is", "includes"].map(|verb| condition.get(verb).and_then(Value::as_array));
                lists.into_iter().flatten().flatten().any(is_it) && tree.belongs(named, &place.first(2))
            })
        }
        ["scoring", "categories", category] => {
            let is_of = |question: &Value| question.get("category").and_then(Value::as_str) == Some(category);
            let questions = tree.each(&"questions".into()).filter(|(_, question)| is_of(question));
            let mut found: Vec<Use> = questions.map(|(place, _)| Use { by: User::Question, place }).collect();
            found.extend(in_alerts(tree, &|test| test.get("of").and_then(Value::as_str) == Some(category)));
            found
        }
        ["scoring", "bands", band] | ["scoring", "categories", _, "bands", band] => {
            let list = place.split().map(|(list, _)| list);
            in_alerts(tree, &|test| {
                let of = test.get("of").and_then(Value::as_str).unwrap_or_default();
                let mut is = test.get("is").and_then(Value::as_array).into_iter().flatten();
                is.any(|named| named == band) && list.as_ref() == Some(&tree.bands_place(of))
            })
        }
        _ => Vec::new(),
    };
    let cards = Place::from("scoring").then("cards");
    let is_used_by = |card: &Value| {
        let about = card.get("about");
        let names = |field: &str, id: &str| about.and_then(|about| about.get(field)?.as_str()) == Some(id);
        match steps[..] {
            ["questions", _] => {
                about.and_then(|about| about.get("question")?.as_str()).is_some_and(|named| tree.belongs(named, place))
            }
            ["questions", question, "rows", row] => names("question", &format!("{question}_{row}")),
            ["scoring", "categories", category] => names("category", category),
            ["scoring", "bands", band] | ["scoring", "categories", _, "bands", band] => {
                card.get("bands").and_then(|bands| bands.get(band)).is_some()
            }
            _ => false,
        }
    };
    let cards = tree.each(&cards).filter(|(_, card)| is_used_by(card));
    found.extend(cards.map(|(place, _)| Use { by: User::Card, place }));
    // A question's condition on itself is deleted with it.
    found.retain(|found| found.place != *place);
    found
}

fn in_conditions(tree: &Tree, is_named: &dyn Fn(&str, &Value) -> bool) -> Vec<Use> {
    let naming = tree.conditions().into_iter().filter(|(.., condition)| names(condition, is_named));
    naming.filter_map(|(by, place, _)| Some(Use { by, place: place.split()?.0 })).collect()
}

/// The alerts with a test of a score that this holds for.
fn in_alerts(tree: &Tree, is_named: &dyn Fn(&Value) -> bool) -> Vec<Use> {
    let alerts = tree.each(&"alerts".into());
    let naming = alerts.filter(|(_, alert)| alert.get("when").is_some_and(|when| tests(when, is_named)));
    naming.map(|(place, _)| Use { by: User::Alert, place }).collect()
}

fn tests(condition: &Value, is_named: &dyn Fn(&Value) -> bool) -> bool {
    let groups = ["all", "any"].into_iter().filter_map(|field| condition.get(field)?.as_array()).flatten();
    ["band", "change"].into_iter().filter_map(|field| condition.get(field)).any(is_named)
        || groups.chain(condition.get("not")).any(|inner| tests(inner, is_named))
}

fn names(condition: &Value, is_named: &dyn Fn(&str, &Value) -> bool) -> bool {
    let named = ["question", "answered"].into_iter().find_map(|field| condition.get(field)?.as_str());
    let groups = ["all", "any"].into_iter().filter_map(|field| condition.get(field)?.as_array()).flatten();
    named.is_some_and(|named| is_named(named, condition))
        || groups.chain(condition.get("not")).any(|inner| names(inner, is_named))
}

fn held<'t>(by: User, place: &Place, item: &'t Value, field: &str) -> Option<(User, Place, &'t Value)> {
    Some((by, place.then(field), item.get(field)?))
}

impl Tree {
    /// All conditions with their places, in the quiz's order.
    pub(super) fn conditions(&self) -> Vec<(User, Place, &Value)> {
        let mut all = Vec::new();
        for (place, question) in self.each(&"questions".into()) {
            all.extend(held(User::Question, &place, question, "showIf"));
            let options = question.get("options").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let list = place.then("options");
            for (step, option) in steps_of(options).into_iter().zip(options) {
                if option.get("showIf").is_some() {
                    all.extend(held(User::Option, &list.then(step), option, "showIf"));
                }
            }
        }
        for (place, table) in self.each(&Place::from("scoring").then("tables")) {
            all.extend(held(User::Table, &place, table, "when"));
        }
        let categories = self.each(&Place::from("scoring").then("categories")).map(|(place, _)| place);
        for score in std::iter::once(Place::from("scoring")).chain(categories) {
            for (place, norm) in self.each(&score.then("norms")) {
                all.extend(held(User::Norm, &place, norm, "when"));
            }
        }
        for (place, alert) in self.each(&"alerts".into()) {
            all.extend(held(User::Alert, &place, alert, "when"));
        }
        all
    }
}
