//! Trying answers out: the scores, bands and cards that they would give, beside an earlier score and norms.

use domain::{
    Answer, AnswerInput, Answers, Decimal, Definition, FieldCode, Item, Name, OptionId, Scored,
    edit::{Place, Tree, read},
};

use crate::{
    conditions::{ConditionSubject, Takes, asked_before},
    controls::button,
    html::{Html, INSIDE, el, hint},
    measures,
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
    let language = definition.language;
    let journey = definition.journey(&answers, language.as_str());
    let scores = journey.scores(language.as_str());
    let mut lines = Vec::new();
    let categories = definition.scoring.iter().flat_map(|scoring| &scoring.categories);
    for category in std::iter::once(None).chain(categories.map(Some)) {
        let id = category.map(|category| &category.id);
        let Some(scored) = id.map_or(scores.overall.as_ref(), |id| scores.categories.get(id)) else { continue };
        let name = category.map_or("Score", |category| category.name.in_language(language, language));
        lines.push((name.to_owned(), written(&definition, id, scored)));
        let of = category.map(|_| format!("{name}: ")).unwrap_or_default();
        if let Some(change) = change(&definition, tried, id, scored.score)? {
            lines.push((format!("{of}Change"), change));
        }
        if let Some((norm, standing)) = journey.norm(scored.score, id, language.as_str()) {
            let (group, source) = (&norm.name, &norm.source);
            let text = format!(
                "{} among {} ({})",
                measures::standing(standing),
                group.in_language(language, language),
                source.in_language(language, language)
            );
            lines.push((format!("{of}Norm"), text));
        }
    }
    for shown in definition.cards(&scores) {
        let mark = if shown.is_focus { " (to look at first)" } else { "" };
        let title = shown.card.title.in_language(language, language);
        lines.push(("Card".to_owned(), format!("{title}: words for “{}”{mark}", shown.band)));
    }
    if lines.is_empty() { Err("These answers give no score.".to_owned()) } else { Ok(lines) }
}

/// The verdict on a score since the earlier one that was typed, if there is one and a rule that judges it.
fn change(
    definition: &Definition,
    tried: &Tried,
    category: Option<&Name>,
    now: Decimal,
) -> Result<Option<String>, String> {
    let rule = definition.scoring.as_ref().and_then(|scoring| scoring.change_of(category));
    let typed = tried.get(&earlier(category.map(Name::as_str))).map(|typed| typed.trim()).unwrap_or_default();
    let Some(rule) = rule.filter(|_| !typed.is_empty()) else { return Ok(None) };
    let before = Decimal::parse(&typed.replace(',', ".").replace('−', "-"));
    let before = before.ok_or_else(|| "An earlier score must be a number with at most three decimals.".to_owned())?;
    let judged = rule.judge(before, now);
    let index = judged.rci.map(|rci| format!("; reliable change index {}", measures::hundredths(rci)));
    let smallest = judged.smallest.map(|it| format!("; a difference of {} or more counts", measures::hundredths(it)));
    let told = [Some(format!("since {before}: {}", measures::verdict(judged.verdict))), index, smallest];
    Ok(Some(told.into_iter().flatten().collect()))
}

/// What names an earlier score among the answers that are tried; no question has such an id.
fn earlier(category: Option<&str>) -> String {
    category.map_or_else(|| "@earlier".to_owned(), |id| format!("@earlier-{id}"))
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
    let earlier = earlier_scores(ed);
    let result =
        el("div").attr("role", "status").attr("id", RESULT).attr(INSIDE, ed.outcome.clone().unwrap_or_default());
    el("details")
        .class("ed-add ed-try")
        .flag("open", ed.outcome.is_some())
        .put(el("summary").put("Try it"))
        .put(hint("Answers that you choose here are stored nowhere."))
        .put(el("div").class("ed-form").put(controls).put(earlier))
        .put(el("p").put(button("Show the result", "try", "button-plain")))
        .put(result)
        .into()
}

/// A field for an earlier score, of each score whose changes are judged.
fn earlier_scores(ed: &Editor) -> Html {
    let scoring = Place::from("scoring");
    let judges = |score: &Place| ed.tree.get(&score.then("change")).is_some_and(|rule| !rule.is_null());
    let overall = judges(&scoring).then(|| (earlier(None), "Score of an earlier attempt".to_owned()));
    let categories = ed.tree.items(&scoring.then("categories")).into_iter().filter(judges);
    let categories = categories.filter_map(|place| {
        let (id, name) = ed.name_of(&place, "name")?;
        Some((earlier(Some(&id)), format!("{name} in an earlier attempt")))
    });
    let field = |(id, label): (String, String)| {
        let typed = ed.tried.get(&id).cloned().unwrap_or_default();
        let control = el("input")
            .attr("type", "text")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .attr("value", typed)
            .attr("id", format!("try-{id}"))
            .attr("name", format!("try.{id}"))
            .attr("data-try", id.clone());
        let label = el("label").attr("for", format!("try-{id}")).put(label);
        el("div").key(id).class("field").put(label).put(control)
    };
    overall.into_iter().chain(categories).map(field).collect()
}
