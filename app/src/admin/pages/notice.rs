//! Error pages.

use leptos::prelude::*;

use crate::admin::{AdminContext, Section, frame, render};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AdminNotice {
    pub title: &'static str,
    pub text: String,
    /// The label and path of a link away from the page.
    pub way_out: (&'static str, String),
}

pub fn admin_notice(cx: AdminContext, notice: AdminNotice) -> String {
    let AdminNotice { title, text, way_out: (label, href) } = notice;
    let frame = frame(title, Section::General).narrow();
    render(cx, frame, move || {
        view! {
            <h1>{title}</h1>
            <p class="lead">{text}</p>
            <p class="aside"><a href=href>{label}</a></p>
        }
    })
}
