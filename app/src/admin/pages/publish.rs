//! Publishing the draft: what changes, which version it makes, and the buttons.

use domain::edit::{Change, Edit, Tree, edits_between};
use editor::place_name;
use leptos::prelude::*;
use serde_json::Value;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct PublishPage {
    pub quiz: QuizNav,
    /// A sentence for each difference.
    pub differences: Vec<String>,
    /// Mistakes that are in the way.
    pub problems: usize,
    /// The version that publishing makes; `None` if the questions stay as they are.
    pub version: Option<u32>,
    /// The quiz is not open.
    pub can_open: bool,
    /// Fields that the draft and a later publication changed, each in another way.
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
                "This makes version {version}. New respondents get it; those who have begun finish the version before it."
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
            view! { <button type="submit" class="button-plain" name="do" value="discard">"Discard changes"</button> }
        });
        view! {
            <h2 class="title">"Publish"</h2>
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

/// A sentence for each difference of the trees, in the order of the quiz; several of one field are told once.
pub fn differences(published: &Tree, tree: &Tree) -> Vec<String> {
    let mut all = Vec::new();
    for edit in edits_between(published, tree) {
        let text = difference(&edit, published, tree);
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn difference(edit: &Edit, published: &Tree, tree: &Tree) -> String {
    let place = &edit.place;
    let (before, now) = (place_name(published, place), place_name(tree, place));
    match &edit.change {
        Change::Insert { value, .. } => format!("{now}: “{}” added", name(value)),
        Change::Move { .. } => format!("{now} moved"),
        Change::Remove => format!("{before} removed"),
        Change::Set(Value::String(text)) if !text.is_empty() => format!("{now}: “{text}”"),
        Change::Set(value @ (Value::Number(_) | Value::Bool(_))) => format!("{now}: {value}"),
        Change::Set(_) => format!("{now} changed"),
    }
}

/// The words of an item, or its id.
fn name(item: &Value) -> String {
    let tree = Tree::new(item.clone());
    let words = ["text", "label", "name", "title"].into_iter().find_map(|field| tree.words(&field.into()));
    words.or(item.get("id").and_then(Value::as_str)).or(item.as_str()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_told_in_the_words_of_the_quiz() {
        let published = Tree::new(json!({ "name": "Team", "questions": [
            { "id": "place", "text": "Where?", "options": [{ "id": "a", "label": "Home" }, { "id": "b", "label": "Office" }] },
            { "id": "why", "kind": "text", "text": "Why?", "showIf": { "answered": "place" } } ] }));
        let tree = Tree::new(json!({ "name": "Team health", "retryAfterDays": 7, "questions": [
            { "id": "place", "text": "Where?", "options": [{ "id": "b", "label": "At work" }, { "id": "a", "label": "Home" }, { "id": "c", "label": "Else" }] },
            { "id": "how", "kind": "text", "text": "How?" } ] }));
        let told = differences(&published, &tree);
        assert_eq!(
            told,
            [
                "The name: “Team health”",
                "Question “Why?” removed",
                "The questions: “How?” added",
                "Option “At work” of question “Where?” moved",
                "The options of question “Where?”: “Else” added",
                "The label of option “At work” of question “Where?”: “At work”",
                "The days until a retake: 7",
            ]
        );
        assert!(differences(&tree, &tree).is_empty());
    }
}
