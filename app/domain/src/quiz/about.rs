//! Information for respondents about a quiz: who runs it, who sees the answers, where to find help.

use serde::{Deserialize, Serialize};

use crate::{FieldCode, IdError, Language, Link, Path, Rendition, Text, values::validation::Errors};

const WORDS: usize = 200;
const LABEL: usize = 100;
const HELP_LINKS: usize = 5;

/// The owner's notes to respondents. Each is optional and has up to 200 characters.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AboutBody))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AboutInput {
    /// The person or organisation that runs the quiz
    pub run_by: Option<Text>,
    /// The people who see the answers
    pub seen_by: Option<Text>,
    /// The time answers are kept, such as `two years`
    pub kept: Option<Text>,
    /// The contact for questions: a link that begins with `https://`, `tel:` or `mailto:`
    pub contact: Option<Text>,
    /// The privacy notice: a link that begins with `https://`
    pub privacy: Option<Text>,
    /// Services that help respondents, shown with the result
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 5, required = false))]
    pub help: Vec<HelpLinkInput>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = HelpBody))]
#[serde(deny_unknown_fields)]
pub struct HelpLinkInput {
    /// Up to 100 characters
    pub label: Text,
    /// A link that begins with `https://`, `tel:` or `mailto:`
    pub url: Text,
}

/// The checked information. Each field is absent until an administrator sets it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct About {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_by: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<Text>,
    /// The retention period in words, such as `two years`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy: Option<Link>,
    /// Up to five services that help respondents, most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<HelpLink>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct HelpLink {
    pub label: Text,
    pub url: Link,
}

/// The same facts in one language.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PublicAbout))]
#[serde(rename_all = "camelCase")]
pub struct AboutText {
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub run_by: Option<Rendition>,
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub seen_by: Option<Rendition>,
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub kept: Option<Rendition>,
    pub contact: Option<String>,
    pub privacy: Option<String>,
    pub help: Vec<HelpLinkText>,
}

#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PublicHelp))]
pub struct HelpLinkText {
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub label: Rendition,
    pub url: String,
}

impl AboutInput {
    /// Adds errors with paths that begin with `about`.
    pub(crate) fn check(self, errors: &mut Errors) -> About {
        let about = Path::from("about");
        if self.help.len() > HELP_LINKS {
            errors.add(about.field("help"), FieldCode::TooMany { min: 0, max: HELP_LINKS });
        }
        About {
            run_by: words(self.run_by, about.field("runBy"), errors),
            seen_by: words(self.seen_by, about.field("seenBy"), errors),
            kept: words(self.kept, about.field("kept"), errors),
            contact: self.contact.and_then(|text| link(text, Link::parse, about.field("contact"), errors)),
            privacy: self.privacy.and_then(|text| link(text, Link::parse_web, about.field("privacy"), errors)),
            help: self.help.into_iter().enumerate().filter_map(|(index, typed)| help(index, typed, errors)).collect(),
        }
    }
}

fn words(text: Option<Text>, path: Path, errors: &mut Errors) -> Option<Text> {
    text.and_then(|text| errors.check_wordings(path, Some(text), WORDS))
}

fn link(
    text: Text,
    parse: impl FnOnce(Text) -> Result<Link, IdError>,
    path: Path,
    errors: &mut Errors,
) -> Option<Link> {
    parse(text).map_err(|error| errors.add(path, FieldCode::Malformed(error))).ok()
}

fn help(index: usize, typed: HelpLinkInput, errors: &mut Errors) -> Option<HelpLink> {
    let path = Path::from("about").field("help").item(index);
    let label = errors.check_wordings(path.field("label"), Some(typed.label), LABEL);
    let url = link(typed.url, Link::parse, path.field("url"), errors);
    Some(HelpLink { label: label?, url: url? })
}

impl About {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The information in `language`, falling back to the quiz's `default`.
    pub fn in_language(&self, language: Language, default: Language) -> AboutText {
        let text = |text: &Text| text.rendition(language, default);
        let url = |link: &Link| link.in_language(language, default).to_owned();
        AboutText {
            run_by: self.run_by.as_ref().map(text),
            seen_by: self.seen_by.as_ref().map(text),
            kept: self.kept.as_ref().map(text),
            contact: self.contact.as_ref().map(url),
            privacy: self.privacy.as_ref().map(url),
            help: self.help.iter().map(|help| HelpLinkText { label: text(&help.label), url: url(&help.url) }).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_language(en: &str, es: &str) -> Text {
        Text::ByLanguage([(Language::EN, en.to_owned()), (Language::ES, es.to_owned())].into())
    }

    fn help(label: &str, url: &str) -> HelpLinkInput {
        HelpLinkInput { label: label.into(), url: url.into() }
    }

    fn check(input: AboutInput) -> Result<About, Vec<(String, String)>> {
        let mut errors = Errors::default();
        let about = input.check(&mut errors);
        match errors.finish() {
            Ok(()) => Ok(about),
            Err(invalid) => {
                Err(invalid.0.into_iter().map(|error| (error.path.to_string(), error.code.to_string())).collect())
            }
        }
    }

    #[test]
    fn every_mistake_is_named_with_its_path() {
        let input = AboutInput {
            run_by: Some(" ".into()),
            seen_by: Some("x".repeat(201).as_str().into()),
            contact: Some("ana@example.org".into()),
            privacy: Some("tel:112".into()),
            help: vec![help("", "https://help.example"), help("Help", "javascript:alert(1)")],
            ..AboutInput::default()
        };
        let errors = check(input).expect_err("nothing in it is valid");
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path.as_str()).collect();
        let expected = [
            "about.runBy",
            "about.seenBy",
            "about.contact",
            "about.privacy",
            "about.help[0].label",
            "about.help[1].url",
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn five_help_links_are_the_most() {
        for (count, is_ok) in [(0, true), (5, true), (6, false)] {
            let input = AboutInput { help: vec![help("Help", "tel:112"); count], ..AboutInput::default() };
            assert_eq!(check(input).is_ok(), is_ok, "{count}");
        }
    }

    #[test]
    fn each_text_and_link_is_read_in_its_language() {
        let input = AboutInput {
            run_by: Some("Example Ltd".into()),
            kept: Some(by_language("two years", "dos años")),
            privacy: Some(by_language("https://example.org/privacy", "https://example.org/privacidad")),
            help: vec![HelpLinkInput { label: by_language("Call us", "Llámanos"), url: "tel:+15550100".into() }],
            ..AboutInput::default()
        };
        let about = check(input).expect("valid");
        let spanish = about.in_language(Language::ES, Language::EN);
        let english = Some(Language::EN);
        assert_eq!(spanish.run_by, Some(Rendition { text: "Example Ltd".to_owned(), foreign: english }));
        assert_eq!(spanish.kept, Some("dos años".into()));
        assert_eq!(spanish.privacy.as_deref(), Some("https://example.org/privacidad"));
        assert_eq!(spanish.help, [HelpLinkText { label: "Llámanos".into(), url: "tel:+15550100".to_owned() }]);
        let json = serde_json::to_string(&about).expect("serializes");
        assert_eq!(serde_json::from_str::<About>(&json).expect("parses"), about);
    }
}
