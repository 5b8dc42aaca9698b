//! Cached HTML. Most of a page is the same for all respondents of a version and language, and rendering it takes longer
//! than the rest of the request.

use std::{borrow::Cow, fmt::Debug, sync::Arc};

use domain::{Advice, AreaName, HelpLinkText, Kind, Language, Question, Rendition};
use leptos::{prelude::*, tachys::html::InertElement};

use super::QuestionPage;
use crate::components::QuestionView;
pub(super) use crate::components::question as draw;

/// A server's cache for the pages of one version of a quiz and its settings.
pub trait DrawnPages: Debug + Send + Sync {
    /// The cached HTML, rendered by `draw` on a miss. `state` has to include everything else that it depends on.
    fn get(&self, state: String, draw: &dyn Fn() -> Drawn) -> Arc<Drawn>;
}

/// HTML with holes for the respondent's own data.
#[derive(Debug, Eq, PartialEq)]
pub struct Drawn {
    before: String,
    /// Each hole with the text after it.
    holes: Vec<(Hole, String)>,
}

type Hole = char;

/// The approximate size of a document without its content, in bytes.
pub(super) const FRAME: usize = 12 * 1024;

/// Precedes the letter of a hole while HTML is rendered. No text contains it.
const MARK: char = '\0';

impl Drawn {
    pub(super) fn of(html: &str) -> Self {
        let mut parts = html.split(MARK);
        let before = parts.next().unwrap_or_default().to_owned();
        let hole = |part: &str| Some((part.chars().next()?, part.get(1..)?.to_owned()));
        Self { before, holes: parts.filter_map(hole).collect() }
    }

    /// The text before the first hole, or all of it without holes.
    pub(super) fn text(&self) -> &str {
        &self.before
    }

    /// The approximate size in memory, in bytes.
    pub fn weight(&self) -> usize {
        200 + self.before.len() + self.holes.iter().map(|(_, text)| 40 + text.len()).sum::<usize>()
    }

    pub(super) fn write(&self, page: &mut String, own: &[(Hole, &str)]) {
        page.push_str(&self.before);
        for (hole, text) in &self.holes {
            let filling = own.iter().find(|(own, _)| own == hole);
            page.push_str(filling.map_or("", |(_, filling)| filling));
            page.push_str(text);
        }
    }
}

/// A form's action is rendered with holes for its path and its query.
pub(super) const PATH: Hole = 'p';
pub(super) const QUERY: Hole = 'q';
pub(super) const NONCE: Hole = 'n';
/// The URL of a calendar entry.
pub(super) const REMINDER: Hole = 'r';
/// The message to the embedding page.
pub(super) const COMPLETED: Hole = 'c';
pub(super) const CONTENT: Hole = 'm';

pub(super) fn hole(hole: Hole) -> String {
    [MARK, hole].into_iter().collect()
}

pub(super) fn address_with_holes(action: &str) -> String {
    let path = hole(PATH);
    if action.contains('?') { [&path, "?", &hole(QUERY)].concat() } else { path }
}

pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return text.into();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").into()
}

/// Appends the question, from the cache or newly rendered.
pub(super) fn write_question(
    to: &mut String,
    page: &QuestionPage,
    kept: &dyn DrawnPages,
    asked: &QuestionView<'_>,
    own: &[(Hole, &str)],
) {
    if !is_for_all(page, asked.question) {
        to.push_str(&draw(asked).to_html());
        return;
    }
    let draw =
        || Drawn::of(&draw(&QuestionView { action: &address_with_holes(asked.action), ..asked.clone() }).to_html());
    kept.get(state(asked), &draw).write(to, own);
}

/// True if it is the same for other respondents: it shows nothing a respondent typed, and no option depends on answers
/// to other questions.
pub(super) fn is_for_all(page: &QuestionPage, question: &Question) -> bool {
    let is_answered = || question.items().iter().any(|item| page.answers.contains_key(&item.id));
    let options = question.kind().options();
    let has_few_states = match question.kind() {
        Kind::Scale(_) | Kind::Consent { .. } => true,
        Kind::Choice { .. } => !options.iter().any(|option| option.other),
        _ => false,
    };
    options.iter().all(|option| option.show_if.is_none()) && (has_few_states || !is_answered())
}

fn state(asked: &QuestionView<'_>) -> String {
    let flag = |is: bool| if is { "1" } else { "0" };
    let mut state = [
        asked.language.as_str(),
        "/",
        asked.id(),
        "/",
        flag(asked.is_current),
        flag(asked.is_last),
        flag(asked.is_review),
        flag(asked.action.contains('?')),
    ]
    .concat();
    for field in &asked.fields {
        state.extend(["/", &field.0, "=", &field.1]);
    }
    state
}

/// A piece of a page that depends only on `state` and its quiz, from the cache or newly rendered.
pub(super) fn piece(
    kept: Option<&dyn DrawnPages>,
    state: impl FnOnce() -> String,
    draw: impl Fn() -> AnyView,
    own: &[(Hole, &str)],
) -> AnyView {
    let Some(kept) = kept else { return draw() };
    let mut html = String::new();
    kept.get(state(), &|| Drawn::of(&draw().to_html())).write(&mut html, own);
    InertElement::new(html).into_any()
}

/// All texts of a card, separated by [`MARK`].
pub(super) fn state_of_card(language: Language, card: &Advice) -> String {
    let Advice {
        id,
        is_own,
        is_focus,
        question: _,
        area,
        title,
        sub_title,
        urgent,
        steps_title,
        steps,
        help_step,
        boost,
        links,
    } = card;
    let mut state = format!("card/{language}/{id}/{is_own}{is_focus}{help_step:?}");
    let mut add = |text: Option<&Rendition>| {
        state.push(MARK);
        if let Some(Rendition { text, foreign }) = text {
            state.push_str(foreign.as_ref().map_or("", Language::as_str));
            state.push(MARK);
            state.push_str(text);
        }
    };
    match area {
        None => add(None),
        Some(AreaName::BuiltIn(category)) => add(Some(&category.as_str().into())),
        Some(AreaName::Own(name)) => add(Some(name)),
    }
    for text in [Some(title), sub_title.as_ref(), urgent.as_ref(), steps_title.as_ref(), boost.as_ref()] {
        add(text);
    }
    for step in steps {
        add(Some(step));
    }
    add(None);
    for HelpLinkText { label, url } in links {
        add(Some(label));
        add(Some(&url.as_str().into()));
    }
    state
}
