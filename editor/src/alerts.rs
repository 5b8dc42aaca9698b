//! Alerts: what members of the namespace have to see, and the help that respondents read.

use domain::edit::{Phrase, Place, phrase};

use crate::{
    condition_view::condition,
    controls::{Look, advanced, area, button, line, signs, tick},
    html::{Element, Html, el, hint},
    measures,
    model::{Editor, written},
    page::{post, tab},
    question::cures,
};

pub(crate) fn alerts(ed: &Editor) -> Html {
    let list = Place::from("alerts");
    let rows: Html = ed.tree.items(&list).iter().map(|place| alert(ed, place)).collect();
    let inside = [
        el("h2").put("Alerts").into(),
        hint(
            "An alert tells the members of this namespace that an attempt has to be seen, once for each attempt. It \
             stays open until one of them acknowledges it. Respondents see nothing of it but the help.",
        ),
        cures(ed, &list, false),
        el("ol").class("ed-plain").put(rows).into(),
        el("p").put(button("Add alert", format!("add {list}"), "button-plain")).into(),
    ];
    tab("Alerts", post(ed, "ed-form", inside))
}

fn alert(ed: &Editor, place: &Place) -> Element {
    let help = Look {
        hint: "The respondent reads it at once where the condition asks for answers alone, else with the result. \
               Addresses with https://, mailto: or tel: become links.",
        ..Look::default()
    };
    let name = Look { hint: "For members; respondents never see it.", ..Look::default() };
    let head = el("div").class("ed-option").put(line(ed, "Name", &place.then("name"), name)).put(signs("", place));
    el("li")
        .key(place.to_string())
        .class("ed-card ed-measure")
        .put(head)
        .put(condition(ed, &place.then("when"), "Rises if", "no condition yet"))
        .put(tick(ed, "As soon as an answer is stored, before they are all sent", &place.then("early")))
        .put(example(ed, place).map(|text| el("p").class("ed-example").put(text)))
        .put(area(ed, "Help for the respondent (optional)", &place.then("help"), "3", help))
        .put(advanced("Id").put(line(ed, "Id", &place.then("id"), Look::default())))
}

/// When it rises, as a sentence, with the numbers of the bands and the rules of change that it names.
fn example(ed: &Editor, place: &Place) -> Option<String> {
    let phrase = phrase(&ed.tree, ed.tree.get(&place.then("when"))?);
    let moment = if ed.is_set(&place.then("early")) { "an answer is stored" } else { "the answers are sent" };
    let mut told = vec![format!("Rises when {moment} and {}.", written(&phrase))];
    numbers(ed, &phrase, &mut told);
    Some(told.join(" "))
}

fn numbers(ed: &Editor, phrase: &Phrase, told: &mut Vec<String>) {
    let mut add = |text: String| {
        if !told.contains(&text) {
            told.push(text);
        }
    };
    match phrase {
        Phrase::Band(test) => {
            let list = ed.tree.bands_place(&test.of);
            for place in ed.tree.items(&list) {
                let name = ed.tree.words(&place.then("name"));
                let from = measures::decimal(&ed.tree, &place.then("from"));
                if let (Some(name), Some(from)) = (name, from)
                    && test.values.iter().flatten().any(|value| value == name)
                {
                    add(format!("{name} begins at a score of {from}."));
                }
            }
        }
        Phrase::Change(test) => {
            let scoring = Place::from("scoring");
            let score = if test.of == "overall" { scoring } else { scoring.then("categories").then(&*test.of) };
            measures::change_examples(&ed.tree, &score).into_iter().take(1).for_each(add);
        }
        Phrase::All(inner) | Phrase::Any(inner) | Phrase::None(inner) => {
            inner.iter().for_each(|inner| numbers(ed, inner, told));
        }
        _ => {}
    }
}
