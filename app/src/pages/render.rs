//! From data to documents.

use std::sync::Arc;

use hydration_context::SsrSharedContext;
use leptos::prelude::*;

use super::{
    ErasurePage, HomePage, Notice, PageContext, QuestionPage, ResultPage, ReviewPage, StartPage, erasure::erasure,
    home::home, notice::notice, question, result::result, review::review, start::start,
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
    Notice(Notice),
}

impl Screen {
    /// The document as text.
    pub fn to_html(&self, cx: &PageContext) -> String {
        let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new())));
        owner.with(|| {
            // Only what stands in an island is written so that a browser can take it over.
            if let Some(shared) = Owner::current_shared_context() {
                shared.set_is_hydrating(false);
            }
            match self {
                Self::Home(page) => home(cx, page),
                Self::Start(page) => start(cx, page),
                Self::Question(page) => match question::from_memory(cx, page) {
                    Some(html) => return html,
                    None => question::question(cx, page),
                },
                Self::Review(page) => review(cx, page),
                Self::Result(page) => return result(cx, page),
                Self::Erasure(page) => erasure(cx, page),
                Self::Notice(page) => notice(cx, page),
            }
            .to_html()
        })
    }
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
