//! Publishing the draft: its changes, the version it creates, and the buttons.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct PublishPage {
    pub quiz: QuizNav,
    /// A sentence for each difference.
    pub differences: Vec<String>,
    pub effect: PublishEffect,
    pub can_open: bool,
    pub revision: String,
}

/// What publishing would do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PublishEffect {
    Nothing,
    /// So many problems are in the way.
    Problems(usize),
    /// The draft and a later publication changed fields differently.
    Conflicts,
    /// The questions and their scoring stay.
    Settings,
    /// A new version, which everyone gets.
    First,
    /// A new version, which scores as the one before.
    Version(u32),
    /// A new version, which scores differently, and the number of responses submitted under earlier ones.
    Scoring {
        version: u32,
        submitted: u64,
    },
}

impl PublishEffect {
    fn in_the_way(self) -> Option<String> {
        match self {
            Self::Problems(1) => Some("1 problem has to be solved first: the editor lists it.".to_owned()),
            Self::Problems(many) => Some(format!("{many} problems have to be solved first: the editor lists them.")),
            Self::Conflicts => Some(
                "The quiz was published meanwhile, and the draft changes some of the same fields: the editor shows them."
                    .to_owned(),
            ),
            _ => None,
        }
    }

    fn words(self) -> String {
        let new = |version: u32| {
            format!(
                "This makes version {version}. New respondents get it; those who have started finish the one before it."
            )
        };
        match self {
            Self::Nothing => "There are no changes to publish.".to_owned(),
            Self::Problems(_) | Self::Conflicts => "Changes so far:".to_owned(),
            Self::Settings => "The questions stay as they are. The changes hold for everyone at once.".to_owned(),
            Self::First => "No one has started yet, so everyone gets the questions as they are here.".to_owned(),
            Self::Version(version) => format!("{} Scores and bands are given as before.", new(version)),
            Self::Scoring { version, submitted: 0 } => format!("{} It scores differently.", new(version)),
            Self::Scoring { version, submitted } => {
                let keep = match submitted {
                    1 => "The 1 response submitted so far keeps its".to_owned(),
                    many => format!("The {} responses submitted so far keep their", thousands(many)),
                };
                format!(
                    "{} It scores differently. {keep} scores and bands until you rescore, which comes next.",
                    new(version)
                )
            }
        }
    }
}

pub fn publish(cx: AdminContext, page: PublishPage) -> String {
    let frame = frame("Publish", Section::Quiz(page.quiz.clone(), QuizTab::Edit)).narrow();
    let editor = page.quiz.href(QuizTab::Edit);
    render(cx, frame, move || {
        let count = page.differences.len();
        let items: Vec<_> = page.differences.into_iter().map(|line| view! { <li>{line}</li> }).collect();
        let changes = if count == 0 {
            view! { <p>{page.effect.words()}</p> }.into_any()
        } else {
            view! {
                <p class="lead">{page.effect.words()}</p>
                <ul class="changes">{items}</ul>
            }
            .into_any()
        };
        let in_the_way = page.effect.in_the_way();
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
        let back = if can_publish { "button-plain" } else { "button" };
        view! {
            <h2 class="title" id="publish-title">"Publish"</h2>
            {in_the_way.map(|text| view! { <p class="said said-error" role="alert">{text}</p> })}
            {changes}
            <form method="post" action=editor.clone()>
                <input type="hidden" name="revision" value=page.revision />
                <div class="buttons">
                    {open} {publish} <a class=back href=editor.clone()>"Back to the editor"</a> {discard}
                </div>
            </form>
        }
    })
}
