//! The forms of the quiz editor, parsed from a page and submitted as a browser does.

use super::{Person, QuizAt, Reply};

pub(crate) struct EditorForm {
    action: String,
    fields: Vec<(String, String)>,
}

struct Element<'h> {
    name: &'h str,
    attributes: Vec<(&'h str, String)>,
    text: &'h str,
}

impl EditorForm {
    /// The form with the most fields on an editor page, such as `/q/pet`.
    pub(crate) async fn open(person: &Person<'_>, quiz: &QuizAt<'_>, page: &str) -> Self {
        Self::of(&person.get(&quiz.dashboard(&format!("edit{page}"))).await.is(200).text())
    }

    pub(crate) fn of(html: &str) -> Self {
        let html = html.replace("\r\n", "\n").replace('\r', "\n");
        let editor = html.split_once("id=\"editor\"").expect("the editor").1;
        let forms = editor.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap_or_default());
        let saves = |form: &&str| form.split('>').next().is_some_and(|tag| tag.contains("method=\"post\""));
        forms.filter(saves).map(Self::read).max_by_key(|form| form.fields.len()).expect("a form")
    }

    fn read(form: &str) -> Self {
        let form = format!("<form{form}");
        let all = elements(&form);
        let action = all.first().and_then(|form| form.get("action")).expect("an action").to_owned();
        let (mut fields, mut select): (Vec<(String, String)>, Option<String>) = (Vec::new(), None);
        for element in &all {
            let name = element.get("name").map(str::to_owned);
            let value = element.get("value").unwrap_or_default().to_owned();
            match (element.name, element.get("type"), name) {
                ("textarea", _, Some(name)) => {
                    let text = plain(element.text);
                    fields.push((name, text.strip_prefix('\n').unwrap_or(&text).replace('\n', "\r\n")));
                }
                ("input", Some("checkbox" | "radio"), _) if element.get("checked").is_none() => {}
                ("input", Some("checkbox" | "radio"), Some(name)) => fields.push((name, value)),
                ("input", _, Some(name)) => fields.push((name, value.replace('\n', ""))),
                ("select", _, name) => select = name,
                // The first one, unless another one is selected.
                ("option", ..) => {
                    let is_chosen = element.get("selected").is_some();
                    match (&select, fields.iter_mut().find(|(known, _)| Some(known) == select.as_ref())) {
                        (Some(_), Some(known)) if is_chosen => known.1 = value,
                        (Some(name), None) => fields.push((name.clone(), value)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Self { action, fields }
    }

    #[track_caller]
    pub(crate) fn get(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or_else(|| panic!("no field {name}: {:?}", self.fields), |(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.get(name);
        for field in self.fields.iter_mut().filter(|(known, _)| known == name) {
            value.clone_into(&mut field.1);
        }
        self
    }

    pub(crate) async fn send(&self, person: &Person<'_>, button: &str) -> Reply {
        let mut fields: Vec<(&str, &str)> = self.fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        fields.push(("do", button));
        person.post(&self.action, &fields).await
    }

    pub(crate) async fn publish(person: &Person<'_>, quiz: &QuizAt<'_>, button: &str) -> Reply {
        let page = person.get(&quiz.dashboard("edit/publish")).await.is(200).text();
        let revision = page.split_once("name=\"revision\" value=\"").expect("a revision").1;
        let revision = revision.split('"').next().expect("its end");
        person.post(&quiz.dashboard("edit"), &[("revision", revision), ("do", button)]).await
    }
}

impl Element<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

/// The value of the button whose label begins with a text.
pub(crate) fn button(html: &str, label: &str) -> String {
    let found = elements(html).into_iter().find(|one| one.name == "button" && one.text.trim().starts_with(label));
    found.and_then(|one| one.get("value").map(str::to_owned)).unwrap_or_else(|| panic!("no button {label}: {html}"))
}

fn elements(mut html: &str) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    while let Some((_, rest)) = html.split_once('<') {
        let end = rest.find([' ', '>', '\n']).unwrap_or(rest.len());
        let (name, mut rest) = rest.split_at(end);
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.starts_with('>') || rest.is_empty() {
                break;
            }
            let end = rest.find(['=', ' ', '>']).unwrap_or(rest.len());
            let (attribute, after) = rest.split_at(end);
            if let Some((value, after)) = after.strip_prefix("=\"").and_then(|value| value.split_once('"')) {
                attributes.push((attribute, plain(value)));
                rest = after;
            } else {
                attributes.push((attribute, String::new()));
                rest = after;
            }
        }
        let rest = rest.strip_prefix('>').unwrap_or(rest);
        let text = rest.split('<').next().unwrap_or_default();
        found.push(Element { name, attributes, text });
        html = rest;
    }
    found
}

fn plain(html: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(html.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}
