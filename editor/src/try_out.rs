//! Trying answers out: the score, bands and cards that they would give.

use domain::{
    Answer, AnswerInput, Answers, Decimal, Definition, FieldCode, Item, Name, OptionId, Scored, Scores,
    edit::{Place, Tree, read},
};
use leptos::prelude::*;

use crate::{
    conditions::{ConditionSubject, Takes, asked_before},
    controls::button,
    model::{Editor, Tried},
    parts::dynamic,
    words,
};

/// The id of the element with the result.
pub(crate) const RESULT: &str = "tried";

/// The results with their names, or the reason why there are none.
type Outcome = Result<Vec<(String, String)>, String>;

/// What the answers lead to, as HTML.
pub(crate) fn result(tree: &Tree, tried: &Tried) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    match outcome(tree, tried) {
        Ok(lines) => {
            let line =
                |(name, value): &(String, String)| format!("<dt>{}</dt> <dd>{}</dd>", escaped(name), escaped(value));
            format!("<dl>{}</dl>", lines.iter().map(line).collect::<String>())
        }
        Err(why) => format!("<p>{}</p>", escaped(&why)),
    }
}

pub(crate) fn outcome(tree: &Tree, tried: &Tried) -> Outcome {
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::from_random(number)
    };
    let checked = read(tree).and_then(|input| input.check(new_id).ok());
    let definition = checked.ok_or("Solve the problems of the quiz first.")?.definition;
    let mut answers = Answers::new();
    for ConditionSubject { id, text, takes } in asked_before(tree, &Place::default()) {
        let typed = tried.get(&id).filter(|typed| !typed.is_empty());
        let item = definition.items().find(|item| item.id.as_str() == id);
        if let (Some(typed), Some(item)) = (typed, item) {
            let answer = answer(&item, &takes, typed);
            answers.insert(item.id.clone(), answer.map_err(|code| format!("“{text}” {}", words::sentence(&code)))?);
        }
    }
    let scores = Scores::of(&definition, &answers);
    let language = definition.language;
    let mut lines = Vec::new();
    if let Some(overall) = &scores.overall {
        lines.push(("Score".to_owned(), written(&definition, None, overall)));
    }
    let categories = definition.scoring.iter().flat_map(|scoring| &scoring.categories);
    for category in categories {
        if let Some(scored) = scores.categories.get(&category.id) {
            let name = category.name.in_language(language, language).to_owned();
            lines.push((name, written(&definition, Some(&category.id), scored)));
        }
    }
    for shown in definition.cards(&scores) {
        let mark = if shown.is_focus { " (to look at first)" } else { "" };
        let title = shown.card.title.in_language(language, language);
        lines.push(("Card".to_owned(), format!("{title}: words for “{}”{mark}", shown.band)));
    }
    if lines.is_empty() { Err("These answers give no score.".to_owned()) } else { Ok(lines) }
}

fn written(definition: &Definition, category: Option<&Name>, scored: &Scored) -> String {
    let bands = definition.scoring.as_ref().map_or(&[][..], |scoring| scoring.bands_of(category));
    let band = bands.iter().find(|band| Some(&band.id) == scored.band.as_ref());
    match band {
        Some(band) => {
            format!("{}, {}", scored.score, band.name.in_language(definition.language, definition.language))
        }
        None => scored.score.to_string(),
    }
}

fn answer(item: &Item<'_>, takes: &Takes, typed: &str) -> Result<Answer, FieldCode> {
    let text = |typed: &str| AnswerInput::Text(typed.to_owned());
    let input = match takes {
        Takes::One(_) => text(typed),
        Takes::Several(_) => AnswerInput::List(typed.lines().filter(|line| !line.is_empty()).map(text).collect()),
        Takes::Number => {
            Decimal::parse(&typed.trim().replace(',', ".")).map_or_else(|| text(typed), AnswerInput::Number)
        }
        // It has no points, and conditions only test for its presence.
        Takes::Anything => return Ok(Answer::Consent),
    };
    item.read(&input)
}

pub(crate) fn try_out(ed: Editor) -> AnyView {
    let asked = Memo::new(move |_| ed.tree.with(|tree| asked_before(tree, &Place::default())));
    let controls = move || {
        let one = |asked: ConditionSubject| {
            let (id, name) = (format!("try-{}", asked.id), format!("try.{}", asked.id));
            let typed = ed.tried.with_untracked(|tried| tried.get(&asked.id).cloned().unwrap_or_default());
            let options = |options: Vec<(String, String)>| {
                let option = |(id, label): (String, String)| {
                    let is_chosen = typed.lines().any(|line| line == id);
                    view! { <option value=id selected=is_chosen>{label}</option> }
                };
                options.into_iter().map(option).collect::<Vec<_>>()
            };
            let control = match asked.takes {
                Takes::One(all) => view! {
                    <select id=id.clone() name=name data-try=asked.id>
                        <option value="">"No answer"</option>
                        {options(all)}
                    </select>
                }
                .into_any(),
                Takes::Several(all) => {
                    view! { <select id=id.clone() name=name multiple=true data-try=asked.id>{options(all)}</select> }.into_any()
                }
                Takes::Number => {
                    view! { <input id=id.clone() name=name type="text" inputmode="decimal" autocomplete="off" value=typed.clone() data-try=asked.id /> }
                        .into_any()
                }
                Takes::Anything => {
                    let given = options(vec![("given".to_owned(), "Answered".to_owned())]);
                    view! { <select id=id.clone() name=name data-try=asked.id><option value="">"No answer"</option> {given}</select> }
                        .into_any()
                }
            };
            view! { <div class="field"><label for=id>{asked.text}</label> {control}</div> }
        };
        asked.get().into_iter().map(one).collect::<Vec<_>>()
    };
    let is_open = ed.outcome.with_untracked(Option::is_some);
    let results = Signal::derive(move || ed.outcome.get().unwrap_or_default());
    view! {
        <details class="ed-add ed-try" open=is_open>
            <summary>"Try it"</summary>
            <p class="hint">"Answers that you choose here are stored nowhere."</p>
            <div class="ed-form">{dynamic(controls)}</div>
            <p>{button("Show the result", "try", "button-plain")}</p>
            <div role="status" id=RESULT inner_html=results></div>
        </details>
    }
    .into_any()
}
