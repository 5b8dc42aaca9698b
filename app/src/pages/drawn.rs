//! Questions that were drawn before. Most of a page is the same for all respondents of a version and language, and drawing
//! it takes longer than all else that a request for it does.

use std::{fmt::Debug, sync::Arc};

use domain::{Kind, Question};
use leptos::{prelude::*, tachys::html::InertElement};

use super::QuestionPage;
use crate::components::{QuestionView, question as draw};

/// The questions of one version of a quiz, as a server keeps them.
pub trait DrawnQuestions: Debug + Send + Sync {
    /// `state` tells all on which the question's HTML depends.
    fn get(&self, state: &str) -> Option<Arc<DrawnQuestion>>;
    fn keep(&self, state: String, drawn: Arc<DrawnQuestion>);
}

/// A question's HTML before and after the address that its form is posted to, which is the respondent's own.
#[derive(Debug, Eq, PartialEq)]
pub struct DrawnQuestion {
    before: String,
    after: String,
}

/// An address that no quiz has.
const HOLE: &str = "/the-address-of-the-form/";

impl DrawnQuestion {
    fn of(html: &str) -> Option<Self> {
        let (before, after) = html.split_once(HOLE)?;
        Some(Self { before: before.to_owned(), after: after.to_owned() })
    }

    /// Bytes of memory, roughly.
    pub fn weight(&self) -> usize {
        self.before.len() + self.after.len() + 200
    }

    fn at(&self, action: &str) -> String {
        let action = action.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        [&self.before, action.as_str(), &self.after].concat()
    }
}

/// The question from among those that are kept, or drawn anew.
pub(super) fn question(page: &QuestionPage, asked: &QuestionView<'_>) -> AnyView {
    let Some(kept) = page.drawn.as_ref().filter(|_| is_for_all(page, asked.question)) else { return draw(asked) };
    let state = state(asked);
    let action = asked.action;
    let drawn = kept.get(&state).or_else(|| {
        let drawn = Arc::new(DrawnQuestion::of(&draw(&QuestionView { action: HOLE, ..asked.clone() }).to_html())?);
        kept.keep(state, Arc::clone(&drawn));
        Some(drawn)
    });
    match drawn {
        Some(drawn) => InertElement::new(drawn.at(action)).into_any(),
        None => draw(asked),
    }
}

/// True if other respondents see the same: nothing is shown that one of them typed, and no option depends on answers to
/// other questions.
fn is_for_all(page: &QuestionPage, question: &Question) -> bool {
    let is_as_stored = page.errors.is_empty() && page.typed.is_none();
    let is_answered = || question.items().iter().any(|item| page.answers.contains_key(&item.id));
    let options = question.kind().options();
    let has_few_states = match question.kind() {
        Kind::Scale(_) | Kind::Consent { .. } => true,
        Kind::Choice { .. } => !options.iter().any(|option| option.other),
        _ => false,
    };
    is_as_stored && options.iter().all(|option| option.show_if.is_none()) && (has_few_states || !is_answered())
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
    ]
    .concat();
    for field in &asked.fields {
        state.extend(["/", &field.0, "=", &field.1]);
    }
    state
}
