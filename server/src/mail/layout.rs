//! The one layout of all messages: a heading, paragraphs, perhaps a link. It needs no pictures and no sheet of its own, and
//! has colours for the light and for the dark.

/// A message's text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Layout {
    /// The service or namespace that it comes from.
    pub sender: String,
    pub title: String,
    pub paragraphs: Vec<String>,
    /// What the link does, and its address.
    pub link: Option<(String, String)>,
    /// Why the reader gets it.
    pub why: String,
}

/// Characters in a line of the plain part, as RFC 3676 advises.
const WIDTH: usize = 72;

const STYLE: &str = "body{margin:0;background:#f3f4f6;color:#1f2430}\
.card{background:#fff}.quiet{color:#565d6d}.button{background:#1d4ed8;color:#fff}a{color:#1d4ed8}\
@media (prefers-color-scheme:dark){body,.page{background:#14171f!important;color:#e6e8ee!important}\
.card{background:#1e232e!important}.quiet{color:#a9b1c2!important}a{color:#9db8ff!important}\
.button{background:#9db8ff!important;color:#101420!important}}";

impl Layout {
    pub fn plain(&self) -> String {
        let mut text = format!("{}\n\n{}\n", wrapped(&self.sender), wrapped(&self.title));
        for paragraph in &self.paragraphs {
            text.push_str(&format!("\n{}\n", wrapped(paragraph)));
        }
        if let Some((label, url)) = &self.link {
            // The address in a line of its own, whole.
            text.push_str(&format!("\n{}:\n{url}\n", wrapped(label)));
        }
        text.push_str(&format!("\n-- \n{}\n", wrapped(&self.why)));
        text
    }

    pub fn html(&self) -> String {
        let paragraphs: String = self
            .paragraphs
            .iter()
            .map(|paragraph| format!("<p style=\"margin:0 0 16px\">{}</p>", escaped(paragraph)))
            .collect();
        let link = self.link.as_ref().map_or_else(String::new, |(label, url)| {
            let (label, url) = (escaped(label), escaped(url));
            format!(
                "<p style=\"margin:24px 0\"><a class=\"button\" href=\"{url}\" style=\"background:#1d4ed8;border-radius:6px;\
                 color:#fff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none\">{label}</a></p>\
                 <p class=\"quiet\" style=\"color:#565d6d;font-size:14px;margin:0 0 16px;word-break:break-all\">Or open this \
                 address: <a href=\"{url}\">{url}</a></p>"
            )
        });
        let (sender, title, why) = (escaped(&self.sender), escaped(&self.title), escaped(&self.why));
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta \
             name=\"supported-color-schemes\" content=\"light dark\"><title>{title}</title><style>{STYLE}</style></head>\n\
             <body style=\"margin:0;background:#f3f4f6\"><table class=\"page\" role=\"presentation\" width=\"100%\" \
             cellpadding=\"0\" cellspacing=\"0\" style=\"background:#f3f4f6;font-family:system-ui,-apple-system,'Segoe \
             UI',Roboto,sans-serif;font-size:16px;line-height:1.5\"><tr><td align=\"center\" style=\"padding:24px 12px\">\n\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" \
             style=\"max-width:560px;text-align:left\"><tr><td class=\"quiet\" style=\"color:#565d6d;padding:0 8px \
             12px\">{sender}</td></tr>\n<tr><td class=\"card\" style=\"background:#fff;border-radius:8px;padding:28px \
             24px\"><h1 style=\"font-size:22px;line-height:1.3;margin:0 0 16px\">{title}</h1>{paragraphs}{link}</td></tr>\n\
             <tr><td class=\"quiet\" style=\"color:#565d6d;font-size:14px;padding:12px 8px 0\">{why}</td></tr></table>\n\
             </td></tr></table></body></html>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn wrapped(text: &str) -> String {
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
