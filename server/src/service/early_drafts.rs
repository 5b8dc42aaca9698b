//! Reads drafts of releases whose editor was a form in English and Spanish, as trees.

use std::collections::BTreeMap;

use domain::edit::{Place, Tree};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
struct Fields {
    name: Wording,
    description: Wording,
    language: String,
    colour: String,
    retry_after: String,
    may_erase: Option<bool>,
    origins: String,
    about: BTreeMap<String, Wording>,
    questions: Vec<QuestionFields>,
}

#[derive(Deserialize)]
struct QuestionFields {
    id: String,
    /// The id of the question in the quiz.
    #[serde(default)]
    was: String,
    required: bool,
    text: Wording,
    help: Wording,
    options: Vec<OptionFields>,
}

#[derive(Deserialize)]
struct OptionFields {
    /// Empty for a new option.
    id: String,
    label: Wording,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
struct Wording {
    en: String,
    es: String,
    is_same: bool,
}

/// Applies the draft to the published quiz, and leaves unchanged what its form did not show. Returns `None` for a text
/// that is not such a draft.
pub(super) fn tree(fields: &str, published: &Tree) -> Option<Tree> {
    let fields = serde_json::from_str::<Fields>(fields).ok()?;
    let mut body = published.value().as_object().cloned().unwrap_or_default();
    let language = fields.language.clone();
    put_text(&mut body, "name", &fields.name, &language);
    put_text(&mut body, "description", &fields.description, &language);
    put(&mut body, "language", Some(json!(language)));
    put(&mut body, "primaryColor", Some(fields.colour).filter(|colour| !colour.is_empty()).map(Value::from));
    let days = |days: String| days.parse::<i64>().map_or_else(|_| Value::from(days), Value::from);
    put(&mut body, "retryAfterDays", Some(fields.retry_after).filter(|days| !days.is_empty()).map(days));
    if let Some(may_erase) = fields.may_erase.filter(|_| body.contains_key("respondentsMayErase")) {
        body.insert("respondentsMayErase".to_owned(), may_erase.into());
    }
    let origins: Vec<&str> = fields.origins.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    body.insert("allowedOrigins".to_owned(), json!(origins));
    put_about(&mut body, &fields.about, &language);
    let questions = fields.questions.iter().map(|question| question.over(published, &language));
    body.insert("questions".to_owned(), questions.collect());
    Some(Tree::new(Value::Object(body)))
}

fn put(object: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    match value {
        Some(value) => object.insert(name.to_owned(), value),
        None => object.remove(name),
    };
}

fn put_text(object: &mut Map<String, Value>, name: &str, wording: &Wording, language: &str) {
    if *wording != Wording::of(object.get(name), language) {
        put(object, name, wording.text());
    }
}

fn put_about(body: &mut Map<String, Value>, fields: &BTreeMap<String, Wording>, language: &str) {
    let mut about = body.get("about").and_then(Value::as_object).cloned().unwrap_or_default();
    for (field, name) in
        [("run_by", "runBy"), ("seen_by", "seenBy"), ("kept", "kept"), ("contact", "contact"), ("privacy", "privacy")]
    {
        if let Some(wording) = fields.get(field) {
            put_text(&mut about, name, wording, language);
        }
    }
    if let Some(help) = fields.get("help") {
        put_help(&mut about, help, language);
    }
    put(body, "about", Some(Value::Object(about)).filter(|about| *about != json!({})));
}

/// Parses links, one per line, as `label | link`. Parts that the form did not change keep their
/// stored value.
fn put_help(about: &mut Map<String, Value>, help: &Wording, language: &str) {
    let stored = about.get("help").and_then(Value::as_array).cloned().unwrap_or_default();
    let row = |line: Option<&str>| {
        let line = line?.trim();
        let (label, url) = line.rsplit_once('|').unwrap_or((line, ""));
        Some((label.trim().to_owned(), url.trim().to_owned()))
    };
    let count = help.en.lines().count().max(help.es.lines().count());
    let links = (0..count).map(|at| {
        let [en, es] = [&help.en, &help.es].map(|lines| row(lines.lines().nth(at)).unwrap_or_default());
        let wording = |en: String, es: String| Wording { is_same: help.is_same || en == es, en, es };
        let (label, url) = (wording(en.0, es.0), wording(en.1, es.1));
        let before = stored.get(at);
        let part = |name: &str, wording: &Wording| {
            let before = before.and_then(|before| before.get(name));
            let shown = Wording::of(before, language);
            let is_kept = before.is_some() && (shown == *wording || shown.en == wording.en && shown.es == wording.es);
            before.filter(|_| is_kept).cloned().or_else(|| wording.text()).unwrap_or_else(|| json!(""))
        };
        json!({ "label": part("label", &label), "url": part("url", &url) })
    });
    let links: Vec<Value> = links.collect();
    put(about, "help", Some(Value::Array(links)).filter(|links| *links != json!([])));
}

impl QuestionFields {
    fn over(&self, published: &Tree, language: &str) -> Value {
        let place = Place::question(if self.was.is_empty() { &self.id } else { &self.was });
        let stored = published.get(&place).and_then(Value::as_object);
        let mut question = stored.cloned().unwrap_or_default();
        question.insert("id".to_owned(), json!(self.id));
        question.insert("required".to_owned(), json!(self.required));
        let has_words = !self.text.is_empty() || !self.options.is_empty();
        if !has_words && published.built_in(&place).is_some() {
            return Value::Object(question);
        }
        put_text(&mut question, "text", &self.text, language);
        put_text(&mut question, "help", &self.help, language);
        let options = self.options.iter().map(|option| {
            let stored =
                published.get(&place.then("options").then(option.id.clone())).filter(|_| !option.id.is_empty());
            let mut fields = stored.and_then(Value::as_object).cloned().unwrap_or_default();
            put(&mut fields, "id", Some(json!(option.id)).filter(|id| *id != ""));
            put_text(&mut fields, "label", &option.label, language);
            fields.entry("label").or_insert_with(|| json!(""));
            Value::Object(fields)
        });
        question.insert("options".to_owned(), options.collect());
        Value::Object(question)
    }
}

impl Wording {
    /// A text as the form showed it.
    fn of(text: Option<&Value>, language: &str) -> Self {
        let lines = |text: &Value| text.as_str().unwrap_or_default().replace("\r\n", "\n").replace('\r', "\n");
        match text {
            Some(Value::Object(texts)) => {
                let of = |tag: &str| texts.get(tag).map(lines).unwrap_or_default();
                Self { en: of("en"), es: of("es"), is_same: false }
            }
            Some(text) if language.starts_with("es") => Self { es: lines(text), is_same: true, ..Self::default() },
            Some(text) => Self { en: lines(text), is_same: true, ..Self::default() },
            None => Self::default(),
        }
    }

