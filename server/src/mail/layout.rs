//! The one layout of all messages: a heading, paragraphs, perhaps a link. It needs no pictures and no sheet of its own, and
//! has colours for the light and for the dark.

use app::theme::accents;
use domain::{Colour, Language};

/// A message's text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Layout {
    /// The service, namespace or quiz that it comes from.
    pub sender: String,
    pub title: String,
    pub paragraphs: Vec<String>,
    /// What the link does, and its address.
    pub link: Option<(String, String)>,
    /// What has a link of its own, each with a heading, in a message about several things.
    pub sections: Vec<Section>,
    /// Before the address in plain.
    pub or_open: String,
    /// Why the reader gets it.
    pub why: String,
    /// What ends such messages, and its address.
    pub stop: Option<(String, String)>,
    pub language: Language,
    /// That of the fixed words: what the link does, why, and what ends such messages.
    pub words: Language,
    /// Of the button.
    pub colour: Option<Colour>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Section {
    pub title: String,
    pub text: String,
    /// What the link does, and its address.
    pub link: (String, String),
}

impl Default for Layout {
    /// In English, without any text.
    fn default() -> Self {
        Self {
            sender: String::new(),
            title: String::new(),
            paragraphs: Vec::new(),
            link: None,
            sections: Vec::new(),
            or_open: "Or open this address:".to_owned(),
            why: String::new(),
            stop: None,
            language: Language::EN,
            words: Language::EN,
            colour: None,
        }
    }
}

/// Characters in a line of the plain part, as RFC 3676 advises.
const WIDTH: usize = 72;

const STYLE: &str = "body{margin:0;background:#f3f4f6;color:#1f2430}a{color:LIGHT}\
@media (prefers-color-scheme:dark){body,.page{background:#1b1714!important;color:#e6e8ee!important}\
.card{background:#26211d!important}.quiet{color:#b5aea8!important}a{color:DARK!important}\
.button{background:DARK!important;color:#1b1714!important}}";

impl Layout {
    pub fn plain(&self) -> String {
        let parts = self.paragraphs.iter().map(|paragraph| format!("\n{}\n", wrapped(paragraph)));
        // Addresses in lines of their own, whole.
        let linked = |(label, url): &(String, String)| format!("\n{}:\n{url}\n", wrapped(label));
        let link = self.link.as_ref().map(linked);
        let sections = self
            .sections
            .iter()
            .map(|Section { title, text, link }| format!("\n{}\n{}\n{}", wrapped(title), wrapped(text), linked(link)));
        let stop = self.stop.as_ref().map(|(label, url)| format!("{}:\n{url}\n", wrapped(label)));
        let beginning = format!("{}\n\n{}\n", wrapped(&self.sender), wrapped(&self.title));
        let why = format!("\n-- \n{}\n", wrapped(&self.why));
        std::iter::once(beginning).chain(parts).chain(link).chain(sections).chain([why]).chain(stop).collect()
    }

