//! From data to documents.

use std::sync::Arc;

use hydration_context::SsrSharedContext;
use leptos::prelude::*;

use super::{
    ErasurePage, HomePage, Notice, OptOutPage, PageContext, QuestionPage, ResultPage, ReviewPage, StartPage,
    erasure::erasure, home::home, notice::notice, opt_out::opt_out, question, result, review::review, start::start,
};
use crate::components::{Frame, Shell};

/// A page with what it shows.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one is made for each page, and moved once")]
pub enum Screen {
    Home(HomePage),
    Start(StartPage),
    Question(QuestionPage),
    Review(ReviewPage),
    Result(Box<ResultPage>),
    Erasure(ErasurePage),
    OptOut(OptOutPage),
    Notice(Notice),
}

impl Screen {
    /// The document, to be rendered within the owner that is current.
    pub fn view(&self, cx: &PageContext) -> AnyView {
        // Only what stands in an island is written so that a browser can take it over.
        if let Some(shared) = Owner::current_shared_context() {
            shared.set_is_hydrating(false);
        }
        match self {
            Self::Home(page) => home(cx, page),
            Self::Start(page) => start(cx, page),
            Self::Question(page) => question::question(cx, page),
            Self::Review(page) => review(cx, page),
            Self::Result(page) => result::result(cx, page),
            Self::Erasure(page) => erasure(cx, page),
            Self::OptOut(page) => opt_out(cx, page),
            Self::Notice(page) => notice(cx, page),
        }
    }

    /// The document as text, where what all respondents see of it is kept.
    pub fn from_memory(&self, cx: &PageContext) -> Option<String> {
        owned(|| match self {
            Self::Question(page) => question::from_memory(cx, page),
            Self::Result(page) => result::from_memory(cx, page),
            _ => None,
        })
    }

    /// The document as text, where there is no request to answer.
    pub fn to_html(&self, cx: &PageContext) -> String {
        self.from_memory(cx).unwrap_or_else(|| cx.fill(owned(|| self.view(cx).to_html())))
    }
}

/// Within an owner of its own, whose context writes nothing for a browser to take over but islands.
fn owned<T>(draw: impl FnOnce() -> T) -> T {
    Owner::new_root(Some(Arc::new(SsrSharedContext::new()))).with(|| {
        if let Some(shared) = Owner::current_shared_context() {
            shared.set_is_hydrating(false);
        }
        draw()
    })
}

/// The whole document around `content`.
pub(super) fn document<V: IntoView + 'static>(
    cx: &PageContext,
    frame: Frame,
    content: impl FnOnce() -> V + Send + 'static,
) -> AnyView {
    let cx = cx.clone();
    view! { <Shell cx=cx frame=frame>{content()}</Shell> }.into_any()
}
