//! Facts for respondents about a quiz.

use domain::{About, AboutInput, AboutText, HelpLink, HelpLinkInput, HelpLinkText, Link};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::LocalizedText;

/// The owner's notes to respondents. Each is optional and has up to 200 characters.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AboutBody {
    /// The person or organisation that runs the quiz
    #[serde(skip_serializing_if = "Option::is_none")]
    run_by: Option<LocalizedText>,
    /// The people who see the answers
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_by: Option<LocalizedText>,
    /// The time answers are kept, such as `two years`
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<LocalizedText>,
    /// The contact for questions: a link that begins with `https://`, `tel:` or `mailto:`
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<LocalizedText>,
    /// The privacy notice: a link that begins with `https://`
    #[serde(skip_serializing_if = "Option::is_none")]
    privacy: Option<LocalizedText>,
    /// Services that help respondents, shown with the result
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 5)]
    help: Vec<HelpBody>,
}

#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HelpBody {
    /// Up to 100 characters
    label: LocalizedText,
    /// A link that begins with `https://`, `tel:` or `mailto:`
    url: LocalizedText,
}

/// The same facts in one language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublicAbout {
    run_by: Option<String>,
    seen_by: Option<String>,
    kept: Option<String>,
    contact: Option<String>,
    privacy: Option<String>,
    help: Vec<PublicHelp>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublicHelp {
    label: String,
    url: String,
}

impl AboutBody {
    /// `None` when no fact is set.
    pub(super) fn of(about: &About) -> Option<Self> {
        let link = |link: &Link| link.text().clone().into();
        let help = |help: &HelpLink| HelpBody { label: help.label.clone().into(), url: link(&help.url) };
        (!about.is_empty()).then(|| Self {
            run_by: about.run_by.clone().map(Into::into),
            seen_by: about.seen_by.clone().map(Into::into),
            kept: about.kept.clone().map(Into::into),
            contact: about.contact.as_ref().map(link),
            privacy: about.privacy.as_ref().map(link),
            help: about.help.iter().map(help).collect(),
        })
    }
}

impl From<AboutBody> for AboutInput {
    fn from(body: AboutBody) -> Self {
        let help = |help: HelpBody| HelpLinkInput { label: help.label.into(), url: help.url.into() };
        Self {
            run_by: body.run_by.map(Into::into),
            seen_by: body.seen_by.map(Into::into),
            kept: body.kept.map(Into::into),
            contact: body.contact.map(Into::into),
            privacy: body.privacy.map(Into::into),
            help: body.help.into_iter().map(help).collect(),
        }
    }
}

impl From<AboutText> for PublicAbout {
    fn from(about: AboutText) -> Self {
        let help = |HelpLinkText { label, url }| PublicHelp { label, url };
        Self {
            run_by: about.run_by,
            seen_by: about.seen_by,
            kept: about.kept,
            contact: about.contact,
            privacy: about.privacy,
            help: about.help.into_iter().map(help).collect(),
        }
    }
}
