//! The frame of the quiz editor, which has a crate of its own.

use leptos::tachys::html::InertElement;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct EditingPage {
    pub quiz: QuizNav,
    pub page: editor::Page,
}

pub fn editing(cx: AdminContext, EditingPage { quiz, page }: EditingPage) -> String {
    let scripts = [&cx.assets.start_editor, &cx.assets.images].into_iter().flatten().cloned().collect();
    let frame = frame("Edit", Section::Quiz(quiz, QuizTab::Edit)).layout("editing").scripts(scripts);
    render(cx, frame, move || InertElement::new(editor::view(page)))
}
