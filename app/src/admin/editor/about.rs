//! The editor's fields for facts shown to respondents.

use domain::{About, AboutInput, HelpLink, HelpLinkInput, HelpLinkText, Language, Link, Text};
use serde::{Deserialize, Serialize};

use super::Wording;

/// Texts and links as typed. `help` holds one link a line, as `label | link`.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct AboutFields {
    pub run_by: Wording,
    pub seen_by: Wording,
    pub kept: Wording,
    pub contact: Wording,
    pub privacy: Wording,
    pub help: Wording,
}

impl AboutFields {
    pub fn of(about: &About, language: Language) -> Self {
        let wording = |text: Option<&Text>| Wording::of(text, language);
        Self {
            run_by: wording(about.run_by.as_ref()),
            seen_by: wording(about.seen_by.as_ref()),
            kept: wording(about.kept.as_ref()),
            contact: wording(about.contact.as_ref().map(domain::Link::text)),
            privacy: wording(about.privacy.as_ref().map(domain::Link::text)),
            help: help_lines(about, language),
        }
    }

    /// The field `about-<name>-…` of the form.
    pub(super) fn field_mut(&mut self, name: &str) -> Option<&mut Wording> {
        Some(match name {
            "runby" => &mut self.run_by,
            "seenby" => &mut self.seen_by,
            "kept" => &mut self.kept,
            "contact" => &mut self.contact,
            "privacy" => &mut self.privacy,
            "help" => &mut self.help,
            _ => return None,
        })
    }

    /// The facts after saving: those that are as they were shown stay as they are stored.
    pub(super) fn input(&self, stored: &About, language: Language) -> AboutInput {
        let text = |wording: &Wording, stored: Option<&Text>| wording.over(stored, language);
        AboutInput {
            run_by: text(&self.run_by, stored.run_by.as_ref()),
            seen_by: text(&self.seen_by, stored.seen_by.as_ref()),
            kept: text(&self.kept, stored.kept.as_ref()),
            contact: text(&self.contact, stored.contact.as_ref().map(Link::text)),
            privacy: text(&self.privacy, stored.privacy.as_ref().map(Link::text)),
            help: help_links(&self.help, stored, language),
        }
    }
}

/// Links that all languages share are listed once. Otherwise each language has a line per link.
fn help_lines(about: &About, language: Language) -> Wording {
    let is_same =
        about.help.iter().all(|help| matches!((&help.label, help.url.text()), (Text::Same(_), Text::Same(_))));
    let line =
        |HelpLinkText { label, url }: &HelpLinkText| format!("{} | {url}", label.text.replace(['\r', '\n'], " "));
    let lines =
        |shown: Language| about.in_language(shown, language).help.iter().map(line).collect::<Vec<_>>().join("\n");
    if about.help.is_empty() {
        Wording::default()
    } else if is_same {
        Wording::of(Some(&Text::Same(lines(language))), language)
    } else {
        let texts = Language::OF_CONTENT.into_iter().map(|shown| (shown, lines(shown))).collect();
        Wording::of(Some(&Text::ByLanguage(texts)), language)
    }
}

/// A link whose lines are as they were shown stays as it is stored.
fn help_links(wording: &Wording, stored: &About, language: Language) -> Vec<HelpLinkInput> {
    let shown = help_lines(stored, language);
    let shown = rows(&shown);
    let link = |row: &Row| match shown.iter().position(|shown| shown == row).and_then(|at| stored.help.get(at)) {
        Some(HelpLink { label, url }) => HelpLinkInput { label: label.clone(), url: url.text().clone() },
        None => typed_link(row, wording.is_same),
    };
    rows(wording).iter().map(link).collect()
}

/// A label and a link in the languages that have them.
type Row<'w> = Vec<(Language, (&'w str, &'w str))>;

/// Lines of the two languages pair up in order.
fn rows(wording: &Wording) -> Vec<Row<'_>> {
    let typed = Language::OF_CONTENT.map(|language| (language, lines_of(wording.in_language(language))));
    let count = typed.iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
    let row = |index| typed.iter().filter_map(|(language, lines)| Some((*language, *lines.get(index)?))).collect();
    (0..count).map(row).collect()
}

fn typed_link(row: &Row, is_same: bool) -> HelpLinkInput {
    let text = |part: fn((&str, &str)) -> String| match row.as_slice() {
        [(_, first), (_, second)] if part(*first) == part(*second) => Text::Same(part(*first)),
        [(_, only)] if is_same => Text::Same(part(*only)),
        all => Text::ByLanguage(all.iter().map(|(language, line)| (*language, part(*line))).collect()),
    };
    HelpLinkInput { label: text(|(label, _)| label.to_owned()), url: text(|(_, url)| url.to_owned()) }
}

/// Parses `label | link`. A line without a bar is rejected for its missing link.
fn lines_of(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.rsplit_once('|').unwrap_or((line, "")))
        .map(|(label, url)| (label.trim(), url.trim()))
        .collect()
}
