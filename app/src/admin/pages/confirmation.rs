//! The page that asks once more.

use crate::admin::{
    AdminContext, Area, NamespaceNav, QuizNav, QuizTab, components::Confirm, render::render, shell::AdminFrame,
};
use leptos::prelude::*;

#[derive(Clone, Debug)]
pub struct Confirmation {
    pub namespace: NamespaceNav,
    /// Which part of the namespace or the quiz it belongs to.
    pub place: Place,
    /// The question.
    pub title: String,
    /// What will happen.
    pub text: String,
    /// Where the form goes.
    pub action: String,
    /// Hidden fields of the form.
    pub fields: Vec<(&'static str, String)>,
    /// What the button says.
    pub button: &'static str,
    /// The page to return to.
    pub back: String,
}

#[derive(Clone, Debug)]
pub enum Place {
    Namespace(Area),
    Quiz(QuizNav, QuizTab),
}

#[must_use]
pub fn confirmation(cx: &AdminContext, page: &Confirmation) -> String {
    let Confirmation { namespace, place, title, text, action, fields, button, back } = page.clone();
    let (area, quiz) = match place {
        Place::Namespace(area) => (area, None),
        Place::Quiz(quiz, tab) => (Area::Quizzes, Some((quiz, tab))),
    };
    let frame = AdminFrame {
        title: title.clone(),
        namespace: Some((namespace, Some(area))),
        quiz,
        layout: "narrow",
        ..AdminFrame::default()
    };
    render(cx, frame, move || {
        view! { <Confirm title=title text=text action=action fields=fields button=button back=back /> }
    })
}
