//! Makes the elements of a page, and later changes those that differ from what was drawn last.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

use super::page::document;
use crate::html::{Html, INSIDE, Words};

/// A node of the document, as it was drawn last.
pub(super) struct Drawn {
    key: u64,
    node: Node,
    /// Empty for a text.
    tag: &'static str,
    text: Words,
    attributes: Vec<(&'static str, Words)>,
    children: Vec<Drawn>,
}

/// What a control holds is a property: its attribute says only what it held at first.
const PROPERTIES: [&str; 4] = ["value", "checked", "selected", INSIDE];
const SVG: [&str; 3] = ["svg", "rect", "title"];

/// Makes the children of a node what `new` says.
pub(super) fn draw(parent: &Node, drawn: &mut Vec<Drawn>, new: Vec<Html>) {
    let mut all = Vec::new();
    flatten(0, new, &mut all);
    let is_same = all.len() == drawn.len() && all.iter().zip(&*drawn).all(|((key, html), old)| old.is(*key, html));
    if is_same {
        all.into_iter().zip(drawn).for_each(|((_, html), old)| old.change(html));
        return;
    }
    let mut known: Vec<Option<Drawn>> = drawn.drain(..).map(Some).collect();
    let mut from = 0;
    for (key, html) in all {
        let is_it = |at: &usize| known[*at].as_ref().is_some_and(|old| old.is(key, &html));
        let found = (from..known.len()).chain(0..from).find(is_it);
        let old = found.and_then(|at| {
            from = at + 1;
            known[at].take()
        });
        drawn.push(match old {
            Some(mut old) => {
                old.change(html);
                old
            }
            None => Drawn::new(key, html),
        });
    }
    for gone in known.into_iter().flatten() {
        let _ = parent.remove_child(&gone.node);
    }
    let mut next = parent.first_child();
    for one in drawn {
        if next.as_ref() == Some(&one.node) {
            next = one.node.next_sibling();
        } else {
            let _ = parent.insert_before(&one.node, next.as_ref());
        }
    }
}

/// All nodes in their order. A key tells the place in the lists around a node, and there its own key or its index.
fn flatten(around: u64, all: Vec<Html>, into: &mut Vec<(u64, Html)>) {
    for (at, html) in (0_u64..).zip(all) {
        let own = match &html {
            Html::Element(element) => element.key.as_ref().map_or(at, |key| key.bytes().map(u64::from).fold(1, mixed)),
            _ => at,
        };
        let key = mixed(around, own);
        match html {
            Html::Many(all) => flatten(key, all, into),
            html => into.push((key, html)),
        }
    }
}

fn mixed(hash: u64, more: u64) -> u64 {
    (hash.rotate_left(5) ^ more).wrapping_mul(0x517c_c1b7_2722_0a95).wrapping_add(1)
}

fn tag(html: &Html) -> &'static str {
    if let Html::Element(element) = html { element.tag } else { "" }
}

impl Drawn {
    fn is(&self, key: u64, html: &Html) -> bool {
        self.key == key && self.tag == tag(html)
    }

    fn new(key: u64, html: Html) -> Self {
        let tag = tag(&html);
        let node: Node = match tag {
            "" => document().create_text_node("").into(),
            _ if SVG.contains(&tag) => created(document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag)),
            _ => created(document().create_element(tag)),
        };
        let (text, attributes, children) = ("".into(), Vec::new(), Vec::new());
        let mut drawn = Self { key, node, tag, text, attributes, children };
        drawn.change(html);
        drawn
    }

    fn change(&mut self, html: Html) {
        match html {
            Html::Text(text) => {
                if self.text != text {
                    self.node.set_text_content(Some(&text));
                    self.text = text;
                }
            }
            Html::Element(element) => {
                let node: &Element = self.node.unchecked_ref();
                for (name, value) in &element.attributes {
                    if !self.attributes.iter().any(|(known, before)| known == name && before == value) {
                        set(node, name, Some(value));
                    }
                }
                for (name, _) in &self.attributes {
                    if !element.attributes.iter().any(|(known, _)| known == name) {
                        set(node, name, None);
                    }
                }
                self.attributes = element.attributes;
                draw(&self.node, &mut self.children, element.children);
            }
            Html::Many(_) => {}
        }
    }
}

fn created(element: Result<Element, JsValue>) -> Node {
    element.expect("the tag is valid").into()
}

/// `None` takes the attribute away.
fn set(element: &Element, name: &str, value: Option<&str>) {
    // Nothing else can be done if the browser refuses.
    if PROPERTIES.contains(&name) {
        let is_flag = matches!(name, "checked" | "selected");
        let value = if is_flag { value.is_some().into() } else { value.unwrap_or_default().into() };
        let _ = Reflect::set(element, &name.into(), &value);
    } else if let Some(value) = value {
        let _ = element.set_attribute(name, value);
    } else {
        let _ = element.remove_attribute(name);
    }
}
