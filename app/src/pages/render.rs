//! Renders data as documents.

use std::sync::Arc;

use hydration_context::SsrSharedContext;
use leptos::prelude::*;

use super::{
    ErasurePage, HomePage, Notice, OptOutPage, PageContext, QuestionPage, ResultPage, ReviewPage, StartPage,
    erasure::erasure, home::home, notice::notice, opt_out::opt_out, question, result, review::review, start::start,
};
use crate::components::{Frame, Shell};

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
    /// The document, to be rendered under the current owner.
    pub fn view(&self, cx: &PageContext) -> AnyView {
        // Only islands need hydration data.
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

    /// The document from cached HTML, if its page can be cached.
    pub fn from_memory(&self, cx: &PageContext) -> Option<String> {
        owned(|| match self {
            Self::Question(page) => question::from_memory(cx, page),
            Self::Result(page) => result::from_memory(cx, page),
            _ => None,
        })
    }

    /// The document as text, outside of a request.
    pub fn to_html(&self, cx: &PageContext) -> String {
        self.from_memory(cx).unwrap_or_else(|| cx.fill(owned(|| self.view(cx).to_html())))
    }
}

/// Runs under a new owner whose context writes hydration data only for islands.
fn owned<T>(draw: impl FnOnce() -> T) -> T {
    Owner::new_root(Some(Arc::new(SsrSharedContext::new()))).with(|| {
        if let Some(shared) = Owner::current_shared_context() {
            shared.set_is_hydrating(false);
        }
        draw()
    })
}

pub(super) fn document<V: IntoView + 'static>(
    cx: &PageContext,
    frame: Frame,
    content: impl FnOnce() -> V + Send + 'static,
) -> AnyView {
    let cx = cx.clone();
    view! { <Shell cx=cx frame=frame>{content()}</Shell> }.into_any()
}
