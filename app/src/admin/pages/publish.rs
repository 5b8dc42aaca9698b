//! Publishing the draft: its changes, the version it creates, and the buttons.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct PublishPage {
    pub quiz: QuizNav,
    /// A sentence for each difference.
    pub differences: Vec<String>,
    pub problems: usize,
    /// The version that publishing creates; `None` if the questions are unchanged.
    pub version: Option<u32>,
    pub can_open: bool,
    /// Fields that the draft and a later publication changed differently.
    pub conflicts: usize,
    pub revision: String,
    pub is_begun: bool,
}

pub fn publish(cx: AdminContext, page: PublishPage) -> String {
    let frame = frame("Publish", Section::Quiz(page.quiz.clone(), QuizTab::Edit)).narrow();
    let editor = page.quiz.href(QuizTab::Edit);
    render(cx, frame, move || {
        let version = match page.version {
            Some(version) if page.is_begun => format!(
                "This makes version {version}. New respondents get it; those who have started finish the version before it."
            ),
            Some(version) => format!("This makes version {version}."),
            None => "The questions stay as they are, so there is no new version.".to_owned(),
        };
        let count = page.differences.len();
        let items: Vec<_> = page.differences.into_iter().map(|line| view! { <li>{line}</li> }).collect();
        let changes = if count == 0 {
            view! { <p>"There are no changes to publish."</p> }.into_any()
        } else {
            view! {
                <p class="lead">{version}</p>
                <ul class="changes">{items}</ul>
            }
            .into_any()
        };
        let in_the_way = match (page.conflicts, page.problems) {
            (0, 0) => None,
            (0, 1) => Some("1 problem has to be solved first: the editor lists it.".to_owned()),
            (0, many) => Some(format!("{many} problems have to be solved first: the editor lists them.")),
            _ => Some(
                "The quiz was published meanwhile, and the draft changes some of the same fields: the editor shows them."
                    .to_owned(),
            ),
        };
        let can_publish = in_the_way.is_none();
        let open = (can_publish && page.can_open).then(|| {
            let label = if count == 0 { "Open the quiz" } else { "Publish and open" };
            view! { <button type="submit" class="button" name="do" value="publish-open">{label}</button> }
        });
        let class = if page.can_open { "button-plain" } else { "button" };
        let publish = (can_publish && count > 0).then(|| {
            view! { <button type="submit" class=class name="do" value="publish">"Publish changes"</button> }
        });
        let discard = (count > 0).then(|| {
            view! { <button type="submit" class="button-plain" name="do" value="ask-discard">"Discard changes…"</button> }
        });
        view! {
            <h2 class="title" id="publish-title">"Publish"</h2>
            {in_the_way.map(|text| view! { <p class="said said-error" role="alert">{text}</p> })}
            {changes}
            <form method="post" action=editor.clone()>
                <input type="hidden" name="revision" value=page.revision />
                <div class="buttons">
                    {open} {publish} {discard} <a class="button-plain" href=editor.clone()>"Back to the editor"</a>
                </div>
            </form>
        }
    })
}