    fn text(&self) -> Option<Value> {
        let texts = [("en", &self.en), ("es", &self.es)].into_iter().filter(|(_, text)| !text.trim().is_empty());
        let texts: Vec<(&str, &String)> = texts.collect();
        match texts[..] {
            [] => None,
            [(_, only)] if self.is_same => Some(json!(only)),
            [(_, en), (_, es)] if self.is_same && en == es => Some(json!(en)),
            _ => Some(texts.into_iter().map(|(tag, text)| (tag.to_owned(), json!(text))).collect::<Map<_, _>>().into()),
        }
    }

    fn is_empty(&self) -> bool {
        self.en.trim().is_empty() && self.es.trim().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published() -> Tree {
        Tree::new(json!({ "name": "Pets", "language": "en", "allowedOrigins": [], "about": { "runBy": "Us", "help": [
                { "label": { "en": "Talk", "de": "Reden" }, "url": "tel:1" }] },
            "questions": [
                { "id": "fhn1", "required": true },
                { "id": "pet", "text": { "en": "A pet?", "es": "¿Mascota?" }, "required": true, "weight": 2, "options": [
                    { "id": "a", "label": "Cat", "points": 5 }, { "id": "b", "label": "Dog", "points": 7 }] } ] }))
    }

    fn wording(en: &str, es: &str, is_same: bool) -> Value {
        json!({ "en": en, "es": es, "is_same": is_same })
    }

    /// The draft that an early editor made of the quiz above.
    fn draft() -> Value {
        let none = || wording("", "", false);
        json!({ "name": wording("Pets", "", true), "description": none(), "language": "en", "colour": "", "retry_after": "",
            "origins": "", "may_erase": false, "about": { "run_by": wording("Us", "", true), "seen_by": none(), "kept": none(),
                "contact": none(), "privacy": none(), "help": wording("Talk | tel:1", "", true) },
            "questions": [
                { "id": "fhn1", "required": true, "text": none(), "help": none(), "options": [] },
                { "id": "pet", "was": "pet", "required": true, "text": wording("A pet?", "¿Mascota?", false), "help": none(), "options": [
                    { "id": "a", "label": wording("Cat", "", true) }, { "id": "b", "label": wording("Dog", "", true) }] }] })
    }

    #[test]
    fn a_draft_without_changes_is_what_is_published() {
        assert_eq!(tree(&draft().to_string(), &published()), Some(published()));
        assert_eq!(tree("\"no draft\"", &published()), None);
    }

    #[test]
    fn what_was_typed_is_kept_and_what_the_form_did_not_show_too() {
        let mut draft = draft();
        draft["name"] = wording("Animals", "Animales", false);
        draft["retry_after"] = json!("soon");
        draft["questions"][1]["id"] = json!("animal");
        draft["questions"][1]["options"] =
            json!([{ "id": "b", "label": wording("Hound", "", true) }, { "id": "", "label": wording("", "", false) }]);
        let mut expected = published().value().clone();
        expected["name"] = json!({ "en": "Animals", "es": "Animales" });
        expected["retryAfterDays"] = json!("soon");
        expected["questions"][1]["id"] = json!("animal");
        expected["questions"][1]["options"] = json!([{ "id": "b", "label": "Hound", "points": 7 }, { "label": "" }]);
        assert_eq!(tree(&draft.to_string(), &published()), Some(Tree::new(expected)));
    }
}
