//! A flash message.

use leptos::prelude::*;

use crate::admin::Flash;

#[component]
pub(in crate::admin) fn FlashMessage(flash: Flash) -> impl IntoView {
    view! { <p class="said" role="status">{flash.text()}</p> }
}
