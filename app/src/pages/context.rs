//! The context that every page needs.

use std::sync::Arc;

use domain::{AboutText, Address, Colour, Definition, Language, Picture, QuizKind, Rendition, Size};

use super::drawn::{COMPLETED, NONCE, PATH, hole};
use crate::words::{OwnersWords, Texts, addressed, marked};

/// The properties of the request that pages depend on.
#[derive(Clone, Debug)]
pub struct PageContext {
    pub language: Language,
    /// The version whose form of address and words apply; `None` on pages without a quiz.
    pub definition: Option<Arc<Definition>>,
    pub has_own_words: bool,
    /// The languages to offer in the switcher, which is hidden for fewer than two.
    pub languages: Vec<Language>,
    pub path: String,
    /// Scheme and host of this service, without a trailing slash.
    pub base_url: Arc<str>,
    pub assets: Arc<Assets>,
    /// Identifies the page's own scripts and styles in its content security policy.
    pub nonce: Option<String>,
    pub embedding: Option<Embedding>,
    /// Set in an administrator's preview.
    pub preview: Option<PreviewNote>,
}

/// The note above a previewed page, in English.
#[derive(Clone, Debug)]
pub struct PreviewNote {
    pub text: &'static str,
    pub start_href: String,
    pub result_href: String,
    pub back_href: String,
}

impl QuizView {
    /// The page description for search engines and link previews.
    pub(crate) fn summary(&self) -> String {
        self.description.as_ref().unwrap_or(&self.name).text.clone()
    }
}

impl PageContext {
    pub(crate) fn words(&self) -> &'static Texts {
        addressed(self.language, self.address())
    }

    /// The words of question pages, which [`PageContext::say`] and [`PageContext::fill`] replace by the owner's.
    pub(crate) fn sheet_words(&self) -> &'static Texts {
        if self.has_own_words { marked(self.language, self.address()) } else { self.words() }
    }

    /// A word of question pages for use in a script.
    pub(crate) fn say(&self, word: &str) -> String {
        self.owners_words().map_or_else(|| word.to_owned(), |words| words.fill(word, false))
    }

    /// The HTML of a question page with the owner's words filled in.
    pub fn fill(&self, html: String) -> String {
        match self.owners_words() {
            Some(words) => words.fill(&html, true),
            None => html,
        }
    }

    fn owners_words(&self) -> Option<OwnersWords<'_>> {
        let definition = self.definition.as_deref().filter(|_| self.has_own_words)?;
        Some(OwnersWords { definition, language: self.language, page: self.words() })
    }

    fn address(&self) -> Address {
        self.definition.as_ref().map_or(Address::Informal, |definition| definition.address)
    }

    pub fn embedded(mut self, embedding: Option<Embedding>) -> Self {
        self.embedding = embedding;
        self
    }

    /// The context without request-specific values.
    pub(super) fn with_holes(&self) -> Self {
        let embedding = self.embedding.clone().map(|embedding| {
            let completed = embedding.completed.as_ref().map(|_| hole(COMPLETED));
            Embedding { completed, ..embedding }
        });
        Self { path: hole(PATH), nonce: self.nonce.as_ref().map(|_| hole(NONCE)), embedding, ..self.clone() }
    }
}

#[derive(Clone, Debug)]
pub struct Embedding {
    /// The absolute path of the script that sends the messages.
    pub script: String,
    /// The origins that may receive them.
    pub origins: Vec<String>,
    /// On the result: JSON with `score` and `bands`.
    pub completed: Option<String>,
    /// On a page that explains why there are no questions: the HTTP status.
    pub error: Option<u16>,
}

/// Absolute paths of static files, with a hash in each name.
#[derive(Clone, Debug)]
pub struct Assets {
    pub css: String,
    /// The content of that file.
    pub css_text: Arc<str>,
    /// The style sheet of results, for screen and print.
    pub result_css: String,
    /// The JavaScript that loads the island's program; without it pages are plain forms.
    pub script: Option<String>,
    pub wasm: Option<String>,
    /// Ticks and sharing on the result.
    pub result_script: Option<String>,
    /// Copies and remembers the respondent's own link, and the preference for tapping.
    pub kept_script: Option<String>,
    pub filter_script: Option<String>,
    /// The style sheet of fields other than a single choice.
    pub fields_css: String,
    /// The style sheet of pages with pictures.
    pub pictures_css: String,
    /// Moves the options of rankings, counts characters, and unticks options that exclude one another.
    pub kinds_script: Option<String>,
    /// Shows help on alerts with the answers that call for it.
    pub alert_help_script: Option<String>,
    pub favicon: String,
    pub preview: String,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Moment {
    /// In the quiz's time zone and the reader's language: `20 November 2026, 14:03 (Europe/Madrid)`.
    pub text: String,
    /// RFC 3339 in UTC.
    pub at: String,
    /// True if the text is only the day.
    pub is_day: bool,
}

#[derive(Clone, Debug)]
pub struct PictureView {
    pub src: String,
    /// Empty for a decorative picture.
    pub alt: Rendition,
    /// `None` until the server has read the picture.
    pub size: Option<Size>,
}

impl PictureView {
    /// `images` is the base URL of the quiz's pictures.
    pub fn new(images: &str, picture: &Picture, language: Language, default: Language) -> Self {
        let alt = picture.alt.as_ref().filter(|_| !picture.decorative);
        Self {
            src: [images, picture.id.as_str()].concat(),
            alt: alt.map_or_else(|| "".into(), |alt| alt.rendition(language, default)),
            size: picture.size(),
        }
    }
}

/// A quiz in the language of the page.
#[derive(Clone, Debug)]
pub struct QuizView {
    pub name: Rendition,
    pub description: Option<Rendition>,
    pub closes: Option<Moment>,
    pub kind: QuizKind,
    /// The owner's text on the start page.
    pub start: Option<Rendition>,
    pub primary_colour: Option<Colour>,
    /// The target of the quiz's name in the page's header, if any.
    pub home_href: Option<String>,
    pub images: String,
    /// For the start page.
    pub image: Option<PictureView>,
    /// For the header of all pages.
    pub logo: Option<PictureView>,
    /// The owner's notes to respondents.
    pub about: AboutText,
}