    pub fn html(&self) -> String {
        let paragraphs: String = self
            .paragraphs
            .iter()
            .map(|paragraph| format!("<p style=\"margin:0 0 16px\">{}</p>", escaped(paragraph).replace('\n', "<br>")))
            .collect();
        let [light, dark] = self.colour.as_ref().map_or_else(|| ["#1d4ed8", "#9db8ff"].map(str::to_owned), accents);
        let or_open = escaped(&self.or_open);
        // Where the owner writes in a language that the fixed words do not have.
        let own = if self.words == self.language {
            String::new()
        } else {
            format!(" lang=\"{}\" dir=\"{}\"", self.words.as_str(), self.words.dir())
        };
        let linked = |(label, url): &(String, String)| {
            let (label, url) = (escaped(label), escaped(url));
            format!(
                "<p{own} style=\"margin:24px 0\"><a class=\"button\" href=\"{url}\" style=\"background:{light};border-radius:6px;\
                 color:#fff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none\">{label}</a></p>\n\
                 <p{own} class=\"quiet\" style=\"color:#565d6d;font-size:14px;margin:0 0 16px;word-break:break-all\">{or_open} \
                 <a dir=\"ltr\" href=\"{url}\" style=\"color:{light}\">{url}</a></p>"
            )
        };
        let link = self.link.as_ref().map(linked).unwrap_or_default();
        let sections = self.sections.iter().map(|Section { title, text, link }| {
            format!(
                "<h2 style=\"font-size:18px;line-height:1.3;margin:32px 0 8px\">{}</h2><p style=\"margin:0 0 16px\">{}</p>{}",
                escaped(title),
                escaped(text),
                linked(link)
            )
        });
        let sections: String = sections.collect();
        let stop = self.stop.as_ref().map_or_else(String::new, |(label, url)| {
            format!("<br><a{own} href=\"{}\" style=\"color:{light}\">{}</a>", escaped(url), escaped(label))
        });
        let (sender, title, why) = (escaped(&self.sender), escaped(&self.title), escaped(&self.why));
        let (language, dir) = (self.language.as_str(), self.language.dir());
        let align = if dir == "rtl" { "right" } else { "left" };
        let style = STYLE.replace("LIGHT", &light).replace("DARK", &dark);
        format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\" dir=\"{dir}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta \
             name=\"supported-color-schemes\" content=\"light dark\"><title>{title}</title><style>{style}</style></head>\n\
             <body dir=\"{dir}\" style=\"margin:0;background:#f3f4f6\"><div role=\"main\"><table class=\"page\" role=\"presentation\" \
             width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"width:100%;background:#f3f4f6;font-family:-apple-system,'Segoe UI',\
             Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5\"><tr><td align=\"center\" style=\"padding:24px \
             12px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
             style=\"width:100%;max-width:560px;text-align:{align}\"><tr><td class=\"quiet\" style=\"color:#565d6d;padding:0 8px \
             12px\">{sender}</td></tr>\n<tr><td class=\"card\" style=\"background:#fff;border-radius:8px;padding:28px \
             24px\"><h1 style=\"font-size:22px;line-height:1.3;margin:0 0 16px\">{title}</h1>{paragraphs}{link}{sections}</td></tr>\n\
             <tr><td class=\"quiet\" style=\"color:#565d6d;font-size:14px;padding:12px 8px 0\">{why}{stop}</td></tr></table>\n\
             </td></tr></table></div></body></html>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn wrapped(text: &str) -> String {
    text.lines().map(wrapped_line).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(text: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout {
            sender: "Acme & <Co>".to_owned(),
            title: "An offer".to_owned(),
            paragraphs: vec!["word ".repeat(40), "The second \"one\".".to_owned()],
            link: Some(("Look at it".to_owned(), format!("https://quiz.example.org/{}", "a".repeat(90)))),
            why: "You were offered a role.".to_owned(),
            ..Layout::default()
        }
    }

    #[test]
    fn the_plain_part_has_short_lines_but_for_the_whole_link() {
        let text = layout().plain();
        let (links, lines): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with("https://"));
        assert_eq!(links, [format!("https://quiz.example.org/{}", "a".repeat(90))]);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.contains("\n-- \nYou were offered a role.\n"), "{text}");
    }

    #[test]
    fn the_html_part_holds_texts_as_texts_and_loads_nothing() {
        let html = layout().html();
        assert!(html.contains("Acme &amp; &lt;Co&gt;") && html.contains("&quot;one&quot;"), "{html}");
        for foreign in ["<img", "<script", "<link", "url(", "@import"] {
            assert!(!html.contains(foreign), "{foreign}");
        }
        assert!(html.contains("prefers-color-scheme:dark") && html.lines().all(|line| line.len() < 2000), "{html}");
    }

    #[test]
    fn both_parts_have_the_same_in_the_same_order() {
        let layout = layout();
        for text in [layout.plain(), layout.html()] {
            let parts = ["An offer", "word word", "The second", "Look at it", "https://quiz", "You were offered"];
            let mut from = text.find("Acme").expect("the sender");
            for part in parts {
                from += text[from..].find(part).unwrap_or_else(|| panic!("{part} in {text}"));
            }
        }
    }
}
