//! Values that every page needs.

use std::sync::Arc;

use domain::{AboutText, Address, Colour, Definition, Language, Picture, QuizKind, Rendition, Size};

use super::drawn::{COMPLETED, NONCE, PATH, hole};
use crate::words::{OwnersWords, Texts, addressed, marked};

/// The request as far as a page cares.
#[derive(Clone, Debug)]
pub struct PageContext {
    pub language: Language,
    /// The version whose owner chose how pages speak; none on pages of no quiz.
    pub definition: Option<Arc<Definition>>,
    /// Question pages say the words of that owner.
    pub has_own_words: bool,
    /// To offer in the switcher; none is shown for fewer than two.
    pub languages: Vec<Language>,
    /// The current path without its query.
    pub path: String,
    /// Scheme and host of this service, without a slash at the end.
    pub base_url: Arc<str>,
    pub assets: Arc<Assets>,
    /// By which the page's policy knows its own scripts and styles.
    pub nonce: Option<String>,
    /// Set when pages of other origins may show the page in a frame.
    pub embedding: Option<Embedding>,
    /// Set in an administrator's preview.
    pub preview: Option<PreviewNote>,
}

/// The note above a previewed page, in English.
#[derive(Clone, Debug)]
pub struct PreviewNote {
    pub text: &'static str,
    /// Of the preview's start page.
    pub start_href: String,
    /// Of the preview's result, with made-up answers.
    pub result_href: String,
    /// Of the quiz in the dashboard.
    pub back_href: String,
}

impl QuizView {
    /// Tags in the head of its pages for search engines and previews.
    pub(crate) fn summary(&self) -> String {
        self.description.as_ref().unwrap_or(&self.name).text.clone()
    }
}

impl PageContext {
    pub(crate) fn words(&self) -> &'static Texts {
        addressed(self.language, self.address())
    }

    /// The words of question pages, which [`PageContext::say`] and [`PageContext::fill`] turn into those of the owner.
    pub(crate) fn sheet_words(&self) -> &'static Texts {
        if self.has_own_words { marked(self.language, self.address()) } else { self.words() }
    }

    /// A word of question pages as a script takes it.
    pub(crate) fn say(&self, word: &str) -> String {
        self.owners_words().map_or_else(|| word.to_owned(), |words| words.fill(word, false))
    }

    /// The HTML of a question page with the words of its owner.
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

    /// The context without anything of one request.
    pub(super) fn with_holes(&self) -> Self {
        let embedding = self.embedding.clone().map(|embedding| {
            let completed = embedding.completed.as_ref().map(|_| hole(COMPLETED));
            Embedding { completed, ..embedding }
        });
        Self { path: hole(PATH), nonce: self.nonce.as_ref().map(|_| hole(NONCE)), embedding, ..self.clone() }
    }
}

/// The messages of the page to its host.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// The script that does the telling: an absolute path.
    pub script: String,
    /// The origins it may be told to.
    pub origins: Vec<String>,
    /// On the result: JSON with `score` and `bands`.
    pub completed: Option<String>,
    /// On a page that says why there are no questions: the status of HTTP.
    pub error: Option<u16>,
}

/// Absolute paths of the browser's files, with a hash in each name.
#[derive(Clone, Debug)]
pub struct Assets {
    pub css: String,
    /// The content of that file.
    pub css_text: Arc<str>,
    /// The stylesheet of results, on screen and on paper.
    pub result_css: String,
    /// The JavaScript that loads the island's program; without it pages stay plain forms.
    pub script: Option<String>,
    pub wasm: Option<String>,
    /// Ticks and sharing on the result.
    pub result_script: Option<String>,
    /// Copies and remembers the respondent's own link, and remembers if a tap leads on.
    pub kept_script: Option<String>,
    /// Narrows long lists of options.
    pub filter_script: Option<String>,
    /// The stylesheet of fields beyond a choice of one.
    pub fields_css: String,
    /// The stylesheet of pages with pictures.
    pub pictures_css: String,
    /// Moves the options of rankings, counts characters, and unticks what excludes other options.
    pub kinds_script: Option<String>,
    pub favicon: String,
    /// The picture for link previews.
    pub preview: String,
}

/// A moment as the page tells it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Moment {
    /// In the quiz's time zone, written for the reader: `20 November 2026, 14:03 (Europe/Madrid)`.
    pub text: String,
    /// RFC 3339 in UTC.
    pub at: String,
    /// True if the text is the day alone.
    pub is_day: bool,
}

/// A picture in its place.
#[derive(Clone, Debug)]
pub struct PictureView {
    pub src: String,
    /// Empty for a decorative one.
    pub alt: Rendition,
    /// `None` before the server has looked at it.
    pub size: Option<Size>,
}

impl PictureView {
    /// `images` is the address of the quiz's pictures.
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
    /// The owner's words on the start page.
    pub start: Option<Rendition>,
    pub primary_colour: Option<Colour>,
    /// The link behind the name in the page's header, if any.
    pub home_href: Option<String>,
    /// The address of its pictures without their ids.
    pub images: String,
    /// Of the start page.
    pub image: Option<PictureView>,
    /// In the header of all pages.
    pub logo: Option<PictureView>,
    /// The owner's notes to respondents.
    pub about: AboutText,
}
