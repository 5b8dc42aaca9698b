//! Pictures from the quiz's owner. Each has its size, so that the layout does not shift when it loads.

use leptos::prelude::*;

use super::lang_of;
use crate::pages::PictureView;

/// `is_first` is for the picture of a page that is visible immediately.
pub(crate) fn picture(view: &PictureView, class: &'static str, is_first: bool) -> AnyView {
    let PictureView { src, alt, size } = view.clone();
    view! {
        <img
            src=src
            alt=alt.text.clone()
            {..lang_of(&alt)}
            width=size.map(|size| size.width.to_string())
            height=size.map(|size| size.height.to_string())
            loading=(!is_first).then_some("lazy")
            decoding="async"
            class=class
        />
    }
    .into_any()
}

/// The content below a heading, after the picture if there is one.
pub(crate) fn below(picture: Option<AnyView>, rest: AnyView) -> AnyView {
    match picture {
        None => rest,
        Some(picture) => view! {
            {picture}
            {rest}
        }
        .into_any(),
    }
}
