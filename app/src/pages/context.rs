//! What every page is told.

use domain::{AboutText, Colour, Language};

/// The request as far as a page cares.
#[derive(Clone, Debug)]
pub struct PageContext {
    pub language: Language,
    /// To offer in the switcher; none is shown for fewer than two.
    pub languages: Vec<Language>,
    /// The current path without its query.
    pub path: String,
    /// Scheme and host of this service, without a slash at the end.
    pub base_url: String,
    pub assets: Assets,
    /// Set when pages of other origins may show the page in a frame.
    pub embedding: Option<Embedding>,
    /// Where administrators look at the page before it is there for everybody.
    pub preview: Option<PreviewNote>,
}

/// What is said above a page that nobody answers in earnest, in English.
#[derive(Clone, Debug)]
pub struct PreviewNote {
    pub text: &'static str,
    /// Of the preview's start page.
    pub start_href: String,
    /// Of the preview's result, with made-up answers.
    pub result_href: String,
}

impl PageContext {
    #[must_use]
    pub fn embedded(mut self, embedding: Option<Embedding>) -> Self {
        self.embedding = embedding;
        self
    }
}

/// What the page tells the one that embeds it.
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

/// Where the browser's files are: absolute paths with a hash in the name.
#[derive(Clone, Debug)]
pub struct Assets {
    pub css: String,
    /// The JavaScript that loads the island's program; without it pages stay plain forms.
    pub script: Option<String>,
    pub wasm: Option<String>,
    /// Ticks, sharing and copying on the result.
    pub result_script: Option<String>,
    pub favicon: String,
    /// The picture for link previews.
    pub preview: String,
}

/// What a page shows of a quiz, in the page's language.
#[derive(Clone, Debug)]
pub struct QuizView {
    pub name: String,
    pub description: Option<String>,
    pub question_count: usize,
    pub primary_colour: Option<Colour>,
    /// Where the name in the page's head leads to, if anywhere.
    pub home_href: Option<String>,
    /// What the owner tells respondents.
    pub about: AboutText,
}
