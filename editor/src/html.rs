//! A page as data: elements with attributes and children. The server writes it as HTML; the program of the browser
//! compares it with what it drew last.

use std::borrow::Cow;

pub(crate) type Words = Cow<'static, str>;

#[derive(Debug)]
pub(crate) enum Html {
    Text(Words),
    Element(Element),
    /// Any number of nodes in one place. An empty list keeps the place of what may appear there.
    Many(Vec<Html>),
}

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) tag: &'static str,
    /// Tells it from its neighbours in a list, however they are moved. Without one, its index does.
    pub(crate) key: Option<String>,
    pub(crate) attributes: Vec<(&'static str, Words)>,
    pub(crate) children: Vec<Html>,
}

/// An attribute that stands for the children, as HTML.
pub(crate) const INSIDE: &str = "innerHTML";

pub(crate) fn el(tag: &'static str) -> Element {
    Element { tag, key: None, attributes: Vec::new(), children: Vec::new() }
}

pub(crate) fn hint(text: impl Into<Words>) -> Html {
    el("p").class("hint").put(text.into()).into()
}

impl Element {
    pub(crate) fn attr(mut self, name: &'static str, value: impl Into<Words>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub(crate) fn class(self, value: impl Into<Words>) -> Self {
        self.attr("class", value)
    }

    pub(crate) fn maybe(self, name: &'static str, value: Option<impl Into<Words>>) -> Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    pub(crate) fn flag(self, name: &'static str, is_set: bool) -> Self {
        self.maybe(name, is_set.then_some(""))
    }

    pub(crate) fn key(mut self, key: String) -> Self {
        self.key = Some(key);
        self
    }

    pub(crate) fn put(mut self, child: impl Into<Html>) -> Self {
        self.children.push(child.into());
        self
    }

    fn write(&self, html: &mut String) {
        let inside = |name: &str| name == INSIDE || self.tag == "textarea" && name == "value";
        html.extend(["<", self.tag]);
        for (name, value) in self.attributes.iter().filter(|(name, _)| !inside(name)) {
            html.extend([" ", name, "=\"", &escaped(value), "\""]);
        }
        html.push('>');
        if matches!(self.tag, "input" | "img") {
            return;
        }
        for (name, value) in self.attributes.iter().filter(|(name, _)| inside(name)) {
            // Browsers drop the first line break of a text area.
            if *name == INSIDE { html.push_str(value) } else { html.extend(["\n", &escaped(value)]) }
        }
        self.children.iter().for_each(|child| child.write(html));
        html.extend(["</", self.tag, ">"]);
    }
}

impl Html {
    pub(crate) fn write(&self, html: &mut String) {
        match self {
            Self::Text(text) => html.push_str(&escaped(text)),
            Self::Element(element) => element.write(html),
            Self::Many(all) => all.iter().for_each(|one| one.write(html)),
        }
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl From<Element> for Html {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

impl From<Words> for Html {
    fn from(text: Words) -> Self {
        Self::Text(text)
    }
}

impl From<&'static str> for Html {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Html {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Vec<Html>> for Html {
    fn from(all: Vec<Html>) -> Self {
        Self::Many(all)
    }
}

impl<const N: usize> From<[Html; N]> for Html {
    fn from(all: [Html; N]) -> Self {
        Self::Many(all.into())
    }
}

impl<T: Into<Html>> From<Option<T>> for Html {
    fn from(one: Option<T>) -> Self {
        Self::Many(one.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Html>> FromIterator<T> for Html {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Self::Many(all.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        const HOSTILE: &str = "</textarea>\"><script>&amp;";
        let link = el("a").attr("href", HOSTILE).flag("hidden", true).flag("open", false).put(HOSTILE);
        let area = el("textarea").attr("value", HOSTILE);
        let mut html = String::new();
        Html::from(el("p").put(link).put(area).put(None::<Html>).put(el("input").attr("value", ""))).write(&mut html);
        let safe = "&lt;/textarea&gt;&quot;&gt;&lt;script&gt;&amp;amp;";
        let link = format!("<a href=\"{safe}\" hidden=\"\">{safe}</a>");
        assert_eq!(html, format!("<p>{link}<textarea>\n{safe}</textarea><input value=\"\"></p>"));
    }
}
