//! The editor's fields for facts shown to respondents.

use domain::{About, AboutInput, HelpLinkInput, HelpLinkText, Language, Text};
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

    pub(super) fn input(&self) -> AboutInput {
        AboutInput {
            run_by: self.run_by.text(),
            seen_by: self.seen_by.text(),
            kept: self.kept.text(),
            contact: self.contact.text(),
            privacy: self.privacy.text(),
            help: help_links(&self.help),
        }
    }
}

/// Links that all languages share are listed once. Otherwise each language has a line per link.
fn help_lines(about: &About, language: Language) -> Wording {
    let is_same =
        about.help.iter().all(|help| matches!((&help.label, help.url.text()), (Text::Same(_), Text::Same(_))));
    let lines = |shown: Language| {
        let links = about.in_language(shown, language).help;
        links.iter().map(|HelpLinkText { label, url }| format!("{label} | {url}")).collect::<Vec<_>>().join("\n")
    };
    if about.help.is_empty() {
        Wording::default()
    } else if is_same {
        Wording::of(Some(&Text::Same(lines(language))), language)
    } else {
        let texts = Language::OF_PAGES.into_iter().map(|shown| (shown, lines(shown))).collect();
        Wording::of(Some(&Text::ByLanguage(texts)), language)
    }
}

/// Lines of the two languages pair up in order.
fn help_links(wording: &Wording) -> Vec<HelpLinkInput> {
    let typed: Vec<(Language, Vec<(&str, &str)>)> =
        Language::OF_PAGES.into_iter().map(|language| (language, lines_of(wording.in_language(language)))).collect();
    let count = typed.iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
    let pick = |index: usize, part: fn(&(&str, &str)) -> String| {
        let texts = typed.iter().filter_map(|(language, lines)| Some((*language, part(lines.get(index)?))));
        let texts: std::collections::BTreeMap<Language, String> = texts.collect();
        let mut values = texts.values();
        match (values.next(), values.next()) {
            (Some(first), Some(second)) if first == second => Text::Same(first.clone()),
            (Some(only), None) if wording.is_same => Text::Same(only.clone()),
            _ => Text::ByLanguage(texts),
        }
    };
    (0..count)
        .map(|index| HelpLinkInput {
            label: pick(index, |(label, _)| (*label).to_owned()),
            url: pick(index, |(_, url)| (*url).to_owned()),
        })
        .collect()
}

/// Parses `label | link`. A line without a bar is rejected for its missing link.
fn lines_of(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.rsplit_once('|').unwrap_or((line, "")))
        .map(|(label, url)| (label.trim(), url.trim()))
        .collect()
}
