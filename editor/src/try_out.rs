//! Trying answers out: the score, bands and cards that they would give.

use domain::{
    Answer, AnswerInput, Answers, Decimal, Definition, FieldCode, Item, Name, OptionId, Scored, Scores,
    edit::{Place, Tree, read},
};

use crate::{
    conditions::{ConditionSubject, Takes, asked_before},
    controls::button,
    html::{Html, INSIDE, el, hint},
    model::{Editor, Tried},
    words,
};

/// The id of the element with the result.
pub(crate) const RESULT: &str = "tried";

/// The results with their names, or the reason why there are none.
type Outcome = Result<Vec<(String, String)>, String>;

/// What the answers lead to, as HTML.
pub(crate) fn result(tree: &Tree, tried: &Tried) -> String {
    let result = match outcome(tree, tried) {
        Ok(lines) => {
            let line = |(name, value)| [el("dt").put(name).into(), el("dd").put(value).into()].into();
            el("dl").put(lines.into_iter().map::<Html, _>(line).collect::<Html>())
        }
        Err(why) => el("p").put(why),
    };
    let mut html = String::new();
    Html::from(result).write(&mut html);
    html
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

pub(crate) fn try_out(ed: &Editor) -> Html {
    let one = |asked: ConditionSubject| {
        let (id, name) = (format!("try-{}", asked.id), format!("try.{}", asked.id));
        let typed = ed.tried.get(&asked.id).map_or("", String::as_str);
        let option = |(id, label): (String, String)| {
            let is_chosen = typed.lines().any(|line| line == id);
            el("option").attr("value", id).flag("selected", is_chosen).put(label)
        };
        let list = |all: Vec<(String, String)>| el("select").put(all.into_iter().map(option).collect::<Html>());
        let no_answer = (String::new(), "No answer".to_owned());
        let control = match asked.takes {
            Takes::One(all) => list([vec![no_answer], all].concat()),
            Takes::Several(all) => list(all).flag("multiple", true),
            Takes::Number => {
                let field = el("input").attr("type", "text").attr("inputmode", "decimal").attr("autocomplete", "off");
                field.attr("value", typed.to_owned())
            }
            Takes::Anything => list(vec![no_answer, ("given".to_owned(), "Answered".to_owned())]),
        };
        let control = control.attr("id", id.clone()).attr("name", name).attr("data-try", asked.id.clone());
        el("div").key(asked.id).class("field").put(el("label").attr("for", id).put(asked.text)).put(control)
    };
    let controls: Html = asked_before(&ed.tree, &Place::default()).into_iter().map(one).collect();
    let result =
        el("div").attr("role", "status").attr("id", RESULT).attr(INSIDE, ed.outcome.clone().unwrap_or_default());
    el("details")
        .class("ed-add ed-try")
        .flag("open", ed.outcome.is_some())
        .put(el("summary").put("Try it"))
        .put(hint("Answers that you choose here are stored nowhere."))
        .put(el("div").class("ed-form").put(controls))
        .put(el("p").put(button("Show the result", "try", "button-plain")))
        .put(result)
        .into()
}
