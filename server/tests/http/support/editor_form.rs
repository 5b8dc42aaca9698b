//! The form of the quiz editor, read from its page and sent as a browser does.

use super::{Person, QuizAt, Reply};

pub(crate) struct EditorForm(Vec<(String, String)>);

/// An element with its attributes and the text after its tag.
struct Element<'h> {
    name: &'h str,
    attributes: Vec<(&'h str, String)>,
    text: &'h str,
}

impl EditorForm {
    pub(crate) async fn open(person: &Person<'_>, quiz: &QuizAt<'_>) -> Self {
        Self::of(&person.get(&quiz.dashboard("edit")).await.is(200).text())
    }

    pub(crate) fn of(html: &str) -> Self {
        let html = html.replace("\r\n", "\n").replace('\r', "\n");
        let form = html.split_once("id=\"editor\"").expect("the editor's form").1;
        let form = form.split_once("</form>").expect("its end").0;
        let mut fields = Vec::new();
        let mut select = None;
        for element in elements(form) {
            let name = element.get("name").map(str::to_owned);
            let value = || element.get("value").unwrap_or_default().to_owned();
            match (element.name, element.get("type"), name) {
                ("textarea", _, Some(name)) => {
                    let text = plain(element.text);
                    fields.push((name, text.strip_prefix('\n').unwrap_or(&text).replace('\n', "\r\n")));
                }
                ("input", Some("checkbox"), Some(name)) if element.get("checked").is_some() => {
                    fields.push((name, value()));
                }
                ("input", Some("hidden"), Some(name)) => fields.push((name, value())),
                ("input", None | Some("text"), Some(name)) => fields.push((name, value().replace('\n', ""))),
                ("select", ..) => select = element.get("name").map(str::to_owned),
                ("option", ..) if element.get("selected").is_some() => {
                    fields.push((select.take().expect("a select"), value()));
                }
                _ => {}
            }
        }
        Self(fields)
    }

    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Types into a field.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some(field) => value.clone_into(&mut field.1),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// Presses a button.
    pub(crate) async fn send(&self, person: &Person<'_>, quiz: &QuizAt<'_>, button: &str) -> Reply {
        let mut fields: Vec<(&str, &str)> = self.0.iter().map(|(name, value)| (&**name, &**value)).collect();
        fields.push(("do", button));
        person.post(&quiz.dashboard("edit"), &fields).await
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
